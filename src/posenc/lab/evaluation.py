"""Testing: how often a trained model answers right, by task, by length, by position, with or without a window."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.positions import offsets
from posenc.lab.model import logits
from posenc.lab.task import TASKS, draw
from posenc.lab.threads import one_blas_thread
from posenc.lab.training import Trained

MULTIPLES = (1, 2, 4, 8)  # of the trained length
_TOKENS, _AT_ONCE = 2**14, 2**11  # tokens of a test, and of a piece of it that stays in the cache
_TEST = 2**32 - 1  # keeps the tests' random numbers apart from those of training, whose seeds are small


@dataclass(frozen=True)
class Answers:
    """A test's outcome, two arrays `(sequences, length)`.

    - `tasks`: the number in `TASKS` of each token's question, −1 where nothing is asked.
    - `correct`: whether the answer was right; False where nothing is asked.
    """

    tasks: NDArray[np.int64]
    correct: NDArray[np.bool_]

    def accuracy(self, task: str, *, first: int | None = None) -> float:
        """The share of right answers to this task from token `first` on, by default in the second half of the log.

        In twice the trained length these are exactly the tokens that stand farther out than any in training. An
        average over whole logs would count the early ones in, which are as easy in a long log as in a short one.

        Raises: ValueError for an unknown task.
        """
        half = self.tasks.shape[1] // 2 if first is None else first
        return float(self.by_position(task, [half, self.tasks.shape[1]])[0])

    def by_position(self, task: str, edges: ArrayLike) -> NDArray[np.float64]:
        """The share of right answers from each edge (a token number) to the next; NaN where nothing is asked."""
        if task not in TASKS:
            raise ValueError(f"task must be one of {TASKS}, not {task!r}")
        bounds = np.asarray(edges)
        asked = self.tasks == TASKS.index(task)
        sums = [np.concatenate([[0], np.cumsum(here.sum(axis=0))])[bounds] for here in (asked, asked & self.correct)]
        count, right = (np.diff(total).astype(np.float64) for total in sums)
        return np.divide(right, count, out=np.full(count.shape, np.nan), where=count > 0)


def examine(trained: Trained, length: int, *, window: int | None = None, sequences: int | None = None) -> Answers:
    """Let a trained model answer logs of this length; with a window, each token sees the last so many only.

    The logs are drawn anew for each length, the same for every model: 16384 tokens unless `sequences` says otherwise.
    """
    logs = draw(np.random.default_rng([length, _TEST]), sequences=sequences or max(1, _TOKENS // length), length=length)
    mask = window_mask(length, window)
    scheme, step = trained.scheme, max(1, _AT_ONCE // length)
    with one_blas_thread():
        guesses = [
            logits(trained.weights, logs.tokens[start : start + step], scheme, trained.settings, mask).argmax(axis=-1)
            for start in range(0, len(logs.tokens), step)
        ]
    return Answers(logs.tasks, np.concatenate(guesses) == logs.answers)


def window_mask(length: int, window: int | None = None) -> NDArray[np.bool_]:
    """Causal, `(length, length)`, and with a window no farther back than its last token, the token itself included.

    Raises: ValueError for a window without a token.
    """
    if window is not None and window < 1:
        raise ValueError(f"window must be at least 1, not {window}")
    positions = np.arange(length)
    back = -offsets(positions, positions)
    return (back >= 0) & (back < (length if window is None else window))


def accuracies(trained: Trained, *, window: int | None = None) -> dict[str, list[float]]:
    """For each task its accuracy at 1, 2, 4 and 8 times the trained length, in the second halves of the logs."""
    answers = [examine(trained, multiple * trained.settings.length, window=window) for multiple in MULTIPLES]
    return {task: [each.accuracy(task) for each in answers] for task in TASKS}
