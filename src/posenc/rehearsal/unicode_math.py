"""A formula as a line of Unicode, for a terminal: what braces group in LaTeX, parentheses group here."""

import re

STYLES = re.compile(r"\\(?:mathrm|mathbf|mathit|mathsf|mathcal|text|textrm|operatorname|boldsymbol)\{([^{}]*)\}")
NAMES = re.compile(r"\\(sin|cos|tan|log|ln|exp|max|min|arg|det)(?![a-zA-Z])\s*")
FRACTION = re.compile(r"\\[td]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
SCRIPT = re.compile(r"([\^_])\{([^{}]*)\}")
ONE = re.compile(r"\s*(?:[A-Za-z]|\d+|\\[a-zA-Z]+)\s*")  # a letter, a number or a sign: needs no parentheses


def to_unicode(latex: str) -> str:
    r"""The formula in Unicode.

    >>> to_unicode(r"\theta_i = 10000^{-2i/d}"), to_unicode(r"\frac{1}{2d} \sum_{j} w_{ij}")
    ('θ_i = 10000^(-2i/d)', '1/(2d) ∑_j w_ij')
    """
    from pylatexenc.latex2text import LatexNodes2Text

    before = ""
    while before != latex:  # from the innermost braces out
        before = latex
        latex = STYLES.sub(r" \1 ", latex)
        latex = SCRIPT.sub(_script, latex)
        latex = FRACTION.sub(lambda match: f"{_grouped(match[1])}/{_grouped(match[2])}", latex)
    latex = NAMES.sub(lambda match: match[1] + ("" if match.string[match.end() :].startswith("(") else " "), latex)
    text = LatexNodes2Text(math_mode="text").latex_to_text(latex)
    text = re.sub(r"⊤(?=[\w(])", "⊤ ", re.sub(r"\s*([≤≥≈·×→∈≠])\s*", r" \1 ", text))
    text = re.sub(r"(?<=[\w⊤)])([-+=/])\s", r" \1 ", text)  # the space that ended a command is gone
    return re.sub(r"\s+", " ", text).replace("( ", "(").replace(" )", ")").strip()


def _script(match: re.Match[str]) -> str:
    sign, inside = match[1], match[2].strip()
    index = sign == "_" and re.fullmatch(r"\w+", inside)
    return f"{sign}{inside if index else _grouped(inside)}{' ' if inside.startswith(chr(92)) else ''}"


def _grouped(text: str) -> str:
    return text.strip() if ONE.fullmatch(text) else f"({text.strip()})"
