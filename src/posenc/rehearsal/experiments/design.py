"""What a choice of encoding costs, and what it gives up."""

import numpy as np

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.softmax import softmax
from posenc.rehearsal.experiment import Experiment


def cache_gibibytes() -> float:
    """Keys and values of 32768 tokens: 32 layers, 8 key heads, 128 channels, 2 bytes."""
    return 2 * 32768 * 32 * 8 * 128 * 2 / 2**30


def bias_gibibytes() -> float:
    """A bias for each pair of 32768 tokens in 2 bytes, one head."""
    return 32768**2 * 2 / 2**30


def far_penalty() -> float:
    """What the flattest of 8 heads takes off a score 4096 tokens back."""
    return float(-alibi_bias(alibi_slopes(8), [[-4096]])[-1, 0, 0])


def far_is_faint() -> Experiment:
    """The weight of one key 4096 tokens back whose score is 10 above all others, head by head."""
    bias = alibi_bias(alibi_slopes(8), -np.arange(4097)[None])[:, 0]
    bias[:, -1] += 10.0
    share = softmax(bias)[:, -1]
    return Experiment(
        "Under ALiBi a far fact has to outscore near tokens by slope times distance.",
        (
            f"The flattest of eight heads takes {far_penalty():.0f} off.",
            f"A key 10 above all others, 4096 tokens back, gets at most {share.max():.1e} of a head's weight.",
        ),
        bool(share.max() < 0.01),
    )


def cache_growth() -> float:
    """How much a cache grows from 4096 to 32768 tokens."""
    return 32768 / 4096
