"""rotary.decode_step: one new token meets a cache of keys."""

import numpy as np

from posenc.encodings import attention, rotary
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def decode_step(q, k, v, cached_k, cached_v, position, frequencies):
    """Let one new token attend to the cached ones and to itself; return (output, keys, values).

    q, k, v (d,) are not rotated yet; cached_k (n, d) is, interleaved; cached_v (n, d) are values.
    n may be 0, or below position if old tokens were dropped. Both caches come back a row longer.
    """
    q = rotary.rotate(q[None], [position], frequencies, layout="interleaved")
    k = rotary.rotate(k[None], [position], frequencies, layout="interleaved")
    keys, values = np.vstack([cached_k, k]), np.vstack([cached_v, v])
    return attention.attention(q, keys, values)[0], keys, values


def _turned(row, position, frequencies):
    return rotary.rotate(row[None], [position], frequencies, layout="interleaved")


def _step(q, k, v, cached_k, cached_v):
    keys, values = np.vstack([cached_k, k]), np.vstack([cached_v, v])
    return attention.attention(q, keys, values)[0], keys, values


def _query_at_zero(q, k, v, cached_k, cached_v, position, frequencies):
    return _step(q[None], _turned(k, position, frequencies), v, cached_k, cached_v)


def _key_not_turned(q, k, v, cached_k, cached_v, position, frequencies):
    return _step(_turned(q, position, frequencies), k, v, cached_k, cached_v)


def _counted(q, k, v, cached_k, cached_v, position, frequencies):
    return decode_step(q, k, v, cached_k, cached_v, len(cached_k), frequencies)


def _advanced_twice(q, k, v, cached_k, cached_v, position, frequencies):
    return decode_step(q, k, v, cached_k, cached_v, position + len(cached_k), frequencies)


def _cache_turned_again(q, k, v, cached_k, cached_v, position, frequencies):
    first = position - len(cached_k)
    cached_k = rotary.rotate(cached_k, np.arange(first, position), frequencies, layout="interleaved")
    return decode_step(q, k, v, cached_k, cached_v, position, frequencies)


def _value_turned(q, k, v, cached_k, cached_v, position, frequencies):
    return decode_step(q, k, _turned(v, position, frequencies), cached_k, cached_v, position, frequencies)


def _not_itself(q, k, v, cached_k, cached_v, position, frequencies):
    _, keys, values = decode_step(q, k, v, cached_k, cached_v, position, frequencies)
    return attention.attention(_turned(q, position, frequencies), cached_k, cached_v)[0], keys, values


def _draw(rng, n, position, d=4):
    return (*rng.normal(size=(3, d)), *rng.normal(size=(2, n, d)), position, rotary.rotary_frequencies(d, 100.0))


def _cases(rng):
    return [
        Case("an empty cache, position 3", _draw(rng, 0, 3)),
        Case("one cached token", _draw(rng, 1, 1)),
        Case("three cached tokens", _draw(rng, 3, 3)),
        Case("five cached tokens after four dropped ones", _draw(rng, 5, 9, d=6)),
    ]


def _as_the_full_pass(function, q, k, v, cached_k, cached_v, position, frequencies):
    """Decode six tokens one by one, and compare each output with the row of a full causal pass."""
    tokens = np.random.default_rng(0).normal(size=(3, 6, len(q)))
    all_q, all_k = rotary.rotate(tokens[:2], np.arange(6), frequencies, layout="interleaved")
    full = attention.attention(all_q, all_k, tokens[2], mask=np.tri(6, dtype=bool))
    keys = values = np.zeros((0, len(q)))
    for place, (query, key, value) in enumerate(tokens.swapaxes(0, 1)):
        output, keys, values = function(query, key, value, keys, values, place, frequencies)
        if not np.allclose(output, full[place]):
            return False
    return True


EXERCISE = Exercise(
    id="rotary.decode_step",
    title="Decode one token",
    level="hard",
    minutes=12,
    points=7,
    reference=decode_step,
    cases=_cases,
    properties=(Property("token by token gives what one pass over all tokens gives", _as_the_full_pass),),
    wrong_answers=(
        WrongAnswer("query_at_zero", _query_at_zero, "The query was not turned. It is the only row of its array, but "
                    "it does not stand at place 0: turn it by its true position."),
        WrongAnswer("key_not_turned", _key_not_turned, "The new key went into the cache as it was. All keys there are "
                    "turned; this one must be as well."),
        WrongAnswer("counted", _counted, "You took the cache's length for the position. Once old tokens are dropped "
                    "from the cache the two differ; the position is an argument."),
        WrongAnswer("advanced_twice", _advanced_twice, "You added the cache's length to the position. The position "
                    "already counts the tokens before it, so this advances twice."),
        WrongAnswer("cache_turned_again", _cache_turned_again, "The cached keys were turned a second time. They lie "
                    "in the cache already turned, and stay so for good: that is what makes a cache cheap."),
        WrongAnswer("value_turned", _value_turned, "You turned the value too. Values are mixed, not compared: turned, "
                    "they would carry the absolute position into the output."),
        WrongAnswer("not_itself", _not_itself, "The token does not attend to itself. Append its key and value first, "
                    "then attend; on an empty cache there is nothing else."),
    ),
    hints=(
        "Turn what is new, leave what is cached. Which two of q, k, v are turned?",
        "rotary.rotate wants rows and a list of positions: q[None] and [position].",
        "Turn q and k, np.vstack the new key under cached_k and v under cached_v, and attend with the one query.",
    ),
)  # fmt: skip
