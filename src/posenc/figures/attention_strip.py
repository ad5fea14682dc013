"""The proof walk: every stage of self-attention side by side, before and after the tokens are permuted."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from posenc.figures.labels import Labels
from posenc.figures.matrices import draw_matrix, outline
from posenc.figures.palette import Scale
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@house_style()
def attention_strip(
    tokens: Sequence[str], perm: Sequence[int], before: Mapping[str, ArrayLike], after: Mapping[str, ArrayLike], *,
    follow: int = 0, square: Collection[str] = ("scores", "weights"), shares: Collection[str] = ("weights",),
) -> Picture:  # fmt: skip
    """Draw the stages of attention in two rows, as written and permuted, and frame token `follow` in both.

    `before` and `after` map each stage's name, in order, to its matrix with one row a token. Those named in `square`
    have a column for each token too, so that permuting moves their columns as well; those in `shares` lie between
    0 and 1.

    Raises: ValueError if the stages of before and after differ in name or shape, or do not fit the tokens.
    """
    stages = {name: (np.asarray(before[name]), np.asarray(after.get(name))) for name in before}
    _check(len(tokens), perm, stages, before.keys() == after.keys(), square)
    as_written = Labels.of_tokens(tokens)
    labels = (as_written, as_written.permuted(perm))
    widths = [matrix.shape[1] for matrix, _ in stages.values()]
    figure = new_figure(9.6, 2 * (0.85 + 0.2 * len(tokens)))
    for side, part in enumerate(figure.subfigures(2, 1, squeeze=False)[:, 0]):
        words = " ".join(labels[side].words)
        heading = part.suptitle(
            f"{('As written', 'Permuted')[side]}: {words}", x=0.004, ha="left", fontsize=10.5, fontweight="bold"
        )
        heading.set_parse_math(False)
        row = part.subplots(1, len(stages), width_ratios=widths, squeeze=False)[0]
        place = list(perm).index(follow) if side else follow
        for axes, (name, pair) in zip(row, stages.items(), strict=True):
            limit = 1.0 if name in shares else float(max(np.abs(matrix).max() for matrix in pair))
            scale: Scale = "sequential" if name in shares else "diverging"
            columns = labels[side] if name in square else Labels(())
            draw_matrix(
                axes, pair[side], scale=scale, limit=limit, rows=labels[side], columns=columns,
                row_words=axes is row[0], column_words=False,
            )  # fmt: skip
            axes.set_title(name, fontsize=9.5)
            _frame(axes, pair[side], place, name in square)
    return Picture(figure, _alt(labels, list(stages), square, follow))


def _frame(axes: Axes, matrix: NDArray, place: int, square: bool) -> None:
    n, m = matrix.shape
    outline(axes, row=place, shape=(n, m))
    if square:
        outline(axes, column=place, shape=(n, m))


def _check(
    n: int, perm: Sequence[int], stages: Mapping[str, tuple[NDArray, NDArray]], same: bool, square: Collection[str]
) -> None:
    if sorted(perm) != list(range(n)):
        raise ValueError(f"perm must hold each of 0..{n - 1} once, but is {list(perm)}")
    if not same or not stages:
        raise ValueError("before and after must have the same stages, at least one")
    for name, (matrix, moved) in stages.items():
        fits = matrix.ndim == 2 and len(matrix) == n and matrix.shape == moved.shape
        if not fits or (name in square and matrix.shape[1] != n):
            raise ValueError(f"stage {name!r} has shapes {matrix.shape} and {moved.shape}, which do not fit {n} tokens")


def _alt(labels: tuple[Labels, Labels], names: list[str], square: Collection[str], follow: int) -> str:
    written, moved = (" ".join(side.words) for side in labels)
    both = " and ".join(name for name in names if name in square)
    columns = f" In {both} its column moves too." if both else ""
    return (
        f"Heat maps of {', '.join(names)} for “{written}” and, below, for “{moved}”. The framed row of "
        f"“{labels[0].words[follow]}” goes from place {follow + 1} to place {labels[1].marks.index(follow) + 1} in "
        f"every stage with its colours unchanged.{columns}"
    )
