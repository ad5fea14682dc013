"""The gallery of wrong answers with their experiments, and an answer marked by a card's rubric: text for a lesson."""

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from posenc.rehearsal.bank import load
from posenc.rehearsal.card import Card
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.named import find
from posenc.rehearsal.rendering import to_html, to_text


@dataclass(frozen=True)
class Refutation:
    """A wrong answer, what refutes it, and the experiment that was just run."""

    says: str
    refutation: str
    experiment: Experiment

    def __repr__(self) -> str:
        """A line each."""
        lines = "\n".join(f"  {line}" for line in self.experiment.lines)
        says = f"Someone says: “{to_text(self.says)}”\n{to_text(self.refutation)}"
        return f"{says}\n{to_text(self.experiment.shows)}\n{lines}"

    def _repr_html_(self) -> str:
        lines = "\n".join(map(escape, self.experiment.lines))
        shows = escape(to_text(self.experiment.shows))
        said = to_html(f"Someone says: “{self.says}”\n\n{self.refutation}")
        return f"{said}<p><b>{shows}</b></p><pre>{lines}</pre>"


def refute(card: str, wrong: str) -> Refutation:
    """Run the experiment of a card's wrong answer. Raises: ValueError for a card or a wrong answer that is none."""
    answers = {answer.id: answer for answer in _card(card).wrong_answers}
    if wrong not in answers:
        raise ValueError(f"wrong must be one of {card}: {', '.join(answers) or 'it has none'}; not {wrong!r}")
    answer = answers[wrong]
    return Refutation(answer.says, answer.refutation, find(answer.experiment, "experiments")())


def wrong_answers(card: str = "") -> str:
    """List a card's wrong answers, or all of the bank. Raises: ValueError for a card that is none."""
    cards = [_card(card)] if card else list(load().values())
    return "\n".join(f"{one.id}  {wrong.id}: {to_text(wrong.says)}" for one in cards for wrong in one.wrong_answers)


def marked(card: Card, said: Collection[str]) -> str:
    """Mark an answer by a card's rubric: a line for each idea unit, and the grade if it came in time.

    Raises: ValueError for an idea that the card does not have.
    """
    if unknown := sorted(set(said) - {idea.id for idea in card.rubric}):
        raise ValueError(f"said must be ideas of {card.id}, not {', '.join(unknown)}")
    lines = [
        f"[{'x' if idea.id in said else ' '}] {to_text(idea.idea)}{' (must)' if idea.must else ''}"
        for idea in card.rubric
    ]
    return "\n".join([*lines, f"grade: {'good, if in time' if card.complete(said) else 'again'}"])


def _card(id: str) -> Card:
    bank = load()
    if id not in bank:
        raise ValueError(f"card must be one of the bank, not {id!r}")
    return bank[id]
