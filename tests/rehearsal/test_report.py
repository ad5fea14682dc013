"""The report: recall by topic, calibration by confidence, time, and the ideas missed, musts first."""

import pytest
from rich.console import Console

from posenc.rehearsal.report import report
from posenc.rehearsal.report_text import report_text


def graded(card, ticked, missed, *, grade="good", confidence=70, seconds=60, late=False, by="self"):
    return {
        "id": card, "at": "2026-03-02T09:00:00+01:00", "kind": "rehearsal graded", "session": "s", "card": card,
        "topic": card.partition(".")[0], "level": "L1", "grade": grade, "by": by, "confidence": confidence,
        "seconds": seconds, "minutes": 3, "late": late, "ticked": ticked, "missed": missed,
        "follow_up": "", "wrong": "",
    }  # fmt: skip


@pytest.fixture
def made(bank):
    return report(
        [
            graded("blindness.shuffle", ["rows"], ["fix"], confidence=90, seconds=200, late=True, grade="hard"),
            graded("blindness.shuffle", [], ["rows", "fix"], confidence=90, grade="again"),
            graded("blindness.count", [], [], confidence=50, by="machine"),
            graded("rotary.turn", [], ["pairs"], confidence=0, grade="again"),
            graded("gone.card", ["a"], ["b"]),
            {"id": "x", "at": "2026-03-02T09:00:00+01:00", "kind": "check", "exercise": "a.b", "outcome": "passed"},
        ],
        bank,
    )


def test_recall_and_time_by_topic(made):
    blindness = made.topics["blindness"]
    assert (blindness.answers, blindness.complete, blindness.late) == (3, 2, 1)
    assert blindness.recall == 1 / 4
    assert (blindness.seconds, blindness.allowed) == (320, 540)
    assert made.topics["rotary"].recall == 0
    assert made.whole.answers == 5
    assert list(made.topics) == ["blindness", "rotary", "gone"]


def test_calibration_leaves_out_what_was_not_ventured(made):
    assert {band: (tally.answers, tally.complete) for band, tally in made.bands.items()} == {
        50: (1, 1), 70: (1, 1), 90: (2, 1),
    }  # fmt: skip
    assert made.unknown == 1


def test_missed_musts_come_first(made):
    assert [(card, idea.id) for card, idea in made.missed] == [
        ("blindness.shuffle", "rows"), ("rotary.turn", "pairs"),
        ("blindness.shuffle", "fix"), ("blindness.shuffle", "fix"),
    ]  # fmt: skip


def test_only_numbers_are_counted_whole(bank):
    assert report([graded("blindness.count", [], [], by="machine")], bank).whole.recall == 1
    assert report([], bank).whole.recall is None


@pytest.mark.parametrize("width", [60, 100])
def test_in_words(made, width):
    console = Console(width=width, record=True)
    console.print(report_text(made))
    said = console.export_text()
    for words in ("blindness", "25 %", "5:20 of 9:00", "90 %", "50 %", "don't know", "(must)"):
        assert words in said
