"""extrapolation.your_scheme: a bias of your own that still works at four times the trained length."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer
from posenc.exercises.extrapolation import readout


def your_scheme(q_positions, k_positions):
    """Return a bias (4, n_q, n_k) on the scores of 4 heads; the causal mask is applied for you.

    It must tell the keys 1 and 2 tokens back from the others: on 32 tokens, and without any new training
    on 128. Positions are (n_q,) and (n_k,); each head may have its own bias.
    """
    slopes = 0.5 ** np.arange(4)[:, None, None]
    return -slopes * np.abs(k_positions - q_positions[:, None])


def _distance(q_positions, k_positions):
    return np.abs(k_positions - q_positions[:, None])


_SLOPES = 0.5 ** np.arange(4)[:, None, None]


def _alike(q_positions, k_positions):
    return np.zeros((4, len(q_positions), len(k_positions)))


def _sign(q_positions, k_positions):
    return _SLOPES * _distance(q_positions, k_positions)


def _only_itself(q_positions, k_positions):
    return -100.0 * _distance(q_positions, k_positions) * np.ones((4, 1, 1))


def _wraps(q_positions, k_positions):
    return -_SLOPES * (_distance(q_positions, k_positions) % readout.TRAINED)


def _clamped(q_positions, k_positions):
    last = readout.TRAINED - 1
    return -_SLOPES * _distance(np.minimum(q_positions, last), np.minimum(k_positions, last))


def _masked(q_positions, k_positions):
    future = k_positions > q_positions[:, None]
    return np.where(future, -np.inf, your_scheme(q_positions, k_positions))


def _cases(rng):
    n = readout.MULTIPLE * readout.TRAINED
    return [
        Case(
            f"positions from {first} on, 32 in training, 128 in the test", tuple(first + np.arange(n) for _ in range(2))
        )
        for first in (0, int(rng.integers(500, 5000)))
    ]


def _shifted(function, q_positions, k_positions):
    there, moved = (function(q_positions + step, k_positions + step) for step in (0, 7))
    return np.allclose(readout.shares(np.asarray(there)), readout.shares(np.asarray(moved)))


def _decoded(function, q_positions, k_positions):
    whole = np.asarray(function(q_positions, k_positions))
    last = np.asarray(function(q_positions[-1:], k_positions))
    rows = [each[:, -1] - each[:, -1, -1:] for each in (last, whole)]
    return last.shape[1] == 1 and np.allclose(*rows)


EXERCISE = Exercise(
    id="extrapolation.your_scheme",
    title="A scheme of your own",
    level="hard",
    minutes=20,
    points=8,
    reference=your_scheme,
    cases=_cases,
    observe=readout.told,
    properties=(
        Property("shifting all positions changes no weight", _shifted),
        Property("the newest query alone gets the last row of the whole bias", _decoded),
    ),
    wrong_answers=(
        WrongAnswer("alike", _alike, "All keys get the same bias, so a head sees the average of everything, and the "
                    "average says nothing about order. Let the bias depend on the distance."),
        WrongAnswer("sign", _sign, "The bias grows with the distance, so far keys outweigh near ones, the more the "
                    "longer the text. Turn the sign."),
        WrongAnswer("only_itself", _only_itself, "So steep a bias leaves each token alone with itself. At least one "
                    "head must see the tokens 1 and 2 back."),
        WrongAnswer("wraps", _wraps, "Your bias comes back after the trained length: a key 32 tokens away looks like "
                    "the token itself. On 32 tokens nobody notices."),
        WrongAnswer("clamped", _clamped, "You clamp positions at the end of the trained length, as a table without "
                    "more rows would. Beyond it all keys stand in one place. Clamp distances if you must."),
        WrongAnswer("masked", _masked, "You put -inf into the bias. The mask is applied for you; -inf has no useful "
                    "gradient. Keep the bias finite."),
    ),
    hints=(
        "The distance is np.abs(k_positions - q_positions[:, None]). What should happen to far keys, however many?",
        "A penalty that grows with the distance keeps the number of keys that matter bounded. Give each head its own.",
        "Four heads, four slopes of shape (4, 1, 1), times the distance, with a minus sign.",
    ),
)  # fmt: skip
