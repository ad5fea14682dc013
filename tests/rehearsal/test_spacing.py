"""When a card returns: 1, 3, 7, 14 days, no later than the interview; sure wrong answers on days 2 and 7."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.progress import to_line
from posenc.rehearsal.clocks import ahead, jumps
from posenc.rehearsal.spacing import schedule

FIRST = date(2026, 3, 2)


def graded(day, grade="good", confidence=70, card="a.b", at="T12:00:00+01:00", number=0):
    """A graded answer, some days after the first."""
    return {
        "v": 1, "id": f"{card} {day} {number}", "at": f"{FIRST + timedelta(day)}{at}", "kind": "rehearsal graded",
        "session": "s", "card": card, "topic": "a", "level": "L1", "grade": grade, "by": "self",
        "confidence": confidence, "seconds": 1, "minutes": 3, "late": False,
        "ticked": [], "missed": [], "follow_up": "", "wrong": "",
    }  # fmt: skip


def interview(day, told=0):
    return {"v": 1, "id": f"interview {day} {told}", "at": f"{FIRST + timedelta(told)}T08:00:00+01:00",
            "kind": "rehearsal interview", "date": (FIRST + timedelta(day)).isoformat()}  # fmt: skip


def due(*events):
    """In how many days after the first day the card is due."""
    return (schedule(events).due("a.b") - FIRST).days


def test_good_answers_climb_the_ladder_and_stay_at_its_end():
    days, events = [0], []
    for _ in range(6):
        events.append(graded(days[-1]))
        days.append(due(*events))
    assert [after - before for before, after in pairwise(days)] == [1, 3, 7, 14, 14, 14]


def test_hard_stays_on_its_step_and_again_begins_anew():
    good = [graded(0), graded(1)]
    assert due(*good) == 4
    assert due(*good, graded(4, "hard")) == 7
    assert due(*good, graded(4, "again")) == 5
    assert due(*good, graded(4, "again"), graded(5)) == 6
    assert due(graded(0, "hard")) == 1


def test_a_sure_wrong_answer_returns_on_days_2_and_7():
    wrong = graded(0, "again", confidence=90)
    assert due(wrong) == 2
    assert due(wrong, graded(2)) == 7
    assert due(wrong, graded(2), graded(7)) == 10
    assert due(wrong, graded(3)) == 7, "a day late changes nothing"
    assert due(wrong, graded(2, "again")) == 3
    assert due(wrong, graded(2, "again"), graded(3)) == 7
    assert due(wrong, graded(2, "again", confidence=90)) == 4
    assert due(graded(0, "good", confidence=90)) == 1


def test_an_early_answer_proves_nothing_unless_it_is_wrong():
    assert due(graded(0), graded(0, number=1)) == 1
    assert due(graded(0), graded(1), graded(2)) == 4
    assert due(graded(0), graded(1), graded(2, "again")) == 3


def test_nothing_returns_after_the_interview():
    events = [graded(0), graded(1), graded(4)]
    assert due(*events) == 11
    assert due(interview(9), *events) == 9
    assert due(*events, interview(9, told=5)) == 9
    assert due(interview(9), *events, interview(20, told=5)) == 11, "the last day told counts"
    assert due(interview(9), graded(9), graded(10)) == 13, "after it, the ladder goes on"


def test_the_day_is_the_learners_own():
    """Late in the evening in Los Angeles it is the next day in Greenwich."""
    assert due(graded(0, at="T23:30:00-08:00")) == 1
    assert due(graded(0, at="T00:10:00+14:00")) == 1


ANSWERS = st.lists(
    st.builds(
        graded, st.integers(0, 40), st.sampled_from(["good", "hard", "again"]), st.sampled_from([0, 50, 70, 90]),
        st.sampled_from(["a.b", "a.c"]), st.sampled_from(["T00:00:01-11:00", "T23:59:00+13:00", "T12:00:00+01:00"]),
        st.integers(0, 10**6),
    ),
    max_size=20,
)  # fmt: skip


@given(ANSWERS, st.randoms(use_true_random=False), st.none() | st.integers(0, 40))
def test_the_order_in_which_logs_were_merged_does_not_matter(answers, random, day):
    events = list({event["id"]: event for event in answers}.values()) + ([] if day is None else [interview(day)])
    mixed = random.sample(events, len(events))
    assert schedule(mixed) == schedule(events)


@given(ANSWERS, st.integers(0, 40))
def test_what_is_due_is_due_after_its_last_answer_and_before_the_interview(answers, day):
    plan = schedule([*answers, interview(day)])
    for card, standing in plan.standings.items():
        gap = plan.due(card) - standing.last
        assert timedelta() < gap <= timedelta(14)
        assert standing.last >= plan.interview or plan.due(card) <= plan.interview
        assert (standing.grade == "again" and not standing.sure) <= (gap <= timedelta(1))


@given(ANSWERS)
def test_other_parts_events_do_not_matter(answers):
    others = [{"v": 1, "id": str(n), "at": e["at"], "kind": "check", "exercise": "a.b", "outcome": "passed"}
              for n, e in enumerate(answers)]  # fmt: skip
    half = [{**event, "id": "half", "confidence": "high"} for event in answers[:3]]
    later = [{**event, "id": f"later {event['id']}", "grade": "sublime"} for event in answers[:3]]
    assert schedule([*others, *half, *later, *answers]) == schedule(answers)


REPLAY = """
import sys
from posenc.progress import read_events
from posenc.rehearsal.spacing import schedule
plan = schedule(read_events(sys.stdin.buffer.read(), "stdin"))
print(*(f"{card} {plan.due(card)}" for card in sorted(plan.standings)), sep="; ")
"""


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def test_a_replay_is_the_same_in_any_time_zone(zone):
    events = [graded(0, at="T23:30:00-08:00"), graded(1, at="T00:10:00+14:00", card="a.c"), interview(9),
              graded(5, "again", 90)]  # fmt: skip
    said = subprocess.run(
        [sys.executable, "-c", REPLAY], input=b"".join(map(to_line, events)), env={**os.environ, "TZ": zone},
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    assert said.decode().strip() == "a.b 2026-03-09; a.c 2026-03-04"


# Clocks


def test_answers_of_a_day_to_come_do_not_count_before_it():
    events = [graded(0), graded(3650, number=1), graded(1)]
    today = FIRST + timedelta(1)
    assert (schedule(events, until=today).due("a.b") - FIRST).days == 4
    assert ahead(events, today) == 1


def test_jumps_within_a_session_are_flagged():
    at = [datetime(2026, 3, 2, 9, tzinfo=UTC) + timedelta(hours=h) for h in (0, 1, -5, -4.9999, 30)]
    events = [{"kind": "rehearsal revealed", "session": "s", "at": moment.isoformat()} for moment in at]
    other = {"kind": "rehearsal revealed", "session": "t", "at": "1999-01-01T00:00:00+00:00"}
    assert [str(jump)[:23] for jump in jumps([*events, other])] == [
        "The clock ran backwards",
        "From 2026-03-02 04:00 t",
    ]
