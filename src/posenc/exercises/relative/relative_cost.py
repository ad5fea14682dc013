"""relative.relative_cost: how large the tables are."""

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def relative_cost(n_heads, max_offset, d_head):
    """Return how many numbers the key tables of all heads hold: a vector for each clipped offset."""
    return n_heads * (2 * max_offset + 1) * d_head


def _cases(rng):
    return [
        Case("one head, no clip range", (1, 0, 4)),
        Case("one head, offsets -1 to 1", (1, 1, 2)),
        Case("two heads", (2, 4, 8)),
        Case("many heads, clipped far away, 64 channels", (*map(int, rng.integers((8, 256), (64, 1024))), 64)),
    ]


def _per_head(function, n_heads, max_offset, d_head):
    return function(3 * n_heads, max_offset, d_head) == 3 * function(n_heads, max_offset, d_head)


EXERCISE = Exercise(
    id="relative.relative_cost",
    title="Count the numbers",
    level="easy",
    minutes=3,
    points=2,
    reference=relative_cost,
    cases=_cases,
    properties=(Property("three times the heads hold three times the numbers", _per_head),),
    wrong_answers=(
        WrongAnswer("no_zero", lambda n_heads, max_offset, d_head: n_heads * 2 * max_offset * d_head, "From -m to m "
                    "there are 2m + 1 offsets: 0 is one of them."),
        WrongAnswer("one_side", lambda n_heads, max_offset, d_head: n_heads * (max_offset + 1) * d_head, "You count "
                    "the keys on one side. Those ahead have vectors of their own."),
        WrongAnswer("shared", lambda n_heads, max_offset, d_head: (2 * max_offset + 1) * d_head, "That is one table. "
                    "Here every head has its own."),
        WrongAnswer("both_tables", lambda n_heads, max_offset, d_head: 2 * n_heads * (2 * max_offset + 1) * d_head,
                    "You count the value tables too. Asked are those of the keys."),
        WrongAnswer("scalars", lambda n_heads, max_offset, d_head: n_heads * (2 * max_offset + 1), "That counts a "
                    "scalar for each offset, as T5 has it. Shaw's are vectors of d_head channels."),
    ),
    hints=(
        "How many whole numbers are there from -m to m?",
        "Each has a vector of d_head numbers, in each head.",
        "Heads times (twice max_offset, plus one) times channels.",
    ),
)  # fmt: skip
