"""absolute.sinusoidal: positions into the sines and cosines of clock hands."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def sinusoidal(positions, d_model, base=10000.0):
    """Encode positions (n,) as rows of shape (n, d_model), with d_model even.

    Pair k has the angle position / base ** (2k / d_model): its sine stands in column 2k, its cosine in
    column 2k + 1. Positions are any real numbers in any order, so encode what is given.
    """
    k = np.arange(d_model // 2)
    angles = positions[:, None] / base ** (2 * k / d_model)
    code = np.zeros((len(positions), d_model))
    code[:, ::2] = np.sin(angles)
    code[:, 1::2] = np.cos(angles)
    return code


def _angles(positions, d_model, base):
    return positions[:, None] / base ** (2 * np.arange(d_model // 2) / d_model)


def _interleaved(sines, cosines):
    return np.stack([sines, cosines], axis=-1).reshape(len(sines), -1)


def _exponent_doubled(positions, d_model, base):
    columns = np.arange(d_model)  # the loop already runs over columns, and each exponent doubles its column again
    angles = positions[:, None] / base ** (2 * columns / d_model)
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


def _own_frequency(positions, d_model, base):
    columns = np.arange(d_model)
    angles = positions[:, None] / base ** (columns / d_model)
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


def _halves(positions, d_model, base):
    angles = _angles(positions, d_model, base)
    return np.hstack([np.sin(angles), np.cos(angles)])


def _other_spacing(positions, d_model, base):
    n_pairs = d_model // 2
    angles = positions[:, None] / base ** (np.arange(n_pairs) / max(n_pairs - 1, 1))
    return _interleaved(np.sin(angles), np.cos(angles))


def _cosine_first(positions, d_model, base):
    angles = _angles(positions, d_model, base)
    return _interleaved(np.cos(angles), np.sin(angles))


def _ever_faster(positions, d_model, base):
    angles = positions[:, None] * base ** (2 * np.arange(d_model // 2) / d_model)
    return _interleaved(np.sin(angles), np.cos(angles))


def _cases(rng):
    return [
        Case("position 0, one pair", (np.array([0]), 2, 10000.0)),
        Case("position 1, two pairs", (np.array([1]), 4, 10000.0)),
        Case("four places in a row, base 100", (np.arange(4), 6, 100.0)),
        Case("places out of order", (np.array([7, 2, 2]), 8, 10000.0)),
        Case("a negative place and one between two tokens", (np.array([-3.0, 2.5]), 4, 10000.0)),
        Case("places up to 100 000", (rng.integers(0, 100_000, size=5), 16, 10000.0)),
    ]


def _on_the_circle(function, positions, d_model, base):
    code = np.asarray(function(positions, d_model, base))
    return np.allclose(code[:, ::2] ** 2 + code[:, 1::2] ** 2, 1)


def _offset_only(function, positions, d_model, base):
    """P_p · P_{p+3}: the same number at p = 0, 1, ..., 5."""
    codes = np.asarray(function(np.arange(9), d_model, base))
    return np.ptp(np.sum(codes[:6] * codes[3:], axis=-1)) < 1e-5


EXERCISE = Exercise(
    id="absolute.sinusoidal",
    title="The sinusoidal code",
    level="medium",
    minutes=8,
    points=6,
    reference=sinusoidal,
    cases=_cases,
    properties=(
        Property("sin² + cos² is 1 in each pair", _on_the_circle),
        Property("the dot product of the codes of p and p + 3 is the same for every p", _offset_only),
    ),
    wrong_answers=(
        WrongAnswer("exponent_doubled", _exponent_doubled, "Your exponent is doubled: the column 2k was doubled once "
                    "more, and the cosine got an exponent of its own. Position 1 in 4 channels ends in 0.0001, 1.0 "
                    "instead of 0.01, 0.99995. The exponent is 2k / d_model with k = 0, 1, 2, ... a pair."),
        WrongAnswer("own_frequency", _own_frequency, "Sine and cosine of a pair turn at different speeds, so they are "
                    "no hand of one clock: sin² + cos² is not 1. Both columns of pair k share one angle."),
        WrongAnswer("halves", _halves, "All sines first, then all cosines. Marian and others do that, and it is "
                    "another layout: weights trained on one can't read the other. Asked are pairs: 2k and 2k + 1."),
        WrongAnswer("other_spacing", _other_spacing, "Your slowest pair turns by 1/base exactly: the exponents run to "
                    "1 in d_model/2 − 1 steps, as in tensor2tensor and fairseq. The paper's are 2k / d_model and stop "
                    "short of 1."),
        WrongAnswer("cosine_first", _cosine_first, "Sine and cosine have changed places: column 2k holds the sine."),
        WrongAnswer("ever_faster", _ever_faster, "Your pairs turn faster and faster. Divide the position by the power "
                    "of the base."),
        WrongAnswer("counted_from_0", lambda positions, d_model, base: sinusoidal(np.arange(len(positions)), d_model,
                    base), "You encode 0, 1, 2, ... whatever positions say. A cached decoder asks for one late place "
                    "at a time: encode the positions that are given."),
    ),
    hints=(
        "One angle for each position and each pair: that is an outer product, (n, 1) with (d_model / 2,).",
        "Divide positions[:, None] by the powers of the base. Then fill every second column: a slice with step 2 "
        "takes columns 0, 2, 4, ... or 1, 3, 5, ...",
        "Start from zeros (n, d_model). Put the sines of the angles into the slice ::2, their cosines into 1::2.",
    ),
)  # fmt: skip
