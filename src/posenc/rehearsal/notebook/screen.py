"""The two screen questions that end a lesson, from the bank, without their answers."""

from dataclasses import dataclass
from html import escape

from posenc.rehearsal.bank import load
from posenc.rehearsal.card import Card, minutes
from posenc.rehearsal.rendering import to_html, to_text

SCREENS = {
    "blindness": ("blindness.shuffle", "blindness.softmax_settles"),
    "absolute": ("absolute.implement_sinusoid", "absolute.dot_product_decay"),
    "relative": ("relative.absolute_or_relative", "relative.roll_test"),
    "rotary": ("rotary.one_minute", "rotary.decay"),
    "alibi": ("alibi.one_sentence", "alibi.key_form"),
    "masks": ("masks.prefix_orders", "masks.vision_resize"),
    "extrapolation": ("extrapolation.slow_pairs", "extrapolation.flat_loss"),
}


@dataclass(frozen=True)
class Questions:
    """Questions as a lesson shows them, each with the call that rehearses it."""

    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        """One paragraph a question."""
        return "\n\n".join(
            f"{place}. {to_text(card.question)}\n   {_how(card)}" for place, card in enumerate(self.cards, 1)
        )

    def _repr_html_(self) -> str:
        items = (
            f"<li>{to_html(card.question)}<p><small>{escape(minutes(card.minutes))}; "
            f"<code>{escape(_call(card))}</code></small></p></li>"
            for card in self.cards
        )
        return f"<ol>{''.join(items)}</ol>"


def screen(topic: str) -> Questions:
    """Show the two screen questions of a lesson. Raises: ValueError for a topic without them."""
    if topic not in SCREENS:
        raise ValueError(f"topic must be among {', '.join(SCREENS)}, not {topic!r}")
    bank = load()
    return Questions(tuple(bank[card] for card in SCREENS[topic]))


def _how(card: Card) -> str:
    return f"({minutes(card.minutes)}; {_call(card)})"


def _call(card: Card) -> str:
    return f'rehearse(card="{card.id}")'
