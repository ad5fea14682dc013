"""`posenc cards check`: every card's form, links and evidence; one line a problem."""

import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

from posenc.rehearsal.bank import files, home
from posenc.rehearsal.card import LEVELS, Card
from posenc.rehearsal.evidence import evidence
from posenc.rehearsal.reading import CardError, CardFile, Problem, read, to_card
from posenc.rehearsal.structure import form

Pair = tuple[CardFile, Card]


def problems(folder: Traversable | None = None, *, run: bool = True) -> list[Problem]:
    """Everything that is wrong with the cards of a folder; with run=False, nothing is executed."""
    folder = folder or home()
    found: list[Problem] = []
    pairs: list[Pair] = []
    for file in files(folder):
        try:
            source = read(file.read_text(encoding="utf-8"), str(file))
        except (CardError, UnicodeDecodeError) as error:
            found.append(
                error.problem if isinstance(error, CardError) else Problem(str(file), 1, "not UTF-8", "save it so")
            )
            continue
        of_form = list(form(source))
        found += of_form
        if not of_form:
            pairs.append((source, to_card(source)))
    found += [*_ids(pairs, folder), *_links(pairs, folder), *_claims(pairs)]
    if run:
        found += [problem for source, card in pairs for problem in evidence(source, card)]
    return sorted(set(found))


def check_command() -> int:
    """Print each problem on a line, and how many there are; 0 if there is none, else 1."""
    found = problems()
    for problem in found:
        print(problem, file=sys.stderr)
    count = len(files(home()))
    print(f"{count} cards, {len(found)} problems")
    return 1 if found else 0


def known_claims() -> dict[str, int]:
    """The claims that cards may name."""
    return names(resources.files("posenc.rehearsal") / "claims.txt")


def names(file: Traversable) -> dict[str, int]:
    """The first word of each line of a list, with its line; what follows a # is passed over."""
    if not file.is_file():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    words = ((line.partition("#")[0].split(), number) for number, line in enumerate(lines, 1))
    return {parts[0]: number for parts, number in words if parts}


def _own_id(file: str) -> str:
    """The id that belongs to a file: its folder and its stem."""
    return ".".join(file.replace("\\", "/").removesuffix(".md").split("/")[-2:])


def _ids(pairs: list[Pair], folder: Traversable) -> Iterator[Problem]:
    ended = names(folder / "tombstones.txt")
    first: dict[str, CardFile] = {}
    for source, card in pairs:
        line = source.line("id")
        expected = _own_id(source.file)
        if card.id in first:
            what = f"the id {card.id!r} is taken by {first[card.id].file}"
            yield source.problem(line, what, "give one of them a new id")
        elif card.id != expected:
            yield source.problem(line, f"the id {card.id!r} is not that of its file", f"write {expected}, or move it")
        if card.id in ended:
            yield source.problem(line, f"the id {card.id!r} has ended (tombstones.txt)", "take one that was never used")
        first.setdefault(card.id, source)


def _links(pairs: list[Pair], folder: Traversable) -> Iterator[Problem]:
    pairs = [(source, card) for source, card in pairs if _own_id(source.file) == card.id]
    cards = {card.id: card for _, card in pairs}
    there = {_own_id(str(file)) for file in files(folder)}
    order = list(LEVELS)
    for source, card in pairs:
        for index, id in enumerate(card.follow_ups):
            line = source.line("follow_ups", index)
            if id not in cards:
                if id not in there:  # a broken file has its own line
                    yield source.problem(line, f"the follow-up {id!r} is no card", "mend the id, or write the card")
            elif order.index(cards[id].level) < order.index(card.level):
                what = f"the follow-up {id!r} falls from {card.level} to {cards[id].level}"
                yield source.problem(line, what, "follow up with a card of the same level or a higher one")
            elif card.id in _reached(cards, id):
                what = f"the follow-up {id!r} leads back to this card"
                yield source.problem(line, what, "break the circle")


def _reached(cards: dict[str, Card], start: str) -> set[str]:
    reached, todo = set(), [start]
    while todo:
        id = todo.pop()
        if id in cards and id not in reached:
            reached.add(id)
            todo += cards[id].follow_ups
    return reached


def _claims(pairs: list[Pair]) -> Iterator[Problem]:
    known = known_claims()
    for source, card in pairs:
        for index, claim in enumerate(card.claims):
            if claim not in known:
                yield source.problem(source.line("claims", index), f"the claim {claim!r} is unknown", "see claims.txt")
