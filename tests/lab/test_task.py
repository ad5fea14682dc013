"""The logs: every question has the answer that a reader with a finger on the line would give."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.lab.task import N_KEYS, REACH, TASKS, VOCABULARY, Logs, chance, draw

QUESTION = re.compile(r"(back|last|head)(?:\((.)\))?\?")


def read(words):
    """The answer to each question of a log, found word by word; None for what asks nothing."""
    for place, word in enumerate(words):
        asked = QUESTION.fullmatch(word)
        if not asked:
            yield None, None
        elif asked[1] == "back":
            yield "back", words[place - int(asked[2])].partition("=")[2]
        elif asked[1] == "last":
            yield "last", next(w for w in reversed(words[:place]) if w.startswith(f"{asked[2]}="))[2:]
        else:
            yield "head", words[0][2:]


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 50))
def test_answers_are_those_of_a_reader(seed, sequences, length):
    logs = draw(np.random.default_rng(seed), sequences=sequences, length=length)
    for tokens, tasks, answers in zip(logs.tokens, logs.tasks, logs.answers, strict=True):
        named = [TASKS[task] if task >= 0 else None for task in tasks]
        values = [str(answer) if answer >= 0 else None for answer in answers]
        assert list(read([VOCABULARY[token] for token in tokens])) == list(zip(named, values, strict=True))


@pytest.fixture(scope="module")
def long():
    return draw(np.random.default_rng(0), sequences=400, length=256)


def test_half_of_the_tokens_write_and_each_question_is_asked(long):
    assert (long.tasks < 0).mean() == pytest.approx(0.5, abs=0.01)
    shares = [(long.tasks == task).mean() for task in range(len(TASKS))]
    assert min(shares) > 0.1


def test_answers_do_not_move_away_as_logs_grow(long):
    """Only `head` asks for what is farther away in a longer log."""
    early, late = (np.s_[:, 24:32], np.s_[:, 248:256])

    def distance(part):
        """Mean tokens back to the newest write under the key asked for."""
        rows, places = np.nonzero(long.tasks[part] == TASKS.index("last"))
        places = places + part[1].start
        keys = long.tokens[rows, places] - (N_KEYS * 4 + REACH)
        same = long.tokens[rows] // 4 == keys[:, None]
        before = same & (np.arange(256) < places[:, None])
        return (places - (255 - before[:, ::-1].argmax(axis=1))).mean()

    assert distance(early) > 5.5
    assert distance(late) == pytest.approx(8, abs=1)  # one token in eight writes under a given key


@pytest.mark.parametrize("task", TASKS)
def test_chance_is_about_a_quarter(task):
    assert chance(task, length=64, sequences=1000) == pytest.approx(0.25, abs=0.02)


def test_the_same_generator_draws_the_same_logs():
    first, second = (draw(np.random.default_rng(7), sequences=2, length=9) for _ in range(2))
    assert str(first) == str(second)


def test_text_shows_answers_behind_their_questions():
    logs = Logs(np.array([[0, 16, 22]]), np.array([[-1, 0, 0]]), np.array([[-1, 0, 2]]))
    assert str(logs) == "A=0  back(1)?0  head?0"


@pytest.mark.parametrize(("sequences", "length"), [(0, 5), (5, 0)])
def test_nothing_to_draw(sequences, length):
    with pytest.raises(ValueError, match="sequences and length must be at least 1"):
        draw(np.random.default_rng(0), sequences=sequences, length=length)


def test_unknown_task():
    with pytest.raises(ValueError, match="'tail'"):
        chance("tail", length=8)
