"""Judging a bias on the scores within milliseconds: heads that mix by it, and a readout fitted by least squares.

Each token carries a random value. The heads attend by the bias alone, causally; what they mix, beside the token's own
value, is read out linearly, to name the value one and two tokens back. The readout is fitted on the first tokens, the
trained length, and tested there and on four times as many. In the lab's transformer queries and keys have a say too,
so its numbers differ; which biases hold is the same (`tests/unit/test_readout.py`).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

TRAINED, MULTIPLE, HEADS, N_VALUES, REACH = 32, 4, 4, 4, 2
LEARNT, HOLDS = 0.5, 0.4  # the share of right answers; guessing gives 0.25, and so does a lost sinusoid
_SEQUENCES, _RIDGE = 64, 1e-3
_ALONE, _FAR = 0.99, 0.55  # the share of a query's attention on itself, on the farther half


def told(result: ArrayLike, *_inputs: object) -> str:
    """Say in words what comes of a bias `(4 or 1, n, n)`: "holds", or what is wrong with it.

    Raises: TypeError for what is no array of numbers; ValueError for another shape.
    """
    bias, n = np.asarray(result), MULTIPLE * TRAINED
    if bias.dtype.kind not in "iuf":
        raise TypeError(f"expected an array of numbers, got {bias.dtype}")
    if bias.shape not in ((HEADS, n, n), (1, n, n)):
        raise ValueError(f"expected a bias of shape ({HEADS}, {n}, {n}), got {bias.shape}")
    if not np.isfinite(bias).all():
        return "not finite"
    weights = shares(bias)
    near, far = accuracies(weights)
    return "holds" if near > LEARNT and far > HOLDS else _reason(bias[:, -1], weights[:, -1], near)


def shares(bias: NDArray) -> NDArray[np.float64]:
    """The causal softmax of a bias."""
    behind = np.tril(np.ones(bias.shape[-2:], dtype=bool))
    weights = np.where(behind, bias, -np.inf).astype(np.float64)
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def accuracies(weights: NDArray) -> tuple[float, float]:
    """How often the readout is right, in the second half of the trained length and of four times that."""
    n = weights.shape[-1]
    values = np.random.default_rng(0).integers(N_VALUES, size=(_SEQUENCES, n))
    one_hot = np.eye(N_VALUES)[values]
    mixed = weights @ one_hot[:, None]  # (sequences, heads, n, values)
    features = np.concatenate([mixed.swapaxes(1, 2).reshape(_SEQUENCES, n, -1), one_hot], axis=-1)
    right = [_right(features, one_hot, back) for back in range(1, REACH + 1)]
    answers = np.mean(right, axis=(0, 1))
    return float(answers[TRAINED // 2 : TRAINED].mean()), float(answers[n // 2 :].mean())


def _right(features: NDArray, one_hot: NDArray, back: int) -> NDArray[np.bool_]:
    """Where `(sequences, n)` the readout names the value that stands `back` tokens ago."""
    wanted = np.roll(one_hot, back, axis=1)
    seen = features[:, back:TRAINED].reshape(-1, features.shape[-1])
    gram = seen.T @ seen + _RIDGE * np.eye(seen.shape[1])
    readout = np.linalg.solve(gram, seen.T @ wanted[:, back:TRAINED].reshape(-1, N_VALUES))
    named: NDArray[np.bool_] = (features @ readout).argmax(axis=-1) == wanted.argmax(axis=-1)
    return named


def _reason(bias: NDArray, weights: NDArray, near: float) -> str:
    """What the last query's row says: bias and weights `(heads, n)`."""
    if np.all(weights[:, -1] > _ALONE):
        return "each token sees only itself"
    if np.ptp(bias, axis=-1).max() < 1e-9:
        return "all keys alike"
    if np.all(weights[:, : bias.shape[-1] // 2].sum(axis=-1) > _FAR):
        return "far keys outweigh near ones"
    return "learnt, then lost at four times the length" if near > LEARNT else "not learnt"
