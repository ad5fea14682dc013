"""A sentence before and after a shuffle: weights, output rows, and where each row went."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from posenc.figures.labels import Labels
from posenc.figures.matrices import draw_links, draw_matrix
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

NEGLIGIBLE = 1e-9  # a gap under this is rounding


@dataclass(frozen=True)
class Case:
    """One row of the picture: attention on the sentence as written and shuffled."""

    title: str
    weights: NDArray  # (n, n)
    output: NDArray  # (n, d)
    weights_after: NDArray
    output_after: NDArray
    gap: float  # max |f(PX) - P f(X)|


@house_style()
def shuffled_sentence(tokens: Sequence[str], perm: Sequence[int], cases: Sequence[Case], *, alt: str) -> Picture:
    """Draw each case as weights and output rows before and after, with lines that follow every row."""
    before = Labels.of_tokens(tokens)
    after = before.permuted(perm)
    limit = max(float(np.abs(array).max()) for case in cases for array in (case.output, case.output_after))
    draw_weights = partial(draw_matrix, scale="sequential", limit=1.0, column_words=False)
    draw_output = partial(draw_matrix, scale="diverging", limit=limit, row_words=False)
    figure = new_figure(9.6, (0.85 + 0.25 * len(tokens)) * len(cases))
    for case, part in zip(cases, figure.subfigures(len(cases), 1, squeeze=False)[:, 0], strict=True):
        part.suptitle(f"{case.title}: {_verdict(case)}", x=0.004, ha="left", fontsize=10.5, fontweight="bold")
        axes = part.subplots(1, 5, width_ratios=(5, 5, 7, 2, 7))
        for column, title in zip(axes, ("weights", "weights, shuffled", "output", "", "output, shuffled"), strict=True):
            column.set_title(title, fontsize=9.5)
        draw_weights(axes[0], case.weights, rows=before, columns=before)
        draw_weights(axes[1], case.weights_after, rows=after, columns=after)
        draw_output(axes[2], case.output, rows=before)
        draw_output(axes[4], case.output_after, rows=after)
        draw_links(axes[3], perm, kept=_kept(case, perm))
    return Picture(figure, alt)


def _kept(case: Case, perm: Sequence[int]) -> list[bool]:
    return (np.abs(case.output_after - case.output[list(perm)]).max(axis=1) < NEGLIGIBLE).tolist()


def _verdict(case: Case) -> str:
    return "the rows only move" if case.gap < NEGLIGIBLE else f"the rows change (by up to {case.gap:.2f})"
