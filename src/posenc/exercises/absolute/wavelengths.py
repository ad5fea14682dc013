"""absolute.wavelengths: after how many tokens each pair repeats."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def wavelengths(d_model, base=10000.0):
    """Say after how many tokens each pair of the sinusoid has turned once, from fast to slow.

    Pair k turns by base ** (-2k / d_model) radians a token. Return shape (d_model / 2,).
    """
    k = np.arange(d_model // 2)
    return 2 * np.pi * base ** (2 * k / d_model)


def _powers(d_model, base, exponent=lambda k, d: 2 * k / d):
    return base ** exponent(np.arange(d_model // 2), d_model)


def _ends_at_base(d_model, base):
    return 2 * np.pi * _powers(d_model, base, lambda k, d: k / max(d // 2 - 1, 1))


def _halved(d_model, base):
    return 2 * np.pi * _powers(d_model, base, lambda k, d: k / d)


def _doubled(d_model, base):
    return 2 * np.pi * _powers(d_model, base, lambda k, d: 4 * k / d)


def _cases(rng):
    return [
        Case("one pair", (2, 10000.0)),
        Case("two pairs", (4, 10000.0)),
        Case("four pairs, base 100", (8, 100.0)),
        Case("the width of the first transformer", (512, 10000.0)),
        Case("base 500 000", (2 * int(rng.integers(5, 60)), 500000.0)),
    ]


def _geometric(function, d_model, base):
    """Each wavelength is the same multiple of the one before."""
    logs = np.log(np.asarray(function(d_model, base), dtype=float))
    return np.allclose(np.diff(logs), 2 * np.log(base) / d_model, atol=1e-6)


EXERCISE = Exercise(
    id="absolute.wavelengths",
    title="How long until a hand comes round?",
    level="easy",
    minutes=4,
    points=3,
    reference=wavelengths,
    cases=_cases,
    properties=(Property("the wavelengths form a geometric progression", _geometric),),
    wrong_answers=(
        WrongAnswer("ends_at_base", _ends_at_base, "Your slowest wavelength is 2π · base exactly. That is often said "
                    "and not so: the exponent of the last pair is 1 − 2 / d_model, not 1."),
        WrongAnswer("radians", lambda d_model, base: _powers(d_model, base), "These are tokens for one radian. A full "
                    "turn is 2π radians."),
        WrongAnswer("frequencies", lambda d_model, base: 1 / _powers(d_model, base), "These are the radians a token: "
                    "frequencies. A wavelength is how many tokens a full turn takes."),
        WrongAnswer("turns", lambda d_model, base: 1 / (2 * np.pi * _powers(d_model, base)), "These are turns a "
                    "token. Tokens a turn are the inverse."),
        WrongAnswer("halved", _halved, "Your exponent is k / d_model. Pair k stands in columns 2k and 2k + 1: the "
                    "exponent is 2k / d_model."),
        WrongAnswer("doubled", _doubled, "Your exponent is doubled twice: it runs to nearly 2."),
        WrongAnswer("a_channel", lambda d_model, base: np.repeat(2 * np.pi * _powers(d_model, base), 2), "One number "
                    "a channel. Sine and cosine of a pair share a wavelength: give one number a pair."),
        WrongAnswer("slow_first", lambda d_model, base: 2 * np.pi * _powers(d_model, base)[::-1], "The slow pairs come "
                    "first. Pair 0 is the fastest."),
    ),
    hints=(
        "At ω radians a token, how many tokens make 2π radians?",
        "2π divided by base ** (-2k / d_model), for k = 0, 1, ..., d_model / 2 − 1.",
        "np.arange(d_model // 2) gives the k. Multiply 2π by the base to the power 2k / d_model.",
    ),
)  # fmt: skip
