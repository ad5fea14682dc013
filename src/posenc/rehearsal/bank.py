"""The bank: every card that ships with posenc, by its id."""

from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable

from posenc.rehearsal.card import LEVELS, Card
from posenc.rehearsal.reading import read, to_card

TOPICS = ("blindness", "absolute", "relative", "rotary", "alibi", "masks", "extrapolation", "design")


class Bank(Mapping[str, Card]):
    """Cards by id, in the order of the course: by topic, then by level."""

    def __init__(self, cards: Mapping[str, Card]):
        self._cards = dict(sorted(cards.items(), key=lambda item: _place(item[1])))

    def __getitem__(self, id: str) -> Card:
        return self._cards[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def topic(self, topic: str) -> list[Card]:
        """The cards of one topic, rising in level."""
        return [card for card in self.values() if card.topic == topic]

    @property
    def topics(self) -> list[str]:
        """The topics that have a card, in the order of the course."""
        return list(dict.fromkeys(card.topic for card in self.values()))


def home() -> Traversable:
    """The folder of the cards that ship with posenc."""
    return resources.files("posenc.rehearsal") / "cards"


def load(folder: Traversable | None = None) -> Bank:
    """Read every card of a folder of topics. Raises: CardError for the first one that can't be read."""
    cards = {}
    for file in files(folder or home()):
        card = to_card(read(file.read_text(encoding="utf-8"), str(file)))
        cards[card.id] = card
    return Bank(cards)


def files(folder: Traversable) -> list[Traversable]:
    """The card files of a folder, `<topic>/<name>.md`, in the order of their names."""
    topics = sorted((entry for entry in folder.iterdir() if entry.is_dir()), key=lambda entry: entry.name)
    found = [file for topic in topics for file in topic.iterdir() if file.name.endswith(".md")]
    return sorted(found, key=str)


def _place(card: Card) -> tuple[int, int, str]:
    topic = TOPICS.index(card.topic) if card.topic in TOPICS else len(TOPICS)
    return topic, list(LEVELS).index(card.level) if card.level in LEVELS else len(LEVELS), card.id
