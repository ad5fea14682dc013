"""What an experiment shows: the computed evidence against a wrong answer."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Experiment:
    """One experiment's outcome.

    shows: one sentence; lines: what a reader sees, computed figures in words; refutes: whether the wrong
    answer is refuted, computed and never typed.

    >>> Experiment("Two and two are four.", ("2 + 2 = 4",), 2 + 2 == 4).refutes
    True
    """

    shows: str
    lines: tuple[str, ...]
    refutes: bool
