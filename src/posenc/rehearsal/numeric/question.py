"""A numeric question: the numbers that fill its template, and its answer."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Numeric:
    """One drawn question.

    values: fill the template; answer; tolerance: relative, 0 means exact; unit; indexing: the stated
    convention, such as "pairs counted from 0", or ""; working: how the answer comes about.

    >>> Numeric({"n": 3}, 9.0, 0.0, "", "", "3 * 3").answer
    9.0
    """

    values: dict[str, object]
    answer: float
    tolerance: float
    unit: str
    indexing: str
    working: str
