"""`posenc train`: every run in its process, every run kept, and none done twice."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from posenc.cli import main
from posenc.lab import runs
from posenc.lab.command import train_command
from posenc.lab.results import Results, libraries, read_results
from posenc.lab.runs import train_all
from posenc.lab.settings import Settings
from posenc.lab.training import train
from posenc.lab.variants import variants

TINY = Settings(steps=3, batch=2, length=16)
DRAWN = []


def run(out, *schemes, seeds=1, settings=TINY):
    return train_command(schemes, seeds=seeds, out=out, draw=lambda *given: DRAWN.append(given), settings=settings)


def test_runs_are_those_of_this_process_and_the_file_goes_on(tmp_path, capsys):
    out = tmp_path / "r.json"
    assert run(out, "rotary", "t5") == 0
    first = read_results(out)
    assert first.settings == TINY
    assert first.runs() == {("t5", 0), ("rotary", 0)}
    assert first.variants("rotary") == list(variants("rotary", TINY))
    here = variants("t5", TINY)["plain"].accuracies(train("t5", TINY, seed=0))["last"]
    assert first.accuracy("t5", "last")[0].tolist() == [round(share, 4) for share in here]
    assert DRAWN[-1] == (first, tmp_path / "r.png")

    marked = replace(first, rows=tuple(replace(row, seconds=99.0) for row in first.rows))
    marked.write(out)
    assert run(out, "t5", seeds=2) == 0
    second = read_results(out)
    assert second.runs() == first.runs() | {("t5", 1)}
    assert {row.seconds for row in second.rows if row.seed == 0} == {99.0}, "done again"
    said = capsys.readouterr()
    assert run(out, "t5", seeds=2) == 0
    assert capsys.readouterr().err == "", "nothing was left to do"
    assert read_results(out) == second
    assert "t5" in said.out
    assert "r.png" in said.out
    assert "t5, seed 1:" in said.err


def test_a_narrow_terminal_breaks_lines_but_cuts_no_number(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert run(tmp_path / "r.json", "rotary") == 0
    said = capsys.readouterr().out
    assert "rotary" in said
    assert "…" not in said


@pytest.mark.parametrize(
    "other", [Results(replace(TINY, steps=4)), Results(TINY, {**libraries(), "numpy": "1.0"})], ids=["steps", "numpy"]
)
def test_a_file_of_other_settings_or_libraries_is_not_mixed(tmp_path, capsys, other):
    other.write(tmp_path / "r.json")
    assert run(tmp_path / "r.json") == 1
    assert "other settings or versions" in capsys.readouterr().err
    assert read_results(tmp_path / "r.json") == other


def test_a_file_that_is_no_results_file_stays_as_it_is(tmp_path, capsys):
    (tmp_path / "r.json").write_text("my thesis")
    assert run(tmp_path / "r.json") == 1
    assert "does not hold results" in capsys.readouterr().err
    assert (tmp_path / "r.json").read_text() == "my thesis"


def test_a_folder_that_is_not_there(tmp_path, capsys):
    assert run(tmp_path / "no" / "r.json") == 1
    assert "No such file" in capsys.readouterr().err


def test_unknown_schemes_are_misuse(tmp_path, capsys):
    assert main(["train", "rotory", "--out", str(tmp_path / "r.json")]) == 2
    assert "no scheme is called 'rotory'; there are none, sinusoidal" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_whoever_stops_looking_stops_the_training():
    """A run of ten million steps does not hold up an error, nor an interrupt."""
    long = replace(TINY, steps=10**7)
    runs = train_all([("none", 0)], long, workers=1, watch=lambda done: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        next(runs)


PROGRAM = """
import sys
from pathlib import Path
from posenc.lab.settings import Settings
from posenc.lab.command import train_command
if __name__ == "__main__":
    long = Settings(steps=10**7, batch=2, length=16)
    try:
        train_command(["none", "t5"], seeds=1, out=Path(sys.argv[1]), draw=print, settings=long)
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are another matter there")
def test_an_interrupt_ends_everything_and_says_how_to_go_on(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    program = subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py"), str(tmp_path / "r.json")],
        stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True,
    )  # fmt: skip
    try:
        while not (tmp_path / "r.json").exists():  # written before the first process starts
            assert program.poll() is None
            time.sleep(0.02)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: the command and its processes
        _, said = program.communicate(timeout=60)
    finally:
        program.kill()
    assert program.returncode == 130
    assert "the same command goes on from there" in said
    assert "Traceback" not in said


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="interrupts are another matter there")
def test_a_second_interrupt_waits_until_the_pool_has_told_its_processes_to_end(monkeypatch):
    blocked = []

    class Pool(runs.ProcessPoolExecutor):
        def shutdown(self, **options):
            blocked.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
            super().shutdown(**options)

    monkeypatch.setattr(runs, "ProcessPoolExecutor", Pool)
    watched = runs.train_all([("none", 0)], TINY, workers=1, watch=_interrupt)
    with pytest.raises(KeyboardInterrupt):
        next(watched)
    assert blocked == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def _interrupt(done):
    raise KeyboardInterrupt


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="interrupts are another matter there")
def test_an_interrupt_that_another_thread_gets_is_held_back_too():
    done, ready = threading.Event(), []
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt), runs._interrupts_held_back():  # noqa: PT012
            signal.pthread_kill(other.ident, signal.SIGINT)
            time.sleep(0.1)
            ready.append("still here")
        assert ready == ["still here"]
    finally:
        done.set()
        other.join()
