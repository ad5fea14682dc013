"""Output rows before and after the words in front of the last change places, layer count by layer count."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.figures.labels import Labels
from posenc.figures.matrices import draw_links, draw_matrix, outline
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@dataclass(frozen=True)
class Case:
    """One row of the picture: a stack of causal layers."""

    title: str
    before: NDArray  # (n, d)
    after: NDArray
    kept: Sequence[bool]  # whether row i of `after` is the row that its word had before
    last_rows: int  # different last rows over all orders


@house_style()
def prefix_orders(
    words: Sequence[str], order: Sequence[int], cases: Sequence[Case], *, n_orders: int, alt: str
) -> Picture:
    """Draw each case as output rows before and after, with lines that follow every row; the last row is framed."""
    before = Labels.of_tokens(words)
    after = before.permuted(order)
    limit = max(float(np.abs(array).max()) for case in cases for array in (case.before, case.after))
    figure = new_figure(8.2, (0.8 + 0.25 * len(words)) * len(cases))
    for case, part in zip(cases, figure.subfigures(len(cases), 1, squeeze=False)[:, 0], strict=True):
        part.suptitle(_verdict(case, words[-1], n_orders), x=0.004, ha="left", fontsize=10.5, fontweight="bold")
        left, middle, right = part.subplots(1, 3, width_ratios=(7, 2, 7))
        for axes, rows, labels, title in (
            (left, case.before, before, "output, as written"),
            (right, case.after, after, "output, first words reversed"),
        ):
            draw_matrix(axes, rows, scale="diverging", limit=limit, rows=labels)
            outline(axes, row=len(words) - 1, shape=rows.shape)
            axes.set_title(title, fontsize=9.5)
        draw_links(middle, order, kept=case.kept)
    return Picture(figure, alt)


def _verdict(case: Case, word: str, n_orders: int) -> str:
    kept = "keeps its row" if case.kept[-1] else "gets another row"
    rows = "one and the same" if case.last_rows == 1 else f"{case.last_rows} different rows"
    return f"{case.title}: “{word}” {kept} ({rows} over all {n_orders} orders)"
