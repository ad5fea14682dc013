"""The command line: what is misused gets the right usage and a sentence, and a reader may go."""

import subprocess
import sys

import pytest

from posenc.cli import main


@pytest.mark.parametrize(
    ("arguments", "usage"),
    [
        (["doctor", "--bogus"], "usage: posenc doctor"),
        (["progress", "file"], "usage: posenc progress"),
        (["cards", "check", "--bogus"], "usage: posenc cards check"),
        (["cards", "export", "file"], "usage: posenc cards export"),
    ],
)
def test_an_unknown_argument_shows_the_usage_of_its_command(capsys, arguments, usage):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(usage)
    assert f"unrecognized arguments: {arguments[-1]}" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["progress", "--import", "{nowhere}"],
        ["progress", "--export", "{nowhere}"],
        ["cards", "export", "--sheet", "{nowhere}"],
        ["train", "alibi", "--out", "{nowhere}"],
    ],
)
def test_a_file_that_is_not_to_be_had_is_named_without_error_numbers(capsys, monkeypatch, tmp_path, arguments):
    monkeypatch.setenv("POSENC_HOME", str(tmp_path))
    nowhere = str(tmp_path / "nowhere" / "file.json")
    assert main([word.format(nowhere=nowhere) for word in arguments]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"posenc {' '.join(arguments[:-2])}".removesuffix(" alibi") + f": {nowhere}: ")
    assert "Errno" not in said
    assert ".part" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells a writer otherwise that its reader has gone")
def test_a_reader_that_has_gone_is_no_traceback(tmp_path, monkeypatch):
    monkeypatch.setenv("POSENC_HOME", str(tmp_path))
    posenc = [sys.executable, "-m", "posenc", "progress"]
    with subprocess.Popen(posenc, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
