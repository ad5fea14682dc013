"""How far the learner is, in words, and the log carried from one machine to another."""

import sys
from pathlib import Path

from posenc.exercises import EXERCISES
from posenc.progress import Log, NewerVersionError, Progress, fold, read_events, to_line
from posenc.reasons import in_words
from posenc.rehearsal import days


def report(progress: Progress) -> str:
    """One line a lesson: a mark an exercise, points, and what to do next.

    >>> print(report(Progress(outcomes={"blindness.softmax": "passed"})).splitlines()[1])
    blindness  ●○○○○○○○   4 of 35 points   next: scores
    """
    lessons = list(dict.fromkeys(exercise.lesson for exercise in EXERCISES.values()))
    width = max(map(len, lessons))
    return "\n".join(f"{lesson:{width}}  {_line(lesson, progress)}" for lesson in lessons)


def so_far() -> str:
    """The report on this learner's own log, or why it can't be read."""
    try:
        return _whole(Log())
    except (OSError, ValueError, NewerVersionError) as error:
        return f"Your progress can't be read: {in_words(error)}"


def _whole(log: Log) -> str:
    """The report, and a line on the rehearsal once it has begun."""
    events = log.events()
    rehearsed = days.so_far(events, days.now().date())
    return "\n".join([report(fold(events)), *([f"rehearsal: {rehearsed}"] if rehearsed else [])])


def _line(lesson: str, progress: Progress) -> str:
    exercises = [exercise for exercise in EXERCISES.values() if exercise.lesson == lesson]
    marks = "".join("●" if e.id in progress.passed else "◐" if e.id in progress.attempts else "○" for e in exercises)
    points = sum(exercise.points for exercise in exercises if exercise.id in progress.passed)
    left = [exercise.name for exercise in exercises if exercise.id not in progress.passed]
    todo = f"next: {left[0]}" if left else "complete"
    return f"{marks}  {points:2} of {sum(e.points for e in exercises)} points   {todo}"


def _printable(text: str, encoding: str) -> str:
    """The text in characters that the terminal knows: not every one has the marks."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(str.maketrans("●◐○", "#+.")).encode(encoding, "replace").decode(encoding)
    return text


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def progress_command(*, export: str | None, source: str | None) -> int:
    """Import, export or report; return the exit code."""
    log = Log()
    try:
        if source is not None:
            data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
            print(_counted(log.extend(read_events(data, source)), "new event"))
        elif export is not None:
            events = log.events()
            lines = b"".join(map(to_line, events))
            if export == "-":
                sys.stdout.buffer.write(lines)
            else:
                Path(export).write_bytes(lines)
                print(f"{_counted(len(events), 'event')} in {export}")
        else:
            print(_printable(f"{_whole(log)}\n(from {log.path})", sys.stdout.encoding))
    except BrokenPipeError:
        raise
    except (OSError, ValueError, NewerVersionError) as error:
        print(f"posenc progress: {in_words(error)}", file=sys.stderr)
        return 1
    return 0
