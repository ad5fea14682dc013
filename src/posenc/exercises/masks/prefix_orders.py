"""masks.prefix_orders: does the last token notice the order of the tokens before it?"""

import itertools

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer
from posenc.exercises.given import GivenLayer


def prefix_orders(layer, x, orders):
    """Count how many different last rows layer(x) has when the tokens before the last change places.

    x (n, d); each row of orders (m, n - 1) is an order of the first n - 1 tokens. The last token stays.
    Rows that agree to 9 decimals count as one: sums in another order differ by rounding.
    """
    ends = [layer(np.concatenate([x[order], x[-1:]]))[-1] for order in orders]
    return len(np.unique(np.round(ends, 9), axis=0))


def _exact(layer, x, orders):
    return len(np.unique([layer(np.concatenate([x[order], x[-1:]]))[-1] for order in orders], axis=0))


def _whole_outputs(layer, x, orders):
    outputs = [layer(np.concatenate([x[order], x[-1:]])) for order in orders]
    return len(np.unique(np.round(outputs, 9), axis=0))


def _first_row(layer, x, orders):
    return len(np.unique(np.round([layer(np.concatenate([x[order], x[-1:]]))[0] for order in orders], 9), axis=0))


def _last_lost(layer, x, orders):
    return len(np.unique(np.round([layer(x[order])[-1] for order in orders], 9), axis=0))


def _entries(layer, x, orders):
    return len(np.unique(np.round([layer(np.concatenate([x[order], x[-1:]]))[-1] for order in orders], 9)))


def _output_shuffled(layer, x, orders):
    output = layer(x)
    return len(np.unique(np.round([np.concatenate([output[order], output[-1:]])[-1] for order in orders], 9), axis=0))


def _orders(layer, x, orders):
    return len(orders)


def all_orders(n):
    """Every order of n tokens, as the rows of an array."""
    return np.array(list(itertools.permutations(range(n))))


def _cases(rng):
    def tokens(n):
        return rng.normal(size=(n, 8))

    twins = tokens(5)
    twins[3] = twins[0]
    return [
        Case("one causal layer, two earlier tokens", (GivenLayer("causal_layer"), tokens(3), all_orders(2))),
        Case("two causal layers, two earlier tokens", (GivenLayer("two_causal_layers"), tokens(3), all_orders(2))),
        Case("one causal layer, all 24 orders of 4", (GivenLayer("causal_layer"), tokens(5), all_orders(4))),
        Case("two causal layers, all 24 orders of 4", (GivenLayer("two_causal_layers"), tokens(5), all_orders(4))),
        Case("two causal layers, two of the 4 tokens alike", (GivenLayer("two_causal_layers"), twins, all_orders(4))),
        Case("two layers without a mask", (GivenLayer("two_layers"), tokens(5), all_orders(4))),
        Case("a layer that adds the left neighbour", (GivenLayer("neighbours"), tokens(5), all_orders(4))),
    ]


def _one_token(function, layer, x, orders):
    return function(layer, x[-1:], np.zeros((1, 0), dtype=int)) == 1


def _same_order_twice(function, layer, x, orders):
    return function(layer, x, np.concatenate([orders, orders])) == function(layer, x, orders)


EXERCISE = Exercise(
    id="masks.prefix_orders",
    title="Does it notice the order before it?",
    level="medium",
    minutes=8,
    points=4,
    reference=prefix_orders,
    cases=_cases,
    properties=(
        Property("a token with nothing before it has one last row", _one_token),
        Property("the same orders twice give no new rows", _same_order_twice),
    ),
    wrong_answers=(
        WrongAnswer("exact", _exact, "np.unique compares bit for bit, and a sum in another order differs in the last "
                    "bits. Round before you count."),
        WrongAnswer("whole_outputs", _whole_outputs, "You count whole outputs. The earlier rows move with their "
                    "tokens, so these always differ. The question is about the last row."),
        WrongAnswer("first_row", _first_row, "This is the first row. Under a causal mask it sees itself alone, so it "
                    "counts the tokens that came to stand in front."),
        WrongAnswer("last_lost", _last_lost, "The last token is gone: orders name the earlier tokens only. Append "
                    "x[-1:] after the reordered ones."),
        WrongAnswer("entries", _entries, "np.unique flattens its argument and counts numbers. Ask for whole rows: "
                    "axis=0."),
        WrongAnswer("output_shuffled", _output_shuffled, "You run the layer once and reorder its output. The tokens "
                    "must change places before the layer sees them."),
        WrongAnswer("orders", _orders, "This is the number of orders tried, not of the outputs that differ."),
    ),
    hints=(
        "For each order: put the first tokens into that order, leave the last where it is, run the layer, keep its "
        "last row.",
        "np.concatenate joins x[order] and x[-1:]. Collect the last rows in a list.",
        "np.round the list to 9 decimals, np.unique(..., axis=0) drops repeated rows, len counts them.",
    ),
)  # fmt: skip
