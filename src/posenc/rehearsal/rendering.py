"""A card's Markdown for a reader: as HTML with its formulas in MathML or for MathJax, or plain for a terminal."""

import html
import re
from collections.abc import Callable

from posenc.rehearsal.formulas import Formula, substitute
from posenc.rehearsal.unicode_math import to_unicode

Write = Callable[[Formula], str]


def mathml(formula: Formula) -> str:
    """The formula as MathML, which browsers draw themselves, without network or script."""
    from latex2mathml.converter import convert

    return convert(formula.latex, display="block" if formula.display else "inline")


def mathjax(formula: Formula) -> str:
    r"""The formula between \( and \) or \[ and \], as Anki and MathJax read it."""
    latex = html.escape(formula.latex, quote=False)
    return rf"\[{latex}\]" if formula.display else rf"\({latex}\)"


def to_html(markdown: str, formula: Write = mathml) -> str:
    """The text as HTML: nothing in it is taken for a tag, and formulas are what `formula` makes of them.

    >>> to_html("*Why* $x^2$?", formula=mathjax)
    '<p><em>Why</em> \\\\(x^2\\\\)?</p>\\n'
    """
    from markdown_it import MarkdownIt

    drawn: list[str] = []

    def keep(found: Formula) -> str:
        drawn.append(formula(found))
        return f"\ue000{len(drawn) - 1}\ue001"  # private characters, which Markdown passes through

    text = MarkdownIt("commonmark", {"html": False}).enable("table").render(substitute(markdown, keep))
    return re.sub("\ue000(\\d+)\ue001", lambda match: drawn[int(match[1])], text)


def plain(formula: Formula) -> str:
    """The formula in Unicode, or its plain variant if the card has one.

    >>> plain(Formula(r"\\theta_i", False, "", 0)), plain(Formula(r"a^2", False, "a squared", 0))
    ('θ_i', 'a squared')
    """
    return formula.plain or to_unicode(formula.latex)


def to_text(text: str) -> str:
    """A line of text, such as an idea, with its formulas in Unicode.

    >>> to_text(r"It is $\\theta_1$")
    'It is θ_1'
    """
    return substitute(text, plain)


def escape(text: str) -> str:
    """Plain text as Markdown that says the same.

    >>> escape("2 * x_1")
    '2 \\\\* x\\\\_1'
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text)


def to_plain(markdown: str) -> str:
    """Markdown whose formulas are plain text: what a terminal can show."""

    def write(formula: Formula) -> str:
        text = escape(plain(formula))
        return f"\n\n{text}\n\n" if formula.display else text

    return substitute(markdown, write)
