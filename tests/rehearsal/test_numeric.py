"""Every numeric question: drawn again from its seed, answered by an independent oracle, readable."""

import importlib
import inspect
import math
import re

import numpy as np
import pytest

from posenc.rehearsal.bank import load
from posenc.rehearsal.posing import pose

CARDS = {card.generator: card for card in load().values() if card.machine_checked}
MODULES = {
    name: importlib.import_module(f"posenc.rehearsal.numeric.{name}")
    for name in sorted({generator.split(".")[0] for generator in CARDS})
}
SEEDS = range(60)


def released_slopes(n):
    """As the authors of ALiBi wrote it."""
    if math.log2(n).is_integer():
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]
    near = 2 ** math.floor(math.log2(n))
    return released_slopes(near) + released_slopes(2 * near)[0::2][: n - near]


def bucket(distance):
    if distance < 16:
        return distance
    return min(31, 16 + sum(distance >= 16 * 8 ** (step / 16) * (1 - 1e-12) for step in range(1, 16)))


def unfinished(d, base, length):
    return sum(2 * math.pi * base ** (2 * i / d) > length for i in range(d // 2))


def ntk_base(factor, d):
    """By bisection: the base under which the slowest pair is divided by the factor."""
    low, high = 1e4, 1e7
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (middle / 1e4) ** ((d - 2) / d) < factor else (low, middle)
    return low


ORACLES = {
    "blindness.orders": lambda n: sum(math.log10(i) for i in range(1, n + 1)),
    "absolute.table_entries": lambda n, d: sum(d for _ in range(n)),
    "absolute.wavelength": lambda d, pair: 2 * math.pi * 10000 ** (2 * pair / d),
    "absolute.entry": lambda d, channel, position: (math.cos if channel % 2 else math.sin)(
        position / 10000 ** (2 * (channel // 2) / d)
    ),
    "relative.shaw_entries": lambda heads, reach, d: heads * d * len(range(-reach, reach + 1)),
    "relative.table_row": lambda reach, query, key: sorted([-reach, key - query, reach])[1] + reach,
    "relative.bucket": bucket,
    "rotary.angle": lambda d, pair, position: position / 10000 ** (2 * pair / d),
    "rotary.unwrapped": unfinished,
    "rotary.cache_position": lambda prompt, step: range(prompt + step)[-1],
    "alibi.slope": lambda heads, head: released_slopes(heads)[head - 1],
    "alibi.odd_slope": lambda heads, head: released_slopes(heads)[head - 1],
    "alibi.window": lambda heads, head: math.log(10) / released_slopes(heads)[head - 1],
    "masks.swin_rows": lambda height, width: len(
        {(a - b, c - e) for a in range(height) for b in range(height) for c in range(width) for e in range(width)}
    ),
    "masks.allowed_pairs": lambda n: sum(range(n + 1)),
    "extrapolation.interpolated_position": lambda trained, longer, position: position * trained / longer,
    "extrapolation.ntk_base": ntk_base,
    "extrapolation.yarn_factor": lambda factor: (0.1 * math.log(factor) + 1) ** 2,
}


def drawn(generator, seed):
    topic, name = generator.split(".")
    return getattr(MODULES[topic], name)(np.random.default_rng(seed))


def test_every_generator_has_a_card_and_an_oracle():
    generators = {
        f"{topic}.{function.__name__}"
        for topic, module in MODULES.items()
        for function in vars(module).values()
        if inspect.isfunction(function) and function.__module__ == module.__name__
    }
    assert generators == set(CARDS) == set(ORACLES)


@pytest.mark.parametrize("generator", ORACLES)
def test_answers_equal_the_oracle(generator):
    for seed in SEEDS:
        question = drawn(generator, seed)
        assert question.answer == pytest.approx(ORACLES[generator](**question.values), rel=1e-9)


@pytest.mark.parametrize("generator", ORACLES)
def test_questions_come_again_and_vary(generator):
    questions = [drawn(generator, seed) for seed in SEEDS]
    assert questions == [drawn(generator, seed) for seed in SEEDS]
    assert len({str(question.values) for question in questions}) >= 4


@pytest.mark.parametrize("generator", ORACLES)
def test_values_can_be_read_and_typed(generator):
    for seed in SEEDS:
        question = drawn(generator, seed)
        assert question.answer == 0 or 1e-3 <= abs(question.answer) < 1e8
        assert all(isinstance(value, int) for value in question.values.values())
        assert question.tolerance > 0 or question.answer == int(question.answer)
        last = re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", question.working.split("is under")[0])[-1]
        assert float(last) == pytest.approx(question.answer, rel=max(question.tolerance, 1e-9))


@pytest.mark.parametrize("generator", ORACLES)
def test_cards_are_filled_and_graded(generator):
    for seed in SEEDS:
        posed = pose(CARDS[generator], seed)
        assert not re.search(r"\{\w+\}", posed.question + posed.short_answer + posed.full_answer)
        assert posed.numeric is not None
        answer, tolerance = posed.numeric.answer, posed.numeric.tolerance
        assert posed.right(repr(answer))
        assert not posed.right(repr(answer * (1 + 3 * tolerance) + 1e-3 + (tolerance == 0)))


@pytest.mark.parametrize("generator", ORACLES)
def test_indexing_is_stated_in_the_question(generator):
    if indexing := drawn(generator, 0).indexing:
        assert re.search(
            r"counted from|minus query|row 0|at positions 0", " ".join(CARDS[generator].question.split())
        ), indexing
