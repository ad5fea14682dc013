"""`posenc doctor`: a line per need, the right exit code, and probes that notice."""

import json
import os
import shutil
import stat
import sys
from importlib import metadata
from pathlib import Path

import pytest

from posenc import cli
from posenc.environment import NotReady, doctor, launch, probes
from posenc.environment.doctor import NEEDS, Need
from posenc.grading.isolation import isolation


def found(detail: str = "here"):
    return lambda: detail


def lost(error: Exception):
    def probe() -> str:
        raise error

    return probe


def test_nothing_missing_ends_well(capsys):
    assert doctor.doctor([Need("a", "does this", "do that", found("v1")), Need("bb", "does more", "", found())]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "a         ok       does this (v1)",
        "bb        ok       does more (here)",
        "",
        "Learning needs nothing more.",
    ]


def test_what_learning_needs_decides_the_exit_code(capsys):
    needs = [
        Need("kernel", "runs cells", "install it", lost(NotReady("no such\n  kernel."))),
        Need("sandbox", "grades", "install bwrap", lost(NotReady("no bwrap")), learning=False),
    ]
    assert doctor.doctor(needs) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "kernel    missing  runs cells (no such kernel): install it"
    assert lines[1] == "sandbox   missing  grades (no bwrap): install bwrap"
    assert lines[-1] == "Learning still needs: kernel."
    assert doctor.doctor(needs[1:]) == 0


def test_a_probe_that_breaks_costs_its_own_line_only(capsys):
    assert doctor.doctor([Need("a", "p", "m", lost(ZeroDivisionError())), Need("b", "p", "m", found())]) == 1
    out = capsys.readouterr().out
    assert "a         missing  p (ZeroDivisionError): m" in out
    assert "b         ok" in out


def test_the_whole_table_on_this_machine(capsys):
    """The suite's own environment learns, apart from the lessons if these are not built."""
    code = cli.main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(NEEDS)]] == [need.name for need in NEEDS]
    states = {line.split()[0]: line.split()[1] for line in lines[: len(NEEDS)]}
    assert [states[name] for name in ("Python", "packages", "kernel", "widgets", "progress")] == ["ok"] * 5
    missing = [need.name for need in NEEDS if need.learning and states[need.name] == "missing"]
    assert code == (1 if missing else 0)
    assert all(len(line) > 30 for line in lines[: len(NEEDS)])


def test_python_outside_the_declared_range_is_named(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
    with pytest.raises(NotReady, match=r"is 3\.9\.18, not >=3\.11"):
        probes.python()


def test_absent_and_outdated_packages_are_named(monkeypatch):
    def version(name: str) -> str:
        if name == "anywidget":
            raise metadata.PackageNotFoundError(name)
        return {"numpy": "1.26.4"}.get(name, real(name))

    real = metadata.version
    monkeypatch.setattr(metadata, "version", version)
    with pytest.raises(NotReady, match="is") as reason:
        probes.packages()
    first, second = sorted(str(reason.value).split("; "))
    assert first == "anywidget is not installed"
    assert second.startswith("numpy is 1.26.4, not ")


def test_the_lab_packages_are_among_those_looked_at(monkeypatch):
    seen = []
    monkeypatch.setattr(metadata, "version", lambda name: seen.append(name) or "0")
    with pytest.raises(NotReady):
        probes.packages()
    assert {"numpy", "jupyterlab", "ipykernel"} <= set(seen)
    assert "pytest" not in seen


def write_kernel(prefix: Path, argv: list[str]) -> None:
    folder = prefix / "share" / "jupyter" / "kernels" / "python3"
    folder.mkdir(parents=True)
    spec = {"argv": argv, "display_name": "Python 3 (ipykernel)", "language": "python"}
    (folder / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")


def test_a_kernel_that_does_not_start_is_missing(monkeypatch, tmp_path):
    write_kernel(tmp_path, [sys.executable, "-c", "raise SystemExit('no kernel today')", "{connection_file}"])
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(NotReady, match=r"ended with 1: .*Kernel died"):
        probes.kernel()


def test_a_kernel_of_another_environment_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))  # has no kernel, so that the real one is found
    with pytest.raises(NotReady, match=r"the kernel python3 runs in .*, not in"):
        probes.kernel()


def test_widgets_need_both_halves_in_the_browser(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *parts: [str(tmp_path / "share/jupyter" / parts[0])])
    with pytest.raises(NotReady, match="jupyterlab-manager and no anywidget"):
        probes.widgets()
    for name in probes.PREBUILT:
        folder = tmp_path / "share" / "jupyter" / "labextensions" / name
        folder.mkdir(parents=True)
        (folder / "package.json").touch()
    assert "anywidget" in probes.widgets()


def test_lessons_that_are_not_there_are_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(probes, "ROOT", tmp_path)
    with pytest.raises(NotReady, match=r"there is no lessons/00_start_here\.ipynb in"):
        probes.lessons()
    (tmp_path / "lessons").mkdir()
    (tmp_path / launch.FIRST_LESSON).touch()
    assert probes.lessons() == str(tmp_path / "lessons")
    assert [path.name for path in (tmp_path / "lessons").iterdir()] == ["00_start_here.ipynb"]


def test_a_progress_folder_yet_to_be_made_is_asked_of_its_parent(monkeypatch, tmp_path):
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "not" / "yet"))
    assert probes.progress() == str(tmp_path / "not" / "yet")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_takes_no_file_is_missing(monkeypatch, tmp_path):
    (tmp_path / "file").touch()  # root may write anywhere, but nobody writes below a file
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "file"))
    with pytest.raises(NotReady, match="cannot write in"):
        probes.progress()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_closed_to_the_user_is_missing(monkeypatch, tmp_path):
    tmp_path.chmod(0o500)
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "home"))
    with pytest.raises(NotReady, match="Permission denied"):
        probes.progress()


def executable(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_chromium_is_looked_up_by_its_names(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(NotReady, match="no Chromium"):
        probes.chromium()
    google = executable(tmp_path, "google-chrome", "exit 0")
    assert probes.chromium() == str(google)
    own = executable(tmp_path, "my-browser", "exit 0")
    monkeypatch.setenv("CHROMIUM", str(own))
    assert probes.chromium() == str(own)


def test_a_sandbox_that_is_installed_but_forbidden_is_missing(monkeypatch, tmp_path):
    sh = shutil.which("sh")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotReady, match="since bubblewrap does not isolate here: there is no bwrap on the PATH"):
        probes.sandbox()
    assert sh is not None
    executable(tmp_path, "bwrap", "echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    with pytest.raises(NotReady, match="since bubblewrap does not isolate here: bwrap: No permissions"):
        probes.sandbox()


def test_the_sandbox_of_this_machine_is_the_one_that_grading_takes():
    level = isolation("auto")
    if level == "bubblewrap":
        assert probes.sandbox() == level
    else:
        with pytest.raises(NotReady, match=level):
            probes.sandbox()
