"""What the front end paints: a plain record, made anew from the desk after each action."""

from dataclasses import dataclass, field
from html import escape
from typing import Any

from posenc.rehearsal.rendering import to_html, to_text


@dataclass(frozen=True)
class Button:
    """Something that the learner may do: its words, the key that does it too, and what is sent back."""

    label: str
    key: str
    do: str
    value: str | int | bool = ""
    main: bool = False  # drawn as the usual way on
    takes: str = ""  # "words": the field goes along; "ticks": the ticked ideas do


@dataclass(frozen=True)
class View:
    """One step: a title, blocks of HTML, a field, ideas to tick, and buttons."""

    step: str  # changes with every step: focus moves, and a draft in the field belongs to it
    title: str
    facts: str = ""
    blocks: tuple[tuple[str, str], ...] = ()  # style and HTML
    label: str = ""  # of the field; "" without one
    number: bool = False  # the field takes one line
    ticks: tuple[tuple[str, str], ...] = ()  # id and words
    buttons: tuple[Button, ...] = ()
    clock: dict[str, Any] | None = field(default=None)


def block(markdown: str, style: str = "", heading: str = "") -> tuple[str, str]:
    """A block of HTML from Markdown with formulas; nothing in it is taken for a tag."""
    above = f"<h4>{escape(heading)}</h4>" if heading else ""
    return style, above + to_html(markdown)


def plain_block(text: str, style: str = "", heading: str = "") -> tuple[str, str]:
    """A block of plain text, line by line, such as what the learner wrote."""
    above = f"<h4>{escape(heading)}</h4>" if heading else ""
    return style, f"{above}<div class='posenc-plain'>{escape(text)}</div>"


def tick(id: str, idea: str, must: bool) -> tuple[str, str]:
    """An idea unit as it stands beside its box."""
    return id, f"{to_text(idea)}{' (must)' if must else ''}"


def table(head: list[str], rows: list[list[str]], caption: str) -> str:
    """A table of plain words."""
    cells = "".join(f"<th scope='col'>{escape(word)}</th>" for word in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(word)}</td>' for word in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
