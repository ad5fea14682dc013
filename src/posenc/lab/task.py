"""The task: one log, three questions, each of which needs something else from positions.

Half the tokens write a value under a key; the others ask for a value that was written before:

>>> print(draw(np.random.default_rng(1464), sequences=1, length=8))
D=1  C=3  back(2)?1  A=3  head?1  A=2  C=3  last(A)?2

`back(j)` asks for the value written exactly j tokens ago, `last(k)` for the one written last under the key k,
`head` for the very first. So `back` needs an exact offset, `last` content and order, `head` content and a long memory.
The answers to `back` stand one or two tokens back, those to `last` six to eight, however long the log: if they get
worse in longer logs, it is the positions that fail.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TASKS = ("back", "last", "head")
N_KEYS = N_VALUES = 4
GUESSING = 1 / N_VALUES  # the accuracy of a guess at random
REACH = 2  # back(1) and back(2)
VOCABULARY = (
    *(f"{key}={value}" for key in "ABCD" for value in range(N_VALUES)),
    *(f"back({j})?" for j in range(1, REACH + 1)),
    *(f"last({key})?" for key in "ABCD"),
    "head?",
)
_BACK, _LAST, _HEAD = N_KEYS * N_VALUES, N_KEYS * N_VALUES + REACH, len(VOCABULARY) - 1  # the first token of each
NOTHING = -1  # in place of an answer or a task, where a token asks nothing


@dataclass(frozen=True)
class Logs:
    """Logs with their answers: three integer arrays `(sequences, length)`.

    - `tokens`: numbers of `VOCABULARY`.
    - `answers`: the value asked for, or −1 where nothing is asked.
    - `tasks`: the number in `TASKS` of the question, or −1.
    """

    tokens: NDArray[np.int64]
    answers: NDArray[np.int64]
    tasks: NDArray[np.int64]

    def __str__(self) -> str:
        """One line a log, each answer behind its question."""
        words = np.array(VOCABULARY, dtype=object)[self.tokens]
        answers = np.where(self.answers == NOTHING, "", self.answers.astype(str).astype(object))
        return "\n".join("  ".join(line) for line in words + answers)


def draw(rng: np.random.Generator, *, sequences: int, length: int) -> Logs:
    """Draw logs at random; every question has an answer.

    Raises: ValueError for less than one log or one token.
    """
    if sequences < 1 or length < 1:
        raise ValueError(f"sequences and length must be at least 1, not {sequences} and {length}")
    shape = (sequences, length)
    writes = rng.random(shape) < 0.5
    writes[:, 0] = True
    keys, values = rng.integers(N_KEYS, size=shape), rng.integers(N_VALUES, size=shape)
    tasks = np.where(writes, NOTHING, rng.integers(len(TASKS), size=shape))
    steps = _steps_back(rng, writes)
    tasks[(tasks == TASKS.index("back")) & (steps == 0)] = TASKS.index("last")  # nothing was written near enough
    asked = _keys_written(rng, writes, keys)

    kinds = [writes, *(tasks == number for number in range(len(TASKS)))]
    tokens = np.select(kinds, [N_VALUES * keys + values, _BACK + steps - 1, _LAST + asked, _HEAD])
    places = np.select(kinds, [NOTHING, np.arange(length) - steps, _last_written(writes, keys, asked), 0])
    answers = np.where(writes, NOTHING, np.take_along_axis(values, np.maximum(places, 0), axis=1))
    return Logs(tokens, answers, tasks)


def chance(task: str, *, length: int, sequences: int = 4000) -> float:
    """The share of right answers of the best guesser who sees the question alone, counted on drawn logs.

    Raises: ValueError for an unknown task.
    """
    if task not in TASKS:
        raise ValueError(f"task must be one of {TASKS}, not {task!r}")
    logs = draw(np.random.default_rng(0), sequences=sequences, length=length)
    here = logs.tasks == TASKS.index(task)
    counts = np.zeros((len(VOCABULARY), N_VALUES))
    np.add.at(counts, (logs.tokens[here], logs.answers[here]), 1)
    return float(counts.max(axis=1).sum() / counts.sum())


def _steps_back(rng: np.random.Generator, writes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many tokens ago something was written: a random one of 1 … REACH that fits, or 0 if none does."""
    steps = np.zeros(writes.shape, dtype=np.int64)
    order = rng.permuted(np.broadcast_to(np.arange(1, REACH + 1), (*writes.shape, REACH)), axis=-1)
    for choice in range(REACH):
        places = np.arange(writes.shape[1]) - order[..., choice]
        fits = np.take_along_axis(writes, np.maximum(places, 0), axis=1) & (places >= 0)
        steps = np.where((steps == 0) & fits, order[..., choice], steps)
    return steps


def _keys_written(rng: np.random.Generator, writes: NDArray[np.bool_], keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each token a key that was written before it: the one at a random earlier token, or right before that."""
    length = writes.shape[1]
    latest = np.maximum.accumulate(np.where(writes, np.arange(length), 0), axis=1)
    earlier = (rng.random(writes.shape) * np.arange(length)).astype(np.int64)
    return np.take_along_axis(keys, np.take_along_axis(latest, earlier, axis=1), axis=1)


def _last_written(writes: NDArray[np.bool_], keys: NDArray[np.int64], asked: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the key asked for was written last; −1 if never."""
    here = np.where(writes & (keys == np.arange(N_KEYS)[:, None, None]), np.arange(writes.shape[1]), -1)
    return np.take_along_axis(np.maximum.accumulate(here, axis=2), asked[None], axis=0)[0]
