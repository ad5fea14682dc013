"""Cards as notes for Anki: a text file that it imports, and imports again to update."""

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import Card
from posenc.rehearsal.posing import pose
from posenc.rehearsal.rendering import escape, mathjax, to_html
from posenc.rehearsal.sheet import SEED, ideas

HEAD = ("separator:tab", "html:true", "notetype:Basic", "guid column:1", "deck column:2", "tags column:5")


def notes(bank: Bank) -> str:
    r"""One note a card: guid, deck, front, back, tags.

    The guid is made of the card's id, so that a changed card updates its note, and its review history stays.
    Formulas stand between \( and \), which Anki draws with MathJax.
    Source: Anki manual, "Text Files", file headers.
    """
    rows = ("\t".join(map(_field, _note(card))) for card in bank.values())
    return "\n".join([*(f"#{line}" for line in HEAD), *rows]) + "\n"


def _note(card: Card) -> tuple[str, ...]:
    posed = pose(card, SEED)
    texts = (escape(posed.solution), posed.short_answer, "---", posed.full_answer, ideas(card))
    back = to_html("\n\n".join(filter(None, texts)), mathjax)
    tags = f"posenc {card.topic} {card.level} {card.kind}"
    return f"posenc:{card.id}", f"posenc::{card.topic}", to_html(posed.question, mathjax), back, tags


def _field(text: str) -> str:
    return '"' + text.strip().replace("\t", "    ").replace('"', '""') + '"'
