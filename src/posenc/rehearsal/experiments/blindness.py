"""What attention without positions notices, and what it does not."""

import math

import numpy as np

from posenc.encodings.attention import self_attention
from posenc.encodings.dot_product import attention, attention_weights, scaled_scores
from posenc.encodings.rowwise import feed_forward, layer_norm
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.softmax import softmax
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ORDER, ROUNDING, D, N, attend, difference, head, tokens
from posenc.symmetry.gaps import equivariance_gap
from posenc.symmetry.permutations import permute_columns


def log10_orders() -> float:
    """How many digits, less one, the number of orders of 512 tokens has."""
    return math.lgamma(512 + 1) / math.log(10)


def softmax_commutes() -> Experiment:
    """Permute the columns before the softmax, or after it."""
    scores = tokens(N, N)
    gap = difference(softmax(permute_columns(scores, ORDER)), permute_columns(softmax(scores), ORDER))
    return Experiment(
        "Normalising a row commutes with permuting its columns.",
        (f"Permute then softmax against softmax then permute: largest difference {gap:.0e}.",),
        gap < ROUNDING,
    )


def one_number() -> Experiment:
    """The product of two positions that stand 3 apart, as one number and as sinusoids, at two places."""
    starts = np.array([1.0, 101.0])
    single = starts * (starts + 3)
    codes = np.sum(sinusoidal(starts, 64) * sinusoidal(starts + 3, 64), axis=-1)
    return Experiment(
        "One number gives the same offset another product at every place, and without bound.",
        (
            f"Offset 3 as one number: {single[0]:.0f} at position 1, {single[1]:.0f} at position 101.",
            f"Offset 3 as a sinusoid of 64 channels: {codes[0]:.3f} and {codes[1]:.3f}.",
        ),
        bool(np.ptp(codes) < ROUNDING and np.ptp(single) > 1),
    )


def two_words() -> Experiment:
    """'dog bites' and 'bites dog', through attention without positions."""
    dog_bites = tokens(2)
    bites_dog = dog_bites[::-1]
    gap = difference(attend(dog_bites), attend(bites_dog)[::-1])
    return Experiment(
        "Two words are enough: both orders give the same two vectors.",
        (f"The vectors of 'dog' and of 'bites' in the two orders differ by {gap:.0e}.",),
        gap < ROUNDING,
    )


def rows_follow() -> Experiment:
    """Rows that follow their tokens, rows compared place by place, and their mean."""
    x = tokens()
    follow = equivariance_gap(attend, x, ORDER)
    stay = difference(attend(x[ORDER]), attend(x))
    pooled = difference(attend(x[ORDER]).mean(axis=0), attend(x).mean(axis=0))
    return Experiment(
        "The rows move with their tokens; only their mean stays.",
        (
            f"Rows against the same rows permuted: {follow:.0e}.",
            f"Rows against rows at the same place: {stay:.2f}.",
            f"Mean over the rows: {pooled:.0e}.",
        ),
        follow < ROUNDING and pooled < ROUNDING and stay > 0.01,
    )


def maximum_is_harmless() -> Experiment:
    """The plain softmax and the one that subtracts the maximum, both on permuted columns."""
    scores = tokens(N, N)
    plain = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    same = difference(softmax(scores), plain)
    moved = difference(scores[:, ORDER].max(axis=-1), scores.max(axis=-1))
    return Experiment(
        "A row's maximum is the same in every order, and cancels.",
        (
            f"With and without the maximum, the weights differ by {same:.0e}.",
            f"Permuting the columns moves the maximum by {moved:.0f}.",
        ),
        same < ROUNDING and moved == 0,
    )


def three_matrices() -> Experiment:
    """Scores, weights and output of one head, by shape and by row sum."""
    x = tokens()
    q, k, v = (x @ w for w in head()[:3])
    scores, weights, output = scaled_scores(q, k), attention_weights(q, k), attention(q, k, v)
    return Experiment(
        "Scores, weights and output are three matrices.",
        (
            f"scores {scores.shape}, smallest {scores.min():.2f}",
            f"weights {weights.shape}, every row sums to {weights.sum(axis=-1).max():.0f}",
            f"output {output.shape}",
        ),
        output.shape == (N, D) != scores.shape and scores.min() < 0 and bool(np.allclose(weights.sum(axis=-1), 1)),
    )


def row_by_row() -> Experiment:
    """Change one token, and see which rows of a feed-forward network behind a layer norm change."""
    x, (w_1, w_2) = tokens(), head()[:2]
    changed = x.copy()
    changed[2] += 1.0 * tokens(1, seed=5)[0]
    before, after = (feed_forward(layer_norm(each), w_1, np.zeros(D), w_2, np.zeros(D)) for each in (x, changed))
    rows = np.flatnonzero(np.any(before != after, axis=-1)).tolist()
    return Experiment(
        "Layer norm and feed-forward read one row at a time.",
        (f"Token 2 changed; rows that changed: {rows}.",),
        rows == [2],
    )


def counts_are_lost() -> Experiment:
    """The pooled outputs of {a, b} and of {a, a, b, b}."""
    a, b = tokens(2)
    few, many = (attend(np.array(bag)).mean(axis=0) for bag in ([a, b], [a, a, b, b]))
    gap = difference(few, many)
    return Experiment(
        "Bags that are multiples of each other look alike.",
        (f"The pooled outputs of (a, b) and (a, a, b, b) differ by {gap:.0e}.",),
        gap < ROUNDING,
    )


def tied_weights_differ() -> Experiment:
    """Scores and weights of a head whose queries are its keys."""
    q = tokens() @ head()[0]
    scores, weights = scaled_scores(q, q), attention_weights(q, q)
    even, uneven = difference(scores, scores.T), difference(weights, weights.T)
    return Experiment(
        "Tied projections make the scores symmetric, and not the weights.",
        (f"Scores against their transpose: {even:.0e}; weights against theirs: {uneven:.2f}.",),
        even < ROUNDING and uneven > 0.01,
    )


def bits_differ() -> Experiment:
    """Equivariance of a head over 512 tokens in float32, measured to the last bit."""
    x, weights = tokens(512).astype(np.float32), head().astype(np.float32)
    perm = np.random.default_rng(2).permutation(512)
    gap = equivariance_gap(lambda rows: self_attention(rows, *weights), x, perm)
    return Experiment(
        "In float32 the rows agree up to rounding, not to the last bit.",
        (f"Largest difference over 512 tokens: {gap:.0e}.",),
        0 < gap < 1e-4,
    )
