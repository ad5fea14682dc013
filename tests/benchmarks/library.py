"""The library beside a plain transcription of each formula, and beside PyTorch where it is installed.

    python tests/benchmarks/library.py [--threads 1] [--seconds 2] [--only attention]

Prints a Markdown table. Times are the best of many calls in turns, in one process and on the same threads; on one
thread they are CPU time, so that other programs count for less. A ratio under 1 means that the library is faster.
Peaks are what a call allocates at most, its result included.
"""

import argparse
import importlib.util
import math
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.attention import attention
from posenc.encodings.positions import offsets
from posenc.encodings.rotary import rotary_frequencies, rotate
from posenc.encodings.shaw import shaw_scores
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.t5 import t5_bias, t5_bucket

D, HEADS, SIZES = 64, 8, (64, 4096)
Call = Callable[[], object]


@dataclass(frozen=True)
class Case:
    """One function at one size: three ways to the same numbers."""

    name: str
    n: int
    library: Call
    plain: Call
    torch: Call | None = None


def plain_attention(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(np.float32(q.shape[-1]))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def plain_rotate(x, positions, frequencies):
    angles = positions[:, None] * frequencies
    cos, sin = (np.tile(f(angles), 2).astype(x.dtype) for f in (np.cos, np.sin))
    half = x.shape[-1] // 2
    return x * cos + np.concatenate([-x[..., half:], x[..., :half]], axis=-1) * sin


def plain_sinusoidal(positions, d_model):
    angles = positions[:, None] / 10000.0 ** (2 * np.arange(d_model // 2) / d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), d_model)


def plain_alibi(slopes, where):
    return -slopes[:, None, None] * np.abs(where).astype(slopes.dtype)


def plain_t5(table, where):
    return np.moveaxis(table[t5_bucket(where)], -1, 0)


def plain_shaw(q, k, table, where):
    """Query by query, since the whole array of offset vectors is n² · d numbers."""
    rows, d = np.clip(where, -len(table) // 2 + 1, len(table) // 2) + len(table) // 2, q.shape[-1]
    return np.stack([(k + table[row]) @ query / math.sqrt(d) for query, row in zip(q, rows, strict=True)])


def cases(n: int, rivals: dict[str, Callable]) -> Iterator[Case]:
    rng, positions = np.random.default_rng(0), np.arange(n)
    q, k, v = rng.normal(size=(3, 1, HEADS, n, D)).astype(np.float32)
    where, slopes = offsets(positions, positions), alibi_slopes(HEADS).astype(np.float32)
    bucket_table, offset_table = (rng.normal(size=size).astype(np.float32) for size in ((32, HEADS), (33, D)))
    frequencies = rotary_frequencies(D)

    def rival(name: str, *arguments: object) -> Call | None:
        return rivals[name](*arguments) if rivals else None

    yield Case(
        "sinusoidal", n, lambda: sinusoidal(positions, HEADS * D), lambda: plain_sinusoidal(positions, HEADS * D),
        rival("sinusoidal", n, HEADS * D),
    )  # fmt: skip
    yield Case(
        "rotate q and k", n,
        lambda: [rotate(x, positions, frequencies, layout="half_split") for x in (q, k)],
        lambda: [plain_rotate(x, positions, frequencies) for x in (q, k)],
        rival("rotate", q, k, positions),
    )  # fmt: skip
    yield Case(
        "alibi_bias", n, lambda: alibi_bias(slopes, where), lambda: plain_alibi(slopes, where),
        rival("alibi", slopes, where),
    )  # fmt: skip
    yield Case(
        "t5_bias", n, lambda: t5_bias(bucket_table, where), lambda: plain_t5(bucket_table, where),
        rival("t5", bucket_table, n),
    )  # fmt: skip
    yield Case(
        "shaw_scores, 1 head", n,
        lambda: shaw_scores(q[0, 0], k[0, 0], offset_table, where),
        lambda: plain_shaw(q[0, 0], k[0, 0], offset_table, where),
        rival("shaw", q[0, 0], k[0, 0], offset_table, where),
    )  # fmt: skip
    yield Case(
        "attention", n, lambda: attention(q, k, v), lambda: plain_attention(q, k, v), rival("attention", q, k, v)
    )


def torch_rivals(threads: int) -> dict[str, Callable]:
    """PyTorch's ways to the same numbers; nothing if it is not installed."""
    if not all(map(importlib.util.find_spec, ("torch", "transformers"))):
        return {}
    import torch
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
    from transformers.models.t5.modeling_t5 import T5Attention, T5Config

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)

    def sinusoid(n, d_model):
        """In float64 as the library's; transformers' own build a list number by number, or round the angles."""
        positions, steps = torch.arange(n, dtype=torch.float64), torch.arange(0, d_model, 2, dtype=torch.float64)

        def run():
            angles = positions[:, None] / 10000 ** (steps / d_model)
            return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(n, d_model)

        return run

    def rotary(q, k, positions):
        embedding = LlamaRotaryEmbedding(LlamaConfig(head_dim=D, hidden_size=D * HEADS, num_attention_heads=HEADS))
        q, k, ids = torch.tensor(q), torch.tensor(k), torch.tensor(positions)[None]
        return lambda: apply_rotary_pos_emb(q, k, *embedding(q, ids))

    def t5(table, n):
        config = T5Config(d_model=D, d_kv=D, num_heads=HEADS)
        layer = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
        layer.relative_attention_bias.weight.copy_(torch.tensor(table))
        return lambda: layer.compute_bias(n, n).contiguous()

    def shaw(q, k, table, where):
        q, k, table, where = map(torch.tensor, (q, k, table, where))
        reach = len(table) // 2
        return lambda: (q @ k.T + (q @ table.T).gather(1, where.clamp(-reach, reach) + reach)) / math.sqrt(D)

    def alibi(slopes, where):
        slopes, where = torch.tensor(slopes), torch.tensor(where)
        return lambda: -slopes[:, None, None] * where.abs()

    def attend(q, k, v):
        q, k, v = map(torch.tensor, (q, k, v))
        return lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v)

    return {
        "sinusoidal": sinusoid, "rotate": rotary, "t5": t5, "shaw": shaw, "alibi": alibi, "attention": attend,
    }  # fmt: skip


def best_times(calls: list[Call], seconds: float, clock: Callable[[], float]) -> list[float]:
    """The fastest call of each, taking turns until the time is up: what disturbs one disturbs all."""
    best = [math.inf] * len(calls)
    end, rounds = time.perf_counter() + seconds * len(calls), 0
    while rounds < 3 or time.perf_counter() < end:
        for i, call in enumerate(calls):
            for _ in range(2):  # the first warms the caches, and gets its memory from the system
                start = clock()
                call()
                best[i] = min(best[i], clock() - start)
        rounds += 1
    return best


def peak(call: Call) -> float:
    """Megabytes that a call allocates at its most."""
    tracemalloc.start()
    call()
    allocated = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return allocated / 2**20


def report(case: Case, seconds: float, clock: Callable[[], float]) -> str:
    calls = [call for call in (case.library, case.plain, case.torch) if call]
    library, plain, *torch = best_times(calls, seconds, clock)
    ratio = f"{library / torch[0]:.2f}" if torch else "–"
    return (
        f"| {case.name} | {case.n} | {library * 1e3:.3g} | {library / plain:.2f} | {ratio} "
        f"| {peak(case.library):.3g} | {peak(case.plain):.3g} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=1, help="threads for BLAS and for PyTorch")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each call of a case")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    pinned = {f"{library}_NUM_THREADS": str(arguments.threads) for library in ("OPENBLAS", "OMP", "MKL")}
    if any(os.environ.get(name) != value for name, value in pinned.items()):  # BLAS reads them as NumPy is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | pinned)

    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    rivals = torch_rivals(arguments.threads)
    print(f"float32, d = {D}, {HEADS} heads, {arguments.threads} thread(s)\n")
    print("| function | n | ms | ÷ plain NumPy | ÷ PyTorch | peak MB | plain's peak MB |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for n in SIZES:
        for case in cases(n, rivals):
            if arguments.only in case.name:
                print(report(case, arguments.seconds, clock), flush=True)


if __name__ == "__main__":
    main()
