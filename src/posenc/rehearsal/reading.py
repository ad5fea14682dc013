"""One card file taken apart: front matter, headings, and on which line each thing stands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from posenc.rehearsal.card import Card, Idea, WrongAnswer

HEADINGS = ("Question", "Short answer", "Full answer")
Path = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Problem:
    """What is wrong with a file, on one line: where, what, and how to mend it."""

    file: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}; {self.mend}"


class CardError(ValueError):
    """A card that can't be read; the message is its first `Problem`."""

    def __init__(self, problem: Problem):
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True)
class CardFile:
    """A card's file: its front matter as data, the text under each heading, and their lines, counted from 1."""

    file: str
    front: dict[str, Any]
    sections: dict[str, str]
    section_lines: dict[str, int]  # the line of the heading; the text begins on the next
    blank_lines: dict[str, int]  # how many empty lines follow the heading
    lines: dict[Path, int] = field(repr=False)

    def line(self, *path: str | int) -> int:
        """The line of a value in the front matter, or of the nearest thing around it that has one.

        >>> read("---\\nid: a.b\\nrubric:\\n  - {id: x, idea: y}\\n---\\n# Question\\n", "a.md").line("rubric", 0, "id")
        4
        """
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]

    def problem(self, line: int, what: str, mend: str) -> Problem:
        """A problem in this file."""
        return Problem(self.file, line, what, mend)


def read(text: str, file: str) -> CardFile:
    """Take a card's text apart; `file` names it in messages. Raises: CardError."""
    lines = text.splitlines()
    fences = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
    if len(fences) < 2 or fences[0] != 0:
        raise CardError(Problem(file, 1, "no front matter", "begin with '---', the card's data and another '---'"))
    front, places = _front_matter("\n".join(lines[1 : fences[1]]), file)
    sections: dict[str, list[str]] = {}
    section_lines: dict[str, int] = {}
    heading = ""
    for number, line in _outside_code(lines, fences[1] + 1):
        if number is not None and (match := re.fullmatch(r"# (.*?)\s*", line)):
            heading = match[1]
            if heading in sections:
                raise CardError(Problem(file, number, f"a second heading '# {heading}'", "keep one of them"))
            sections[heading], section_lines[heading] = [], number
        else:
            sections.setdefault(heading, []).append(line)
    texts = {name: "\n".join(body).strip("\n") for name, body in sections.items()}
    blank = {name: next((n for n, line in enumerate(body) if line), 0) for name, body in sections.items()}
    return CardFile(file, front, texts, section_lines, blank, places)


def to_card(source: CardFile) -> Card:
    """The card of a file. Raises: CardError if a required part is missing or of the wrong kind."""
    for heading in HEADINGS:
        if heading not in source.sections:
            raise CardError(source.problem(1, f"no heading '# {heading}'", "add it, with its text under it"))
    fields: dict[str, Any] = {heading.lower().replace(" ", "_"): source.sections[heading] for heading in HEADINGS}
    for name, value in source.front.items():
        fields[name] = tuple(value) if isinstance(value, list) else value
    try:
        fields["rubric"] = tuple(Idea(**idea) for idea in fields.get("rubric", ()))
        fields["wrong_answers"] = tuple(WrongAnswer(**wrong) for wrong in fields.get("wrong_answers", ()))
        return Card(**fields)
    except TypeError as error:  # a field is missing, or there is one too many
        what = str(error).replace("Card.__init__() ", "").replace("__init__() ", "")
        raise CardError(source.problem(1, what, "compare with card.schema.json")) from None


def _front_matter(text: str, file: str) -> tuple[dict[str, Any], dict[Path, int]]:
    # Safe both, and the first is fast.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose(text, Loader=loader)
        data = yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = str(getattr(error, "problem", None) or error).splitlines()[0]
        raise CardError(Problem(file, (mark.line if mark else 0) + 2, f"no YAML ({what})", "mend its syntax")) from None
    if not isinstance(data, dict) or not isinstance(node, yaml.MappingNode):
        raise CardError(Problem(file, 2, "the front matter is no list of 'name: value'", "write it as YAML"))
    return data, dict(_places(node, (), file))


def _places(node: yaml.Node, path: Path, file: str) -> Iterable[tuple[Path, int]]:
    """Each path in the YAML with its line in the file, where line 1 is the first fence."""
    yield path, node.start_mark.line + 2
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            line = key.start_mark.line + 2
            if key.value in seen:
                raise CardError(Problem(file, line, f"{key.value!r} stands there twice", "keep one of them"))
            seen.add(key.value)
            yield from _places(value, (*path, key.value), file)
            yield (*path, key.value), line
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _places(value, (*path, index), file)


def _outside_code(lines: list[str], start: int) -> Iterable[tuple[int | None, str]]:
    """The lines from `start` on with their numbers; without one inside a fenced block, where '#' is no heading."""
    fence = ""
    for number, line in enumerate(lines[start:], start + 1):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        yield (None if fence or mark else number), line
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence):
            fence = ""
