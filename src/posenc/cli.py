"""The command `posenc`: arguments in, one function called; each function is imported when its command runs."""

import argparse
import sys
from collections.abc import Callable, Sequence

from posenc.environment import NotReady

Run = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `posenc ARGUMENTS` and return its exit code: 0 done, 1 not done, 2 misused, 130 interrupted."""
    given = _parser().parse_args(arguments)
    run: Run = given.run
    try:
        return run(given)
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
        added.set_defaults(run=run)
        return added

    lab = command("lab", _lab, "Open the course in JupyterLab.")
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    lab.add_argument("--port", type=_port, metavar="N", help="serve on port N, or the next free one")
    build = command("build", _build, "Run the solutions and cut the lessons out of them.")
    build.add_argument("names", nargs="*", metavar="LESSON", help="only these, by their stems (default: all)")
    build.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a build would")
    progress = command("progress", _progress, "Say how far you are; carry your progress to another machine.")
    carry = progress.add_mutually_exclusive_group()
    carry.add_argument("--export", metavar="FILE", help="write the event log to FILE ('-' for the terminal)")
    carry.add_argument("--import", metavar="FILE", dest="source", help="add the events of FILE that are new")
    command("doctor", _doctor, "Say what this machine lacks, what it is for and how to mend it.")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)


def _lab(given: argparse.Namespace) -> int:
    from posenc.environment.launch import lab

    return lab(browser=not given.no_browser, port=given.port)


def _doctor(given: argparse.Namespace) -> int:
    from posenc.environment.doctor import doctor

    return doctor()


def _build(given: argparse.Namespace) -> int:
    from posenc.notebooks.command import build_command

    return build_command(given.names, check=given.check)


def _progress(given: argparse.Namespace) -> int:
    from posenc.progress_report import progress_command

    return progress_command(export=given.export, source=given.source)
