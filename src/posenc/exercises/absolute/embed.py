"""absolute.embed: the embedding stage, whole."""

import numpy as np

from posenc.encodings.sinusoidal import sinusoidal
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def embed(tokens, embeddings, table, scaled):
    """Turn a batch of tokens (B, T) into vectors (B, T, D): the embedding plus the row of its place.

    embeddings (V, D); table (n_max, D), learned or sinusoidal. If scaled, multiply the embeddings by √D,
    not the table. Raise a ValueError that names the shape of tokens if it is not (B, T) or T exceeds n_max.
    """
    if tokens.ndim != 2 or tokens.shape[1] > len(table):
        raise ValueError(f"tokens {tokens.shape} are not (B, T) with a row of the table for each place")
    x = embeddings[tokens] * (np.sqrt(embeddings.shape[1]) if scaled else 1.0)
    return x + table[: tokens.shape[1]]


def _checked(answer):
    """The slip in `answer`, behind the right check of its arguments."""

    def checked(tokens, embeddings, table, scaled):
        embed(tokens, embeddings, table, scaled)
        return answer(tokens, embeddings, table, np.sqrt(embeddings.shape[1]) if scaled else 1.0)

    return checked


def _batch_axis(tokens, embeddings, table, scale):
    return scale * embeddings[tokens] + table[np.arange(len(tokens)) % len(table)][:, None]


def _one_place_each(tokens, embeddings, table, scale):
    """Positions go on counting from one example to the next."""
    places = np.arange(tokens.size).reshape(tokens.shape) % len(table)
    return scale * embeddings[tokens] + table[places]


def _unchecked(tokens, embeddings, table, scaled):
    x = embeddings[tokens] * (np.sqrt(embeddings.shape[1]) if scaled else 1.0)
    return x + table[: tokens.shape[-1]]


def _careless(tokens, embeddings, table, scaled):
    x = embeddings[tokens] * (np.sqrt(embeddings.shape[1]) if scaled else 1.0)
    return x + table[: tokens.shape[1]]


def _length_unchecked(tokens, embeddings, table, scaled):
    if tokens.ndim != 2:
        raise ValueError(tokens.shape)
    return _unchecked(tokens, embeddings, table, scaled)


def _cut_off(tokens, embeddings, table, scaled):
    return embed(tokens[..., : len(table)], embeddings, table, scaled)


def _draw(rng, batch, length, d, n_max):
    return rng.integers(0, 7, size=(batch, length)), rng.normal(size=(7, d)), rng.normal(size=(n_max, d))


def _cases(rng):
    one = np.array([[0]]), np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[10.0, 20.0, 30.0, 40.0]])
    return [
        Case("one token, unscaled", (*one, False)),
        Case("one token, scaled", (*(part.copy() for part in one), True)),
        Case("a learned table of just the length", (*_draw(rng, 2, 3, 4, 3), False)),
        Case("a learned table with rows to spare", (*_draw(rng, 3, 2, 4, 6), True)),
        Case("as many examples as tokens", (*_draw(rng, 4, 4, 2, 8), False)),
        Case("a sinusoidal table", (*_draw(rng, 2, 5, 8, 1)[:2], sinusoidal(np.arange(9), 8), True)),
        Case("a table of one row for three tokens", (*_draw(rng, 2, 3, 4, 1), False)),
        Case("tokens without a batch axis", (np.array([1, 2, 0]), *_draw(rng, 1, 1, 4, 3)[1:], False)),
        Case("tokens with an axis too many", (np.array([[[1, 2, 0]]]), *_draw(rng, 1, 1, 4, 3)[1:], True)),
    ]


def _per_example(function, tokens, embeddings, table, scaled):
    """An example comes out the same alone and in a batch."""
    batch = np.array([[1, 0], [0, 0], [0, 1]]) % len(embeddings)
    longer = np.concatenate([table, table + 1.0])
    whole = np.asarray(function(batch, embeddings, longer, scaled))
    return np.allclose(whole[1:2], function(batch[1:2], embeddings, longer, scaled))


def _place_only(function, tokens, embeddings, table, scaled):
    """With embeddings of zero, each example is the beginning of the table."""
    longer = np.concatenate([table, table + 1.0])
    nothing = np.asarray(function(np.zeros((3, 2), dtype=int), 0 * embeddings, longer, scaled))
    return np.allclose(nothing, longer[:2])


def _names_the_shape(function, tokens, embeddings, table, scaled):
    try:
        function(np.zeros((2, len(table) + 1), dtype=int), embeddings, table, scaled)
    except ValueError as error:
        return str((2, len(table) + 1)) in str(error)
    return False


EXERCISE = Exercise(
    id="absolute.embed",
    title="Capstone: the embedding stage",
    level="hard",
    minutes=12,
    points=8,
    reference=embed,
    cases=_cases,
    properties=(
        Property("an example comes out the same alone and in a batch", _per_example),
        Property("without embeddings each example is the beginning of the table", _place_only),
        Property("the ValueError names the shape of the tokens", _names_the_shape),
    ),
    wrong_answers=(
        WrongAnswer("batch_axis", _checked(_batch_axis), "Your positions count the examples, not the tokens: all "
                    "tokens of an example get one row. Axis 0 is the batch, axis 1 the sequence."),
        WrongAnswer("counts_on", _checked(_one_place_each), "Positions go on counting from one example to the next. "
                    "Each example starts at place 0."),
        WrongAnswer("sum_scaled", _checked(lambda t, e, p, s: s * (e[t] + p[: t.shape[1]])), "You scale the sum. Then "
                    "positions are as loud as before: scale the embeddings only."),
        WrongAnswer("table_scaled", _checked(lambda t, e, p, s: e[t] + s * p[: t.shape[1]]), "You scale the table. It "
                    "is the embeddings that are too small."),
        WrongAnswer("divided", _checked(lambda t, e, p, s: e[t] / s + p[: t.shape[1]]), "You divide by √D. That is for "
                    "scores; embeddings are multiplied."),
        WrongAnswer("scaled_by_d", _checked(lambda t, e, p, s: s**2 * e[t] + p[: t.shape[1]]), "You multiply by D. The "
                    "factor is √D."),
        WrongAnswer("never_scaled", lambda t, e, p, scaled: embed(t, e, p, False), "scaled is ignored: when it is "
                    "true, multiply the embeddings by √D."),
        WrongAnswer("last_rows", _checked(lambda t, e, p, s: s * e[t] + p[-t.shape[1] :]), "You take the last rows of "
                    "the table. The first token stands at place 0."),
        WrongAnswer("no_positions", _checked(lambda t, e, p, s: s * e[t]), "The positions are missing: add row t of "
                    "the table to token t."),
        WrongAnswer("unchecked", _unchecked, "Bad input goes through. Tokens (T,) give (T, D) without a word, and a "
                    "table of one row is broadcast over all tokens. Check both before you add."),
        WrongAnswer("careless", _careless, "The sum is right; bad input is not refused. A table of one row is "
                    "broadcast without a word. Compare T with n_max, and count the axes of tokens, before you add."),
        WrongAnswer("length_unchecked", _length_unchecked, "T is not compared with n_max. A table of one row is "
                    "broadcast over all tokens without a word."),
        WrongAnswer("cut_off", _cut_off, "Tokens past the table are cut off without a word. Raise a ValueError."),
    ),
    hints=(
        "embeddings[tokens] has the shape (B, T, D) already. Which rows of the table belong to which axis?",
        "table[:T] has the shape (T, D) and is added to each example of (B, T, D).",
        "Check tokens.ndim and tokens.shape[1] first. Multiply embeddings[tokens] by np.sqrt(D) if scaled, then add "
        "the first T rows of the table.",
    ),
)  # fmt: skip
