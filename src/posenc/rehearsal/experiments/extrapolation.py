"""Beyond the trained length: what was measured in the lab, and what follows from frequencies."""

import numpy as np

from posenc.encodings import scaling
from posenc.encodings.rotary import rotary_frequencies, turns
from posenc.encodings.sinusoidal import sinusoidal
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments import lab


def new_base() -> float:
    """The NTK-aware base for a factor of 4, 128 channels, base 10000."""
    slowest = float(scaling.ntk(128, 10000.0, 4.0)[0][-1])
    return float(slowest ** (-128 / 126))


def missed_share() -> float:
    """How far, in per cent, plain base times factor misses the interpolated slowest pair."""
    slowest = float(rotary_frequencies(128, 4 * 10000.0)[-1] / (rotary_frequencies(128)[-1] / 4))
    return (slowest - 1) * 100


def yarn_temperature() -> float:
    """YaRN's attention factor for a factor of 8."""
    return scaling.yarn(128, 10000.0, 8.0, 4096)[1]


def defined_is_not_learned() -> Experiment:
    """A linear reader of positions fitted on 0 to 511; and the lab's sinusoidal models at twice their length."""
    codes, wanted = sinusoidal(np.arange(1024), 32), np.arange(1024) / 512
    reader = np.linalg.lstsq(codes[:512], wanted[:512], rcond=1e-6)[0]
    errors = np.abs(codes @ reader - wanted)
    inside, outside = float(errors[:512].mean()), float(errors[512:].mean())
    return Experiment(
        "A formula is defined everywhere; what reads it was fitted on a part.",
        (
            f"A linear reader errs by {inside:.0e} where it was fitted, by {outside:.2f} beyond.",
            f"The lab's `back`: {lab.sinusoidal_trained():.0f} % at 32 tokens, {lab.sinusoidal_doubled():.0f} % at 64.",
        ),
        outside > 10 * inside and lab.sinusoidal_doubled() < lab.sinusoidal_trained() - 20,
    )


def ntk_is_not_linear() -> Experiment:
    """What each does to the fastest and to the slowest of 64 pairs, for a factor of 4."""
    plain = rotary_frequencies(128)
    linear, ntk = scaling.linear(plain, 4.0)[0] / plain, scaling.ntk(128, 10000.0, 4.0)[0] / plain
    return Experiment(
        "Interpolation slows every pair alike; the new base leaves the fastest alone.",
        (f"Fastest and slowest pair: linear {linear[0]:.2f}, {linear[-1]:.2f}; NTK {ntk[0]:.2f}, {ntk[-1]:.2f}.",),
        bool(linear[0] < 1 and ntk[0] == 1 and np.isclose(ntk[-1], linear[-1])),
    )


def exponent_matters() -> Experiment:
    """The slowest pair with base times factor, and with the exponent d / (d - 2)."""
    aim = rotary_frequencies(128)[-1] / 4
    plain, right = rotary_frequencies(128, 40000.0)[-1] / aim, scaling.ntk(128, 10000.0, 4.0)[0][-1] / aim
    return Experiment(
        "Only with the exponent d / (d - 2) is the slowest pair divided by the factor.",
        (f"Slowest pair against its aim: base times factor {plain:.3f}, with the exponent {right:.3f}.",),
        bool(abs(right - 1) < 1e-9 < abs(plain - 1)),
    )


def fast_pairs_have_seen_all() -> Experiment:
    """The share of angles beyond the trained length that lie far from every trained one, fastest and slowest pair."""
    new = []
    for frequency in rotary_frequencies(128)[[0, -1]]:
        trained, later = (np.arange(*span) * frequency % (2 * np.pi) for span in ((0, 4096), (4096, 16384, 97)))
        away = np.abs((later[:, None] - trained + np.pi) % (2 * np.pi) - np.pi).min(axis=1)
        new.append(float(np.mean(away > 0.05)))
    return Experiment(
        "The fast pairs have met every angle; the slow ones have not.",
        (f"Angles never met in training: fastest pair {new[0]:.0%}, slowest {new[1]:.0%}.",),
        new[0] < 0.01 and new[1] > 0.5,
    )


def yarn_keeps_fast() -> Experiment:
    """What YaRN leaves of the fastest and of the slowest pair."""
    left = scaling.yarn(128, 10000.0, 8.0, 4096)[0] / rotary_frequencies(128)
    return Experiment(
        "YaRN keeps the fast pairs and divides the slow ones.",
        (f"For a factor of 8: fastest {left[0]:.3f}, slowest {left[-1]:.3f}.",),
        bool(left[0] == 1 and np.isclose(left[-1], 1 / 8)),
    )


def base_belongs_to_weights() -> Experiment:
    """Pair 32 of 64 at position 1000, under two bases."""
    angles = [float(1000 * rotary_frequencies(128, base)[32]) for base in (10000.0, 500000.0)]
    return Experiment(
        "Another base is another angle at every position that training knew.",
        (f"Pair 32 at position 1000: {angles[0]:.2f} rad at base 10000, {angles[1]:.2f} at 500000.",),
        abs(angles[0] - angles[1]) > 1,
    )


def unfinished_pairs() -> float:
    """Pairs of 64, at base 500000, that make less than one turn in 8192 tokens."""
    return float(np.sum(turns(rotary_frequencies(128, 500000.0), 8192) < 1))


def middle_angle() -> float:
    """The angle of pair 32 of 64 at position 1000, base 500000."""
    return float(1000 * rotary_frequencies(128, 500000.0)[32])
