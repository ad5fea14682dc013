"""What a session, or all of them, came to: recall by topic, calibration by confidence, time, ideas missed."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import Idea
from posenc.rehearsal.events import CONFIDENCES, Event, rehearsed


@dataclass
class Tally:
    """Counts of graded answers: how many, how many complete, ideas said and asked for, seconds taken and given."""

    answers: int = 0
    complete: int = 0
    late: int = 0
    said: int = 0
    ideas: int = 0
    seconds: float = 0.0
    allowed: float = 0.0

    @property
    def recall(self) -> float | None:
        """The share of idea units said, from 0 to 1; of right numbers if only numbers were asked; None of nothing."""
        if self.ideas:
            return self.said / self.ideas
        return self.complete / self.answers if self.answers else None

    def add(self, event: Event) -> None:
        """Count one graded answer."""
        self.answers += 1
        self.complete += event["grade"] != "again"
        self.late += event["late"]
        if event["by"] == "self":
            self.said += len(event["ticked"])
            self.ideas += len(event["ticked"]) + len(event["missed"])
        self.seconds += event["seconds"]
        self.allowed += 60 * event["minutes"]


@dataclass
class Report:
    """The report that ends a session."""

    topics: dict[str, Tally] = field(default_factory=dict)
    bands: dict[int, Tally] = field(default_factory=dict)  # by confidence; answers that were ventured
    missed: list[tuple[str, Idea]] = field(default_factory=list)  # card id and idea, musts first
    unknown: int = 0  # how often "I don't know"
    whole: Tally = field(default_factory=Tally)


def report(events: Iterable[Event], bank: Bank) -> Report:
    """Fold graded answers into a report: all of a log, or `Session.graded`."""
    made = Report()
    for event in rehearsed(events):
        if event["kind"] != "rehearsal graded":
            continue
        made.whole.add(event)
        made.topics.setdefault(event["topic"], Tally()).add(event)
        if event["confidence"] in CONFIDENCES:
            made.bands.setdefault(event["confidence"], Tally()).add(event)
        else:
            made.unknown += 1
        card = bank.get(event["card"])
        ideas = card.rubric if card else ()
        made.missed += [(event["card"], idea) for idea in ideas if idea.id in event["missed"]]
    made.bands = dict(sorted(made.bands.items()))
    made.missed.sort(key=lambda pair: not pair[1].must)
    return made
