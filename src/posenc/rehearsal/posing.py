"""A card as it is asked: a numeric card's template filled from its seed, and its answer checked by the machine."""

import math
import re
from dataclasses import dataclass

import numpy as np

from posenc.rehearsal.card import Card
from posenc.rehearsal.named import find
from posenc.rehearsal.numeric.question import Numeric


@dataclass(frozen=True)
class Posed:
    """The texts of a card for one seed; `numeric` holds the answer where the machine checks it."""

    question: str
    short_answer: str
    full_answer: str
    numeric: Numeric | None = None

    @property
    def solution(self) -> str:
        """The number, its unit, its working and the indexing, as plain text; "" where the machine checks nothing."""
        if self.numeric is None:
            return ""
        shown = f"{self.numeric.answer:,.{6 if self.numeric.tolerance else 15}g} {self.numeric.unit}".strip()
        indexing = f" ({self.numeric.indexing})" if self.numeric.indexing else ""
        return f"{shown}: {self.numeric.working}{indexing}"

    def right(self, words: str) -> bool:
        """Whether a typed number is right. Raises: ValueError if it is no number."""
        if self.numeric is None:
            raise TypeError("only a numeric question is checked by the machine")
        return math.isclose(number(words), self.numeric.answer, rel_tol=self.numeric.tolerance, abs_tol=0.0)


def pose(card: Card, seed: int) -> Posed:
    """The card for one seed; the seed matters to numeric cards only."""
    if not card.machine_checked:
        return Posed(card.question, card.short_answer, card.full_answer)
    numeric: Numeric = find(card.generator, "numeric")(np.random.default_rng(seed))
    texts = [fill(text, numeric.values) for text in (card.question, card.short_answer, card.full_answer)]
    return Posed(texts[0], texts[1], texts[2], numeric)


def fill(template: str, values: dict[str, object]) -> str:
    """Put values for {name}; braces around anything else, as LaTeX has them, stay.

    >>> fill(r"$\\\\frac{{n}}{2}$ of {n}", {"n": 7})
    '$\\\\\\\\frac{7}{2}$ of 7'
    """
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), template)


NUMBER = re.compile(r"[+-]?(\d{1,3}([,_ '\u00a0\u202f]\d{3})+|\d+)?(\.\d*)?([eE][+-]?\d+)?")


def number(words: str) -> float:
    """The number that a learner typed: 1049600, 1,049,600, 1.05e6, 2^20, 3/4, 3 * 10^4, 12 %.

    A comma groups three digits; the decimal mark is a point. A per cent sign is passed over.

    Raises: ValueError naming what can't be read.

    >>> number("1,049,600"), number("2^10"), number("-1.5e3"), number("3/4")
    (1049600.0, 1024.0, -1500.0, 0.75)
    """
    text = words.strip().removesuffix("%").strip().replace("−", "-").replace("×", "*").replace("**", "^")
    try:
        product = 1.0
        for factor in text.split("*"):
            over, *under = (_power(part) for part in factor.split("/"))
            product *= over
            for divisor in under:
                product /= divisor
        if not math.isfinite(product):
            raise OverflowError(words)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"no number: {words!r}; write it like 1049600, 1,049,600, 1.05e6 or 2^20") from None
    return product


def _power(text: str) -> float:
    text = text.strip()
    base, exponent = text.split("^") if "^" in text else (text, "1")
    if base.startswith(("--", "-+")):
        raise ValueError(text)
    sign = -1.0 if base.startswith("-") else 1.0
    return sign * float(_plain(base.removeprefix("-")) ** _plain(exponent))


def _plain(text: str) -> float:
    text = text.strip()
    if not any(digit in text for digit in "0123456789") or not NUMBER.fullmatch(text):
        raise ValueError(text)
    return float(re.sub(r"[,_ '\u00a0\u202f]", "", text))
