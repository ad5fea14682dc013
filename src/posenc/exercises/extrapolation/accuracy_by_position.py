"""extrapolation.accuracy_by_position: where in a log the answers are right."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def accuracy_by_position(correct, asked, band):
    """Return two arrays (n / band,): the share of right answers in each band of tokens, how many were asked.

    correct and asked (sequences, n) are boolean; only where asked is True does correct mean anything.
    Where nothing is asked the share is 0, not NaN: the second array says that it rests on nothing.
    """
    by_token = (mask.sum(axis=0) for mask in (correct & asked, asked))
    right, count = (counts.reshape(-1, band).sum(axis=1) for counts in by_token)
    return right / np.maximum(count, 1), count


def _counts(correct, asked, band):
    right, count = (mask.sum(axis=0).reshape(-1, band).sum(axis=1) for mask in (correct & asked, asked))
    return right, count


def _share(right, count):
    return right / np.maximum(count, 1), count


def _not_a_number(correct, asked, band):
    right, count = _counts(correct, asked, band)
    with np.errstate(invalid="ignore"):
        return right / count, count


def _every_token(correct, asked, band):
    right, count = _counts(correct, asked, band)
    return right / (len(asked) * band), count


def _unasked(correct, asked, band):
    right, count = _counts(correct, np.ones_like(asked), band)[0], _counts(correct, asked, band)[1]
    return _share(right, count)


def _so_far(correct, asked, band):
    return _share(*(np.cumsum(each) for each in _counts(correct, asked, band)))


def _mean_of_means(correct, asked, band):
    right, count = (mask.reshape(len(mask), -1, band).sum(axis=2) for mask in (correct & asked, asked))
    logs = np.maximum((count > 0).sum(axis=0), 1)
    return (right / np.maximum(count, 1)).sum(axis=0) / logs, count.sum(axis=0)


def _interleaved(correct, asked, band):
    right, count = (mask.sum(axis=0).reshape(band, -1).sum(axis=0) for mask in (correct & asked, asked))
    return _share(right, count)


def _cases(rng):
    def drawn(sequences, n, share):
        return rng.random((sequences, n)) < 0.6, rng.random((sequences, n)) < share

    nothing_late = np.repeat([[True, False]], 3, axis=1)
    return [
        Case("one log of 4 tokens, in bands of 2", (np.array([[1, 0, 1, 1]]) > 0, np.array([[1, 1, 0, 1]]) > 0, 2)),
        Case("a band where nothing is asked", (np.ones((1, 6), dtype=bool), nothing_late, 1)),
        Case("bands of a single token", (*drawn(5, 4, 0.5), 1)),
        Case("logs with unequally many questions", (*drawn(7, 12, 0.3), 3)),
        Case("one band for the whole log", (*drawn(3, 8, 0.5), 8)),
    ]


def _shares(function, correct, asked, band):
    share, count = map(np.asarray, function(correct, asked, band))
    return np.all((share >= 0) & (share <= 1)) and count.sum() == asked.sum()


def _order_of_logs(function, correct, asked, band):
    there, back = (function(correct[::step], asked[::step], band) for step in (1, -1))
    return all(np.allclose(one, other) for one, other in zip(there, back, strict=True))


EXERCISE = Exercise(
    id="extrapolation.accuracy_by_position",
    title="Accuracy by position",
    level="medium",
    minutes=8,
    points=5,
    reference=accuracy_by_position,
    cases=_cases,
    properties=(
        Property("shares lie between 0 and 1, and the counts add up to all that was asked", _shares),
        Property("the order of the logs does not matter", _order_of_logs),
    ),
    wrong_answers=(
        WrongAnswer("not_a_number", _not_a_number, "Where nothing is asked you divide 0 by 0, and one NaN spoils every "
                    "average that it enters. Divide by at least 1."),
        WrongAnswer("every_token", _every_token, "You divide by all tokens of the band. Half of them ask nothing; "
                    "divide by those that do."),
        WrongAnswer("unasked", _unasked, "You count `correct` where nothing was asked. There it means nothing: take "
                    "correct & asked."),
        WrongAnswer("so_far", _so_far, "You average over everything up to the end of the band. That is the naive "
                    "average: the easy early tokens stay in it and hide what happens later."),
        WrongAnswer("mean_of_means", _mean_of_means, "You average the logs' averages, so a log with one question "
                    "weighs as much as one with ten. Add up first, divide once."),
        WrongAnswer("interleaved", _interleaved, "Your bands take every so-manieth token. A band is a run of "
                    "neighbours: reshape to (n / band, band)."),
    ),
    hints=(
        "Two counts for each band: what was asked, and what was asked and answered right.",
        "Sum over the logs first. A row of n numbers reshaped to (-1, band) has one line a band.",
        "right / np.maximum(count, 1): where the count is 0, so is the number of right answers.",
    ),
)  # fmt: skip
