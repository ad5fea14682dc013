"""The three properties that are known without testing a scheme, and what they predicted."""

import numpy as np
import pytest

from posenc.lab import Settings, foresight, scalings, shipped
from posenc.lab.beyond import verdict
from posenc.lab.evaluation import MULTIPLES

WORDS = ("collapses", "fades", "holds")


def found(multiple):
    """For each name its three properties."""
    names, *flags = foresight.properties(multiple)
    return {name: tuple(map(bool, row)) for name, *row in zip(names, *flags, strict=True)}


@pytest.mark.parametrize("name", ["linear", "ntk", "yarn", "slow_pairs", "fast_pairs"])
def test_frequencies_are_those_that_the_lab_tests(name):
    """Rotation by a small position shows a frequency as an angle."""
    settings = Settings()
    scheme = scalings(settings)[name].build({})
    position, q = np.array([1e-3]), np.ones((1, 1, settings.d_head))
    turned, _ = scheme.query_key(q, q, position, position)
    half = settings.d_head // 2
    angles = np.arctan2(turned[..., half:], turned[..., :half]).ravel() - np.pi / 4
    np.testing.assert_allclose(angles / position, foresight.frequencies()[name], rtol=1e-9, atol=1e-12)


def test_nothing_is_new_at_the_trained_length_but_what_is_no_offset():
    told = found(1)
    assert [name for name in foresight.frequencies() if told[name][0]] == []


def test_only_the_fast_pair_blurs_and_only_rotary_as_trained_is_unchanged():
    told = found(4)
    assert [name for name, (_, blurred, _) in told.items() if blurred] == ["linear", "fast_pairs"]
    assert [name for name, (_, _, changed) in told.items() if not changed] == [*foresight.NEW, "rotary"]


@pytest.mark.parametrize(("multiple", "right"), [(4, 12), (2, 10)])
def test_how_often_the_rule_of_lesson_07_is_right(multiple, right):
    results, hits = shipped.results(), 0
    for name, (new, blurred, changed) in found(multiple).items():
        scheme, variant = (name, "plain") if name in (*foresight.NEW, "rotary") else ("rotary", name)
        first = results.accuracy(scheme, "back").mean(axis=0)[0]
        later = results.accuracy(scheme, "back", variant=variant).mean(axis=0)[MULTIPLES.index(multiple)]
        hits += verdict(first, later) == WORDS[0 if new or blurred else 1 if changed else 2]
    assert hits == right
