"""The learner's log: nothing said is lost, nothing foreign is touched, and it moves between machines."""

import json
import os
import re
import subprocess
import sys

import filelock
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc import progress
from posenc.cli import main
from posenc.exercises import EXERCISES
from posenc.progress import Log, NewerVersionError, fold, home, read_events, to_line
from posenc.progress_report import report

AT = "2026-01-01T09:00:00+01:00"


def check(exercise="blindness.softmax", outcome="passed", **facts):
    return {"v": 1, "id": f"{exercise} {outcome} {facts}", "at": AT, "kind": "check", "exercise": exercise,
            "outcome": outcome, **facts}  # fmt: skip


def prediction(name, words, number=0):
    return {"v": 1, "id": f"{name} {number}", "at": AT, "kind": "prediction", "prediction": name, "words": words}


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "deep" / "down" / "events.jsonl")


# Where it is


def test_posenc_home_says_where(monkeypatch, tmp_path):
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "mine"))
    assert home() == tmp_path / "mine"
    assert Log().path == tmp_path / "mine" / "events.jsonl"


def test_without_it_the_systems_data_folder(monkeypatch, tmp_path):
    for value in (None, ""):
        monkeypatch.setenv("POSENC_HOME", value) if value is not None else monkeypatch.delenv("POSENC_HOME")
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert home().name == "posenc"
        assert home().is_absolute()


# Append and read


def test_no_file_is_no_events(log):
    assert log.events() == []
    assert fold(log.events()) == fold([])
    assert not log.path.parent.exists(), "reading makes no folder"


def test_what_is_appended_is_read_in_order(log):
    written = [log.append("check", exercise=f"a.b{i}", outcome="failed") for i in range(5)]
    assert log.events() == written
    assert len({event["id"] for event in written}) == 5
    assert all(event["v"] == 1 and event["kind"] == "check" for event in written)


def test_an_event_is_one_line_of_json_and_its_time_has_a_zone(log):
    log.append("prediction", prediction="a.b", words="two\nlines\r\nand\x85more\u2028")
    (line,) = log.path.read_bytes().split(b"\n")[:-1]
    assert json.loads(line)["words"] == "two\nlines\r\nand\x85more\u2028"
    assert json.loads(line)["at"][-6] in "+-"


@pytest.mark.parametrize("words", ["größer als 0", "位置编码", "🙂", "half a character \ud83d", "\x00", '"}\\', ""])
def test_any_words_come_back(log, words):
    log.append("prediction", prediction="a.b", words=words)
    assert log.events()[0]["words"] == words


def test_known_events_are_not_written_twice(log):
    events = [check("a.b"), check("a.c")]
    assert log.extend(events) == 2
    assert log.extend(events) == 0
    assert log.extend([*events, check("a.d"), check("a.d")]) == 1
    assert log.events() == [*events, check("a.d")]


def test_events_of_other_kinds_are_kept(log):
    log.append("card", card="shuffle", grade="good")
    assert log.events()[0]["grade"] == "good"
    assert fold(log.events()).outcomes == {}


# A torn end


def test_a_log_cut_at_any_byte_is_read_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda file: None)  # hundreds of logs, none of which has to outlive the machine
    events = [check("a.ä", "failed"), prediction("a.p", "größer"), check("a.c")]
    whole = b"".join(map(to_line, events))
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(len(whole) + 1):
        log = Log(tmp_path / str(cut) / "events.jsonl")
        log.path.parent.mkdir()
        log.path.write_bytes(whole[:cut])
        kept = [event for event, end in zip(events, ends, strict=True) if end <= cut]
        torn = whole[max([0, *(end for end in ends if end <= cut)]) : cut]
        assert log.events() == kept, cut
        assert log.path.read_bytes() == whole[:cut], "reading changes nothing"

        added = log.append("check", exercise="a.d", outcome="passed")
        assert log.events() == [*kept, added], cut
        aside = log.path.with_suffix(".torn")
        assert (aside.read_bytes() if aside.exists() else b"") == (torn + b"\n" if torn else b""), cut


def test_torn_ends_are_kept_one_after_the_other(log):
    log.append("check", exercise="a.b", outcome="passed")
    for part in (b'{"v": 1', b'{"id'):
        with log.path.open("ab") as file:
            file.write(part)
        log.append("check", exercise="a.b", outcome="passed")
    assert log.path.with_suffix(".torn").read_bytes() == b'{"v": 1\n{"id\n'
    assert len(log.events()) == 3


# What is not ours to touch


@pytest.mark.parametrize("tail", [b"", b'{"v": 1, "id'], ids=["whole", "torn"])
def test_a_newer_log_is_refused_and_not_a_byte_of_it_changes(log, tail):
    log.path.parent.mkdir(parents=True)
    newer = to_line(check("a.b")) + b'{"v": 2, "sort": "unheard of"}\n' + tail
    log.path.write_bytes(newer)
    for use in (log.events, lambda: log.append("check", exercise="a.b", outcome="passed"), lambda: log.extend([])):
        with pytest.raises(NewerVersionError, match=r"events\.jsonl, line 2: version 2 is newer than 1; update posenc"):
            use()
    assert log.path.read_bytes() == newer
    assert not log.path.with_suffix(".torn").exists()


DAMAGED = {
    "no JSON": b"nonsense",
    "empty": b"",
    "half": b'{"v": 1, "id": "a"',
    "a list": b"[1]",
    "a number": b"1",
    "null": b"null",
    "no version": b'{"id": "a", "kind": "b", "at": ""}',
    "a version in words": b'{"v": "1", "id": "a", "kind": "b", "at": ""}',
    "half a version": b'{"v": 1.5, "id": "a", "kind": "b", "at": ""}',
    "an endless version": b'{"v": Infinity, "id": "a", "kind": "b", "at": ""}',
    "a true version": b'{"v": true, "id": "a", "kind": "b", "at": ""}',
    "no id": b'{"v": 1, "kind": "b", "at": ""}',
    "a list for an id": b'{"v": 1, "id": [1], "kind": "b", "at": ""}',
    "no kind": b'{"v": 1, "id": "a", "at": ""}',
    "no time": b'{"v": 1, "id": "a", "kind": "b"}',
    "a check of nothing": b'{"v": 1, "id": "a", "kind": "check", "outcome": "passed", "at": ""}',
    "a check without outcome": b'{"v": 1, "id": "a", "kind": "check", "exercise": "a.b", "outcome": null, "at": ""}',
    "a wordless prediction": b'{"v": 1, "id": "a", "kind": "prediction", "prediction": "a.b", "at": ""}',
    "not UTF-8": b'{"v": 1, "id": "\xff", "kind": "b", "at": ""}',
    "nested for ever": b"[" * 10**5,
}


@pytest.mark.parametrize("line", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_line_is_named_and_nothing_is_lost(log, line):
    log.path.parent.mkdir(parents=True)
    damaged = to_line(check("a.b")) + line + b"\n" + to_line(check("a.c"))
    log.path.write_bytes(damaged)
    for use in (log.events, lambda: log.append("check", exercise="a.b", outcome="passed")):
        with pytest.raises(ValueError, match=r"events\.jsonl, line 2: not an event of posenc"):
            use()
    assert log.path.read_bytes() == damaged


@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,\\v1idkn ', max_size=40).map(str.encode))
def test_whatever_the_bytes_are_there_are_events_or_a_reason(data):
    reason = None
    try:
        events = read_events(data, "here")
        fold(events)
    except (ValueError, NewerVersionError) as error:
        reason = str(error)
    assert reason.startswith("here, line ") if reason else len(events) == len(data.splitlines())


@pytest.mark.parametrize("what", ["a file for a folder", "a folder for a file"])
def test_what_cannot_be_written_is_an_oserror(tmp_path, what):
    log = Log(tmp_path / "home" / "events.jsonl")
    log.path.parent.write_text("") if what == "a file for a folder" else log.path.mkdir(parents=True)
    with pytest.raises(OSError, match="home"):
        log.append("check", exercise="a.b", outcome="passed")


def test_a_lock_that_never_opens_is_an_oserror(log, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    log.append("check", exercise="a.b", outcome="passed")
    with filelock.FileLock(log.path.with_suffix(".lock")), pytest.raises(OSError, match="lock"):
        log.append("check", exercise="a.b", outcome="passed")
    assert len(log.events()) == 1


# Many writers


WRITER = """
import sys
from pathlib import Path
from posenc.progress import Log

log = Log(Path(sys.argv[1]))
for i in range(12):
    log.append("check", exercise=f"writer{sys.argv[2]}.event{i}", outcome="failed", padding="ä" * 500)
"""


def test_four_processes_writing_at_once_lose_nothing(log):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(log.path), str(w)]) for w in range(4)]
    assert [writer.wait(60) for writer in writers] == [0] * 4
    written = [event["exercise"] for event in log.events()]
    assert len(written) == 4 * 12
    for w in range(4):
        own = [name for name in written if name.startswith(f"writer{w}.")]
        assert own == [f"writer{w}.event{i}" for i in range(12)], "each in its own order"


# State


def test_a_pass_stays_a_pass_and_attempts_are_counted():
    outcomes = ["failed", "raised", "timed out", "passed", "failed", "not started", "missing"]
    state = fold(check("a.b", outcome) for outcome in outcomes)
    assert state.outcomes == {"a.b": "passed"}
    assert state.attempts == {"a.b": 5}
    assert state.passed == {"a.b"}
    assert fold([check("a.b", "failed"), check("a.b", "raised")]).outcomes == {"a.b": "raised"}


def test_a_later_prediction_replaces_the_earlier_one():
    assert fold([prediction("a.p", "0"), prediction("a.p", "1"), prediction("a.q", "2")]).predictions == {
        "a.p": "1",
        "a.q": "2",
    }


def test_the_last_event_says_when():
    assert fold([check("a.b"), {**check("a.c"), "at": "2026-02-01T00:00:00+00:00"}]).last == "2026-02-01T00:00:00+00:00"


@given(st.lists(st.sampled_from(["passed", "failed", "raised", "timed out"]), max_size=6), st.integers(0, 6))
def test_folding_a_longer_log_only_adds(outcomes, cut):
    events = [check("a.b", outcome, n=n) for n, outcome in enumerate(outcomes)]
    before, after = fold(events[:cut]), fold(events)
    assert before.passed <= after.passed
    assert before.attempts.get("a.b", 0) <= after.attempts.get("a.b", 0)


def test_the_report_counts_points_and_names_what_is_next():
    ids = [exercise.id for exercise in EXERCISES.values() if exercise.lesson == "blindness"]
    done = fold([check(ids[0]), check(ids[2], "failed")])
    (line,) = [line for line in report(done).splitlines() if line.startswith("blindness")]
    points = sum(EXERCISES[i].points for i in ids)
    assert line.split() == [
        "blindness", "●○◐" + "○" * (len(ids) - 3), str(EXERCISES[ids[0]].points), "of", str(points), "points",
        "next:", EXERCISES[ids[1]].name,
    ]  # fmt: skip
    complete = report(fold(map(check, ids)))
    assert f"{'●' * len(ids)}  {points:2} of {points} points   complete" in complete


def test_every_lesson_has_its_line():
    lines = report(fold([])).splitlines()
    assert [line.split()[0] for line in lines] == list(dict.fromkeys(e.lesson for e in EXERCISES.values()))


# The command


@pytest.fixture
def at_home(monkeypatch, tmp_path):
    """The log of the command, in a folder of its own."""
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "home"))
    return Log()


def test_progress_of_a_newcomer(at_home, capsys):
    assert main(["progress"]) == 0
    out = capsys.readouterr().out
    assert "●" not in out
    assert str(at_home.path) in out


def test_export_and_import_round_trip(at_home, tmp_path, monkeypatch, capsys):
    at_home.append("prediction", prediction="a.p", words="größer \ud83d")
    at_home.append("check", exercise="blindness.softmax", outcome="passed")
    carried = tmp_path / "carried.jsonl"
    assert main(["progress", "--export", str(carried)]) == 0
    assert capsys.readouterr().out == f"2 events in {carried}\n"

    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "elsewhere"))
    assert main(["progress", "--import", str(carried)]) == 0
    assert capsys.readouterr().out == "2 new events\n"
    assert Log().events() == at_home.events()
    assert Log().path.read_bytes() == at_home.path.read_bytes()

    assert main(["progress", "--import", str(carried)]) == 0
    assert capsys.readouterr().out == "0 new events\n"
    Log().append("check", exercise="blindness.scores", outcome="passed")
    carried.write_bytes(carried.read_bytes() + Log().path.read_bytes())
    monkeypatch.setenv("POSENC_HOME", str(tmp_path / "home"))
    assert main(["progress", "--import", str(carried)]) == 0
    assert capsys.readouterr().out == "1 new event\n"
    assert at_home.events() == Log(tmp_path / "elsewhere" / "events.jsonl").events()


def test_an_export_without_a_log_is_empty(at_home, tmp_path):
    assert main(["progress", "--export", str(tmp_path / "carried")]) == 0
    assert (tmp_path / "carried").read_bytes() == b""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"nonsense\n", "line 1: not an event of posenc"),
        (to_line(check("a.b")) + b'{"v": 2}\n', "line 2: version 2 is newer than 1"),
        (None, "No such file"),
    ],
    ids=["damaged", "newer", "not there"],
)
def test_an_import_that_is_refused_adds_nothing(at_home, tmp_path, capsys, data, message):
    if data is not None:
        (tmp_path / "carried").write_bytes(data)
    assert main(["progress", "--import", str(tmp_path / "carried")]) == 1
    assert message in capsys.readouterr().err
    assert at_home.events() == []


def test_export_to_where_nothing_can_be_written(at_home, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["progress", "--export", str(tmp_path / "file" / "carried")]) == 1
    assert capsys.readouterr().err.startswith("posenc progress: ")


@pytest.mark.parametrize("arguments", [[], ["--export", "-"]])
def test_a_log_that_cannot_be_read_is_a_sentence(at_home, capsys, arguments):
    at_home.path.parent.mkdir()
    at_home.path.write_text('{"v": 99}\n')
    assert main(["progress", *arguments]) == 1
    assert "version 99 is newer" in capsys.readouterr().err


def test_import_and_export_do_not_go_together(at_home, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["progress", "--export", "a", "--import", "b"])
    assert "not allowed with" in capsys.readouterr().err


def test_through_a_pipe_in_any_locale(at_home, tmp_path):
    """Export to the terminal, import from it, and report, where the terminal knows ASCII only."""

    def posenc(*arguments, home, **options):
        environment = {
            **os.environ,
            "PYTHONIOENCODING": "ascii",
            "PYTHONUTF8": "0",
            "POSENC_HOME": str(tmp_path / home),
        }
        command = [sys.executable, "-m", "posenc", "progress", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, check=True, **options).stdout

    at_home.append("prediction", prediction="a.p", words="größer 🙂")
    at_home.append("check", exercise="blindness.softmax", outcome="passed")
    exported = posenc("--export", "-", home="home")
    assert exported == at_home.path.read_bytes()
    assert posenc("--import", "-", home="elsewhere", input=exported) == b"2 new events" + os.linesep.encode()
    assert re.search(rb"^blindness +#\.{7} ", posenc(home="elsewhere"), re.MULTILINE)
