"""ALiBi's bias and the weights that it leaves, head by head."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.causal import causal_mask
from posenc.encodings.positions import offsets
from posenc.encodings.softmax import softmax
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

N_TOKENS, N_HEADS = 12, 8
QUERY = 8  # whose row the curve shows
CONTENTS = ("equal", "random")

_ALT = (
    "Heat maps of the ALiBi bias and of the attention weights for the steepest and for the flattest of 8 heads, 12 "
    "tokens, equal content: the steep head sees its neighbours, the flat one nearly all tokens alike."
)


def alibi_weights_demo() -> "Demo | Picture":
    """Let the reader choose a head, random scores beside the bias, and a causal mask."""
    return show(lambda _: alibi_weights_scene(), lambda _: alibi_weights_picture())


def alibi_weights_scene() -> Scene:
    """The bias, the weights, and the weights of one query, for each head."""
    names = tuple(f"{h + 1} (m = 1/{round(1 / m)})" for h, m in enumerate(alibi_slopes(N_HEADS)))
    return Scene(
        title="Bias and weights of an ALiBi head",
        alt=_ALT,
        controls=(
            Control("head", "Head and slope, per token", names),
            Control("scores", "Scores of the content", CONTENTS, kind="choice"),
            Control("causal", "Causal mask", ("off", "on"), kind="toggle"),
        ),
        panels=(
            Panel("bias", "matrix", "Bias", "Heat map of the bias, one row a query, one column a key",
                  {"scale": "sequential", "limits": (-6, 0), "decimals": 1, "legend": True}),
            Panel("weights", "matrix", "Weights", "Heat map of the weights, one row a query, one column a key",
                  {"scale": "sequential", "limits": (0, 1), "decimals": 2, "legend": True}),
            Panel("row", "lines", f"Weights of the query at place {QUERY}", "The weight of each key, for one query",
                  {"x": {"limits": (0, N_TOKENS - 1), "label": "key position, in tokens"},
                   "y": {"limits": (0, 1), "label": "weight"}, "height": 150}),
        ),
        wide=Layout(("bias weights", "row row"), (1, 1)),
        narrow=Layout(("bias", "weights", "row"), (1,)),
        frame=_frame,
    )  # fmt: skip


def biases() -> NDArray:
    """The bias of every head, `(heads, n, n)`."""
    places = np.arange(N_TOKENS)
    return alibi_bias(alibi_slopes(N_HEADS), offsets(places, places))


def weights(head: int, *, random: bool, causal: bool) -> NDArray:
    """The weights of one head `(n, n)`, from its bias, the scores of the content and the mask."""
    places = np.arange(N_TOKENS)
    scores = biases()[head] + (_content() if random else 0.0)
    return softmax(np.where(causal_mask(places, places), scores, -np.inf) if causal else scores)


@cache
def _content() -> NDArray[np.float64]:
    """Scores as queries and keys would give: spread 1, the same in every head."""
    return np.random.default_rng(0).normal(size=(N_TOKENS, N_TOKENS))


def _frame(head: int, scores: int, causal: int) -> Frame:
    numbers = Labels(tuple(map(str, range(N_TOKENS))))
    shown = weights(head, random=scores == 1, causal=causal == 1)
    return Frame(
        caption=_caption(head, shown, causal == 1),
        contents={
            "bias": content.matrix(biases()[head], rows=numbers, columns=numbers),
            "weights": content.matrix(shown, rows=numbers, columns=numbers),
            "row": content.lines(np.arange(N_TOKENS), {f"query {QUERY}": shown[QUERY]}, at=QUERY),
        },
    )


def _caption(head: int, shown: NDArray, causal: bool) -> str:
    places = np.arange(N_TOKENS)
    near = shown[QUERY, np.abs(places - QUERY) <= 2].sum()
    side = "behind it only" if causal else "on both sides"
    return (
        f"Head {head + 1} gives {near:.0%} of query {QUERY}'s attention to keys at most 2 tokens away, {side}. "
        "The bias is 0 on the diagonal and falls with distance, alike for every query."
    )


def alibi_weights_picture() -> "Picture":
    """The demo's stand-in: the steepest and the flattest head."""
    from posenc.figures.alibi_weights import alibi_weights  # here: Matplotlib is slow to import

    slopes = alibi_slopes(N_HEADS)
    chosen = (0, N_HEADS - 1)
    return alibi_weights(
        {f"head {h + 1}, m = 1/{round(1 / slopes[h])}": (biases()[h], weights(h, random=False, causal=False))
         for h in chosen},
        alt=_ALT,
    )  # fmt: skip
