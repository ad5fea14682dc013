"""A card: one question of a screen, with its answers, its rubric and the wrong answers that it meets."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

LEVELS = {"L1": "Screen", "L2": "Working", "L3": "Senior"}  # in rising order


@dataclass(frozen=True)
class Idea:
    """One idea unit of a rubric; an answer that misses a `must` is asked again."""

    id: str
    idea: str
    must: bool = False


@dataclass(frozen=True)
class WrongAnswer:
    """What people say, why it is wrong, and the name of the experiment that shows it."""

    id: str
    says: str
    refutation: str
    experiment: str


@dataclass(frozen=True)
class Card:
    """A question as its file holds it: the front matter, and the text under the three headings in Markdown.

    >>> Card("rotary.pairs", 1, "L1", "open", minutes=3).topic
    'rotary'
    """

    id: str
    version: int
    level: str
    kind: str
    minutes: float
    roles: tuple[str, ...] = ()
    rubric: tuple[Idea, ...] = ()
    wrong_answers: tuple[WrongAnswer, ...] = ()
    follow_ups: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    confused_with: tuple[str, ...] = ()
    generator: str = ""
    question: str = ""
    short_answer: str = ""
    full_answer: str = ""

    @property
    def topic(self) -> str:
        """The folder that the card stands in."""
        return self.id.partition(".")[0]

    @property
    def machine_checked(self) -> bool:
        """Whether the answer is a number that the kit checks; every other answer is self-graded."""
        return self.kind == "numeric"

    def complete(self, said: Collection[str]) -> bool:
        """Whether every idea that must be said is among those that were."""
        return all(idea.id in said for idea in self.rubric if idea.must)

    def wrong_answer(self, id: str) -> WrongAnswer:
        """The wrong answer of that id; raise KeyError if the card has none."""
        return {wrong.id: wrong for wrong in self.wrong_answers}[id]


def minutes(count: float) -> str:
    """A time in words.

    >>> minutes(1), minutes(2.5)
    ('1 minute', '2.5 minutes')
    """
    return f"{count:g} minute{'' if count == 1 else 's'}"


def sort_levels(levels: Iterable[str]) -> list[str]:
    """Levels in rising order. Raises: ValueError for one that does not exist."""
    given = set(levels)
    if unknown := sorted(given - set(LEVELS)):
        raise ValueError(f"levels must be among {', '.join(LEVELS)}, not {', '.join(unknown)}")
    return [level for level in LEVELS if level in given]
