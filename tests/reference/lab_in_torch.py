"""The lab's model as one would write it in PyTorch, for comparing gradients and speed; it takes the lab's weights."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from posenc.encodings.alibi import alibi_slopes
from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.t5 import t5_bucket
from posenc.lab.encodings import SHAW_REACH, T5_BUCKETS, T5_GAIN
from posenc.lab.settings import Settings


class LabModel(torch.nn.Module):
    """Two pre-norm layers under one of the lab's seven encodings; positions' numbers are computed once, beforehand."""

    def __init__(self, scheme: str, settings: Settings, weights: dict[str, np.ndarray], length: int) -> None:
        super().__init__()
        self.scheme, self.settings = scheme, settings
        dtype = getattr(torch, settings.precision)
        self.names = {name.replace(".", "_"): name for name in weights}
        for attribute, name in self.names.items():
            self.register_parameter(attribute, torch.nn.Parameter(torch.tensor(weights[name], dtype=dtype)))
        positions = np.arange(length)
        offsets = positions[None, :] - positions[:, None]
        self.causal = torch.tensor(np.where(offsets > 0, -np.inf, 0.0), dtype=dtype)
        if scheme == "sinusoidal":
            self.code = torch.tensor(sinusoidal(positions, settings.d_model), dtype=dtype)
        elif scheme == "alibi":
            slopes = torch.tensor(alibi_slopes(settings.n_heads), dtype=dtype)
            self.bias = self.causal - slopes[:, None, None] * torch.tensor(np.abs(offsets), dtype=dtype)
        elif scheme == "rotary":
            angles = torch.tensor(positions[:, None] * rotary_frequencies(settings.d_head))
            self.cos, self.sin = (torch.cat([f(angles)] * 2, dim=-1).to(dtype) for f in (torch.cos, torch.sin))
        elif scheme == "shaw":
            self.rows = torch.tensor(np.clip(offsets, -SHAW_REACH, SHAW_REACH) + SHAW_REACH)
        elif scheme == "t5":
            options = {"bidirectional": False, "num_buckets": T5_BUCKETS, "max_distance": settings.length}
            self.rows = torch.tensor(t5_bucket(offsets, **options))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = F.embedding(tokens, self.embedding)
        if self.scheme == "sinusoidal":
            x = x + self.code
        elif self.scheme == "learned":
            x = x + self.rows
        for layer in range(self.settings.n_layers):
            own = {name: getattr(self, f"{layer}_{name}") for name in LAYER}
            x = x + self.attend(own, norm(x, own["attention_gain"]))
            x = x + F.relu(norm(x, own["forward_gain"]) @ own["w_up"]) @ own["w_down"]
        return norm(x, self.gain) @ self.w_answer

    def attend(self, own: dict[str, torch.Tensor], x: torch.Tensor) -> torch.Tensor:
        batch, n, d = x.shape
        q, k, v = (
            (x @ own[name]).view(batch, n, self.settings.n_heads, -1).transpose(1, 2) for name in ("w_q", "w_k", "w_v")
        )
        if self.scheme == "shaw":
            output = self.shaw(q, k, v)
        elif self.scheme == "t5":
            bias = self.causal + T5_GAIN * self.buckets[self.rows].permute(2, 0, 1)
            output = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        elif self.scheme == "alibi":
            output = F.scaled_dot_product_attention(q, k, v, attn_mask=self.bias)
        else:
            if self.scheme == "rotary":
                q, k = (z * self.cos + turned(z) * self.sin for z in (q, k))
            output = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return output.transpose(1, 2).reshape(batch, n, d) @ own["w_o"]

    def shaw(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        rows = self.rows.expand(*q.shape[:2], -1, -1)
        scores = q @ k.transpose(-1, -2) + (q @ self.keys.T).gather(-1, rows)
        weights = torch.softmax(scores / math.sqrt(q.shape[-1]) + self.causal, dim=-1)
        by_row = torch.zeros(*weights.shape[:-1], len(self.values), dtype=weights.dtype).scatter_add(-1, rows, weights)
        return weights @ v + by_row @ self.values

    def loss(self, tokens: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self(tokens).flatten(0, 1), answers.flatten(), ignore_index=-1)


LAYER = ("w_q", "w_k", "w_v", "w_o", "w_up", "w_down", "attention_gain", "forward_gain")


def norm(x: torch.Tensor, gain: torch.Tensor) -> torch.Tensor:
    return F.rms_norm(x, gain.shape, gain, eps=1e-6)


def turned(x: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, dim=-1)
    return torch.cat([-second, first], dim=-1)
