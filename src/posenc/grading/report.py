"""The report: a folder with the marks, a page of feedback a submission, statistics, and tables to upload."""

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from posenc.figures.class_results import class_results
from posenc.grading.feedback import write_feedback
from posenc.grading.finding import Submission
from posenc.grading.gradebook import write_grades_csv, write_grades_json
from posenc.grading.interchange import best_marks, write_canvas, write_gradescope, write_moodle
from posenc.grading.journal import Journal
from posenc.grading.statistics import Tally, ranked, tally, write_statistics

Result = dict[str, Any]
SHOWN = 15  # named wrong answers in the picture; the table has all


class Results:
    """The result of each submission in order, read from the journal one at a time, as often as it is asked for."""

    def __init__(self, journal: Journal, keys: Sequence[str]) -> None:
        self._journal, self._keys = journal, keys

    def __iter__(self) -> Iterator[Result]:
        """Read them once."""
        return (self._journal[key] for key in self._keys)


def write_report(out: Path, submissions: Sequence[Submission], results: Results, *, seed: int) -> None:
    """Write every file of the report anew; feedback and tables of an earlier run do not stay."""
    write_grades_csv(out / "grades.csv", results)
    write_grades_json(out / "grades.json", results, seed=seed)
    _write_statistics(out, tally(results))
    feedback, uploads = _empty(out / "feedback"), _empty(out / "upload")
    for result in results:
        write_feedback(feedback, result)
    _write_uploads(uploads, submissions, results)


def _write_statistics(out: Path, tallies: list[Tally]) -> None:
    write_statistics(out / "statistics.csv", tallies)
    slips: Counter[str] = Counter()
    for counted in tallies:
        slips.update({f"{counted.exercise}: {slip}": times for slip, times in counted.slips.items()})
    picture = out / "statistics.png"
    picture.unlink(missing_ok=True)
    if tallies:
        rates = {counted.exercise: counted.pass_rate for counted in tallies}
        picture.write_bytes(class_results(rates, dict(ranked(slips)[:SHOWN])).png())


def _write_uploads(folder: Path, submissions: Sequence[Submission], results: Results) -> None:
    origins = (submission.origin for submission in submissions)
    for lesson, marks in best_marks(zip(origins, results, strict=True)).items():
        write_canvas(folder / f"canvas-{lesson}.csv", lesson, marks)
        write_moodle(folder / f"moodle-{lesson}.csv", marks)
    gradescope = _empty(folder / "gradescope")
    for result in results:
        write_gradescope(gradescope, result)


def _empty(folder: Path) -> Path:
    """The folder, without what an earlier run left in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder
