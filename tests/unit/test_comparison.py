"""The table at the end of the course: a row for every scheme, each cell computed."""

import re

import numpy as np
import pytest

from posenc.encodings.learned import lookup
from posenc.encodings.schemes import SCHEMES, Scheme, alibi_scheme, compose, learned_scheme
from posenc.symmetry.comparison import Row, Table, beyond_trained, compare
from posenc.symmetry.taxonomy import acts_on, remaining_symmetry

# What the course teaches, written down once more.
BEYOND = {
    "none": "order is unrepresentable",
    "causal": "order alone: measured in lesson 07",
    "learned": "no row: interpolate or add",
    "shaw": "far offsets share a row: measured in lesson 07",
    "t5": "far offsets share a row: measured in lesson 07",
}
FORMULA = "formula goes on: measured in lesson 07"


@pytest.fixture(scope="module")
def rows():
    return compare(SCHEMES).rows


def test_every_scheme_has_a_row_in_the_order_of_the_table(rows):
    assert list(dict.fromkeys(row.scheme.split(",")[0] for row in rows)) == list(SCHEMES)


def test_only_the_mask_alone_depends_on_depth(rows):
    assert [row.scheme for row in rows if "layers" in row.scheme] == ["causal, 2 layers"]
    assert {row.scheme: row.symmetry for row in rows if row.scheme.startswith("causal")} == {
        "causal": "orders of the prefix",
        "causal, 2 layers": "translation",
    }


def test_cells_are_those_of_the_taxonomy(rows):
    for row in rows:
        scheme = SCHEMES[row.scheme.split(",")[0]]
        assert row.acts_on == (", ".join(acts_on(scheme)) or "nothing")
        assert row.symmetry == str(remaining_symmetry(scheme, depth=2 if "layers" in row.scheme else 1))


@pytest.mark.parametrize("name", SCHEMES)
def test_beyond_the_trained_length(name):
    assert beyond_trained(SCHEMES[name], 64) == BEYOND.get(name, FORMULA)


def test_beyond_is_found_by_trying():
    """A longer table has rows there; a mask does not hide what else acts; a bias that stops is one that shares."""
    long = learned_scheme(np.random.default_rng(0).normal(size=(200, 32)))
    assert beyond_trained(long, 64) == FORMULA
    assert beyond_trained(compose(SCHEMES["causal"], SCHEMES["learned"]), 64) == BEYOND["learned"]
    assert beyond_trained(compose(SCHEMES["causal"], alibi_scheme([0.01] * 4)), 64) == FORMULA
    level = Scheme(scores=lambda q, k, q_pos, k_pos: np.minimum(np.abs(k_pos - q_pos[:, None]), 9.0)[None])
    assert beyond_trained(level, 64) == BEYOND["t5"]


def test_other_errors_are_not_swallowed():
    broken = Scheme(inputs=lambda x, positions: x + lookup(np.zeros((5, 3)), positions % 5))
    with pytest.raises(ValueError, match="shape"):
        beyond_trained(broken, 64)


TWO = Table((Row("a", "bb", "c < d", "d"), Row("long name", "b", "cc", "dd")))


def test_text_is_aligned():
    lines = str(TWO).splitlines()
    assert len({line.index(word) for line, word in zip(lines[2:], ("bb", "b "), strict=True)}) == 1
    assert lines[0].startswith("scheme     acts on  symmetry that remains  beyond the trained length")
    assert set(lines[1]) == {"-", " "}
    assert not any(line.endswith(" ") for line in lines)


def test_html_holds_the_same_cells():
    html = TWO._repr_html_()
    assert re.findall(r"<td[^>]*>(.*?)</td>", html) == ["a", "bb", "c &lt; d", "d", "long name", "b", "cc", "dd"]
    assert len(re.findall("<th ", html)) == 4


def test_what_was_measured_stands_in_the_last_column():
    chosen = {name: SCHEMES[name] for name in ("causal", "alibi", "rotary")}
    rows = compare(chosen, measured={"causal": "fades", "alibi": "holds", "another": "?"}).rows
    assert [row.beyond for row in rows] == ["fades", "fades", "holds", FORMULA]
