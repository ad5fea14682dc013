"""The table in the terminal."""

from posenc.grading.summary import HEADINGS, print_summary

RESULT = {"lesson": "01_blindness", "points": 31.5, "possible": 35, "problems": [], "exercises": {"a": {}},
          "isolation": "bubblewrap"}  # fmt: skip


def test_sixty_columns_are_enough_for_every_word(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("COLUMNS", "60")
    print_summary([RESULT, RESULT | {"points": 35}], seed=7, out=tmp_path)
    said = capsys.readouterr().out
    assert "…" not in said
    assert {word for heading in HEADINGS for word in heading.split()} <= set(said.split())
    assert "33.2" in said
    assert "Seed 7" in said
