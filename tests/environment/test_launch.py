"""`posenc lab` per situation: who runs it, where, with what around it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_core.paths import jupyter_path
from jupyterlab_server.settings_utils import get_settings

from posenc import cli
from posenc.environment import launch

ROOT = Path('/a b/it\'s "posenc"')


def arguments(**given: object) -> list[str]:
    return launch.lab_arguments(ROOT, **{"browser": True, "port": None, "is_root": False} | given)


def test_it_serves_the_repository_and_opens_the_first_lesson():
    assert arguments() == [
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={ROOT}",
        "--LabApp.default_url=/lab/tree/lessons/00_start_here.ipynb",
    ]


@pytest.mark.parametrize(
    ("given", "added"),
    [
        ({"browser": False}, ["--no-browser"]),
        ({"port": 8899}, ["--port=8899"]),
        ({"port": 0}, ["--port=0"]),
        ({"is_root": True}, ["--allow-root"]),
        ({"browser": False, "port": 1, "is_root": True}, ["--no-browser", "--port=1", "--allow-root"]),
    ],
)
def test_each_situation_adds_its_own_arguments(given, added):
    assert arguments(**given) == arguments() + added


def test_token_and_address_are_left_to_jupyter():
    everything = " ".join(arguments(browser=False, port=8899, is_root=True)).lower()
    assert not any(word in everything for word in ("token", "password", "ip=", "origin"))


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "lynx"}, True),
        ("freebsd14", {}, False),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_opens_only_where_one_can(platform, environ, expected):
    assert launch.has_display(platform, environ) is expected


@pytest.fixture
def started(monkeypatch, tmp_path) -> list[tuple[list[str], dict[str, str]]]:
    """What `posenc lab` would have become, in a repository of one lesson, without a display."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / launch.FIRST_LESSON).touch()
    monkeypatch.setattr(launch, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    calls: list = []
    monkeypatch.setattr(launch, "_become", lambda command, environ: calls.append((command, environ)) or 0)
    return calls


def test_the_command_line_reaches_jupyterlab(started, capsys, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert cli.main(["lab", "--port", "8899"]) == 0
    command, _ = started[0]
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert command[-2:] == ["--no-browser", "--port=8899"]
    assert "open the address that JupyterLab prints" in capsys.readouterr().out


def test_root_may_run_it_and_a_display_gets_a_browser(started, capsys, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert cli.main(["lab"]) == 0
    command, _ = started[0]
    assert "--allow-root" in command
    assert "--no-browser" not in command
    assert capsys.readouterr().out == ""


def test_no_browser_is_obeyed_where_there_is_a_display(started, capsys, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    assert cli.main(["lab", "--no-browser"]) == 0
    assert "--no-browser" in started[0][0]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("port", ["-1", "65536", "80x", "８０", ""])
def test_an_impossible_port_is_refused(port, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["lab", f"--port={port}"])
    assert ended.value.code == 2
    assert f"not {port!r}" in capsys.readouterr().err


def test_without_the_lessons_one_sentence_says_where_they_are(started, capsys):
    (launch.ROOT / launch.FIRST_LESSON).unlink()
    assert cli.main(["lab"]) == 1
    said = capsys.readouterr().err
    assert str(launch.ROOT) in said
    assert "clone it and run `make lab`" in said
    assert said.count("\n") == 1
    assert not started


def test_without_jupyterlab_one_sentence_says_how_to_install_it(started, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.main(["lab"]) == 1
    said = capsys.readouterr().err
    assert "JupyterLab is not installed" in said
    assert "-m pip install -r requirements.txt" in said
    assert said.count("\n") == 1
    assert not started


def kernel_named_python3(folder: Path) -> Path:
    """A kernel that a learner installed for themselves long ago; it ends at once."""
    (folder / "kernels" / "python3").mkdir(parents=True)
    spec = '{"argv": ["false", "{connection_file}"], "display_name": "Old", "language": "python"}'
    (folder / "kernels" / "python3" / "kernel.json").write_text(spec, encoding="utf-8")
    return folder


def test_a_kernel_of_the_same_name_elsewhere_does_not_hide_this_one(tmp_path, monkeypatch):
    elsewhere = kernel_named_python3(tmp_path / "elsewhere")
    before = {"JUPYTER_PATH": str(elsewhere), "JUPYTER_PREFER_ENV_PATH": "0", "PATH": os.environ["PATH"]}
    after = launch.lab_environment(before, Path(sys.prefix))
    monkeypatch.setenv("JUPYTER_PATH", after["JUPYTER_PATH"])
    assert jupyter_path()[:2] == [str(Path(sys.prefix) / "share" / "jupyter"), str(elsewhere)]
    code = "from jupyter_client.kernelspec import get_kernel_spec as get; print(get('python3').resource_dir)"
    found = {}
    for name, environ in (("before", before), ("after", after)):
        done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
        found[name] = Path(done.stdout.strip())
    assert found["before"].is_relative_to(elsewhere)
    assert found["after"].is_relative_to(sys.prefix)


def test_the_commands_of_this_environment_come_first_and_the_rest_stays(monkeypatch):
    after = launch.lab_environment({"PATH": "/usr/bin", "HOME": "/home/u"}, Path(sys.prefix))
    assert after["PATH"] == os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin"])
    assert after["HOME"] == "/home/u"
    assert after["JUPYTER_CONFIG_PATH"] == str(launch.JUPYTER_CONFIG)


def fetch_news(user: Path) -> tuple[str, str | None]:
    """Whether JupyterLab fetches news: its default, and what the learner chose in the folder `user`."""
    app = Path(sys.prefix) / "share" / "jupyter" / "lab"
    name = "@jupyterlab/apputils-extension:notification"
    read, _ = get_settings(str(app / "settings"), str(app / "schemas"), str(user), schema_name=name)
    return read["schema"]["properties"]["fetchNews"]["default"], read["settings"].get("fetchNews")


def test_jupyterlab_asks_nothing_about_news_but_the_learner_may_say_otherwise(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    assert fetch_news(tmp_path) == ("none", None)  # "none" asks
    given = launch.lab_environment(os.environ, Path(sys.prefix))
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", given["JUPYTER_CONFIG_PATH"])
    assert fetch_news(tmp_path) == ("false", None)
    chosen = tmp_path / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    chosen.parent.mkdir(parents=True)
    chosen.write_text('{"fetchNews": "true"}', encoding="utf-8")
    assert fetch_news(tmp_path) == ("false", "true")
