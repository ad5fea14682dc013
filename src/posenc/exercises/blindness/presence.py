"""blindness.presence: a bag of words can still be asked whether a word is in it."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer

# How long each sentence is, and how often the wanted token stands in it.
SENTENCES = ((1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 2), (9, 0), (9, 1), (64, 0), (64, 1))


def presence(vocabulary, token):
    """Build w_q, w_k, w_v, each (vocabulary, 1), by hand; return the three.

    Tokens come in one-hot. The mean over the rows of attention(x @ w_q, x @ w_k, x @ w_v)
    must be above 0.5 if the token appears and below if not, for up to 64 tokens in any order.
    """
    wanted = np.zeros((vocabulary, 1))
    wanted[token] = 1.0
    return np.ones((vocabulary, 1)), 20.0 * wanted, wanted


def sentences(vocabulary, token):
    """Random sentences of other tokens, with the wanted one put at random places."""
    rng = np.random.default_rng([vocabulary, token])
    others = np.delete(np.arange(vocabulary), token)
    for length, hits in SENTENCES:
        words = rng.choice(others, size=length)
        words[rng.permutation(length)[:hits]] = token
        yield words


def decisions(result, vocabulary, token):
    """For each sentence: is the pooled output above one half?"""
    shapes = [np.shape(w) for w in result]
    if shapes != [(vocabulary, 1)] * 3:
        raise ValueError(f"expected three arrays of shape ({vocabulary}, 1), got the shapes {shapes}")
    pooled = [
        attention.attention(*(np.eye(vocabulary)[words] @ np.asarray(w, dtype=float) for w in result)).mean()
        for words in sentences(vocabulary, token)
    ]
    return np.array(pooled) > 0.5


def _diluted(vocabulary, token):
    nothing = np.zeros((vocabulary, 1))
    return nothing, nothing, presence(vocabulary, token)[2]


def _too_soft(vocabulary, token):
    queries, keys, values = presence(vocabulary, token)
    return queries, keys / 20.0, values


def _next_token(vocabulary, token):
    return presence(vocabulary, (token + 1) % vocabulary)


def _looks_away(vocabulary, token):
    queries, keys, values = presence(vocabulary, token)
    return queries, -keys, values


def _always(vocabulary, token):
    queries, keys, values = presence(vocabulary, token)
    return queries, keys, np.ones_like(values)


def _absence(vocabulary, token):
    queries, keys, values = presence(vocabulary, token)
    return queries, keys, 1.0 - values


def _cases(rng):
    return [
        Case("ten sentences over 3 words, every second one with word 0", (3, 0)),
        Case("ten sentences over 5 words, every second one with word 4", (5, 4)),
        Case("ten sentences over 40 words, every second one with the word", (40, int(rng.integers(1, 39)))),
    ]


def _ignores_order(function, vocabulary, token):
    weights = [np.asarray(w) for w in function(vocabulary, token)]
    words = np.arange(vocabulary)
    rows = [attention.attention(*(np.eye(vocabulary)[w] @ p for p in weights)) for w in (words, words[::-1])]
    return np.allclose(rows[0].mean(), rows[1].mean())


EXERCISE = Exercise(
    id="blindness.presence",
    title="Is the word there at all?",
    level="hard",
    minutes=12,
    points=8,
    reference=presence,
    cases=_cases,
    observe=decisions,
    properties=(Property("the pooled output is the same for the sentence read backwards", _ignores_order),),
    wrong_answers=(
        WrongAnswer("diluted", _diluted, "Uniform attention gives count / n: one hit among 64 tokens is 0.016. Let "
                    "the key of the wanted token draw nearly all the attention."),
        WrongAnswer("too_soft", _too_soft, "The wanted token draws more attention than another, e times as much; 63 "
                    "others still outweigh it. A larger key makes the softmax sharper."),
        WrongAnswer("next_token", _next_token, "Your weights find the token after the wanted one: vocabulary entries "
                    "count from 0."),
        WrongAnswer("looks_away", _looks_away, "The wanted token's score is negative, so every query looks away from "
                    "it. Query times key must be large and positive."),
        WrongAnswer("always", _always, "The attention is right, but every token has the value 1, so the answer is "
                    "always yes. Only the wanted token should carry a value."),
        WrongAnswer("absence", _absence, "Your read-out is high when the word is missing: the values are turned "
                    "round."),
    ),
    hints=(
        "With one channel the score is a product of two numbers: what the query asks, and what the key offers.",
        "Give every token the same query. Give only the wanted token a key. When it is missing, all scores are "
        "equal; what should the values of the others be then?",
        "Queries: all ones. Keys: zeros, and about 20 at the token. Values: zeros, and 1 at the token.",
    ),
)  # fmt: skip
