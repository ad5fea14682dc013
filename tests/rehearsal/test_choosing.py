"""What comes today: due before new, within the minutes, topics mixed, confusable schemes side by side."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import Card
from posenc.rehearsal.choosing import choose, interleave, mock
from posenc.rehearsal.spacing import Schedule, Standing

TODAY = date(2026, 3, 2)
TOPICS = ("blindness", "absolute", "rotary", "alibi")


def card(id, level="L1", minutes=3, **more):
    return Card(id, 1, level, "open", minutes, **more)


def bank(*cards):
    return Bank({card.id: card for card in cards})


def standing(due, grade="good", step=1, returns=()):
    return Standing(step, TODAY - timedelta(20), TODAY + timedelta(due), grade, bool(returns), returns)


LEVELS = ("L1", "L2", "L3")
FULL = bank(*(card(f"{topic}.{level.lower()}{n}", level) for topic in TOPICS for level in LEVELS for n in "ab"))


def test_due_cards_come_first_then_new_ones_of_low_level():
    schedule = Schedule({"rotary.l3a": standing(0), "alibi.l2b": standing(-3), "alibi.l1a": standing(1)})
    chosen = choose(FULL, schedule, TODAY, minutes=18)
    assert {"rotary.l3a", "alibi.l2b"} <= set(chosen)
    assert "alibi.l1a" not in chosen, "not due"
    assert all(FULL[id].level == "L1" for id in chosen if id not in schedule.standings)
    assert choose(FULL, schedule, TODAY, minutes=3) == ["alibi.l2b"], "what waits longest"


def test_a_sure_wrong_answer_comes_before_all():
    schedule = Schedule({"rotary.l1a": standing(0, "again", 0, (TODAY,)), "alibi.l2b": standing(-9)})
    assert choose(FULL, schedule, TODAY, minutes=3) == ["rotary.l1a"]


def test_after_the_interview_was_told_all_is_due_by_then():
    schedule = Schedule({"rotary.l1a": standing(11)}, interview=TODAY)
    assert "rotary.l1a" in choose(bank(FULL["rotary.l1a"]), schedule, TODAY)


@given(st.integers(1, 90), st.integers(0, 9), st.booleans())
def test_all_fit_the_minutes_with_a_follow_up_each(minutes, seed, screen):
    cards = bank(*FULL.values(), card("design.x", "L1", 5, follow_ups=("design.y",)), card("design.y", "L3", 9))
    options = {"minutes": minutes, "seed": seed}
    chosen = mock(cards, Schedule(), **options) if screen else choose(cards, Schedule(), TODAY, **options)
    planned = sum(cards[id].minutes + (9 if id == "design.x" else 0) for id in chosen)
    assert len(chosen) == len(set(chosen)) >= 1
    assert planned <= minutes or len(chosen) == 1
    again = mock(cards, Schedule(), **options) if screen else choose(cards, Schedule(), TODAY, **options)
    assert again == chosen, "the seed decides"


def test_topics_and_levels_are_kept():
    for chosen in (choose(FULL, Schedule(), TODAY, topics=["rotary"], levels=["L2", "L3"], minutes=60),
                   mock(FULL, Schedule(), topics=["rotary"], levels=["L2", "L3"], minutes=60)):  # fmt: skip
        assert {(FULL[id].topic, FULL[id].level) for id in chosen} == {("rotary", "L2"), ("rotary", "L3")}


@pytest.mark.parametrize("seed", range(5))
def test_a_mock_screen_is_balanced(seed):
    chosen = mock(FULL, Schedule(), minutes=36, seed=seed)
    assert len(chosen) == 12
    assert set(Counter(FULL[id].topic for id in chosen).values()) == {3}
    assert all(3 <= count <= 5 for count in Counter(FULL[id].level for id in chosen).values())
    assert {FULL[id].level for id in chosen} == set(LEVELS)


def test_a_mock_screen_asks_what_is_weak_due_or_not():
    schedule = Schedule({id: standing(9, "good", 4) for id in FULL} | {"rotary.l3a": standing(9, "again", 0)})
    assert "rotary.l3a" in mock(FULL, schedule, minutes=9)


CARDS = st.lists(st.sampled_from(TOPICS), max_size=12).map(
    lambda topics: [card(f"{topic}.n{n}") for n, topic in enumerate(topics)]
)


@given(CARDS)
def test_neighbours_differ_in_topic_wherever_that_can_be(cards):
    mixed = interleave(cards)
    assert sorted(c.id for c in mixed) == sorted(c.id for c in cards)
    same = sum(one.topic == other.topic for one, other in pairwise(mixed))
    most = max(Counter(c.topic for c in cards).values(), default=0)
    assert same == max(0, 2 * most - len(cards) - 1)


def test_confusable_schemes_meet():
    cards = [card("absolute.a"), card("rotary.a", confused_with=("alibi",)), card("blindness.a"), card("alibi.a")]
    order = [c.topic for c in interleave(cards)]
    assert abs(order.index("rotary") - order.index("alibi")) == 1


def test_a_mock_screen_is_not_filled_up_with_numbers():
    numbers = [Card(f"masks.n{n}", 1, "L1", "numeric", 1, generator="masks.n") for n in range(9)]
    chosen = mock(bank(*FULL.values(), *numbers), Schedule(), minutes=20)
    assert 1 <= sum(id.startswith("masks") for id in chosen) <= 2
    assert sum(id.startswith("masks") for id in mock(bank(*numbers), Schedule(), minutes=20)) == 2
