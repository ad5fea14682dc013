"""absolute.table_cost: what a learned table costs."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def table_cost(n_max, d_model, vocabulary, bytes_each):
    """Return three numbers for a learned position table (n_max, d_model).

    Its entries; their share of all entries of the embedding stage, which also holds one row for each of
    the vocabulary's tokens; its size in MiB (2 ** 20 bytes), at bytes_each a number.
    """
    entries = n_max * d_model
    share = n_max / (n_max + vocabulary)
    return entries, share, entries * bytes_each / 2**20


def _changed(**new):
    def answer(n_max, d_model, vocabulary, bytes_each):
        entries, share, size = table_cost(n_max, d_model, vocabulary, bytes_each)
        values = {"n_max": n_max, "d": d_model, "v": vocabulary, "b": bytes_each, "e": entries, "s": share, "m": size}
        return tuple(new[name](values) if name in new else values[name] for name in ("e", "s", "m"))

    return answer


def _a_layer(n_max, d_model, vocabulary, bytes_each):
    entries, share, size = table_cost(n_max, d_model, vocabulary, bytes_each)
    return 12 * entries, share, 12 * size


def _pairs(n_max, d_model, vocabulary, bytes_each):
    return table_cost(n_max * n_max, d_model, vocabulary, bytes_each)


def _cases(rng):
    return [
        Case("two positions, three channels", (2, 3, 6, 4)),
        Case("the table of BERT-base in float32", (512, 768, 30522, 4)),
        Case("the table of GPT-2 in float16", (1024, 768, 50257, 2)),
        Case("a long and narrow one", (int(rng.integers(30_000, 90_000)), 64, 32000, 8)),
    ]


def _linear(function, n_max, d_model, vocabulary, bytes_each):
    """Twice the context costs twice the table."""
    once, twice = (function(n, d_model, vocabulary, bytes_each) for n in (n_max, 2 * n_max))
    return np.allclose([twice[0], twice[2]], [2 * once[0], 2 * once[2]])


EXERCISE = Exercise(
    id="absolute.table_cost",
    title="What does the table cost?",
    level="easy",
    minutes=5,
    points=3,
    reference=table_cost,
    cases=_cases,
    properties=(Property("twice the context costs twice the entries and twice the bytes", _linear),),
    wrong_answers=(
        WrongAnswer("of_tokens", _changed(s=lambda v: v["n_max"] / v["v"]), "Your share is of the token table alone. "
                    "The whole is both tables together."),
        WrongAnswer("percent", _changed(s=lambda v: 100 * v["s"]), "Your share is in per cent; a share is a number "
                    "from 0 to 1."),
        WrongAnswer("decimal", _changed(m=lambda v: v["e"] * v["b"] / 1e6), "You count a million bytes as a MiB. It is "
                    "2 ** 20 = 1,048,576 bytes."),
        WrongAnswer("bits", _changed(m=lambda v: v["m"] * 8), "You count bits. bytes_each is in bytes already."),
        WrongAnswer("bytes", _changed(m=lambda v: v["e"] * v["b"]), "Your size is in bytes; divide by 2 ** 20."),
        WrongAnswer("numbers", _changed(m=lambda v: v["e"] / 2**20), "Your size counts one byte a number. Each takes "
                    "bytes_each."),
        WrongAnswer("a_layer", _a_layer, "You count a table for each of 12 layers. An absolute table stands once, at "
                    "the input."),
        WrongAnswer("pairs", _pairs, "You count a vector for each pair of positions. An absolute table has one a "
                    "position."),
    ),
    hints=(
        "The table has n_max rows of d_model numbers. The token table has vocabulary rows of the same width.",
        "Both tables are d_model wide, so d_model cancels in the share.",
        "entries = n_max times d_model; share = n_max over n_max plus vocabulary; MiB = entries times bytes_each over "
        "2 ** 20.",
    ),
)  # fmt: skip
