"""What lesson 07 shows beside the results: accuracy by position, fine-tuning, T5's trap; and the weights it ships.

`python -m posenc.lab.studies` computes all of it anew, in minutes, and writes it to `shipped/`.
"""

import json
import multiprocessing
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from posenc.lab.encodings import ENCODINGS, t5
from posenc.lab.evaluation import MULTIPLES, accuracies, examine
from posenc.lab.results import libraries
from posenc.lab.settings import LESSON, Settings
from posenc.lab.task import TASKS
from posenc.lab.training import Trained, train
from posenc.lab.variants import scalings, variants

SEEDS = (0, 1, 2)
BAND = 16  # tokens that are averaged over in accuracies by position
LONGEST = MULTIPLES[-1] * LESSON.length
FINE_TUNING = Settings(length=LONGEST, steps=25, learning_rate=2e-3)
FINE_TUNED = ("plain", "linear", "yarn")
T5_DISTANCES = (LESSON.length, LONGEST)
SHIPPED = Path(__file__).parent / "shipped"

Shares = dict[str, Any]  # by task


def edges(length: int) -> list[int]:
    """Where the bands of a log of this length begin, and where the last one ends."""
    return list(range(0, length + 1, BAND))


def by_position(trained: Trained, *, window: int | None = None) -> dict[str, Shares]:
    """For each length and task the accuracy in each band."""
    lengths = [multiple * trained.settings.length for multiple in MULTIPLES]
    answers = {length: examine(trained, length, window=window) for length in lengths}
    return {
        str(length): {task: _rounded(each.by_position(task, edges(length))) for task in TASKS}
        for length, each in answers.items()
    }


def fine_tuned(trained: Trained, *, seed: int = 0, names: Sequence[str] = FINE_TUNED) -> dict[str, Shares]:
    """Accuracies after a few steps on the longest logs, by the frequencies under which rotary weights take them."""
    under = {"plain": trained} | {name: trained.under(each) for name, each in scalings(LESSON).items()}
    tuned = {name: train(under[name].encoding, FINE_TUNING, seed=seed, start=under[name]) for name in names}
    return {name: _accuracies(replace(each, settings=trained.settings)) for name, each in tuned.items()}


def t5_trap(*, seed: int = 0) -> dict[str, dict[str, Any]]:
    """T5 with buckets up to the trained length, and past it: accuracies, and what each bucket has learned."""
    told = {}
    for distance in T5_DISTANCES:
        trained = train(t5(LESSON, max_distance=distance), seed=seed)
        told[str(distance)] = {"accuracy": _accuracies(trained), "buckets": _rounded(trained.weights["buckets"])}
    return told


def study(seed: int) -> tuple[dict[str, Any], dict[str, Trained]]:
    """Everything for one seed, and the models of all schemes."""
    models = {scheme: train(scheme, seed=seed) for scheme in ENCODINGS}
    positions = {
        scheme: {
            name: by_position(each.of(trained), window=each.window) for name, each in variants(scheme, LESSON).items()
        }
        for scheme, trained in models.items()
    }
    told = {
        "by_position": positions,
        "fine_tuning": fine_tuned(models["rotary"], seed=seed),
        "t5_trap": t5_trap(seed=seed),
    }
    return told, models


def write_studies(folder: Path = SHIPPED) -> None:
    """Study every seed and write `studies.json`; write the first one's weights to `weights.npz` in float16."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        studied = pool.map(_study_and_weights, SEEDS, chunksize=1)
    head = {
        "version": 1,
        "settings": asdict(LESSON),
        "fine_tuning_settings": asdict(FINE_TUNING),
        "libraries": libraries(),
        "band": BAND,
    }
    told = head | {"seeds": {str(seed): each for seed, (each, _) in zip(SEEDS, studied, strict=True)}}
    (folder / "studies.json").write_text(json.dumps(told) + "\n", encoding="utf-8")
    weights: dict[str, Any] = studied[0][1]
    np.savez_compressed(folder / "weights.npz", **weights)


def _study_and_weights(seed: int) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    told, models = study(seed)
    weights = {
        f"{scheme}/{name}": array for scheme, trained in models.items() for name, array in trained.weights.items()
    }
    return told, {name: array.astype(np.float16) for name, array in weights.items()}


def _accuracies(trained: Trained) -> Shares:
    return {task: _rounded(shares) for task, shares in accuracies(trained).items()}


def _rounded(shares: Iterable[Any]) -> Any:
    return np.round(np.asarray(shares, dtype=np.float64), 3).tolist()


if __name__ == "__main__":
    write_studies()
