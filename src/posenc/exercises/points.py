"""What the points of an exercise are for when it is graded; stated beforehand.

Half of the points are for right answers in every case, the lesson's own and those it does not show. The other half
goes in equal shares to the named properties. A property's share is earned by holding in every case, and counts only
if more than half of the cases have right answers: a constant can be lawful too.
"""

from fractions import Fraction

from posenc.exercises.exercise import Exercise

CASES = "right answers in every case"


def shares(exercise: Exercise) -> list[tuple[str, Fraction]]:
    """Return each share: what it is for, and its points.

    >>> from posenc.exercises import EXERCISES
    >>> for what, points in shares(EXERCISES["blindness.scores"]):
    ...     print(what, float(points))
    right answers in every case 1.0
    a query three times as long scores three times as high 0.5
    twice as many equal channels raise a score by √2, not by 2 0.5
    """
    half = Fraction(exercise.points, 2)
    each = half / len(exercise.properties)
    return [(CASES, half), *((rule.name, each) for rule in exercise.properties)]


def stated(exercise: Exercise) -> str:
    """Return the shares in one sentence, as a lesson tells them.

    >>> from posenc.exercises import EXERCISES
    >>> stated(EXERCISES["blindness.permute_rows"])
    'Of 2 points 1 is for right answers in every case, also in cases not shown here,
     and 1 for this: the result holds the same rows, each as often as before.'
    """
    (_, half), *rules = shares(exercise)
    names = "; ".join(what for what, _ in rules)
    each = f"{_number(half)} for this" if len(rules) == 1 else f"{_number(rules[0][1])} for each of these"
    start = (
        f"Of {exercise.points} points {_number(half)} {'is' if half == 1 else 'are'} for right answers in every case"
    )
    return f"{start}, also in cases not shown here, and {each}: {names}."


def _number(points: Fraction) -> str:
    return f"{float(points):.3g}"
