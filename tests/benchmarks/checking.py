"""How long does a verdict take? Run `python tests/benchmarks/checking.py`; prints a Markdown table.

For each lesson: the slowest of its exercises, judged on its reference (every case and property runs) and on the
wrong answer that takes longest to recognise. A time is the median of several calls.
"""

import platform
import statistics
import time
from collections.abc import Callable

from posenc.checking import judge
from posenc.exercises import LESSONS

CALLS, BUDGET = 5, 300  # milliseconds


def main() -> None:
    """Print the table, and the machine that it was measured on."""
    print(f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}; budget {BUDGET} ms\n")
    print("| lesson | slowest right answer, ms | slowest wrong answer, ms |")
    print("| --- | --- | --- |")
    for lesson in LESSONS:
        right = max((verdict_time(e.id, e.reference), e.name) for e in lesson.ALL)
        wrong = max((verdict_time(e.id, w.answer), f"{e.name}, {w.id}") for e in lesson.ALL for w in e.wrong_answers)
        name = lesson.ALL[0].lesson
        print(f"| {name} | {right[0]:.0f} ({right[1]}) | {wrong[0]:.0f} ({wrong[1]}) |")


def verdict_time(exercise_id: str, function: Callable) -> float:
    """The median time of a verdict in milliseconds."""
    times = []
    for _ in range(CALLS):
        start = time.perf_counter()
        judge(exercise_id, function)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    main()
