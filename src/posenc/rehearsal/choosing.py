"""What comes today: due cards first, then new ones, as many as fit the minutes, topics mixed."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from posenc.rehearsal.acting import with_follow_up
from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import LEVELS, Card
from posenc.rehearsal.spacing import Schedule

NUMERIC = 2  # a mock screen has so many numeric cards at most: they are short, and would fill every gap


def plan(
    bank: Bank,
    schedule: Schedule,
    today: date,
    *,
    mode: str,
    minutes: float,
    topics: Collection[str],
    levels: Collection[str],
    card: str,
    seed: int,
) -> list[str]:
    """The cards of a session of one mode: "daily", "mock", or "card", which is that card alone.

    Raises: ValueError for a mode, topic, level or card that does not exist, or minutes not above 0.
    """
    if not minutes > 0:
        raise ValueError(f"minutes must be above 0, not {minutes}")
    if mode == "daily":
        return choose(bank, schedule, today, minutes=minutes, topics=topics, levels=levels, seed=seed)
    if mode == "mock":
        return mock(bank, schedule, minutes=minutes, topics=topics, levels=levels, seed=seed)
    if mode != "card":
        raise ValueError(f"mode must be daily, mock or card, not {mode!r}")
    if card not in bank:
        raise ValueError(f"card must be one of the bank, not {card!r}")
    return [card]


def choose(
    bank: Bank,
    schedule: Schedule,
    today: date,
    *,
    minutes: float = 20,
    topics: Collection[str] = (),
    levels: Collection[str] = (),
    seed: int = 0,
) -> list[str]:
    """The cards of a day's session: due ones by urgency, then new ones, the lower levels first.

    Each is counted with its shortest follow-up. No topics, or no levels, means all of them. At least one
    card comes if there is a due or new one, however few the minutes.
    """
    draw = random.Random(seed)
    offered = [card for card in among(bank, topics, levels) if _is_open(schedule, card, today)]
    ranked = sorted(offered, key=lambda card: (_urgency(schedule, card, today), draw.random()))
    return [card.id for card in interleave(_fitting(bank, ranked, minutes))]


def mock(
    bank: Bank,
    schedule: Schedule,
    *,
    minutes: float = 20,
    topics: Collection[str] = (),
    levels: Collection[str] = (),
    seed: int = 0,
) -> list[str]:
    """The cards of a mock screen, due or not: weak ones first, balanced by topic, then by level and kind.

    What minutes are left go to longer chains of follow-ups.
    """
    draw = random.Random(seed)
    left = sorted(among(bank, topics, levels), key=lambda card: (_weakness(schedule, card), draw.random()))
    chosen: list[Card] = []
    taken: Counter[str] = Counter()
    while fit := [card for card in left if with_follow_up(bank, card) <= minutes or not chosen]:
        card = min(fit, key=lambda card: (taken[card.topic], taken[card.level] + taken[card.kind]))
        left.remove(card)
        chosen.append(card)
        minutes -= with_follow_up(bank, card)
        taken.update([card.topic, card.level, card.kind])
        if taken["numeric"] == NUMERIC:
            left = [card for card in left if not card.machine_checked]
    return [card.id for card in interleave(chosen)]


def among(bank: Bank, topics: Collection[str] = (), levels: Collection[str] = ()) -> list[Card]:
    """The cards of these topics and levels. Raises: ValueError for a topic or a level that no card has."""
    for name, given, known in (("topics", topics, bank.topics), ("levels", levels, LEVELS)):
        if unknown := sorted(set(given) - set(known)):
            raise ValueError(f"{name} must be among {', '.join(known)}, not {', '.join(unknown)}")
    return [
        card for card in bank.values() if (not topics or card.topic in topics) and (not levels or card.level in levels)
    ]


def interleave(cards: Sequence[Card]) -> list[Card]:
    """Mix topics: no two neighbours share one, unless one topic has more than half of all that is left.

    Among the others, schemes that are easily confused come next to each other, so that they are told apart.
    """
    left, mixed = list(cards), list[Card]()
    last: Card | None = None
    while left:
        count = Counter(card.topic for card in left)
        topic, most = max(count.items(), key=lambda item: (item[1], last is not None and item[0] == last.topic))
        forced = 2 * most > len(left) and (last is None or topic != last.topic)
        fit = [card for card in left if card.topic == topic] if forced else left
        best = min(fit, key=lambda card: (last is not None and card.topic == last.topic, -_alike(last, card)))
        left.remove(best)
        mixed.append(best)
        last = best
    return mixed


def _alike(one: Card | None, other: Card) -> int:
    """How many schemes two cards have in common among those that are easily confused."""
    if one is None:
        return 0
    return len({one.topic, *one.confused_with} & {other.topic, *other.confused_with})


def _is_open(schedule: Schedule, card: Card, today: date) -> bool:
    due = schedule.due(card.id)
    return due is None or due <= today


def _urgency(schedule: Schedule, card: Card, today: date) -> tuple[int, int, int]:
    """Sure wrong answers, then what is due the longest, then new cards by level."""
    due = schedule.due(card.id)
    if due is None:
        return 1, list(LEVELS).index(card.level), 0
    return 0, 0 if schedule.standings[card.id].returns else 1, (due - today).days


def _weakness(schedule: Schedule, card: Card) -> int:
    standing = schedule.standings.get(card.id)
    return 1 if standing is None else {"again": 0, "hard": 2, "good": 2 + standing.step}[standing.grade]


def _fitting(bank: Bank, ranked: Iterable[Card], minutes: float) -> list[Card]:
    """The first ones that fit the minutes with a follow-up each; a smaller one further down may fill the rest."""
    chosen: list[Card] = []
    left = minutes
    for card in ranked:
        if with_follow_up(bank, card) <= left or not chosen:
            chosen.append(card)
            left -= with_follow_up(bank, card)
    return chosen
