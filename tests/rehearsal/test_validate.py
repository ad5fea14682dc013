"""Bad cards: each gives one line with file, line, what and how to mend; sound ones give none."""

import json
import re
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from posenc.rehearsal import validate
from posenc.rehearsal.bank import load
from posenc.rehearsal.evidence import prints_as, results
from posenc.rehearsal.reading import CardError
from posenc.rehearsal.validate import problems


@pytest.fixture(autouse=True)
def _claims(monkeypatch, trial, tmp_path):
    """Claim B1 is known, whatever the bank has."""
    monkeypatch.setattr(validate, "known_claims", lambda: {"B1": 1})


def found(folder):
    """The problems as (file, line, rest)."""
    lines = [re.fullmatch(r"(.*), line (\d+): (.*; .*)", str(problem)) for problem in problems(folder)]
    assert all(lines), "file, line, what; how to mend"
    return [(line[1].replace("\\", "/").split("/cards/")[-1], int(line[2]), line[3]) for line in lines]


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(
        json.loads((resources.files("posenc.rehearsal") / "card.schema.json").read_text())
    )


def test_sound_cards_have_no_problem(folder):
    assert found(folder) == []


# what is replaced in blindness/shuffle.md, by what, on which line the problem is, and what it says
BAD = {
    "no front matter": ("---\nid:", "id:", 1, "no front matter"),
    "no YAML": ("[B1]", "[B1", 18, "no YAML"),
    "a key twice": ("version: 1", "version: 1\nversion: 2", 4, "'version' stands there twice"),
    "a missing field": ("minutes: 6\n", "", 2, "'minutes' is a required property"),
    "an unknown field": ("claims: [B1]", "claimed: [B1]", 2, "Additional properties are not allowed"),
    "an unknown level": ("level: L1", "level: L4", 4, "level: 'L4' is not one of"),
    "minutes in words": ("minutes: 6", "minutes: six", 7, "minutes: 'six' is not of type 'number'"),
    "a generator": ("kind: open", "kind: open\ngenerator: trial.double", 6, "only numeric cards have a generator"),
    "numeric without": ("kind: open", "kind: numeric", 2, "'generator' is a required property"),
    "no must": (", must: true", "", 8, "rubric: no idea is a must"),
    "an idea twice": ("id: fix", "id: rows", 10, "rubric: the id 'rows' is there 2 times"),
    "no refutation": ('refutation: "It commutes."', 'refutation: " "', 14, "wrong_answers.0.refutation: ' ' has not"),
    "no heading": ("# Short answer\n", "", 20, "no heading '# Short answer'"),
    "a heading twice": ("# Full answer", "# Question", 30, "a second heading '# Question'"),
    "an unknown heading": ("$$\\sum", "# More\n$$\\sum", 39, "an unknown heading '# More'"),
    "nothing under it": ("Every row sees the same set.", "", 26, "nothing under '# Short answer'"),
    "text before": ("# Question", "Hello.\n\n# Question", 22, "text before the first heading"),
    "broken braces": ("w_{ij}", "w_{ij", 39, "can't be drawn: its braces are not balanced"),
    "an unknown command": (r"\sum_j", r"\summe_j", 39, "can't be drawn: Unknown symbol"),
    "half a formula": ("the same set", "the $same set", 28, "a $ without its partner"),
    "broken math in the rubric": ("P f(x)$", "P f(x}$", 9, "its braces are not balanced"),
    "quoted twice": ('"Add a position"', "'\"Add a position\"'", 10, "a text in quotation marks of its own"),
    "another's id": ("id: blindness.shuffle", "id: blindness.count", 2, "the id 'blindness.count' is"),
    "an ended id": ("id: blindness.shuffle", "id: blindness.old", 2, "the id 'blindness.old' has ended"),
    "an unknown claim": ("[B1]", "[B1, B77]", 17, "the claim 'B77' is unknown"),
    "an unknown follow-up": ("[blindness.count]", "[rotary.gone]", 16, "the follow-up 'rotary.gone' is no card"),
    "a falling level": ("level: L1", "level: L3", 16, "the follow-up 'blindness.count' falls from L3 to L2"),
    "a circle": ("[blindness.count]", "[blindness.shuffle]", 16, "leads back to this card"),
    "a wrong number": ('  "1166.5": trial.orders', '  "1166.5": trial.orders\n  "1166": trial.orders', 0, ""),
    "another number": ("trial.orders", "trial.breaks", 20, "trial.breaks raises ZeroDivisionError: division by zero"),
    "a number nowhere": ('"1166.5"', '"1166.50"', 20, "the number '1166.50' is not in the text"),
    "a number miscounted": ("1166.5", "1167.5", 20, "trial.orders computes 1166.5, not 1167.5"),
    "a figure undeclared": ("Every row", "Of 26 % every row", 28, "the figure 26 % is not declared"),
    "no experiment": ("trial.commutes", "trial.nothing", 15, "there is no function nothing in experiments/trial.py"),
    "no such topic": ("trial.commutes", "nowhere.nothing", 15, "there is no experiments/nowhere.py"),
    "a private one": ("trial.commutes", "trial._nothing", 15, "wrong_answers.0.experiment: 'trial._nothing' has not"),
    "one that agrees": ("trial.commutes", "trial.agrees", 15, "trial.agrees does not refute the answer"),
}


@pytest.mark.parametrize(("old", "new", "line", "what"), BAD.values(), ids=BAD)
def test_a_bad_card_gives_one_line(folder, old, new, line, what):
    (folder / "tombstones.txt").write_text("# ended\nblindness.old  said twice\n", encoding="utf-8")
    file = folder / "blindness" / "shuffle.md"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    told = [problem for problem in found(folder) if "has ended" not in what or "not that of its file" not in problem[2]]
    if what:
        assert [(name, where) for name, where, _ in told] == [("blindness/shuffle.md", line)], told
        assert what in told[0][2]
    else:
        assert told == []


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("restless", "trial.restless draws another question from the same seed (seed 0)"),
        ("nameless", "trial.nameless leaves {n} open (seed 0)"),
        ("missing", "there is no function missing in numeric/trial.py"),
    ],
)
def test_a_generator_is_drawn_for_several_seeds(folder, name, what):
    file = folder / "blindness" / "count.md"
    file.write_text(file.read_text(encoding="utf-8").replace("trial.double", f"trial.{name}"), encoding="utf-8")
    ((_, line, said),) = found(folder)
    assert (line, said.partition(";")[0]) == (8, what)


def test_a_file_in_another_code(folder):
    (folder / "rotary" / "turn.md").write_bytes(b"\xff\xfe")
    assert found(folder) == [("rotary/turn.md", 1, "not UTF-8; save it so")]


def test_loading_a_broken_card_names_it(folder):
    (folder / "rotary" / "turn.md").write_text("---\nid: rotary.turn\n---\n# Question\n", encoding="utf-8")
    with pytest.raises(CardError, match=r"turn\.md, line 1: no heading '# Short answer'"):
        load(folder)


@pytest.mark.parametrize(
    ("value", "printed", "same"),
    [
        (0.125, "0.13", True), (0.125, "0.12", True), (0.126, "0.12", False), (1049600, "1,049,600", True),
        (26.4, "26 %", True), (26.6, "26 %", False), (-8.0, "−8", True), (1e-9, "1e-9", True), (2e-9, "1e-9", False),
        (float("nan"), "1", False), (1.0, "one", False),
    ],
)  # fmt: skip
def test_a_number_counts_at_its_printed_precision(value, printed, same):
    assert prints_as(value, printed) is same


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("It is 0.113 or 1,166 or 26 % or 1.5e-7.", ["0.113", "1,166", "26 %", "1.5e-7"]),
        ("Llama 3.1 (sec. 3.5) has 32 heads, base 10000.", []),
        ("`0.113` and $10000^{-0.5}$ are given, $x \\approx 0.2$ is not", ["0.2"]),
        ("```\nx = 0.25\n```\nso 0.5", ["0.5"]),
    ],
)
def test_what_looks_like_a_result(text, figures):
    assert [figure for figure, _ in results(text)] == figures


def test_a_figure_of_the_question_is_no_result(folder):
    file = folder / "rotary" / "turn.md"
    text = file.read_text(encoding="utf-8").replace("Pairs.", "Pairs, 0.25 of them.")
    file.write_text(text, encoding="utf-8")
    assert [what for _, _, what in found(folder)] == ["the figure 0.25 is not declared; add it under 'numbers'"]
    file.write_text(text.replace("What turns?", "What turns by 0.25?"), encoding="utf-8")
    assert found(folder) == []
