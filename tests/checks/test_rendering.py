"""A verdict as text and as HTML: the same facts, markup escaped, hints one at a time."""

from html.parser import HTMLParser

import pytest

from posenc.checking import Outcome, judge
from posenc.checking.rendering import to_html, to_text
from posenc.checking.verdict import Verdict

MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;"


class Page(HTMLParser):
    """The tags with their depth in <details>, and the text, of a piece of HTML that must be well formed."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.text, self.hints = [], set(), "", []
        self.feed(html)
        self.close()
        assert self.open == [], "every tag is closed"

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        assert all(name in ("style",) for name, _ in attrs), "no attribute runs code"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if self.open and self.open[-1] == "summary" and data.startswith("Hint"):
            self.hints.append((data, self.open.count("details")))


@pytest.fixture
def verdicts(toy):
    """One verdict of every outcome."""

    def timed_out(x):
        raise KeyboardInterrupt

    def raised(x):
        return x[5]

    def broken(x):
        return 2 * x if x.any() else x + 1

    answers = {
        "passed": toy.reference, "failed": lambda x: x + 1, "slip": lambda x: 3 * x, "broken": broken,
        "raised": raised, "timed out": timed_out, "not started": lambda x: None, "missing": None,
    }  # fmt: skip
    return {name: judge(toy.id, answer) for name, answer in answers.items()}


def test_every_outcome_is_there(verdicts):
    assert {verdict.outcome for verdict in verdicts.values()} == set(Outcome)


def test_text_and_html_say_the_same(verdicts):
    for verdict in verdicts.values():
        page, text = Page(verdict._repr_html_()), str(verdict)
        failure = verdict.failure
        facts = [f"double: {verdict.outcome} · {verdict.points} of 3 points", verdict.message]
        if failure:
            facts += [failure.expected, failure.got, failure.invariant, *(value for _, value in failure.inputs)]
        for fact in facts:
            assert fact in page.text
            assert fact.splitlines()[0] in text if fact else True


def test_the_text_of_a_failure_line_by_line(verdicts):
    assert str(verdicts["slip"]).splitlines() == [
        "✗ double: failed · 0 of 3 points",
        "On one entry: 1 of 1 entries differ, by up to 1. That is three times.",
        "  x = [1.]",
        "  expected  [2.]",
        "  got       [3.]",
    ]
    assert str(verdicts["broken"]).splitlines()[-1] == "  broken: twice nothing is nothing"


def test_lines_of_an_array_hang_under_the_first(toy):
    verdict = judge(toy.id, lambda x: x[:, None] * [[1, 2]] if len(x) > 1 else 2 * x)
    lines = str(verdict).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  got"))
    assert lines[first].index("[") + 1 == lines[first + 1].index("[")


def test_repr_is_the_text(verdicts):
    assert all(repr(verdict) == str(verdict) for verdict in verdicts.values())


def test_hints_open_one_inside_the_other(verdicts, toy):
    for verdict in verdicts.values():
        page = Page(verdict._repr_html_())
        if verdict.outcome is Outcome.PASSED:
            assert page.hints == []
            assert not any(hint in page.text for hint in toy.hints)
        else:
            assert page.hints == [("Hint 1", 1), ("Hint 2", 2), ("Hint 3", 3)]
            assert all(hint in page.text for hint in toy.hints)
            assert "open" not in verdict._repr_html_()


def test_hints_are_not_in_the_text(verdicts, toy):
    assert not any(hint in str(verdict) for verdict in verdicts.values() for hint in toy.hints)


def raise_markup(x):
    raise ValueError(MARKUP)


MarkupError = type(MARKUP, (Exception,), {})


def raise_named_markup(x):
    raise MarkupError


@pytest.mark.parametrize(
    "answer", [raise_markup, raise_named_markup, lambda x: MARKUP, lambda x: [MARKUP] * 2, type(MARKUP, (), {})()]
)
def test_markup_that_a_function_raised_or_returned_is_text(toy, answer):
    html = judge(toy.id, answer)._repr_html_()
    assert Page(html).tags <= {"div", "b", "i", "small", "pre", "details", "summary"}
    assert "<script" not in html
    assert "<img" not in html
    assert "alert(1)" in Page(html).text


def test_every_exercise_renders(exercise):
    wrong = exercise.wrong_answers[0]
    verdict = judge(exercise.id, wrong.answer)
    page = Page(verdict._repr_html_())
    assert wrong.message in page.text
    assert len(verdict._repr_html_()) < 10_000


def test_what_points_are_for_is_said_before_anything_is_written(exercise):
    untouched = Verdict(exercise, Outcome.NOT_STARTED, "Write it.")
    for form in (to_text(untouched), Page(to_html(untouched)).text):
        assert all(rule.name in form for rule in exercise.properties)
        assert "cases not shown here" in form
    assert "cases not shown here" not in to_text(Verdict(exercise, Outcome.PASSED, "Passed."))
