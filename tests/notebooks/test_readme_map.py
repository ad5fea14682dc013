"""The README's map equals the files: a row for every scheme, every demo in it, every link real."""

import re
from pathlib import Path

import pytest

from posenc import demos
from posenc.encodings.schemes import SCHEMES
from posenc.exercises import EXERCISES
from posenc.notebooks.course_map import BEGIN, END, HEAD, NOTHING, PLACES, demos_of, table, write

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LESSONS = sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))


def rows():
    """The README's own rows, as cells."""
    lines = README.partition(BEGIN)[2].partition(END)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_map_is_what_the_files_give():
    assert README.partition(BEGIN)[2].partition(END)[0] == table(ROOT), "python -m posenc.notebooks.course_map"


def test_it_has_a_row_for_every_scheme():
    head, _, *schemes = rows()
    assert tuple(head) == HEAD
    assert [row[0] for row in schemes] == [*SCHEMES, "grid"]
    assert list(PLACES) == [*SCHEMES, "grid"]


def test_every_link_leads_somewhere():
    links = re.findall(r"\]\(([^)]+)\)", README.partition(BEGIN)[2].partition(END)[0])
    assert len(links) > len(SCHEMES)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_demo_and_every_exercise_of_these_lessons_is_on_it():
    for lesson in set(LESSONS) & {lesson for _, lesson in PLACES.values()}:
        own = [row for row in rows()[2:] if lesson in row[5]]
        shown = " ".join(row[2] for row in own)
        assert [name for name in demos_of(ROOT, lesson) if f"demos/{name}.py" not in shown] == []
    counted = {cell: int(cell.split(", ")[1].split("]")[0]) for _, _, _, cell, _, _ in rows()[2:] if cell != NOTHING}
    topics = [cell[1 : cell.index(",")] for cell in counted]
    assert sum(counted.values()) == sum(exercise.lesson in topics for exercise in EXERCISES.values())


def test_demos_of_a_lesson_are_those_that_it_calls():
    assert list(demos_of(ROOT, "06_masks_and_grids")) == ["prefix_orders", "traversal", "resolution"]
    assert demos_of(ROOT, "99_not_there") == {}
    for lesson in LESSONS:
        assert {f"{name}_demo" for name in demos_of(ROOT, lesson)} <= set(demos.__all__)


def test_a_demo_stands_with_the_scheme_whose_mathematics_it_shows():
    shown = {row[0]: row[2] for row in rows()[2:]}
    assert "prefix orders" in shown["causal"]
    assert "prefix orders" not in shown["grid"]
    assert "resolution" in shown["grid"]


def test_writing_keeps_the_rest_of_the_readme(tmp_path):
    (tmp_path / "README.md").write_text(f"before\n{BEGIN}old\n{END}\nafter\n", encoding="utf-8")
    write(tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert text == f"before\n{BEGIN}{table(tmp_path)}{END}\nafter\n"
    assert f"| sinusoidal | {NOTHING} | {NOTHING} |" in text, "a folder without the files has no links"


@pytest.mark.parametrize("text", ["no marks", BEGIN, f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"])
def test_a_readme_without_its_marks_is_left_alone(text, tmp_path):
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="needs the line"):
        write(tmp_path)
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == text
