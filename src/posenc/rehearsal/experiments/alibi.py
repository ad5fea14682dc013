"""Penalties on distance: slopes, windows, and the form with keys only."""

import numpy as np

from posenc.encodings.alibi import alibi_bias, alibi_slopes, effective_window
from posenc.encodings.causal import causal_mask
from posenc.encodings.dot_product import attention_weights
from posenc.encodings.positions import offsets
from posenc.encodings.precision import round_to
from posenc.encodings.softmax import softmax
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ROUNDING, N, difference, tokens


def nearest_window() -> float:
    """Tokens that hold 90 per cent of the steepest head's weight, equal content, 8 heads."""
    return float(effective_window(alibi_slopes(8), 0.1)[0])


def farthest_window() -> float:
    """The same for the flattest head."""
    return float(effective_window(alibi_slopes(8), 0.1)[-1])


def half_near() -> float:
    """The distance at which the first of 8 heads halves a weight."""
    return float(effective_window(alibi_slopes(8), 0.5)[0])


def half_far() -> float:
    """The distance at which the last of 8 heads halves a weight."""
    return float(effective_window(alibi_slopes(8), 0.5)[-1])


def ninth_slope() -> float:
    """The ninth slope of 12 heads."""
    return float(alibi_slopes(12)[8])


def eighth_slope() -> float:
    """The eighth slope of 12 heads."""
    return float(alibi_slopes(12)[7])


def plain_slopes_off() -> float:
    """By how much, in per cent, the plain formula for 12 heads misses the released slopes, both sorted."""
    plain = 2.0 ** (-8 * np.arange(1, 13) / 12)
    return float(np.max(np.abs(np.sort(plain) / np.sort(alibi_slopes(12)) - 1)) * 100)


def last_key_bfloat16() -> float:
    """The weight of the last of four equal keys at 1000 to 1003, slope 1/2, key form in bfloat16."""
    return float(softmax(round_to(0.5 * np.arange(1000, 1004), "bfloat16"))[-1])


def last_key() -> float:
    """The same weight in float64."""
    return float(softmax(0.5 * np.arange(1000, 1004))[-1])


def far_is_ignored() -> Experiment:
    """How much weight each head leaves beyond 100 tokens, equal content."""
    bias = alibi_bias(alibi_slopes(8), -np.arange(4096)[None])[:, 0]
    beyond = softmax(bias)[:, 100:].sum(axis=-1)
    return Experiment(
        "Half of the heads see a near window only, however long the input.",
        (f"Weight beyond 100 of 4096 tokens, head by head: {', '.join(f'{share:.1%}' for share in beyond)}.",),
        bool(np.sum(beyond < 0.01) >= 4),
    )


def _forms(causal: bool) -> float:
    """How far the weights of the two forms are apart."""
    q, k, where = tokens(), tokens(seed=2), np.arange(N)
    offset = offsets(where, where)
    mask = causal_mask(where, where) if causal else None
    ours = attention_weights(q, k, bias=alibi_bias([0.5], offset)[0], mask=mask)
    keys = attention_weights(q, k, bias=np.broadcast_to(0.5 * where, (N, N)), mask=mask)
    return difference(ours, keys)


def key_form_agrees() -> Experiment:
    """The distance form and the key form under a causal mask."""
    return Experiment(
        "Under a causal mask a constant of the row cancels, so m j is the same bias.",
        (f"The weights of the two forms differ by {_forms(causal=True):.0e}.",),
        _forms(causal=True) < ROUNDING,
    )


def key_form_needs_mask() -> Experiment:
    """The same two forms without a mask."""
    return Experiment(
        "Without the mask the key form rewards later keys without end.",
        (f"The weights of the two forms differ by {_forms(causal=False):.2f}.",),
        _forms(causal=False) > 0.01,
    )


def key_form_rounds() -> Experiment:
    """The key form in bfloat16, at keys 1000 to 1003."""
    return Experiment(
        "Large biases round; the distance form stays small where it matters.",
        (f"The last of four equal keys gets {last_key_bfloat16():.3f} in bfloat16, {last_key():.3f} in float64.",),
        abs(last_key_bfloat16() - last_key()) > 0.1,
    )


def last_head_sees_far() -> Experiment:
    """Where the first and the last of 8 heads halve a weight."""
    return Experiment(
        "The first slope is the steepest, and sees least far.",
        (f"Head 1 halves a weight in {half_near():.1f} tokens, head 8 in {half_far():.1f}.",),
        half_near() < half_far(),
    )


def heads_count_from_one() -> Experiment:
    """The first and the last of 8 slopes, and what counting from 0 would give."""
    slopes = alibi_slopes(8)
    from_zero = 2.0 ** (-np.arange(8))
    return Experiment(
        "Heads count from 1: the first slope is 1/2.",
        (f"Slopes {slopes[0]} to {slopes[-1]}; counted from 0 they would be {from_zero[0]} to {from_zero[-1]}.",),
        bool(slopes[0] == 0.5 and slopes[-1] == 2.0**-8),
    )


def twelve_heads_differ() -> Experiment:
    """The plain formula for 12 heads, and what released weights use."""
    off, released = plain_slopes_off(), alibi_slopes(12)
    return Experiment(
        "For 12 heads the released recipe is another.",
        (
            f"Sorted, the two differ by up to {off:.0f} %.",
            f"Released order: {', '.join(f'{slope:.4f}' for slope in released[6:10])} for heads 7 to 10.",
        ),
        off > 10,
    )


def row_zero_is_flat() -> Experiment:
    """One new query over 4 cached keys: with the last row of the bias, and with row 0 of a new one."""
    right = softmax(alibi_bias([0.5], offsets([3], np.arange(4)))[0, 0])
    wrong = softmax(np.zeros(4))
    return Experiment(
        "A decode step needs the row of its own position.",
        (f"Right: {right.round(3).tolist()}; a bias built for one query: {wrong.tolist()}.",),
        difference(right, wrong) > 0.1,
    )


def reward_is_no_penalty() -> Experiment:
    """The bias with its sign turned."""
    distance = np.arange(3, -1, -1)
    right, wrong = softmax(-0.5 * distance), softmax(0.5 * distance)
    return Experiment(
        "With the sign turned the farthest key wins.",
        (f"Right: {right.round(3).tolist()}; turned: {wrong.round(3).tolist()}.",),
        bool(np.argmax(right) != np.argmax(wrong)),
    )
