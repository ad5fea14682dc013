"""What the lab measured: small models, three seeds of each, up to 8 times the trained length."""

import numpy as np

from posenc.lab import shipped
from posenc.rehearsal.experiment import Experiment


def _lab(scheme: str, task: str, multiple: int, variant: str = "plain") -> float:
    """Mean accuracy of three seeds in per cent, at 1, 2, 4 or 8 times the trained length."""
    column = (1, 2, 4, 8).index(multiple)
    return float(shipped.results().accuracy(scheme, task, variant=variant)[:, column].mean() * 100)


def sinusoidal_trained() -> float:
    """The lab: `back` under sinusoids at the trained length."""
    return _lab("sinusoidal", "back", 1)


def sinusoidal_doubled() -> float:
    """The same at twice that length."""
    return _lab("sinusoidal", "back", 2)


def rotary_eightfold() -> float:
    """The lab: `last` under plain rotary at 8 times the trained length."""
    return _lab("rotary", "last", 8)


def rotary_window() -> float:
    """The same when nothing beyond the trained length can be attended to."""
    return _lab("rotary", "last", 8, "window")


def slow_divided() -> float:
    """The lab: `last` at 8 times the length with the frequencies of the slow pairs divided by 8."""
    return _lab("rotary", "last", 8, "slow_pairs")


def fast_divided() -> float:
    """The same with the frequencies of the fast pairs divided by 8."""
    return _lab("rotary", "last", 8, "fast_pairs")


def interpolated_back() -> float:
    """The lab: `back` at the trained length under position interpolation by 8, without fine-tuning."""
    return _lab("rotary", "back", 1, "linear")


def yarn_tuned_back() -> float:
    """The lab: `back` at 8 times the length under YaRN, after a few steps of fine-tuning."""
    return _tuned("yarn")


def plain_tuned_back() -> float:
    """The same under plain frequencies."""
    return _tuned("plain")


def _tuned(name: str) -> float:
    seeds = shipped.studies()["seeds"].values()
    return float(np.mean([each["fine_tuning"][name]["back"][-1] for each in seeds]) * 100)


def alibi_last() -> float:
    """The lab: `last` under ALiBi at 8 times the trained length."""
    return _lab("alibi", "last", 8)


def alibi_last_window() -> float:
    """The same when nothing beyond the trained length can be attended to."""
    return _lab("alibi", "last", 8, "window")


def alibi_head_window() -> float:
    """The lab: `head` under the same window."""
    return _lab("alibi", "head", 8, "window")


def slow_pairs_mend() -> Experiment:
    """The lab's rotary models at 8 times their length, with only slow or only fast pairs divided by 8."""
    return Experiment(
        "Dividing the slow pairs mends most of the loss; dividing the fast ones mends none.",
        (f"`last`: plain {rotary_eightfold():.0f} %, slow {slow_divided():.0f} %, fast {fast_divided():.0f} %.",),
        slow_divided() > rotary_eightfold() + 20 > fast_divided() + 10,
    )


def plain_rotary_fails() -> Experiment:
    """The lab's rotary models at 8 times their length, untouched."""
    trained, far = _lab("rotary", "last", 1), rotary_eightfold()
    return Experiment(
        "That a formula accepts position 32000 does not make the model use it.",
        (f"The lab's `last`: {trained:.0f} % at the trained length, {far:.0f} % at 8 times.",),
        far < trained - 20,
    )


def flat_is_not_used() -> Experiment:
    """The lab's ALiBi models at 8 times their length, with a window of the trained length and without."""
    return Experiment(
        "A task that needs little reach stays flat with the far tokens cut off.",
        (
            f"`last`: {alibi_last():.0f} %, and {alibi_last_window():.0f} % with a window of the trained length.",
            f"`head`, which needs the far end: {alibi_head_window():.0f} % under the same window.",
        ),
        abs(alibi_last() - alibi_last_window()) < 3 and alibi_head_window() < 50,
    )
