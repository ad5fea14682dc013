"""Shuffle the sentence: weights and output rows move with the words, until position vectors are switched on."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.sentence import SENTENCE, Shuffled, make_layer, orders, shuffle, tokenize
from posenc.demos.show import show
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture


_ROWS = ("weights moves weights_after", "output output_moves output_after", "gaps gaps gaps")

_OFF, _ON = "Without position vectors", "With position vectors"
_WEIGHTS_ALT = "Heat map of the attention weights, one row a querying word, one column a key: "
_OUTPUT_ALT = "Heat map of the output, one row a word, 8 channels: "
_GAPS_ALT = "Bars on a log axis: the largest difference in any row, and in the mean row"


def shuffle_demo(sentence: str = SENTENCE, seed: int = 0) -> "Demo | Picture":
    """Let the reader shuffle a sentence and watch one self-attention layer.

    Words are split at spaces, and the first 8 are used. Equal words get equal embeddings. With `positions` off the
    output rows only move; with it on, each place adds its own sinusoid and the rows change.
    """
    return show(partial(shuffle_scene, seed=seed), partial(shuffle_picture, seed=seed), text=sentence, label="Sentence")


def shuffle_scene(sentence: str, seed: int = 0) -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    tokens, note = tokenize(sentence)
    layer, choices = make_layer(tokens, seed), orders(len(tokens))
    runs = [[shuffle(layer, perm, with_positions) for with_positions in (False, True)] for perm in choices]
    return Scene(
        title="Shuffle the sentence",
        alt=_alt(tokens),
        controls=(
            Control("order", "Word order", tuple(choices.values())),
            Control("positions", "Position vectors", ("off", "on"), kind="toggle"),
        ),
        panels=_panels(_round_limit([run.output_after for pair in runs for run in pair])),
        wide=Layout(("written . shuffled", *_ROWS), (6, 1, 6)),
        narrow=Layout(_ROWS, (6, 1, 6)),
        frame=lambda order, positions: _frame(tokens, list(choices)[order], runs[order][positions], positions == 1),
        note=note,
    )


def _panels(limit: float) -> tuple[Panel, ...]:
    weights = {"scale": "sequential", "limits": (0, 1), "decimals": 2}
    output = {"scale": "diverging", "limits": (-limit, limit), "decimals": 2}
    return (
        Panel("written", "text"),
        Panel("shuffled", "text"),
        Panel("weights", "matrix", "Weights", _WEIGHTS_ALT + "as written", {**weights, "legend": True}),
        Panel("moves", "links", alt="Lines from each word's row of weights to its row after the shuffle"),
        Panel("weights_after", "matrix", "Weights, shuffled", _WEIGHTS_ALT + "shuffled", weights),
        Panel("output", "matrix", "Output", _OUTPUT_ALT + "as written", {**output, "legend": True}),
        Panel(
            "output_moves", "links", alt="Lines from each output row to its new place, dashed if its numbers changed"
        ),
        Panel("output_after", "matrix", "Output, shuffled", _OUTPUT_ALT + "shuffled", output),
        Panel("gaps", "bars", "Gap: max |f(PX) − P f(X)|", _GAPS_ALT, {"log": True, "limits": (1e-17, 10)}),
    )


def _round_limit(outputs: list[NDArray]) -> float:
    """The least multiple of a half that no output exceeds."""
    return float(np.ceil(2 * max(np.abs(output).max() for output in outputs)) / 2)


def _frame(tokens: tuple[str, ...], perm: tuple[int, ...], run: Shuffled, with_positions: bool) -> Frame:
    before = Labels.of_tokens(tokens)
    after = before.permuted(perm)
    channels = Labels.numbered(run.output.shape[1])
    return Frame(
        caption=_caption(tokens, perm, run, with_positions),
        contents={
            "written": content.text({"as written": before}),
            "shuffled": content.text({"shuffled": after}),
            "weights": content.matrix(run.weights, rows=before, columns=before),
            "moves": content.links(perm),
            "weights_after": content.matrix(run.weights_after, rows=after, columns=after),
            "output": content.matrix(run.output, rows=before, columns=channels),
            "output_moves": content.links(perm, kept=run.kept.tolist()),
            "output_after": content.matrix(run.output_after, rows=after, columns=channels),
            "gaps": content.bars([run.gap, run.pooled_gap], names=["of any row", "of the mean row"]),
        },
    )


def _caption(tokens: tuple[str, ...], perm: tuple[int, ...], run: Shuffled, with_positions: bool) -> str:
    """One sentence that says what to see."""
    moved = [place for place, source in enumerate(perm) if place != source]
    if not moved:
        return f"The words stand as written, so both sides are equal.{' Now shuffle them.' if len(perm) > 1 else ''}"
    place = moved[0]
    word, source = tokens[perm[place]], perm[place]
    if not with_positions:
        return (
            f"Rows and columns only moved: “{word}” went from place {source + 1} to place {place + 1} and took its "
            "output row along, so the mean row stayed the same."
        )
    return (
        f"Rows no longer just move: “{word}” at place {place + 1} gets another output row than at place {source + 1}, "
        f"because each place now adds a vector of its own (largest change {run.gap:.2f})."
    )


def shuffle_picture(sentence: str, seed: int = 0) -> "Picture":
    """The demo's stand-in: the sentence reversed, without and with position vectors."""
    from posenc.figures.shuffled_sentence import Case, shuffled_sentence  # here: Matplotlib is slow to import

    tokens, _ = tokenize(sentence)
    layer, perm = make_layer(tokens, seed), range(len(tokens))[::-1]
    runs = {title: shuffle(layer, tuple(perm), on) for title, on in ((_OFF, False), (_ON, True))}
    cases = [
        Case(title, run.weights, run.output, run.weights_after, run.output_after, run.gap)
        for title, run in runs.items()
    ]
    return shuffled_sentence(tokens, perm, cases, alt=_alt(tokens))


def _alt(tokens: tuple[str, ...]) -> str:
    return (
        f"Heat maps of attention weights and output rows for “{' '.join(tokens)}” and for the words in reverse order, "
        "with a line from each row to its new place. Without position vectors the rows only move; with them the rows "
        "change."
    )
