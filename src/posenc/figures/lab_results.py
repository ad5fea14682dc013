"""The picture of a results file: every scheme, or the variants of one."""

from pathlib import Path

from posenc.figures.accuracy_by_length import accuracy_by_length
from posenc.figures.picture import Picture
from posenc.lab.encodings import ENCODINGS
from posenc.lab.evaluation import MULTIPLES
from posenc.lab.results import Results
from posenc.lab.task import TASKS


def schemes_picture(results: Results) -> Picture:
    """A panel for each scheme that was trained, under its own encoding.

    Raises: ValueError for results without a row.
    """
    there = {row.scheme for row in results.rows}
    return accuracy_by_length(
        MULTIPLES,
        {scheme: {task: results.accuracy(scheme, task) for task in TASKS} for scheme in ENCODINGS if scheme in there},
    )


def variants_picture(results: Results, scheme: str = "rotary") -> Picture:
    """A panel for each variant of one scheme: the same weights, used otherwise.

    Raises: ValueError if the scheme was not trained.
    """
    return accuracy_by_length(
        MULTIPLES,
        {
            variant: {task: results.accuracy(scheme, task, variant=variant) for task in TASKS}
            for variant in results.variants(scheme)
        },
    )


def save_schemes_picture(results: Results, path: Path) -> None:
    """Write the picture of all schemes as a PNG file."""
    path.write_bytes(schemes_picture(results).png())
