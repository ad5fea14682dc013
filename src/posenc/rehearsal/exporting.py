"""Cards carried elsewhere: as notes for Anki, and as a sheet to print."""

import html
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from posenc.rehearsal.bank import Bank, load
from posenc.rehearsal.card import LEVELS, Card
from posenc.rehearsal.posing import pose
from posenc.rehearsal.rendering import mathjax, mathml, to_html

SEED = 0  # numeric cards are exported with the numbers of this seed

STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; }
article { break-inside: avoid-page; border-top: 1px solid #999; padding-top: .5rem; margin-top: 1.5rem; }
.facts { color: #555; font-size: .9em; }
pre { overflow-x: auto; background: #f4f4f4; padding: .5rem; }
math { font-size: 1.05em; }
@media print { body { margin: 0; max-width: none; } }
"""


def anki(bank: Bank) -> str:
    """Every card as a line of an Anki import file; a changed card updates its note, whose history stays.

    The guid is the card's id, and the deck its topic. Format: Anki manual, "Text Files", file headers.
    """
    heads = ["#separator:tab", "#html:true", "#notetype:Basic", "#guid column:1", "#deck column:2", "#tags column:5"]
    return "\n".join([*heads, *map(_anki_line, bank.values())]) + "\n"


def _anki_line(card: Card) -> str:
    posed = pose(card, SEED)
    back = f"{to_html(posed.short_answer, mathjax)}<hr>{to_html(posed.full_answer, mathjax)}{_rubric(card, mathjax)}"
    tags = f"posenc {card.topic} {card.level} {card.kind}"
    fields = (f"posenc:{card.id}", f"posenc::{card.topic}", to_html(posed.question, mathjax), back, tags)
    return "\t".join(_one_line(field) for field in fields)


def _one_line(field: str) -> str:
    """A field that holds no tab and no line end of its own, quoted as CSV is."""
    field = field.strip().replace("\t", "    ")
    if "<pre>" in field:
        head, *parts = field.split("<pre>")
        code = [part.partition("</pre>") for part in parts]
        field = head + "".join(f"<pre>{inside.replace(chr(10), '<br>')}</pre>{rest}" for inside, _, rest in code)
    field = field.replace("\n", " ")
    return '"' + field.replace('"', '""') + '"'


def sheet_html(bank: Bank) -> str:
    """A page to print: readable without network, formulas as MathML."""
    topics = "\n".join(f"<h2>{topic.capitalize()}</h2>\n{_articles(bank.topic(topic))}" for topic in bank.topics)
    head = f'<meta charset="utf-8"><title>Screen questions</title><style>{STYLE}</style>'
    body = f"<h1>Screen questions</h1>\n{topics}"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}\n</body></html>\n'


def _articles(cards: Iterable[Card]) -> str:
    return "\n".join(map(_article, cards))


def _article(card: Card) -> str:
    posed = pose(card, SEED)
    wrongs = "".join(f"<p>“{_inline(wrong.says)}” {_inline(wrong.refutation)}</p>\n" for wrong in card.wrong_answers)
    parts = [
        f"<h3>{html.escape(card.id)}</h3>",
        f'<p class="facts">{html.escape(_facts(card))}</p>',
        to_html(posed.question, mathml),
        f"<h4>Short answer</h4>{to_html(posed.short_answer, mathml)}",
        f"<h4>Full answer</h4>{to_html(posed.full_answer, mathml)}",
        f"<h4>Must not miss, and more</h4>{_rubric(card, mathml)}",
        f"<h4>Wrong answers</h4>{wrongs}" if wrongs else "",
    ]
    return "<article>\n" + "\n".join(filter(None, parts)) + "\n</article>"


def sheet_markdown(bank: Bank) -> str:
    """The same sheet as Markdown, formulas as LaTeX between dollar signs."""
    lines = ["# Screen questions", ""]
    for topic in bank.topics:
        lines += [f"## {topic.capitalize()}", ""]
        for card in bank.topic(topic):
            posed = pose(card, SEED)
            lines += [f"### {card.id}", "", f"*{_facts(card)}*", "", posed.question, ""]
            lines += [
                "**Short answer.** " + posed.short_answer,
                "",
                "**Full answer.** " + _deeper(posed.full_answer),
                "",
            ]
            lines += [f"- {'**must** ' if idea.must else ''}{idea.idea}" for idea in card.rubric]
            lines += [f"- wrong: “{wrong.says}” {wrong.refutation}" for wrong in card.wrong_answers] + [""]
    return "\n".join(lines)


def _deeper(markdown: str) -> str:
    """Sub-headings of an answer stand under the card's own heading."""
    lines = markdown.split("\n")
    text = "\n".join(f"##{line}" if line.startswith("## ") else line for line in lines)
    return f"\n\n{text}" if text.startswith("#") else text


def _facts(card: Card) -> str:
    return f"{card.level} {LEVELS[card.level]}, {card.minutes:g} minutes, for {', '.join(card.roles)}"


def _rubric(card: Card, formula: Callable[..., str]) -> str:
    items = (f"<li>{'<b>must</b> ' if idea.must else ''}{_inline(idea.idea, formula)}</li>" for idea in card.rubric)
    return f"<ul>{''.join(items)}</ul>"


def _inline(text: str, formula: Callable[..., str] = mathml) -> str:
    return to_html(text, formula).strip().removeprefix("<p>").removesuffix("</p>")


def export_command(*, anki_file: str | None, sheet_file: str | None) -> int:
    """Write what was asked for; 0, or 1 if it can't be written."""
    bank = load()
    try:
        if anki_file is not None:
            Path(anki_file).write_text(anki(bank), encoding="utf-8", newline="\n")
        if sheet_file is not None:
            made = sheet_html(bank) if Path(sheet_file).suffix in (".html", ".htm") else sheet_markdown(bank)
            Path(sheet_file).write_text(made, encoding="utf-8", newline="\n")
    except OSError as error:
        print(f"posenc cards: {error}", file=sys.stderr)
        return 1
    return 0
