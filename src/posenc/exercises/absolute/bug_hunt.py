"""absolute.bug_hunt: positions added to a batch, with three slips met in the field."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def add_positions(x):
    """Add the paper's sinusoid to a batch x (batch, length, d_model): sin in column 2k, cos in 2k + 1."""
    _, length, d_model = x.shape
    columns = np.arange(0, d_model, 2)
    angles = np.arange(length)[:, None] / 10000.0 ** (columns / d_model)
    code = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, d_model)
    return x + code[None]


GIVEN_CODE = """
batch, length, d_model = x.shape
columns = np.arange(0, d_model, 2)
angles = np.arange(batch)[:, None] / 10000.0 ** (2 * columns / d_model)
code = np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)
return x + code[:, None]
"""


def _with_slips(*, exponent=False, axis=False, halves=False):
    """The function with those of its slips that are not mended."""

    def answer(x):
        batch, length, d_model = x.shape
        columns = np.arange(0, d_model, 2) * (2 if exponent else 1)
        angles = np.arange(batch if axis else length)[:, None] / 10000.0 ** (columns / d_model)
        parts = np.sin(angles), np.cos(angles)
        code = np.hstack(parts) if halves else np.stack(parts, axis=-1).reshape(len(angles), d_model)
        return x + (code[:, None] if axis else code)

    return answer


def _cosine_first(x):
    length, d_model = x.shape[1:]
    code = add_positions(np.zeros((1, length, d_model)))[0].reshape(length, -1, 2)
    return x + code[..., ::-1].reshape(length, d_model)


def _cases(rng):
    return [
        Case("one example of one token", (np.zeros((1, 1, 2)),)),
        Case("one example of two tokens, one pair", (np.zeros((1, 2, 2)),)),
        Case("one example of two tokens, two pairs", (np.zeros((1, 2, 4)),)),
        Case("two examples of three tokens", (np.ones((2, 3, 4)),)),
        Case("as many examples as tokens", (rng.normal(size=(3, 3, 6)),)),
    ]


def _same_for_each(function, x):
    """Each example gets the same code."""
    added = np.asarray(function(np.concatenate([x, x]))) - np.concatenate([x, x])
    return np.allclose(added, added[0], atol=1e-5)


def _on_the_circle(function, x):
    added = np.asarray(function(x)) - x
    return np.allclose(added[..., ::2] ** 2 + added[..., 1::2] ** 2, 1, atol=1e-5)


EXERCISE = Exercise(
    id="absolute.bug_hunt",
    title="Bug hunt: three slips in five lines",
    level="medium",
    minutes=10,
    points=6,
    reference=add_positions,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(
        Property("every example of the batch gets the same code", _same_for_each),
        Property("sin² + cos² is 1 in each pair of columns 2k, 2k + 1", _on_the_circle),
    ),
    wrong_answers=(
        WrongAnswer("all_three", _with_slips(exponent=True, axis=True, halves=True), "All three slips are still there. "
                    "Ask of each line: what shape is it, and what should it be?"),
        WrongAnswer("exponent_and_axis", _with_slips(exponent=True, axis=True), "The layout is mended. The exponent "
                    "and the axis that is counted are not."),
        WrongAnswer("exponent_and_halves", _with_slips(exponent=True, halves=True), "Tokens are counted now, not "
                    "examples. The exponent and the layout are still wrong."),
        WrongAnswer("axis_and_halves", _with_slips(axis=True, halves=True), "The exponent is mended. The axis that is "
                    "counted and the layout are not."),
        WrongAnswer("exponent", _with_slips(exponent=True), "One slip is left: columns runs in steps of 2 already, and "
                    "the exponent doubles it again."),
        WrongAnswer("axis", _with_slips(axis=True), "One slip is left: the code counts examples. All tokens of one "
                    "example get the same vector, so no order comes back."),
        WrongAnswer("halves", _with_slips(halves=True), "One slip is left: sines stand in the first half, cosines in "
                    "the second. Both halves are right as tables; the columns are not where the task wants them."),
        WrongAnswer("cosine_first", _cosine_first, "Sine and cosine have changed places: column 2k holds the sine."),
    ),
    hints=(
        "Feed it zeros of shape (1, 2, 4) and look at the two rows. Which two numbers should row 0 hold, and row 1?",
        "Three lines are wrong. What do rows of angles stand for? How large is the last exponent? Where do the cosines "
        "go?",
        "Count np.arange(length). Drop the 2 before columns. Stack sine and cosine along a new last axis and reshape "
        "to (length, d_model); that is added to every example.",
    ),
)  # fmt: skip
