"""Cards on paper and as lines for Anki; test_anki.py hands those to Anki itself."""

import csv
from html.parser import HTMLParser

import pytest

from posenc.cli import main
from posenc.rehearsal import anki_notes, exporting, sheet
from posenc.rehearsal.bank import load


def rows(text):
    """The notes of an Anki file: its header is of its own making, the rest is CSV."""
    lines = text.splitlines(keepends=True)
    head = [line for line in lines if line.startswith("#")]
    return head, list(csv.reader(lines[len(head) :], delimiter="\t"))


def test_a_note_for_each_card(bank):
    head, notes = rows(anki_notes.notes(bank))
    assert head[:2] == ["#separator:tab\n", "#html:true\n"]
    assert [note[0] for note in notes] == [f"posenc:{id}" for id in bank]
    assert {len(note) for note in notes} == {5}
    guid, deck, front, back, tags = notes[0]
    assert (guid, deck, tags.split()) == (
        "posenc:blindness.shuffle",
        "posenc::blindness",
        ["posenc", "blindness", "L1", "open"],
    )
    assert r"\(x_{i}\)" in front
    assert r"\[\sum_j w_{ij} v_j\]" in back
    assert "plain:" not in front + back
    assert "{n}" not in notes[1][2], "numeric cards come with numbers"
    assert 'class="language-python"' in back
    twice = notes[1][2].removeprefix("<p>What is twice ").removesuffix("?</p>")
    assert notes[1][3].startswith(f"<p>{2 * int(twice)}: 2 * {twice}</p>")


def test_only_the_text_of_a_changed_card_changes(bank, folder):
    file = folder / "rotary" / "turn.md"
    file.write_text(
        file.read_text(encoding="utf-8").replace("What turns?", 'What\tturns, "and" what stays?'), encoding="utf-8"
    )
    before, after = rows(anki_notes.notes(bank))[1], rows(anki_notes.notes(load(folder)))[1]
    assert [note[0] for note in before] == [note[0] for note in after]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, True, False]


class Tags(HTMLParser):
    """Every tag opened and closed."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.links = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "hr", "br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_sheet_needs_no_network_and_no_script(bank):
    tags = Tags()
    tags.feed(sheet.html(bank))
    assert tags.open == []
    assert tags.links == []
    assert {"math", "h3", "li", "pre", "code"} <= tags.seen
    assert not {"script", "link", "img", "iframe"} & tags.seen


def test_the_sheet_has_every_card_with_its_answers(bank):
    text = sheet.markdown(bank)
    for card in bank.values():
        for part in (card.id, *(idea.idea for idea in card.rubric), *(wrong.says for wrong in card.wrong_answers)):
            assert part in text
    assert "$x_{i}$" in text
    assert "\n#### Why blind\n" in text


def test_export_writes_files_that_are_the_same_every_time(bank, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(exporting, "load", lambda: bank)
    for turn in ("a", "b"):
        (tmp_path / turn).mkdir()
        arguments = ["--anki", str(tmp_path / turn / "notes.txt"), "--sheet", str(tmp_path / turn / "sheet.html")]
        assert main(["cards", "export", *arguments]) == 0
    assert main(["cards", "export", "--sheet", str(tmp_path / "sheet.md")]) == 0
    assert "3 cards in" in capsys.readouterr().out
    for name in ("notes.txt", "sheet.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert (tmp_path / "a" / "sheet.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tmp_path / "sheet.md").read_text(encoding="utf-8").startswith("# Screen questions")


def test_what_cannot_be_written_is_a_sentence(bank, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(exporting, "load", lambda: bank)
    assert main(["cards", "export", "--anki", str(tmp_path / "no" / "such" / "folder")]) == 1
    assert capsys.readouterr().err.startswith("posenc cards export: ")
    assert main(["cards", "export"]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["cards"])
    capsys.readouterr()
