"""Whatever the events are, and wherever a log ends: a state, and the same one from the same events."""

import copy
import os

from hypothesis import given
from hypothesis import strategies as st

from posenc.progress import Log, fold, read_events, to_line
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.events import FIELDS, rehearsed
from posenc.rehearsal.report import report
from posenc.rehearsal.session import begin, replay, unfinished
from posenc.rehearsal.spacing import schedule

TIMES = ["2026-03-01T23:59:59+14:00", "2026-03-02T09:00:00-08:00", "2026-03-02T09:00:00", "1970-01-01T00:00:00+00:00",
         "2036-01-01T00:00:00+00:00", "9999-12-31T23:00:00-08:00", "no time", "2026-13-01"]  # fmt: skip
CARDS = ["blindness.shuffle", "rotary.turn", "gone.card"]


def values(name, kind):
    """Values of a field, among them some that do not fit."""
    some = {
        "session": st.sampled_from(["s", "t"]), "card": st.sampled_from(CARDS),
        "cards": st.lists(st.sampled_from(CARDS)),
        "confidence": st.sampled_from([0, 50, 90, 91]), "wrong": st.sampled_from(["", "softmax"]),
        "follow_up": st.sampled_from(["", *CARDS]), "grade": st.sampled_from(["good", "hard", "again", "?"]),
        "how": st.sampled_from(["aloud", "unknown"]), "date": st.sampled_from(["2026-03-11", "soon"]),
    }  # fmt: skip
    if name in some:
        return some[name]
    plain = {str: st.sampled_from(["", "x"]), list: st.lists(st.sampled_from(["x", "y"])), bool: st.booleans()}
    return plain.get(kind, st.integers(0, 9))


def shaped(kind):
    fields = {name: values(name, type) | st.none() if name == "words" else values(name, type)
              for name, type in FIELDS[kind].items()}  # fmt: skip
    return st.fixed_dictionaries({"kind": st.just(kind), "at": st.sampled_from(TIMES), **fields})


EVENTS = st.lists(st.sampled_from(sorted(FIELDS)).flatmap(shaped), max_size=30)


@given(EVENTS)
def test_any_events_in_any_order_come_to_a_state(events):
    events = [{"v": 1, "id": str(n), **event} for n, event in enumerate(events)]
    before = copy.deepcopy(events)
    for session in ("s", "t"):
        state = replay(events, session)
        assert state == replay(events, session)
        assert state is None or state.stage
    unfinished(events)
    schedule(events)
    report(events, {})
    fold(events)
    assert events == before, "folding changes nothing"
    assert read_events(b"".join(map(to_line, events)), "here") == events


@given(EVENTS)
def test_what_is_graded_stays_graded(events):
    whole = [event for event in rehearsed(events) if event.get("session") == "s"]
    states = [replay(events[:cut], "s") for cut in range(len(events) + 1)]
    counts = [len(state.graded) if state else 0 for state in states]
    assert counts == sorted(counts)
    assert counts[-1] <= sum(event["kind"] == "rehearsal graded" for event in whole)


@given(st.data())
def test_a_second_window_does_no_harm(data):
    """Every event written twice, as by two windows on one session: the same state."""
    started = {"kind": "rehearsal started", "at": TIMES[1], "session": "s", "mode": "daily", "cards": CARDS,
               "levels": [], "minutes": 20, "seed": 1}  # fmt: skip
    turn = [
        {"kind": "rehearsal asked", "card": "blindness.shuffle", "parent": "", "minutes": 6, "seed": 1},
        {"kind": "rehearsal answered", "how": "aloud", "words": ""},
        {"kind": "rehearsal rated", "confidence": 70},
        {"kind": "rehearsal revealed"},
    ]
    events = [started, *({"at": TIMES[1], "session": "s", **event} for event in turn)]
    twice = [event for event in events for _ in range(data.draw(st.integers(1, 3)))]
    assert replay(twice, "s") == replay(events, "s")
    assert begin(started).stage == "between"


def test_a_log_cut_at_any_byte_resumes_at_its_last_whole_event(start, bank, clock, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda file: None)
    desk = start(mode="card", card="rotary.turn")
    states = [desk.state]
    for act in (
        desk.ask,
        lambda: desk.answer("typed", "größer 🙂"),
        lambda: desk.rate(70),
        desk.reveal,
        lambda: desk.grade([]),
    ):
        act()
        states.append(desk.state)
    data = desk.log.path.read_bytes()
    ends = [place for place, byte in enumerate(data, 1) if byte == ord("\n")]
    for cut in sorted({*range(0, len(data), 29), *(end + by for end in ends for by in (-1, 0, 1)), len(data)}):
        log = Log(tmp_path / "cut.jsonl")
        log.path.write_bytes(data[:cut])
        again = Desk.resume(bank=bank, log=log, clock=clock)
        whole = data[:cut].count(b"\n")
        assert again is None if whole == 0 else again.state == states[whole - 1], cut
