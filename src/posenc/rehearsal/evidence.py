"""One card's evidence: its numbers computed, its wrong answers refuted, its generator drawn."""

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from posenc.rehearsal.card import Card
from posenc.rehearsal.formulas import Formula, formulas, without
from posenc.rehearsal.named import find
from posenc.rehearsal.reading import CardFile, Problem

SEEDS = range(8)
WHOLE = r"\d{1,3}(?:,\d{3})+|\d+"
FIGURE = re.compile(rf"(?<![\w.^/])(?:{WHOLE})(?:\.\d+)?(?:e[+-]?\d+)?(?:\s?%)?(?![\w^])")
NAMED = re.compile(r"(?:[A-Z][\w-]*|sec\.|section|eq\.|equation|table|fig\.|figure|chapter|version)\s$")


def evidence(source: CardFile, card: Card) -> Iterator[Problem]:
    """What does not hold when it is executed."""
    for printed, name in card.numbers.items():
        yield from _number(source, card, printed, name)
    yield from _undeclared(source, card)
    for index, wrong in enumerate(card.wrong_answers):
        line = source.line("wrong_answers", index, "experiment")
        yield from _experiment(source, line, wrong.experiment)
    if card.generator:
        yield from _generator(source, card)


def prints_as(value: float, printed: str) -> bool:
    """Whether a computed value is the printed one, at the precision of the print.

    >>> prints_as(1166.4998, "1,166.5"), prints_as(0.1134, "0.12"), prints_as(9.8e-16, "1e-15")
    (True, False, True)
    """
    match = re.search(r"-?\d[\d,]*(\.\d+)?(?:e[+-]?\d+)?", printed.replace("−", "-"))
    if match is None:
        return False
    text = match[0].replace(",", "")
    exponent = int(text.partition("e")[2] or 0)
    last = 10.0 ** (exponent - max(0, len(match[1] or ".") - 1))  # the value of the last printed digit
    return math.isfinite(value) and abs(value - float(text)) <= 0.5 * last * (1 + 1e-9)


def _number(source: CardFile, card: Card, printed: str, name: str) -> Iterator[Problem]:
    line = source.line("numbers", printed)
    seen = " ".join([card.question, card.short_answer, card.full_answer, *(w.refutation for w in card.wrong_answers)])
    if printed not in seen:
        yield source.problem(line, f"the number {printed!r} is not in the text", "remove it, or print it so")
    value, problem = _call(name)
    if not problem and (isinstance(value, bool) or not isinstance(value, int | float | np.number)):
        problem = f"{name} returns {value!r}, no number"
    if problem:
        yield source.problem(line, problem, f"let experiments/ hold {name}() -> float")
    elif not prints_as(float(value), printed):
        yield source.problem(line, f"{name} computes {float(value):.6g}, not {printed}", "correct the text")


def _undeclared(source: CardFile, card: Card) -> Iterator[Problem]:
    """Figures in the answers that look like results, and no function that computes them."""
    for heading, text in (("Short answer", card.short_answer), ("Full answer", card.full_answer)):
        for figure, line in results(text):
            declared = any(figure in printed for printed in card.numbers)
            if not declared and figure not in card.question:
                where = source.section_lines[heading] + 1 + source.blank_lines.get(heading, 0) + line
                yield source.problem(where, f"the figure {figure} is not declared", "add it under 'numbers'")


def results(text: str) -> list[tuple[str, int]]:
    r"""The figures in a text that look like results, with their lines from 0.

    Results are numbers with a decimal point, a per cent sign, an exponent or grouped digits, in prose or
    after \approx; no results are code, formulas otherwise, and the figures of names (Llama 3.1, sec. 3.5).

    >>> results("Llama 3.1 keeps 0.113 of it, or 26 %, in 4 heads (sec. 3.5).")
    [('0.113', 0), ('26 %', 0)]
    """
    prose = without(text)
    found = [(match[0], prose.count("\n", 0, match.start())) for match in FIGURE.finditer(prose) if _is_result(match)]
    for formula in formulas(text):
        found += [(figure, formula.line) for figure in _approximations(formula)]
    return found


def _is_result(match: re.Match[str]) -> bool:
    version = re.fullmatch(r"\d{1,2}\.\d{1,2}", match[0]) and NAMED.search(match.string[: match.start()])
    return not version and re.search(r"[.,e%]", match[0]) is not None


def _approximations(formula: Formula) -> list[str]:
    return re.findall(r"\\approx\s*(-?\d[\d,]*\.?\d*)(?![\d^])", formula.latex)


def _experiment(source: CardFile, line: int, name: str) -> Iterator[Problem]:
    outcome, problem = _call(name)
    if problem:
        yield source.problem(line, problem, f"let experiments/ hold {name}() -> Experiment")
    elif outcome.refutes is not True and not (isinstance(outcome.refutes, np.bool_) and outcome.refutes):
        yield source.problem(line, f"{name} does not refute the answer", "mend the experiment, or the refutation")
    elif not outcome.shows.strip() or not outcome.lines:
        yield source.problem(line, f"{name} shows nothing", "say what is seen in 'shows' and 'lines'")


def _generator(source: CardFile, card: Card) -> Iterator[Problem]:
    line = source.line("generator")
    asked = set(re.findall(r"(?<![\\\w^_}])\{([a-z]\w*)\}", card.question))
    for seed in SEEDS:
        drawn, problem = _call(card.generator, np.random.default_rng(seed), package="numeric")
        if problem:
            yield source.problem(line, problem, f"let numeric/ hold {card.generator}(rng) -> Numeric")
            return
        again, _ = _call(card.generator, np.random.default_rng(seed), package="numeric")
        what = (
            "draws another question from the same seed" if drawn != again
            else f"answers {drawn.answer!r}" if not math.isfinite(drawn.answer)
            else f"has a tolerance of {drawn.tolerance!r}" if not 0 <= drawn.tolerance < 1
            else f"leaves {{{min(asked - set(drawn.values))}}} open" if asked - set(drawn.values)
            else ""
        )  # fmt: skip
        if what:
            yield source.problem(line, f"{card.generator} {what} (seed {seed})", "mend the generator")
            return


def _call(name: str, *arguments: Any, package: str = "experiments") -> tuple[Any, str]:
    """What a named function returns, and why it can't be had, or ""."""
    try:
        return find(name, package)(*arguments), ""
    except LookupError as error:
        return None, str(error)
    except Exception as error:  # the card's own code: whatever it raises is told, on one line
        return None, f"{name} raises {type(error).__name__}: {' '.join(str(error).split())}"
