"""Folders and file names of all sorts: every notebook is found once, under a name of its own, for its student."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.grading.finding import find, printable
from posenc.grading.origins import Origin, origin

METADATA = """
submission_77:
  :submitters:
  - :name: Ada Lovelace
    :sid: '815'
  - :name: Grace Hopper
"""


def write(top: Path, *names: str) -> None:
    for name in names:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("submitted/ada/alibi/05_alibi.ipynb", Origin("ada", "nbgrader")),
        ("course/submitted/ada/alibi/05_alibi.ipynb", Origin("ada", "nbgrader")),
        ("lovelaceada_123_456_05_alibi.ipynb", Origin("lovelaceada", "canvas", "123")),
        ("lovelaceada_LATE_123_456_05_alibi-1.ipynb", Origin("lovelaceada", "canvas", "123")),
        ("李小龍_123_456_05_alibi.ipynb", Origin("李小龍", "canvas", "123")),
        ("anon_aB3xY_456_05_alibi.ipynb", Origin("anon_aB3xY", "canvas")),
        ("Ada O'Neil, Jr._99_assignsubmission_file_/05_alibi.ipynb", Origin("Ada O'Neil, Jr.", "moodle", "99")),
        ("Ada Lovelace_99_assignsubmission_file_05_alibi.ipynb", Origin("Ada Lovelace", "moodle", "99")),
        ("submission_77/05_alibi.ipynb", Origin("Ada Lovelace, Grace Hopper", "gradescope", "77")),
        ("submission_78/05_alibi.ipynb", Origin("submission_78", "gradescope", "78")),
        ("ada/05_alibi.ipynb", Origin("ada")),
        ("ada/deeper/05_alibi.ipynb", Origin("ada")),
        ("ada.ipynb", Origin("ada")),
    ],
)
def test_the_student_is_read_off_the_path(tmp_path, path, expected):
    write(tmp_path, path)
    (tmp_path / "submission_metadata.yml").write_text(METADATA, encoding="utf-8")
    (found,) = find([tmp_path])
    assert found.origin == expected
    assert found.name == path


@pytest.mark.parametrize("metadata", ["", "[", "submission_77: 3", "? ", "submission_77: {':submitters': [{}]}"])
def test_metadata_that_says_nothing_does_no_harm(tmp_path, metadata):
    (tmp_path / "submission_metadata.yml").write_text(metadata, encoding="utf-8")
    assert origin(tmp_path / "submission_77" / "a.ipynb", tmp_path).student == "submission_77"


def test_a_part_of_a_tree_tells_the_same_student_as_the_whole(tmp_path):
    write(tmp_path, "submitted/ada/alibi/a.ipynb", "Grace_9_assignsubmission_file_/a.ipynb")
    assert [s.student for s in find([tmp_path / "submitted" / "ada"])] == ["ada"]
    assert [s.student for s in find([tmp_path / "submitted/ada/alibi/a.ipynb"])] == ["ada"]
    assert [s.student for s in find([tmp_path / "Grace_9_assignsubmission_file_"])] == ["Grace"]


def test_the_order_is_that_of_the_names_and_other_files_are_left(tmp_path):
    write(tmp_path, "b/z.ipynb", "b/a.IPYNB", "a/notes.txt", "a/.ipynb_checkpoints/a-checkpoint.ipynb", "a/a.ipynb")
    write(tmp_path, "__MACOSX/b/._z.ipynb", "b/._z.ipynb")
    assert [submission.name for submission in find([tmp_path])] == ["a/a.ipynb", "b/a.IPYNB", "b/z.ipynb"]


def test_the_same_file_is_found_once_and_the_same_name_gets_its_folder(tmp_path):
    write(tmp_path, "one/ada.ipynb", "two/ada.ipynb", "x/one/ada.ipynb")
    paths = [tmp_path / "one", tmp_path / "one" / "ada.ipynb", tmp_path / "two", tmp_path / "x" / "one"]
    assert [submission.name for submission in find(paths)] == ["ada.ipynb", "two/ada.ipynb", "one/ada.ipynb"]


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as on POSIX")
def test_links_and_pipes_are_never_opened_but_have_their_row(tmp_path):
    write(tmp_path, "secret/answers.ipynb", "all/ada/a.ipynb")
    (tmp_path / "all/ada/b.ipynb").symlink_to(tmp_path / "secret/answers.ipynb")
    (tmp_path / "all/ada/c.ipynb").symlink_to("gone")
    (tmp_path / "all/eve").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "all/ada/d.ipynb")
    found = find([tmp_path / "all"])
    assert [submission.name for submission in found] == ["ada/a.ipynb", "ada/b.ipynb", "ada/c.ipynb", "ada/d.ipynb"]
    words = ["", "a link", "a link", "not a regular file"]
    assert all(word in submission.problem for word, submission in zip(words, found, strict=True))
    assert not found[0].problem
    (tmp_path / "link").symlink_to(tmp_path / "all/ada")
    assert not find([tmp_path / "link"])[0].problem  # whoever grades may name a link themselves


@pytest.mark.skipif(os.name != "posix", reason="such names exist on POSIX")
def test_names_that_are_not_meant_well_become_names_on_one_line(tmp_path):
    (tmp_path / "a\nb").mkdir()
    (tmp_path / "a\nb" / "x.ipynb").write_text("{}")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.ipynb")).write_text("{}")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xfe.ipynb")).write_text("{}")
    names = [submission.name for submission in find([tmp_path])]
    assert len(set(names)) == 3
    assert all(name.isprintable() for name in names)


@given(st.text())
def test_a_printable_name_stays_and_any_name_becomes_printable(name):
    assert all(character.isprintable() for character in printable(name))
    assert printable(printable(name)) == printable(name)


@pytest.mark.parametrize(
    ("path", "words"), [("nowhere", "there is no"), ("empty", "no notebook"), ("notes.txt", "no notebook")]
)
def test_what_cannot_be_graded_is_said(tmp_path, path, words):
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        find([tmp_path / path])
