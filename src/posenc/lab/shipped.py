"""What was measured and trained beforehand, three seeds of everything: for lessons, which can't wait for minutes."""

import json
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc.lab.results import Results, read_results
from posenc.lab.settings import LESSON
from posenc.lab.training import Trained, find_encoding

_FOLDER = files("posenc.lab") / "shipped"


def results() -> Results:
    """Every scheme and variant; `posenc train --seeds 3` computes them anew.

    >>> results().accuracy("rotary", "back").shape
    (3, 4)
    """
    with as_file(_FOLDER / "results.json") as path:
        return read_results(path)


def trained(scheme: str) -> Trained:
    """The model of seed 0, its weights rounded to float16: to be looked into, or used under other encodings.

    Raises: ValueError for an unknown scheme.

    >>> trained("learned").weights["rows"].shape
    (32, 32)
    """
    encoding = find_encoding(scheme, LESSON)
    with as_file(_FOLDER / "weights.npz") as path, np.load(path) as arrays:
        names = [name for name in arrays.files if name.partition("/")[0] == scheme]
        weights = {name.partition("/")[2]: arrays[name].astype(LESSON.precision) for name in names}
    return Trained(encoding, LESSON, weights, np.empty(0))


def by_position(
    scheme: str, task: str, length: int, *, variant: str = "plain", told: dict[str, Any] | None = None
) -> NDArray[np.float64]:
    """Accuracy along logs of this length, averaged over bands of 16 tokens: `(seeds, bands)`.

    `told`, from `studies`, spares reading the file once more.

    Raises: KeyError if nothing of the kind was measured.

    >>> by_position("rotary", "back", 64).shape
    (3, 4)
    """
    seeds = (studies() if told is None else told)["seeds"].values()
    return np.array([each["by_position"][scheme][variant][str(length)][task] for each in seeds])


def studies() -> dict[str, Any]:
    """What `posenc.lab.studies` found: for each of the `seeds` by_position, fine_tuning and t5_trap.

    >>> list(studies()["seeds"]["0"]["fine_tuning"])
    ['plain', 'linear', 'yarn']
    """
    told: dict[str, Any] = json.loads((_FOLDER / "studies.json").read_text(encoding="utf-8"))
    return told
