"""After a complete answer: follow-ups of rising level while the minutes last, then a wrong answer, then the plan."""

import pytest

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import Card, Idea, WrongAnswer
from posenc.rehearsal.turn import Step

MUST = (Idea("a", "A", must=True),)
WRONG = tuple(WrongAnswer(id, "says", "no", "trial.commutes") for id in ("w0", "w1", "w2"))


def card(id, level, *follow_ups, minutes=3):
    return Card(id, 1, level, "open", minutes, rubric=MUST, wrong_answers=WRONG, follow_ups=follow_ups)


@pytest.fixture
def bank():
    cards = [
        card("rotary.root", "L1", "rotary.deep", "rotary.mid", "gone.card"),
        card("rotary.mid", "L2", "rotary.deep"),
        card("rotary.deep", "L3"),
        card("alibi.root", "L1"),
        card("blindness.root", "L1", "blindness.long"),
        card("blindness.long", "L2", minutes=9),
    ]
    return Bank({card.id: card for card in cards})


def complete(desk, ticked=("a",)):
    """Answer what comes next; return the graded event."""
    desk.ask()
    desk.answer("aloud")
    desk.rate(70)
    desk.reveal()
    return desk.grade(ticked)


def test_follow_ups_rise_and_end_in_one_refutation(start):
    desk = start(mode="card", card="rotary.root")
    assert complete(desk)["follow_up"] == "rotary.mid", "the lowest level first"
    assert desk.state.pending[0] == Step("rotary.mid", parent="rotary.root")
    assert complete(desk)["follow_up"] == "rotary.deep"
    assert complete(desk)["follow_up"] == ""
    assert [(step.card, bool(step.wrong)) for step in desk.state.pending] == [("rotary.root", True)]


def test_another_seed_brings_another_wrong_answer(start):
    drawn = {complete(start(mode="card", card="alibi.root", seed=seed))["wrong"] for seed in range(20)}
    assert drawn == {"w0", "w1", "w2"}


def test_a_planned_card_that_follows_up_is_not_asked_twice(start):
    desk = start(minutes=90, topics=["rotary"], seed=0)
    asked = []
    while desk.stage != "done":
        if desk.stage == "between":
            asked.append(complete(desk)["card"])
        else:
            desk.skip()
    assert sorted(asked) == ["rotary.deep", "rotary.mid", "rotary.root"]


@pytest.mark.parametrize(("minutes", "follow_up"), [(20, "blindness.long"), (11, "")])
def test_a_follow_up_must_fit_the_minutes(start, minutes, follow_up):
    desk = start(minutes=minutes, topics=["blindness"], levels=["L1", "L2"])
    assert [step.card for step in desk.state.pending][:1] == ["blindness.root"]
    assert complete(desk)["follow_up"] == follow_up


def test_a_follow_up_takes_no_time_from_what_is_planned(start):
    desk = start(mode="mock", minutes=12, levels=["L1"], topics=["alibi", "rotary"])
    assert len(desk.state.pending) == 2
    desk = start(mode="mock", minutes=9, topics=["alibi", "rotary"], levels=["L1", "L2"], seed=3)
    planned = {step.card for step in desk.state.pending}
    while desk.stage != "done":
        complete(desk) if desk.stage == "between" else desk.skip()
    asked = [event["card"] for event in desk.state.graded]
    assert planned <= set(asked)
    assert 3 * len(asked) <= 9


def test_chosen_levels_hold_for_follow_ups(start):
    desk = start(minutes=90, topics=["rotary"], levels=["L1", "L3"])
    while desk.card.id != "rotary.root":
        desk.skip()
    assert complete(desk)["follow_up"] == "rotary.deep"


@pytest.mark.parametrize(("seconds", "grade"), [(179, "good"), (180, "good"), (181, "hard")])
def test_the_last_second_counts(start, clock, seconds, grade):
    desk = start(mode="card", card="alibi.root")
    desk.ask()
    clock.wait(seconds=seconds)
    desk.answer("aloud")
    desk.rate(50)
    desk.reveal()
    assert desk.grade(["a"])["grade"] == grade
