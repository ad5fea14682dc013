"""The journal: what is written is found again, whatever happened to the writer."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.grading.journal import Journal

results = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text(max_size=5), max_size=3)


@given(st.lists(st.tuples(st.text(max_size=5), results), max_size=6), st.data())
def test_a_file_cut_anywhere_holds_all_that_was_finished(entries, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        journal = Journal(path)
        ends = [0]
        for key, result in entries:
            journal.append(key, result)
            ends.append(path.stat().st_size)
        cut = data.draw(st.integers(0, ends[-1]))
        with path.open("r+b") as file:
            file.truncate(cut)
        whole = dict(entries[: sum(end <= cut for end in ends[1:])])
        again = Journal(path)
        assert {key: again[key] for key, _ in entries if key in again} == whole
        again.append("next", {"points": 1})
        assert Journal(path)["next"] == {"points": 1}


@pytest.mark.parametrize(
    "damage", [b"{}\n", b"[]\n", b"\x00\xff\n", b'{"key": "a", "result": 3}\n', b"[" * 9999 + b"\n"]
)
def test_a_damaged_line_is_passed_over(tmp_path, damage):
    path = tmp_path / "journal.jsonl"
    Journal(path).append("a", {"n": 1})
    with path.open("ab") as file:
        file.write(damage)
    Journal(path).append("b", {"n": 2})
    journal = Journal(path)
    assert (journal["a"], journal["b"]) == ({"n": 1}, {"n": 2})


def test_the_last_line_with_a_key_counts(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append("a", {"n": 1})
    journal.append("a", {"n": 2})
    assert journal["a"] == Journal(journal.path)["a"] == {"n": 2}
