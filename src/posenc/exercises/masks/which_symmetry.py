"""masks.which_symmetry: which changes does a scheme not notice?"""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer
from posenc.exercises.given import GivenLayer


def which_symmetry(layer, x, positions):
    """Return three booleans: which changes does layer(x, positions) not notice? np.allclose decides.

    Permutation: tokens reordered, positions kept, and the rows follow. Try two orders: the first two
    exchanged, and all moved round by one. Translation: 5 added to every position.
    Reflection: positions[::-1].
    """
    before, ring = layer(x, positions), np.roll(np.arange(len(x)), 1)
    swap = np.r_[1, 0, 2 : len(x)]
    follows = [np.allclose(layer(x[order], positions), before[order]) for order in (swap, ring)]
    stays = [np.allclose(layer(x, other), before) for other in (positions + 5, positions[::-1])]
    return np.array([all(follows), *stays])


def _symmetries(layer, x, positions, *, orders=("swap", "ring"), follow=True, moved=False, shift=5, mirror=None):
    n = len(x)
    known = {"swap": np.r_[1, 0, 2:n], "ring": np.roll(np.arange(n), 1)}
    before = layer(x, positions)
    kept = []
    for order in (known[name] for name in orders):
        after = layer(x[order], positions[order] if moved else positions)
        kept.append(np.allclose(after, before[order] if follow else before))
    mirrored = np.roll(positions, 1) if mirror == "roll" else positions[::-1]
    shifted = positions * 2 if shift is None else positions + shift
    return np.array([all(kept), np.allclose(layer(x, shifted), before), np.allclose(layer(x, mirrored), before)])


def _positions_follow(layer, x, positions):
    return _symmetries(layer, x, positions, moved=True)


def _invariance(layer, x, positions):
    return _symmetries(layer, x, positions, follow=False)


def _ring_alone(layer, x, positions):
    return _symmetries(layer, x, positions, orders=("ring",))


def _stretched(layer, x, positions):
    return _symmetries(layer, x, positions, shift=None)


def _tokens_mirrored(layer, x, positions):
    kept = np.allclose(layer(x[::-1], positions), layer(x, positions)[::-1])
    return np.array([*_symmetries(layer, x, positions)[:2], kept])


def _rolled(layer, x, positions):
    return _symmetries(layer, x, positions, mirror="roll")


def _broken(layer, x, positions):
    return ~which_symmetry(layer, x, positions)


def _cases(rng):
    def ask(name, n=5):
        return GivenLayer(name), rng.normal(size=(n, 32)), np.arange(n)

    return [
        Case("no scheme at all", ask("scheme none", 3)),
        Case("a sinusoid added to the input", ask("scheme sinusoidal", 4)),
        Case("a learned table added to the input", ask("scheme learned")),
        Case("rotary", ask("scheme rotary")),
        Case("ALiBi", ask("scheme alibi")),
        Case("Shaw's tables", ask("scheme shaw")),
        Case("a causal mask alone", ask("scheme causal")),
        Case("a layer that mixes each token with its neighbours, in a ring", ask("neighbours", 6)),
        Case("a layer that mixes pairs: 0 and 1, 2 and 3, 4 and 5", ask("pairs", 6)),
    ]


def _nothing_noticed(function, layer, x, positions):
    return np.array_equal(function(GivenLayer("scheme none"), x, positions), [True, True, True])


EXERCISE = Exercise(
    id="masks.which_symmetry",
    title="Name it, then compute it",
    level="hard",
    minutes=12,
    points=6,
    reference=which_symmetry,
    cases=_cases,
    properties=(Property("attention without a scheme notices none of the three", _nothing_noticed),),
    wrong_answers=(
        WrongAnswer("positions_follow", _positions_follow, "You reordered the positions along with the tokens. Then "
                    "the rows follow whatever the scheme, so the test tells no two schemes apart. Keep the positions "
                    "where they are."),
        WrongAnswer("invariance", _invariance, "You ask whether the output stays put. Without a scheme the rows move "
                    "with their tokens: compare with before[order]."),
        WrongAnswer("ring_alone", _ring_alone, "Moving all round by one is a single permutation and its powers. A "
                    "layer that mixes neighbours in a ring passes it. With one exchange added the two generate every "
                    "permutation."),
        WrongAnswer("stretched", _stretched, "You doubled the positions. That changes distances; a translation adds "
                    "the same number to all."),
        WrongAnswer("tokens_mirrored", _tokens_mirrored, "You mirrored the tokens. A reflection mirrors the positions "
                    "and leaves the tokens where they are; the output must stay."),
        WrongAnswer("rolled", _rolled, "Moving positions round by one is no reflection: the last becomes the first. "
                    "Use positions[::-1]."),
        WrongAnswer("broken", _broken, "Yours says True where the layer does notice. Asked is what it does not."),
    ),
    hints=(
        "Run the layer once on the input as it is. Each test is one more run and one comparison with that.",
        "Permutation: layer(x[order], positions) against before[order]. The other two leave x alone and change the "
        "positions.",
        "np.allclose for each: all() over the two orders, then positions + 5, then positions[::-1]. Return the three "
        "in np.array.",
    ),
)  # fmt: skip
