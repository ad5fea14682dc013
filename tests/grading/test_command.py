"""`posenc grade` as a whole, around a pretending grader: N submissions in, N rows out, whatever interrupts it."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from posenc.cli import main
from posenc.grading import command
from posenc.grading.jobs import fingerprint

PROGRAM = """
import sys
import fake_grader
from posenc.cli import main
from posenc.grading import command

if __name__ == "__main__":
    command.grade, command.fingerprint = fake_grader.grade, lambda: "this grader"
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def handed_in(tmp_path) -> Path:
    """A folder of five submissions; one kills its grader, one is a link."""
    top = tmp_path / "submissions"
    for name, says in {"ada": "", "bob": "die", "cem": "x", "=d()": "raise"}.items():
        (top / name).mkdir(parents=True)
        (top / name / "05.ipynb").write_text(says, encoding="utf-8")
    if os.name == "posix":
        (top / "ada" / "link.ipynb").symlink_to(top / "cem" / "05.ipynb")
    return top


@pytest.fixture
def grade(fake, tmp_path, monkeypatch):
    """`grade(path, ...)` runs the command with the pretending grader and returns its exit code."""
    monkeypatch.setattr(command, "grade", fake.grade)
    monkeypatch.setattr(command, "fingerprint", lambda: "this grader")
    return lambda *paths: main(["grade", *map(str, paths), "--out", str(tmp_path / "report"), "--jobs", "2"])


def rows(report: Path) -> list[dict]:
    with (report / "grades.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_submission_has_its_row_and_its_page(grade, handed_in, tmp_path, capsys):
    assert grade(handed_in) == 0
    found = rows(tmp_path / "report")
    names = ["'=d()/05.ipynb", "ada/05.ipynb", "ada/link.ipynb", "bob/05.ipynb", "cem/05.ipynb"]
    assert [row["submission"] for row in found] == names
    assert [bool(row["problems"]) for row in found] == [True, False, True, True, False]
    assert len(list((tmp_path / "report" / "feedback").iterdir())) == 5
    said = capsys.readouterr()
    assert "01_blindness" in said.out
    assert found[0]["seed"] in said.out


def test_a_second_call_goes_on_with_the_same_seed_and_grades_only_what_is_new(grade, handed_in, tmp_path, graded):
    grade(handed_in)
    first, asked = rows(tmp_path / "report"), len(graded())
    (handed_in / "cem" / "05.ipynb").write_text("changed", encoding="utf-8")
    (handed_in / "eve.ipynb").write_text("", encoding="utf-8")
    assert grade(handed_in) == 0
    second = rows(tmp_path / "report")
    assert {row["seed"] for row in first} == {row["seed"] for row in second}
    assert sorted(graded()[asked:]) == ["=d()/05.ipynb", "bob/05.ipynb", "bob/05.ipynb", "cem/05.ipynb", "eve.ipynb"]
    assert len(second) == 6


def test_another_seed_another_time_limit_or_another_grader_grades_anew(grade, handed_in, graded, monkeypatch):
    def asked(*arguments) -> int:
        before = len(graded())
        assert grade(handed_in / "ada" / "05.ipynb", *arguments) == 0
        return len(graded()) - before

    assert [asked("--seed", 7), asked("--seed", 7), asked("--seed", 8), asked(), asked("--timeout", 3)] == [
        1,
        0,
        1,
        0,
        1,
    ]
    monkeypatch.setattr(command, "fingerprint", lambda: "another")
    assert asked("--timeout", 3) == 1


def test_the_fingerprint_is_that_of_the_code(tmp_path, monkeypatch):
    monkeypatch.setattr("posenc.__file__", str(tmp_path / "__init__.py"))
    found = []
    for code in ("a = 1", "a = 2", "a = 1"):
        (tmp_path / "marks.py").write_text(code)
        found.append(fingerprint())
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "there is no nowhere"),
        ([".", "--lessons", "99"], "there is no lesson '99'"),
        ([".", "--timeout", "0"], "seconds above 0"),
        ([".", "--jobs", "0"], "from 1 on"),
        ([".", "--seed", "-1"], "from 0 on"),
        ([".", "--sandbox", "none"], "invalid choice"),
        ([".", "--scheduler", "tcp://127.0.0.1:9"], "Dask"),
    ],
)
def test_unusable_arguments_are_said_in_a_sentence(tmp_path, monkeypatch, capsys, arguments, words):
    if "--scheduler" in arguments:
        dask = pytest.importorskip("posenc.grading.dask")
        pytest.importorskip("distributed", reason="the extra dask is not installed")
        monkeypatch.setattr(dask, "PATIENCE", 0.3)
    (tmp_path / "a.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["grade", "--out", "report", *arguments])
    except SystemExit as stopped:  # argparse's own
        code = stopped.code
    assert code == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "report" / "grades.csv").exists()


def test_a_folder_with_something_else_in_it_is_left_alone(grade, handed_in, tmp_path, capsys):
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "grades.csv").write_text("mine")
    assert grade(handed_in) == 2
    assert "something else" in capsys.readouterr().err
    assert (tmp_path / "report" / "grades.csv").read_text() == "mine"


def test_two_runs_do_not_write_into_one_folder(grade, handed_in, tmp_path, capsys):
    from filelock import FileLock

    (tmp_path / "report").mkdir()
    with FileLock(tmp_path / "report" / ".lock"):
        assert grade(handed_in) == 2
    assert "lock" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 3), (signal.SIGKILL, -signal.SIGKILL)])
def test_an_interrupted_run_goes_on_where_it_stopped(fake, graded, tmp_path, number, code):
    script, top = tmp_path / "program.py", tmp_path / "submissions"
    script.write_text(PROGRAM, encoding="utf-8")
    top.mkdir()
    for count in range(20):
        (top / f"{count:02}.ipynb").write_text("slow" if count < 5 else "gate", encoding="utf-8")
    call = [sys.executable, script, "grade", top, "--out", tmp_path / "report", "--jobs", "1"]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(call, env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        until = time.monotonic() + 30
        while len(graded()) < 6 and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(number)
        said = process.communicate()[1].decode()
    assert process.returncode == code, said
    assert code != 3 or "goes on where this one stopped" in said
    held = [json.loads(line) for line in (tmp_path / "report" / "journal.jsonl").read_text().splitlines()]
    assert 1 <= len(held) < 20
    before = len(graded())
    Path(os.environ["FAKE_LOG"] + ".open").touch()
    subprocess.run(call, env=environ, check=True, capture_output=True)
    assert [row["submission"] for row in rows(tmp_path / "report")] == [f"{count:02}.ipynb" for count in range(20)]
    assert len(graded()) - before == 20 - (len(held) - 1)  # one line is the seed


def test_a_scheduler_without_dask_is_told_what_to_install(grade, handed_in, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert grade(handed_in, "--scheduler", "tcp://127.0.0.1:1") == 2
    assert (
        capsys.readouterr().err == "posenc grade: --scheduler needs Dask: install the extra, pip install -e '.[dask]'\n"
    )
