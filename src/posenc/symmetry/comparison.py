"""The comparison at the end of the course, computed for every scheme: where it acts, what stays, what lies beyond."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from html import escape
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.attention import self_attention
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import D_MODEL, N_HEADS, N_POSITIONS
from posenc.symmetry.taxonomy import acts_on, remaining_symmetry

_SAME = 1e-9  # far above the rounding of float64, far below what an encoding changes


@dataclass(frozen=True)
class Row:
    """One scheme's line of the table."""

    scheme: str
    acts_on: str
    symmetry: str
    beyond: str


HEAD = Row("scheme", "acts on", "symmetry that remains", "beyond the trained length")


@dataclass(frozen=True)
class Table:
    """The rows; it shows itself as HTML in a notebook, as aligned text elsewhere."""

    rows: tuple[Row, ...]

    def __str__(self) -> str:
        """Plain text, columns aligned."""
        lines = [list(astuple(row)) for row in (HEAD, *self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        lines.insert(1, ["-" * width for width in widths])
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def line(row: Row, tag: str) -> str:
            style = "text-align:left;white-space:normal"  # JupyterLab would keep each cell on one line
            return "".join(f'<{tag} style="{style}">{escape(cell)}</{tag}>' for cell in astuple(row))

        body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in self.rows)
        return f"<table><thead><tr>{line(HEAD, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def compare(
    schemes: Mapping[str, Scheme], *, length: int = N_POSITIONS, measured: Mapping[str, str] = MappingProxyType({})
) -> Table:
    """Compute the table: a row for each scheme, and a second one, two layers deep, where depth matters.

    `measured` says for some schemes by name what training has shown beyond the trained length, as
    `posenc.lab.beyond` does; without it, the last column holds what can be said untrained.

    >>> from posenc.encodings.schemes import SCHEMES
    >>> [row.symmetry for row in compare({"causal": SCHEMES["causal"]}).rows]
    ['orders of the prefix', 'translation']
    """
    rows = []
    for name, scheme in schemes.items():
        parts = ", ".join(acts_on(scheme)) or "nothing"
        beyond = measured[name] if name in measured else beyond_trained(scheme, length)
        shallow, deep = (str(remaining_symmetry(scheme, depth=depth)) for depth in (1, 2))
        rows.append(Row(name, parts, shallow, beyond))
        if deep != shallow:
            rows.append(Row(f"{name}, 2 layers", parts, deep, beyond))
    return Table(tuple(rows))


def beyond_trained(scheme: Scheme, length: int, *, d_model: int = D_MODEL, n_heads: int = N_HEADS) -> str:
    """Say what a scheme trained on positions 0 to length − 1 does past them, found by trying.

    Four tokens stand at the start, four a whole `length` and more away. Either there is no row for them, or moving
    them still further away changes nothing, or it does. How good the answer is takes training to say.

    >>> from posenc.encodings.schemes import SCHEMES
    >>> [beyond_trained(SCHEMES[name], 64).split(":")[0] for name in ("none", "learned", "t5", "rotary")]
    ['order is unrepresentable', 'no row', 'far offsets share a row', 'formula goes on']
    """
    rng = np.random.default_rng(0)
    x = rng.normal(size=(8, d_model))
    projections = rng.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)

    def run(shift: int) -> NDArray:
        positions = np.arange(8) + np.repeat([0, shift], 4)
        return self_attention(x, *projections, n_heads=n_heads, scheme=scheme, positions=positions)

    try:
        far, further = run(length), run(2 * length)
    except IndexError:
        return "no row: interpolate or add"
    if np.abs(far - further).max() > _SAME:
        return "formula goes on: measured in lesson 07"
    if not set(acts_on(scheme)) - {"mask"}:
        return "order alone: measured in lesson 07" if acts_on(scheme) else "order is unrepresentable"
    return "far offsets share a row: measured in lesson 07"
