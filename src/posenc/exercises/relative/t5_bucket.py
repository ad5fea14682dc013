"""relative.t5_bucket: near offsets one by one, far ones by the logarithm."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def t5_bucket(offsets, num_buckets, max_distance):
    """Return the bucket of each offset, as an encoder has it: keys ahead take the upper half of the numbers.

    Let h be half of num_buckets, e half of h, both rounded down. A distance r < e has bucket r; a farther one has
    e + floor(log(r / e) / log(max_distance / e) * (h - e)), but h - 1 at the most. Then h is added if the key is ahead.
    """
    h = num_buckets // 2
    e = h // 2
    r = np.abs(offsets)
    growth = np.log(np.maximum(r, e) / e) / np.log(max_distance / e)
    far = np.minimum(e + np.floor(growth * (h - e)).astype(int), h - 1)
    return np.where(r < e, r, far) + h * (offsets > 0)


def _far(offsets, num_buckets, max_distance):
    h = num_buckets // 2
    e = h // 2
    r = np.abs(offsets)
    growth = np.log(np.maximum(r, e) / e) / np.log(max_distance / e)
    return r, e, h, e + np.floor(growth * (h - e)).astype(int)


def _no_last(offsets, num_buckets, max_distance):
    r, e, h, far = _far(offsets, num_buckets, max_distance)
    return np.where(r < e, r, far) + h * (offsets > 0)


def _no_exact(offsets, num_buckets, max_distance):
    _, _, h, far = _far(offsets, num_buckets, max_distance)
    return np.minimum(far, h - 1) + h * (offsets > 0)


def _all_exact(offsets, num_buckets, max_distance):
    h = num_buckets // 2
    return np.minimum(np.abs(offsets), h - 1) + h * (offsets > 0)


def _one_sided(offsets, num_buckets, max_distance):
    return t5_bucket(offsets, num_buckets, max_distance) % (num_buckets // 2)


def _decoder(offsets, num_buckets, max_distance):
    return t5_bucket(np.minimum(offsets, 0), 2 * num_buckets, max_distance)


def _cases(rng):
    far = rng.choice([5, 6, 7, 9, 10, 13, 20, 27, 35, 50, 70, 100, 110, 150, 300, 1000], size=10)  # none on a boundary
    return [
        Case("near offsets", (np.array([-3, -1, 0, 1, 3]), 32, 128)),
        Case("behind: from near to beyond", (-np.array([0, 7, 8, 10, 30, 100, 127, 500]), 32, 128)),
        Case("ahead: from near to beyond", (np.array([7, 8, 10, 30, 100, 127, 500]), 32, 128)),
        Case("eight buckets to distance 20", (np.array([-25, -6, -2, -1, 0, 1, 3, 19]), 8, 20)),
        Case("15 buckets to distance 50", (np.array([-60, -14, -5, -3, 2, 4, 11, 40]), 15, 50)),
        Case("far offsets on both sides", (far * rng.choice([-1, 1], size=10), 32, 128)),
    ]


def _within(function, offsets, num_buckets, max_distance):
    found = np.asarray(function(offsets, num_buckets, max_distance))
    return bool(((found >= 0) & (found < num_buckets)).all())


def _ahead(function, offsets, num_buckets, max_distance):
    behind, ahead = (np.asarray(function(s * np.abs(offsets), num_buckets, max_distance)) for s in (-1, 1))
    return np.array_equal(ahead - behind, (offsets != 0) * (num_buckets // 2))


EXERCISE = Exercise(
    id="relative.t5_bucket",
    title="T5's buckets",
    level="hard",
    minutes=12,
    points=7,
    reference=t5_bucket,
    cases=_cases,
    properties=(
        Property("every bucket lies in 0 .. num_buckets - 1", _within),
        Property("a key ahead has the bucket of the mirrored key behind, plus half of num_buckets", _ahead),
    ),
    wrong_answers=(
        WrongAnswer("no_last", _no_last, "Beyond max_distance the numbers run on, into the half of the other side and "
                    "past the table. The last bucket takes all that is farther: h - 1 at the most."),
        WrongAnswer("flipped", lambda offsets, num_buckets, max_distance:
                    t5_bucket(-offsets, num_buckets, max_distance), "The halves are swapped. Keys ahead, with positive "
                    "offsets, take the upper half."),
        WrongAnswer("no_exact", _no_exact, "Near distances fell into one bucket: below e the logarithm is not used, "
                    "and each distance has a bucket of its own."),
        WrongAnswer("all_exact", _all_exact, "Every distance up to h - 1 has its own bucket, and all beyond share one. "
                    "From e on, the buckets must widen with the logarithm."),
        WrongAnswer("one_sided", _one_sided, "Before and after share their buckets. Half of the numbers are for keys "
                    "ahead."),
        WrongAnswer("decoder", _decoder, "This is the decoder's form: all buckets for keys behind, and bucket 0 for "
                    "all that lie ahead. Here both sides are needed."),
    ),
    hints=(
        "Three parts: the near ones (np.where), the far ones (np.log), and the side (offsets > 0).",
        "np.where computes both of its sides for every entry, so log(0) has to be avoided: np.maximum(r, e).",
        "Write far as in the task, cut it with np.minimum at h - 1, choose r where r < e, and add h where offsets > 0.",
    ),
)  # fmt: skip
