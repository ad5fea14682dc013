"""The session in a terminal: scripted replies, what is said, Ctrl-C, and going on."""

import builtins
import os
import subprocess
import sys
from functools import partial

import pytest

from posenc.cli import main
from posenc.progress import Log
from posenc.rehearsal import bank as banks
from posenc.rehearsal import desk, terminal

LEAVE = KeyboardInterrupt()


@pytest.fixture
def rehearse(monkeypatch, tmp_path, bank, clock, capsys):
    """`rehearse(arguments, replies)` -> exit code, what was said; a reply may be an exception, or a function."""
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(terminal, "load", lambda: bank)
    monkeypatch.setattr(terminal, "rehearse_command", partial(terminal.rehearse_command, clock=clock))

    def run(arguments, replies):
        script = iter(replies)

        def reply(prompt=""):
            said = next(script)
            if callable(said):
                said = said()
            if isinstance(said, BaseException):
                raise said
            return said

        monkeypatch.setattr(builtins, "input", reply)
        code = main(["rehearse", *arguments])
        assert next(script, None) is None, "a reply was not asked for"
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


SHUFFLE = ["", "a", "90", "1"]  # start the clock, aloud, sure, the must


def test_a_card_with_its_follow_up_and_refutation(rehearse, clock):
    later = lambda: clock.wait(minutes=3) or "z"  # noqa: E731
    script = ["", "t", "rows go along", "", "70", "1 2", "", "z", later, "many", "20", "90", "", "y"]
    code, said = rehearse(["--card", "blindness.shuffle"], script)
    assert code == 0
    for words in (
        "Why is x_i not known by its place?", "self-graded", "Every row sees the same set.", "(must)",
        "good (self-graded)",
        "It returns tomorrow (2026-03-03)", "Follow-up: blindness.count", "machine-checked", "no number: 'many'",
        "Understood: 20", "(machine-graded)", "The softmax takes care of it.", "It commutes.", "All 24 orders agree.",
        "Recall", "Calibration", "No idea was missed",
    ):  # fmt: skip
        assert words in said, words
    assert "Traceback" not in said


def test_ctrl_c_loses_nothing_and_the_next_start_goes_on(rehearse, clock):
    code, said = rehearse(["--card", "rotary.turn"], ["", LEAVE])
    assert code == 130
    assert "goes on from here" in said
    clock.wait(minutes=1)
    code, said = rehearse([], ["", "p", EOFError()])
    assert code == 130
    assert "A session is open: 0 answered, 1 to go." in said
    code, said = rehearse([], ["y", "50", "1"])
    assert code == 0
    assert "good (self-graded), 1:00." in said


def test_an_open_session_can_be_left_for_a_new_one(rehearse):
    assert rehearse(["--card", "rotary.turn"], [LEAVE])[0] == 130
    code, said = rehearse(["--topics", "blindness", "--levels", "L1,L2"], ["n", "q"])
    assert code == 0
    assert "A session is open" in said
    assert rehearse(["--mock", "--minutes", "9"], ["q"])[0] == 0


def test_nothing_due_is_said(rehearse, clock):
    assert rehearse(["--topics", "rotary"], ["", "a", "70", "1"])[0] == 0
    code, said = rehearse(["--topics", "rotary"], [])
    assert code == 0
    assert "Nothing is due today" in said
    assert rehearse(["--topics", "rotary", "--mock"], ["s"])[0] == 0
    clock.wait(days=1)
    assert rehearse(["--topics", "rotary"], ["", "?", ""])[0] == 0


def test_the_interview_caps_what_returns(rehearse, clock):
    for day in ("2026-03-02", "2026-03-03", "2026-03-06"):
        while str(clock().date()) < day:
            clock.wait(days=1)
        code, said = rehearse(["--card", "rotary.turn", "--interview", "2026-03-08"], ["", "a", "70", "1"])
    assert code == 0
    assert "in 2 days (2026-03-08)" in said, said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--topics", "ropes"], "topics must be among blindness, rotary, not ropes"),
        (["--levels", "L7"], "levels must be among L1, L2, L3, not L7"),
        (["--card", "a.b"], "no card is called 'a.b'"),
    ],
)
def test_what_there_is_not_is_a_sentence(rehearse, arguments, words):
    code, said = rehearse(arguments, [])
    assert code == 1
    assert f"posenc rehearse: {words}" in said


@pytest.mark.parametrize(
    "arguments", [["--interview", "soon"], ["--minutes", "0"], ["--mock", "--card", "a.b"], ["--seed", "x"]]
)
def test_what_cannot_be_meant_is_misuse(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["rehearse", *arguments])
    capsys.readouterr()


def test_a_newer_log_is_a_sentence(rehearse):
    log = Log()
    log.path.parent.mkdir()
    log.path.write_bytes(b'{"v": 2}\n')
    code, said = rehearse([], [])
    assert code == 1
    assert "version 2 is newer" in said
    assert log.path.read_bytes() == b'{"v": 2}\n'


def test_a_clock_that_was_wrong_is_flagged(rehearse, clock):
    rehearse(["--card", "rotary.turn"], ["", LEAVE])
    clock.wait(days=-40)
    code, said = rehearse([], ["y", "a", "70", "1"])
    assert code == 0
    assert said.count("The clock ran backwards, from 2026-03-02 09:00 to 2026-01-21 09:00.") == 1


KILLED = """
import sys, threading, os, signal
from pathlib import Path
from posenc.rehearsal import bank, terminal
sys.modules.update({})
cards = bank.load(Path(sys.argv[1]))
terminal.load = lambda: cards
sys.exit(terminal.rehearse_command(card="rotary.turn"))
"""


@pytest.mark.skipif(os.name != "posix", reason="killed by a signal")
def test_a_killed_terminal_loses_nothing_answered(folder, tmp_path):
    """In an ASCII terminal without colours, through pipes; killed while it waits for the confidence."""
    (folder / "blindness" / "count.md").unlink()
    environment = {**os.environ, "POSENC_HOME": str(tmp_path / "home"), "TERM": "dumb", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", KILLED, str(folder)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdin.write(b"\nt\nchannels turn\n\n")
        child.stdin.flush()
        heard = b""
        while b"How sure" not in heard:
            heard += (byte := child.stdout.read(1))
            assert byte, heard
        child.kill()
    log = Log(tmp_path / "home" / "events.jsonl")
    again = desk.Desk.resume(bank=banks.load(folder), log=log)
    assert again.stage == "answered"
    assert again.state.turn.words == "channels turn"


def test_what_does_not_exist_is_said_before_an_open_session_asks(rehearse):
    assert rehearse(["--card", "blindness.shuffle"], [LEAVE])[0] == 130
    code, said = rehearse(["--card", "nix"], [])
    assert (code, said.startswith("posenc rehearse: no card is called 'nix'")) == (1, True)


def test_an_interview_that_is_over_is_refused(rehearse):
    code, said = rehearse(["--interview", "2026-03-01"], [])
    assert (code, said) == (1, "posenc rehearse: the interview must be today or later, not on 2026-03-01\n")
