"""The export in Anki itself: imported, studied, changed, imported again; notes are updated and history is kept."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from posenc.rehearsal import anki_notes
from posenc.rehearsal.bank import load

pytestmark = pytest.mark.slow

# Runs in a process of its own: Anki's warnings are not ours, and it holds one collection a process.
IMPORT = r"""
import json, sys
from anki.collection import Collection
from anki.import_export_pb2 import ImportCsvRequest

REVIEWS = "select id from revlog where cid in (select id from cards where nid = ?)"

def state():
    notes = [collection.get_note(id) for id in collection.find_notes("")]
    return {
        note.guid: {
            "fields": note.fields,
            "tags": sorted(note.tags),
            "decks": [collection.decks.name(card.did) for card in note.cards()],
            "cards": [[card.id, card.reps, card.due, card.ivl] for card in note.cards()],
            "reviews": collection.db.list(REVIEWS, note.id),
        }
        for note in notes
    }

collection = Collection(sys.argv[1])
states = []
for file in sys.argv[2:]:
    metadata = collection.get_csv_metadata(path=file, delimiter=None)
    collection.import_csv(ImportCsvRequest(path=file, metadata=metadata))
    states.append(state())
    for card_id in collection.find_cards(""):
        card = collection.get_card(card_id)
        card.start_timer()
        states_of = collection._backend.get_scheduling_states(card_id)
        collection.sched.answer_card(collection.sched.build_answer(card=card, states=states_of, rating=2))
    states.append(state())
collection.close()
print(json.dumps(states))
"""


@pytest.fixture(autouse=True)
def _anki():
    if importlib.util.find_spec("anki") is None:
        reason = "anki is not installed; `make test-slow` installs it"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def test_importing_again_updates_the_notes_and_keeps_their_history(bank, folder, tmp_path):
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text(anki_notes.notes(bank), encoding="utf-8", newline="\n")
    turn = folder / "rotary" / "turn.md"
    changed = 'What "turns",\n```python\nx = 1\ny = 2\n```\nand what\tstays?'
    turn.write_text(turn.read_text(encoding="utf-8").replace("What turns?", changed), encoding="utf-8")
    second.write_text(anki_notes.notes(load(folder)), encoding="utf-8", newline="\n")

    command = [sys.executable, "-c", IMPORT, str(tmp_path / "collection.anki2"), str(first), str(second)]
    told = subprocess.run(command, check=True, capture_output=True, timeout=120).stdout
    imported, studied, again, _ = json.loads(told)
    assert set(imported) == {f"posenc:{id}" for id in bank}
    for guid, note in imported.items():
        topic = guid.removeprefix("posenc:").partition(".")[0]
        assert note["decks"] == [f"posenc::{topic}"]
        assert {"posenc", topic} <= set(note["tags"])
        assert note["reviews"] == []
    assert r"\(x_{i}\)" in imported["posenc:blindness.shuffle"]["fields"][0]

    assert all(len(note["reviews"]) == 1 for note in studied.values())
    assert set(again) == set(studied), "no note twice"
    for guid, note in again.items():
        assert (note["cards"], note["reviews"]) == (studied[guid]["cards"], studied[guid]["reviews"]), guid
        assert (note["fields"] == studied[guid]["fields"]) == (guid != "posenc:rotary.turn"), guid
    assert "x = 1\ny = 2" in again["posenc:rotary.turn"]["fields"][0], "code keeps its lines"
