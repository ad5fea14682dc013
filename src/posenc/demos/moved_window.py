"""What may move under a relative encoding: the positions, but neither the tokens nor the window."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.attention import self_attention
from posenc.encodings.schemes import D_MODEL, N_HEADS, SCHEMES
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

TEXT = ("when", "the", "dog", "bites", "the", "other", "man", "the", "man", "runs", "home", "at", "once")
N_TOKENS, STEPS = 7, 6
MOVES = ("shift the positions", "roll the tokens", "slide the window")
CHOSEN = ("shaw", "sinusoidal", "t5")

_ALT = (
    "Bars on a log axis: by how much the outputs of a layer with Shaw's encoding change when seven tokens move three "
    "places. Shifting all positions: nothing. Rolling the tokens, or sliding the window over the text: much."
)


def moved_window_demo() -> "Demo | Picture":
    """Let the reader choose an encoding, what moves, and how far."""
    return show(lambda _: moved_window_scene(), lambda _: moved_window_picture())


def moved_window_scene() -> Scene:
    """The tokens with their positions, before and after, and how much each kept token's output changed."""
    return Scene(
        title="What may move",
        alt=_ALT,
        controls=(
            Control("scheme", "Encoding", CHOSEN, kind="choice"),
            Control("move", "What moves", MOVES, kind="choice"),
            Control("steps", "By how many places", tuple(map(str, range(STEPS + 1))), start=3),
        ),
        panels=(
            Panel("before", "text"),
            Panel("after", "text"),
            Panel("changes", "bars", "Change of each kept token's output", "Bars on a log axis, one a token",
                  {"log": True, "limits": (1e-17, 10)}),
        ),
        wide=Layout(("before", "after", "changes"), (1,)),
        narrow=Layout(("before", "after", "changes"), (1,)),
        frame=lambda scheme, move, steps: _frame(CHOSEN[scheme], MOVES[move], steps),
    )  # fmt: skip


@cache
def _layer() -> tuple[dict[str, NDArray], list[NDArray]]:
    """A vector for each word, and the projections."""
    rng = np.random.default_rng(4)
    vectors = {word: rng.normal(size=D_MODEL) for word in dict.fromkeys(TEXT)}
    return vectors, list(rng.normal(size=(4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL))


def output(name: str, words: tuple[str, ...], positions: NDArray) -> NDArray:
    """One row a word, under the scheme of that name."""
    vectors, projections = _layer()
    x = np.array([vectors[word] for word in words])
    return self_attention(x, *projections, n_heads=N_HEADS, scheme=SCHEMES[name], positions=positions)


def moved(move: str, steps: int) -> tuple[tuple[str, ...], NDArray, list[tuple[int, int]]]:
    """Words and positions after the move, and which place before each kept token had: (before, after)."""
    words, places = TEXT[:N_TOKENS], np.arange(N_TOKENS)
    if move == MOVES[0]:
        return words, places + steps, [(i, i) for i in range(N_TOKENS)]
    if move == MOVES[1]:
        rolled = tuple(words[(i - steps) % N_TOKENS] for i in range(N_TOKENS))
        return rolled, places, [(i, (i + steps) % N_TOKENS) for i in range(N_TOKENS)]
    slid = TEXT[steps : steps + N_TOKENS]
    return slid, places + steps, [(i, i - steps) for i in range(steps, N_TOKENS)]


def changes(name: str, move: str, steps: int) -> dict[int, float]:
    """For each kept token, by its place before: the largest change of its output row."""
    before = output(name, TEXT[:N_TOKENS], np.arange(N_TOKENS))
    words, places, kept = moved(move, steps)
    after = output(name, words, places)
    return {old: float(np.abs(after[new] - before[old]).max()) for old, new in kept}


def _frame(name: str, move: str, steps: int) -> Frame:
    words, places, _ = moved(move, steps)
    found = changes(name, move, steps)
    tokens = [tuple(f"{word} {p}" for word, p in zip(w, at, strict=True))
              for w, at in ((TEXT[:N_TOKENS], range(N_TOKENS)), (words, places))]  # fmt: skip
    return Frame(
        caption=_caption(move, max(found.values())),
        contents={
            "before": content.text({"Words and positions": Labels(tokens[0])}),
            "after": content.text({"after the move": Labels(tokens[1])}),
            "changes": content.bars(list(found.values()), names=[TEXT[old] for old in found]),
        },
    )


def _caption(move: str, largest: float) -> str:
    told = "only by rounding" if largest < 1e-9 else f"by up to {largest:.2f}"
    reasons = {
        MOVES[0]: "Every offset stays as it was.",
        MOVES[1]: "The tokens that went round the end have new offsets to all others.",
        MOVES[2]: "Words have left the window and others entered, so there are other keys to attend to.",
    }
    return f"The outputs change {told}. {reasons[move]}"


def moved_window_picture() -> "Picture":
    """The demo's stand-in: Shaw's encoding, three moves by three places."""
    from posenc.figures.gap_bars import gap_bars  # here: Matplotlib is slow to import

    largest = {move: max(changes("shaw", move, 3).values()) for move in MOVES}
    picture = gap_bars(largest, title="Shaw's encoding: largest change of a kept token's output, moved by 3 places")
    return type(picture)(picture.figure, _ALT)
