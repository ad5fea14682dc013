"""Formulas in a card's Markdown: where they are, and whether they can be drawn.

A formula is $…$ or $$…$$ outside of code; a comment right after it, <!-- plain: … -->, is its plain variant.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

CODE = r"^ {0,3}(?P<fence>```+|~~~+).*?(?:^ {0,3}(?P=fence)\s*?$|\Z)|(?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`)"
PIECE = re.compile(
    rf"(?P<code>{CODE})"
    r"|(?P<escaped>\\\$)"
    r"|(?:\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^\s$](?:[^$]*?[^\s$\\])?)\$)"
    r"(?:\s*<!--\s*plain:\s*(?P<plain>.*?)\s*-->)?",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Formula:
    """One formula: its LaTeX, whether it stands on lines of its own, its plain variant, its line in the text from 0."""

    latex: str
    display: bool
    plain: str
    line: int


def formulas(markdown: str) -> Iterator[Formula]:
    """The formulas of a text, in order.

    >>> [formula.latex for formula in formulas("Code `$x$`, and $a_1$<!-- plain: a1 --> or $$b$$")]
    ['a_1', 'b']
    """
    return (_formula(match) for match in PIECE.finditer(markdown) if _is_formula(match))


def substitute(markdown: str, write: Callable[[Formula], str]) -> str:
    """The text with every formula, and its plain variant, replaced by what `write` makes of it."""
    return PIECE.sub(lambda match: write(_formula(match)) if _is_formula(match) else match[0], markdown)


def without(markdown: str) -> str:
    """The text with code and formulas blanked out, line by line, so that the lines stay where they are."""
    return PIECE.sub(lambda match: " " + "\n" * match[0].count("\n"), markdown)


def fault(latex: str) -> str:
    """Why a formula can't be drawn, or "": pairs that do not match, or what Matplotlib or MathML lack."""
    bare = re.sub(r"\\[{}\\$%&#_ ]", "", latex)
    depth = 0
    for sign in re.findall(r"[{}]", bare):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            break
    if depth:
        return "its braces are not balanced"
    if len(re.findall(r"\\left\b", latex)) != len(re.findall(r"\\right\b", latex)):
        return r"\left and \right are not paired"
    if Counter(re.findall(r"\\begin\{(\w+\*?)\}", latex)) != Counter(re.findall(r"\\end\{(\w+\*?)\}", latex)):
        return r"\begin and \end are not paired"
    return _in_matplotlib(latex) or _in_mathml(latex)


def _in_matplotlib(latex: str) -> str:
    from matplotlib.mathtext import MathTextParser

    if r"\begin" in latex:
        return ""  # it knows no environments
    try:
        MathTextParser("path").parse(f"${' '.join(latex.split())}$")
    except ValueError as error:
        return str(error).strip().splitlines()[-1].strip().removeprefix("ParseFatalException: ").rstrip(".")
    return ""


def _in_mathml(latex: str) -> str:
    from latex2mathml.converter import convert

    try:
        drawn = convert(latex)
    except Exception as error:  # its exceptions have no base of their own
        return f"no MathML ({type(error).__name__})"
    unknown = re.search(r"\\[a-zA-Z]+", drawn)
    return f"a browser would show {unknown[0]} as it stands" if unknown else ""


def _is_formula(match: re.Match[str]) -> bool:
    return match["display"] is not None or match["inline"] is not None


def _formula(match: re.Match[str]) -> Formula:
    display = match["display"] is not None
    latex = match["display"] if display else match["inline"]
    return Formula(latex.strip(), display, match["plain"] or "", match.string.count("\n", 0, match.start()))
