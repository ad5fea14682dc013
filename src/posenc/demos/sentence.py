"""The layer behind "shuffle the sentence": words in, weights and output rows out, before and after a permutation."""

from dataclasses import dataclass
from functools import partial
from itertools import count, permutations

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.attention import attention_weights, self_attention
from posenc.encodings.sinusoidal import sinusoidal
from posenc.symmetry import equivariance_gap, permute_rows

SENTENCE = "the dog bites the man"
MOST_TOKENS = 8
D_MODEL = 8
ORDERS = 24  # at most; short sentences have fewer
WEIGHT_STREAM = 17945  # with seed 0, a draw in which the default sentence's rows differ well
QUERY_GAIN = 1.4  # sharper weights than a plain draw gives
KEPT = 1e-9  # float64 rounding stays far below, a position vector's effect far above


@dataclass(frozen=True)
class Layer:
    """One self-attention layer with fixed random weights over the words of a sentence."""

    tokens: tuple[str, ...]
    x: NDArray[np.float64]  # (n, D_MODEL), one embedding a token
    positions: NDArray[np.float64]  # (n, D_MODEL), one position vector a place
    projections: tuple[NDArray[np.float64], ...]  # w_q, w_k, w_v, w_o

    def inputs(self, x: NDArray, with_positions: bool) -> NDArray:
        """The rows that enter attention: position vectors belong to places, not to words."""
        return x + self.positions if with_positions else x

    def weights(self, x: NDArray, with_positions: bool) -> NDArray:
        """Who attends to whom, `(n, n)`."""
        rows = self.inputs(x, with_positions)
        return attention_weights(rows @ self.projections[0], rows @ self.projections[1])

    def output(self, x: NDArray, with_positions: bool) -> NDArray:
        """One output row a token, `(n, D_MODEL)`."""
        return self_attention(self.inputs(x, with_positions), *self.projections)


@dataclass(frozen=True)
class Shuffled:
    """Everything that one frame shows."""

    weights: NDArray
    output: NDArray
    weights_after: NDArray
    output_after: NDArray
    gap: float  # max |f(PX) - P f(X)|
    pooled_gap: float  # the same for the mean of the rows
    kept: NDArray[np.bool_]  # whether row i of the shuffled output is the row that its word had before


def tokenize(sentence: str) -> tuple[tuple[str, ...], str]:
    """The words of a sentence, at most 8 and at least 1, and a note where that changed what was typed."""
    words = sentence.split()
    if not words:
        return tuple(SENTENCE.split()), f"No words yet: showing “{SENTENCE}”."
    if len(words) > MOST_TOKENS:
        return tuple(words[:MOST_TOKENS]), f"Only the first {MOST_TOKENS} of {len(words)} words are used."
    return tuple(words), ""


def embedding(word: str, seed: int) -> NDArray[np.float64]:
    """A word's vector: random, but the same for the same word and seed, in every session."""
    return np.random.default_rng([seed, *word.encode("utf-8", "surrogatepass")]).standard_normal(D_MODEL)


def make_layer(tokens: tuple[str, ...], seed: int) -> Layer:
    """Embed the tokens and draw the layer's weights."""
    rng = np.random.default_rng([WEIGHT_STREAM, seed])
    w_q, w_k, w_v, w_o = rng.standard_normal((4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL)
    x = np.stack([embedding(token, seed) for token in tokens])
    return Layer(tokens, x, sinusoidal(np.arange(len(tokens)), D_MODEL), (QUERY_GAIN * w_q, w_k, w_v, w_o))


def orders(n: int) -> dict[tuple[int, ...], str]:
    """Permutations of n tokens to try, each with its name: as written first, then simple ones, then shuffles."""
    start = tuple(range(n))
    found = {start: "as written"}
    simple = [
        ((*start[1::-1], *start[2:]), "first two swapped"),
        (start[::-1], "reversed"),
        ((*start[-1:], *start[1:-1], *start[:-1][:1]), "first and last swapped"),
        ((*start[1:], 0), "first word moved to the end"),
        ((n - 1, *start[:-1]), "last word moved to the front"),
    ]
    for order, name in simple:
        found.setdefault(order, name)
    named = len(found)
    rng = np.random.default_rng(n)
    others = permutations(start) if n <= 4 else (tuple(rng.permutation(n).tolist()) for _ in count())
    for order in others:
        if len(found) >= ORDERS:
            break
        found.setdefault(order, f"shuffle {len(found) + 1 - named}")
    return found


def shuffle(layer: Layer, perm: tuple[int, ...], with_positions: bool) -> Shuffled:
    """Run the layer on the sentence as written and shuffled."""
    f = partial(layer.output, with_positions=with_positions)
    moved = permute_rows(layer.x, perm)
    before, after = f(layer.x), f(moved)
    return Shuffled(
        weights=layer.weights(layer.x, with_positions),
        output=before,
        weights_after=layer.weights(moved, with_positions),
        output_after=after,
        gap=equivariance_gap(f, layer.x, perm),
        pooled_gap=float(np.abs(after.mean(axis=0) - before.mean(axis=0)).max()),
        kept=np.abs(after - permute_rows(before, perm)).max(axis=1) < KEPT,
    )
