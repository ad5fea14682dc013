"""The taxonomy of the course, computed: what a scheme acts on, and which symmetry it leaves to attention."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.attention import self_attention
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import D_MODEL, N_HEADS
from posenc.symmetry.gaps import equivariance_gap, translation_gap

_N = 8  # tokens in each experiment
_SHIFT = 5  # a learned table needs _N + _SHIFT rows
_ZERO = 1e-9  # far above the rounding of float64, far below what an encoding changes

Layer = Callable[[NDArray, NDArray], NDArray]  # (x, positions) -> output


@dataclass(frozen=True)
class Symmetry:
    """Which changes of its input attention does not notice. `str()` names the largest of them.

    `permutation`: tokens reordered, positions kept: the output rows follow.
    `prefix`: tokens before a query reordered, positions kept: the query's row stays.
    `translation`: all positions shifted by a constant: nothing changes.
    `reflection`: positions mirrored: nothing changes.
    """

    permutation: bool
    prefix: bool
    translation: bool
    reflection: bool

    def __str__(self) -> str:
        if self.permutation:
            return "full permutation group"
        if self.prefix:
            return "orders of the prefix"
        names = [name for name in ("translation", "reflection") if getattr(self, name)]
        return " and ".join(names) or "trivial"


def remaining_symmetry(
    scheme: Scheme, *, d_model: int = D_MODEL, n_heads: int = N_HEADS, depth: int = 1, seed: int = 0
) -> Symmetry:
    r"""Find by experiment which symmetry of attention a scheme leaves.

    .. math:: f(PX, p) = P f(X, p), \qquad f(X, p + c) = f(X, p), \qquad f(X, -p) = f(X, p)

    Random projections, a few tokens at positions 0, 1, 2, …; the permutations tried generate all others.
    With `depth` layers each sits beside a residual: a causal mask keeps `prefix` in one layer and loses it in two;
    `translation` it always keeps, since it knows positions by their order only.
    Reordering tokens *together with* their positions reorders the output of every scheme, and so tells none apart.

    Shapes: d_model and n_heads are those that the scheme is built for; a table needs 13 positions.

    Raises: whatever the scheme raises for positions 0 to 12.

    Source: the statements in Vaswani et al. 2017 sec. 3.5, Shaw et al. 2018, Su et al. 2021, Press et al. 2022.

    >>> from posenc.encodings.schemes import SCHEMES
    >>> [str(remaining_symmetry(SCHEMES[name])) for name in ("none", "sinusoidal", "rotary", "alibi")]
    ['full permutation group', 'trivial', 'translation', 'translation and reflection']
    """
    rng = np.random.default_rng(seed)
    x, positions = rng.normal(size=(_N, d_model)), np.arange(_N)
    layer = _layers(rng.normal(size=(depth, 4, d_model, d_model)) / np.sqrt(d_model), n_heads, scheme)

    def follows(perm: NDArray) -> bool:
        return equivariance_gap(lambda rows: layer(rows, positions), x, perm) < _ZERO

    return Symmetry(
        permutation=all(follows(perm) for perm in _generators(_N)),
        prefix=all(_last_row_stays(layer, x[:n], positions[:n]) for n in range(3, _N + 1)),
        translation=all(translation_gap(layer, x, positions, shift) < _ZERO for shift in (1, _SHIFT)),
        reflection=bool(np.abs(layer(x, positions[::-1]) - layer(x, positions)).max() < _ZERO),
    )


def acts_on(scheme: Scheme, *, d_model: int = D_MODEL, n_heads: int = N_HEADS) -> tuple[str, ...]:
    """Name the parts of attention that a scheme changes, found by trying each on random numbers.

    A bias of −inf is a mask; any other that is not 0 acts on the scores.

    >>> from posenc.encodings.schemes import SCHEMES
    >>> [acts_on(SCHEMES[name]) for name in ("none", "shaw", "causal")]
    [(), ('scores', 'values'), ('mask',)]
    """
    rng, positions = np.random.default_rng(0), np.arange(_N)
    x, (q, k) = rng.normal(size=(_N, d_model)), rng.normal(size=(2, n_heads, _N, d_model // n_heads))
    turned_q, turned_k = scheme.query_key(q, k, positions, positions)
    bias = scheme.scores(q, k, positions, positions)
    bias = np.zeros(1) if bias is None else bias
    changed = {
        "inputs": not np.array_equal(scheme.inputs(x, positions), x),
        "queries and keys": not (np.array_equal(turned_q, q) and np.array_equal(turned_k, k)),
        "scores": bool(bias[np.isfinite(bias)].any()),
        "mask": bool(np.isneginf(bias).any()),
        "values": scheme.values(np.ones((n_heads, _N, _N)), positions, positions) is not None,
    }
    return tuple(part for part, differs in changed.items() if differs)


def _layers(projections: NDArray, n_heads: int, scheme: Scheme) -> Layer:
    """A stack of self-attention layers, each beside a residual."""

    def run(x: NDArray, positions: NDArray) -> NDArray:
        for w_q, w_k, w_v, w_o in projections:
            x = x + self_attention(x, w_q, w_k, w_v, w_o, n_heads=n_heads, scheme=scheme, positions=positions)
        return x

    return run


def _generators(n: int) -> list[NDArray[np.int64]]:
    """One exchange of neighbours and one cycle: their products are all permutations of n."""
    exchange = np.arange(n)
    exchange[:2] = 1, 0
    return [exchange, np.roll(np.arange(n), 1)]


def _last_row_stays(layer: Layer, x: NDArray, positions: NDArray) -> bool:
    """Whether the last output row ignores the order of the tokens before it."""
    last = len(x) - 1
    reordered = [np.concatenate([perm, [last]]) for perm in _generators(last)]
    before = layer(x, positions)[-1]
    return all(np.abs(layer(x[perm], positions)[-1] - before).max() < _ZERO for perm in reordered)
