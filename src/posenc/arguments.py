"""What the arguments of a command may be; what else is given gets a sentence."""

import argparse
from collections.abc import Callable
from datetime import date


def listed(text: str) -> list[str]:
    """Names between commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def day(text: str) -> date:
    """A day, as 2026-12-24."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written 2026-12-24, not {text!r}") from None


def counting(least: int) -> Callable[[str], int]:
    """A parser of whole numbers that are not below `least`."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} on, not {text!r}")
        return int(text)

    return number


def seconds(text: str) -> float:
    """A time in seconds, above 0."""
    try:
        if 0 < float(text) < float("inf"):
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")


def port(text: str) -> int:
    """A port to serve on."""
    if not (text.isascii() and text.isdigit() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)
