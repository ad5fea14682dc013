"""The last column of the course's comparison: what lies beyond the trained length, said from measurements."""

from posenc.lab.evaluation import MULTIPLES
from posenc.lab.results import Results
from posenc.lab.task import GUESSING, TASKS

HOLDS, FADES = 0.9, 0.5  # of what was above chance at the trained length, and is still there


def verdict(first: float, later: float) -> str:
    """One word for what is left of an accuracy: "holds", "fades" or "collapses".

    >>> verdict(0.87, 0.85), verdict(1.0, 0.8), verdict(1.0, 0.3)
    ('holds', 'fades', 'collapses')
    """
    left = (later - GUESSING) / max(first - GUESSING, 1e-9)
    return "holds" if left >= HOLDS else "fades" if left >= FADES else "collapses"


def beyond(results: Results, *, multiple: int = 4) -> dict[str, str]:
    """For each scheme of the comparison a sentence: the accuracy of each task at the trained length and farther out.

    A scheme without positions is the causal mask alone, since every model of the lab has that mask. Each scaling of
    rotary encoding has a sentence of its own, and is held against what the unscaled model does at the trained length.

    Raises: ValueError for a multiple that was not measured.
    """
    if multiple not in MULTIPLES[1:]:
        raise ValueError(f"multiple must be one of {MULTIPLES[1:]}, not {multiple!r}")
    schemes = dict.fromkeys(row.scheme for row in results.rows)
    found = {("causal" if scheme == "none" else scheme): (scheme, "plain") for scheme in schemes}
    if "rotary" in schemes:
        found |= {variant: ("rotary", variant) for variant in results.variants("rotary") if variant not in _NO_SCHEME}
    return {name: _sentence(results, *where, multiple) for name, where in found.items()}


_NO_SCHEME = ("plain", "window", "slow_pairs", "fast_pairs")  # not among the schemes of the comparison


def _sentence(results: Results, scheme: str, variant: str, multiple: int) -> str:
    parts = []
    for task in TASKS:
        first = results.accuracy(scheme, task).mean(axis=0)[0]
        later = results.accuracy(scheme, task, variant=variant).mean(axis=0)[MULTIPLES.index(multiple)]
        parts.append(f"{task} {verdict(first, later)} ({first:.2f} → {later:.2f})")
    return f"at {multiple}×: " + ", ".join(parts)
