"""The command `posenc`: arguments in, one function called; each function is imported when its command runs."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from posenc.arguments import counting, day, listed, port, seconds
from posenc.environment import NotReady

Run = Callable[[argparse.Namespace], int]

SANDBOX = "auto: the strongest that works here; require: bubblewrap or nothing; off: limits only (auto)"
CHECK = "Check each card's form and links, and execute every number and refutation."
EXPORT = "Write notes for Anki, or a sheet to print."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `posenc ARGUMENTS` and return its exit code: 0 done, 1 not done, 2 misused, 3 or 130 interrupted."""
    given, unknown = _parser().parse_known_args(arguments)
    if unknown:  # argparse itself would show the usage of `posenc`, which lists no arguments
        given.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    run: Run = given.run
    try:
        code = run(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # `posenc progress | head`: whoever read has gone; nor may the exit try to write more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except NotReady as reason:
        print(f"posenc {given.command}: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="posenc", description="A course on position encodings in transformers.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Run, help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        added.set_defaults(run=run, parser=added)
        return added

    lab = command("lab", _lab, "Open the course in JupyterLab.")
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    lab.add_argument("--port", type=port, metavar="N", help="serve on port N, or the next free one")
    progress = command("progress", _progress, "Say how far you are; carry your progress to another machine.")
    carry = progress.add_mutually_exclusive_group()
    carry.add_argument("--export", metavar="FILE", help="write the event log to FILE (-: to the terminal)")
    carry.add_argument("--import", metavar="FILE", dest="source", help="add what is new in FILE (-: in the input)")
    train = command("train", _train, "Train small models under each encoding and test them on longer logs.")
    train.add_argument("schemes", nargs="*", metavar="SCHEME", help="only these, by their names (default: all)")
    train.add_argument("--seeds", type=counting(1), default=1, metavar="N", help="train each N times (1)")
    train.add_argument(
        "--out", type=Path, default="posenc-results.json", metavar="FILE", help="the results (%(default)s)"
    )
    _add_rehearse(
        command("rehearse", _rehearse, "Rehearse screen questions against the clock, or go on where you left.")
    )
    _add_cards(command("cards", _cards_check, "Check the question cards, or carry them to Anki or to paper."))
    _add_grade(command("grade", _grade, "Grade a folder of notebooks; docs/grading.md says how."))
    command("doctor", _doctor, "Say what this machine lacks, what it is for and how to mend it.")
    build = command("build", _build, "Run the solutions and cut the lessons out of them.")
    build.add_argument("names", nargs="*", metavar="LESSON", help="only these, by their stems (default: all)")
    build.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a build would")
    return parser


def _add_grade(grade: argparse.ArgumentParser) -> None:
    grade.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a notebook, or a folder that holds some")
    grade.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the report goes")
    grade.add_argument("--lessons", metavar="01,02", help="only these lessons (default: all)")
    grade.add_argument("--seed", type=counting(0), metavar="S", help="draws the unseen cases (default: at random)")
    grade.add_argument("--timeout", type=seconds, default=10.0, metavar="SECONDS", help="for one exercise (10)")
    grade.add_argument("--memory", type=counting(64), default=1024, metavar="MIB", help="for a submission (1024)")
    grade.add_argument("--sandbox", choices=("auto", "require", "off"), default="auto", help=SANDBOX)
    grade.add_argument("--jobs", type=counting(1), metavar="N", help="notebooks at once (default: one a core)")
    grade.add_argument("--scheduler", metavar="ADDRESS", help="grade on the Dask cluster at tcp://HOST:PORT")


def _add_rehearse(rehearse: argparse.ArgumentParser) -> None:
    rehearse.add_argument("--topics", type=listed, default=[], metavar="A,B", help="only these (default: all)")
    rehearse.add_argument("--levels", type=listed, default=[], metavar="L1,L2", help="only these (default: all)")
    rehearse.add_argument("--interview", type=day, metavar="DATE", help="its day, as 2026-12-24: nothing returns later")
    rehearse.add_argument("--minutes", type=counting(1), default=20, metavar="N", help="how long (20)")
    rehearse.add_argument("--seed", type=counting(0), metavar="N", help="draws the cards (default: at random)")
    what = rehearse.add_mutually_exclusive_group()
    what.add_argument("--mock", action="store_true", help="a mock screen: a balanced set, due or not")
    what.add_argument("--card", default="", metavar="ID", help="this card and its follow-ups")


def _add_cards(cards: argparse.ArgumentParser) -> None:
    what = cards.add_subparsers(dest="what", metavar="check|export", required=True)
    check = what.add_parser("check", help=CHECK, description=CHECK)
    check.set_defaults(parser=check)
    export = what.add_parser("export", help=EXPORT, description=EXPORT)
    export.set_defaults(run=_cards_export, parser=export)
    export.add_argument("--anki", metavar="FILE", help="text that Anki imports; import it again to update")
    export.add_argument("--sheet", metavar="FILE", help="Markdown, or HTML if FILE ends in .html")


def _lab(given: argparse.Namespace) -> int:
    from posenc.environment.launch import lab

    return lab(browser=not given.no_browser, port=given.port)


def _doctor(given: argparse.Namespace) -> int:
    from posenc.environment.doctor import doctor

    return doctor()


def _train(given: argparse.Namespace) -> int:
    from posenc.figures.lab_results import save_schemes_picture
    from posenc.lab.command import train_command

    return train_command(given.schemes, seeds=given.seeds, out=given.out, draw=save_schemes_picture)


def _grade(given: argparse.Namespace) -> int:
    from posenc.grading.command import grade_command

    return grade_command(given)


def _rehearse(given: argparse.Namespace) -> int:
    from posenc.rehearsal.terminal import rehearse_command

    return rehearse_command(
        topics=given.topics, levels=given.levels, interview=given.interview, minutes=given.minutes,
        mock=given.mock, card=given.card, seed=given.seed,
    )  # fmt: skip


def _cards_check(given: argparse.Namespace) -> int:
    from posenc.rehearsal.validate import check_command

    return check_command()


def _cards_export(given: argparse.Namespace) -> int:
    if given.anki is None and given.sheet is None:
        print("posenc cards export: say --anki FILE, --sheet FILE, or both", file=sys.stderr)
        return 2
    from posenc.rehearsal.exporting import export_command

    return export_command(anki=given.anki, sheet_file=given.sheet)


def _build(given: argparse.Namespace) -> int:
    from posenc.notebooks.command import build_command

    return build_command(given.names, check=given.check)


def _progress(given: argparse.Namespace) -> int:
    from posenc.progress_report import progress_command

    return progress_command(export=given.export, source=given.source)
