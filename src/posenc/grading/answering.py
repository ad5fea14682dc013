"""What can come of a call in the child process, if not an answer."""

from typing import Any

Piece = tuple[int, str]  # a statement's first line in its cell, and its text
LONGEST = 400  # characters of an error's words


class GoneError(Exception):
    """There will be no more answers; the words say why."""


class OutOfTimeError(GoneError):
    """The exercise's time is up."""


class ChangedInputError(Exception):
    """The function wrote into its inputs."""


class OtherAnswerError(TypeError):
    """The function returned what is no number, text, or sequence of those."""


class LearnerError(Exception):
    """What the learner's function raised: `name` is the error's type."""

    def __init__(self, name: str, words: str) -> None:
        """Keep the two apart: the name decides, the words are for reading."""
        super().__init__(words)
        self.name = name


# A property may ask for one of these; the rest are told apart by their names alone.
TYPED: dict[str, type[LearnerError]] = {
    kind.__name__: type(kind.__name__, (LearnerError, kind), {})
    for kind in (ValueError, TypeError, IndexError, KeyError, ZeroDivisionError, OverflowError)
}


def error_told(said: Any, pieces: list[Piece]) -> LearnerError | None:
    """An error as the child tells it, if it tells one: nothing of it is believed but a few plain values."""
    if not isinstance(said, dict) or not isinstance(said.get("error"), str):
        return None
    name, words = said["error"][:80], said.get("words")
    told = f"{name}: {words[:LONGEST] if isinstance(words, str) else ''}"
    return TYPED.get(name, LearnerError)(name, told + _line(said.get("place"), pieces))


def _line(place: Any, pieces: list[Piece]) -> str:
    """The learner's own line that an error came from; its number is that in the cell."""
    if not (isinstance(place, list) and len(place) == 2 and all(type(number) is int for number in place)):
        return ""
    piece, number = place
    if not 0 <= piece < len(pieces):
        return ""
    first, source = pieces[piece]
    lines = source.split("\n")
    text = lines[number - 1].strip() if 1 <= number <= len(lines) else ""
    return f"\nin line {first + number - 1}: {text[:200]}" if text else ""
