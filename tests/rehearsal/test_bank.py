"""The bank that ships: how much is in it, how it is spread, and the shape of its cards."""

import re
from collections import Counter

import pytest

from posenc.rehearsal.bank import TOPICS, load
from posenc.rehearsal.card import LEVELS
from posenc.rehearsal.formulas import without
from posenc.rehearsal.notebook.screen import SCREENS
from posenc.rehearsal.validate import known_claims, problems

BANK = load()
OPEN = [card for card in BANK.values() if card.kind != "numeric"]
FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def by_id(cards):
    return pytest.mark.parametrize("card", cards, ids=lambda card: card.id)


def test_every_card_holds():
    """Schema, links, figures computed, wrong answers refuted: what `posenc cards check` says."""
    assert [str(problem) for problem in problems()] == []


def test_it_is_large_enough_and_spread():
    assert len(BANK) >= 62
    assert BANK.topics == list(TOPICS)
    kinds = Counter(card.kind for card in BANK.values())
    assert kinds["numeric"] >= 12
    assert kinds["bug"] >= 6
    assert kinds["design"] >= 4
    assert sum(len(card.wrong_answers) for card in BANK.values()) >= 40


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_every_level(topic):
    assert {card.level for card in BANK.topic(topic)} == set(LEVELS)


def test_the_flagship():
    card = BANK["blindness.shuffle"]
    assert (card.level, card.kind, card.minutes) == ("L1", "open", 6)
    assert card.roles == ("LLM product engineering", "inference engineering", "AI data systems")
    assert len(re.findall(r"^## ", card.full_answer, re.MULTILINE)) == 4
    assert len(card.follow_ups) == 4
    assert len(card.wrong_answers) == 3


@pytest.mark.parametrize(("topic", "pair"), SCREENS.items(), ids=SCREENS)
def test_lessons_find_their_screen_questions(topic, pair):
    assert {BANK[id].topic for id in pair} == {topic}


@by_id(OPEN)
def test_answers_are_as_long_as_one_speaks(card):
    short, full = (len(text.split()) for text in (card.short_answer, card.full_answer))
    assert 60 <= short <= 130
    assert 120 <= full <= 350
    assert 3 <= len(card.rubric) <= 6
    assert 1 <= sum(idea.must for idea in card.rubric) <= 3


@by_id([card for card in BANK.values() if card.kind == "bug"])
def test_bugs_show_their_code(card):
    (code,) = FENCE.findall(card.question)
    compile(code, card.id, "exec")
    assert len(code.splitlines()) <= 12
    assert max(map(len, code.splitlines())) <= 100


@by_id(list(BANK.values()))
def test_claims_and_formulas_are_named(card):
    assert set(card.claims) <= set(known_claims())
    assert card.topic == "design" or card.claims
    prose = "\n".join(without(text) for text in (card.question, card.short_answer, card.full_answer))
    assert "\\" not in prose
    assert "TODO" not in prose
