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
