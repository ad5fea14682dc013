"""All cards on one sheet to print: as Markdown, or as HTML that needs no network."""

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import LEVELS, Card, minutes
from posenc.rehearsal.posing import pose
from posenc.rehearsal.rendering import escape, to_html

SEED = 0  # numeric cards carry the numbers of this seed
TITLE = "Screen questions on position encodings"
STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.2; break-after: avoid; }
h3 { border-top: 1px solid #999; padding-top: .6rem; margin-top: 1.6rem; }
pre { overflow-x: auto; background: #f4f4f4; color: #111; padding: .5rem; }
p, li { orphans: 3; widows: 3; }
@media print { body { margin: 0; max-width: none; } }
"""


def markdown(bank: Bank) -> str:
    """The sheet as Markdown, formulas in LaTeX between dollar signs."""
    parts = [f"# {TITLE}"]
    for topic in bank.topics:
        parts += [f"## {topic.capitalize()}", *map(_card, bank.topic(topic))]
    return "\n\n".join(parts) + "\n"


def html(bank: Bank) -> str:
    """The sheet as a page, formulas in MathML, which browsers draw without a script."""
    head = f'<meta charset="utf-8">\n<title>{TITLE}</title>\n<style>{STYLE}</style>'
    body = to_html(markdown(bank))
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}</body>\n</html>\n'


def _card(card: Card) -> str:
    posed = pose(card, SEED)
    facts = f"*{card.level} {LEVELS[card.level]}, {minutes(card.minutes)}, for {', '.join(card.roles)}*"
    parts = [f"### {card.id}", facts, posed.question, "**Short answer**", escape(posed.solution), posed.short_answer]
    parts += ["**Full answer**", _deeper(posed.full_answer), "**Ideas**", ideas(card)]
    if card.wrong_answers:
        wrongs = "\n".join(f"- “{_line(wrong.says)}” {_line(wrong.refutation)}" for wrong in card.wrong_answers)
        parts += ["**Wrong answers**", wrongs]
    return "\n\n".join(filter(None, [*parts, f"Sources: {'; '.join(card.sources)}"]))


def ideas(card: Card) -> str:
    """The rubric as a list in Markdown."""
    return "\n".join(f"- {'**must:** ' if idea.must else ''}{idea.idea}" for idea in card.rubric)


def _deeper(text: str) -> str:
    """Sub-headings of an answer stand below the card's own heading."""
    return "\n".join(f"##{line}" if line.startswith("## ") else line for line in text.split("\n"))


def _line(text: str) -> str:
    return " ".join(text.split())
