"""Several sessions on one log at once: nothing is lost, and each is whole."""

import subprocess
import sys

from posenc.rehearsal.report import report
from posenc.rehearsal.session import replay

WRITER = """
import sys
from pathlib import Path
from posenc.progress import Log
from posenc.rehearsal.bank import load
from posenc.rehearsal.desk import Desk

bank = load(Path(sys.argv[1]))
for _ in range(3):
    desk = Desk.start(mode="card", card="rotary.turn", bank=bank, log=Log(Path(sys.argv[2])))
    desk.ask()
    desk.answer("typed", "ä" * 300)
    desk.rate(70)
    desk.reveal()
    desk.grade(["pairs"])
    desk.end()
"""


def test_four_processes_rehearsing_at_once_lose_nothing(folder, log, bank):
    command = [sys.executable, "-c", WRITER, str(folder), str(log.path)]
    writers = [subprocess.Popen(command) for _ in range(4)]
    assert [writer.wait(60) for writer in writers] == [0] * 4
    events = log.events()
    sessions = {event["session"] for event in events}
    assert len(sessions) == 12
    for session in sessions:
        state = replay(events, session)
        assert (state.stage, len(state.graded)) == ("ended", 1)
    assert report(events, bank).whole.complete == 12
