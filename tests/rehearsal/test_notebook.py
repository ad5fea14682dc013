"""The rehearsal in a notebook, without a browser: what is shown when, what is saved, what a strange message does."""

import json
from dataclasses import asdict

import pytest

from posenc.rehearsal.bank import load
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.notebook import rehearse, screen
from posenc.rehearsal.notebook.conduct import Conduct
from posenc.rehearsal.notebook.gallery import marked, refute, wrong_answers
from posenc.rehearsal.notebook.screen import SCREENS
from posenc.rehearsal.notebook.view import plain_block
from posenc.rehearsal.notebook.widget import Rehearsal


@pytest.fixture
def conduct(bank, log, clock, trial):
    def begin():
        return Desk.start(mode="card", card="blindness.shuffle", seed=1, bank=bank, log=log, clock=clock)

    return Conduct(begin=begin, resume=lambda: Desk.resume(bank=bank, log=log, clock=clock), what="One card.")


def shown(conduct):
    return json.dumps(asdict(conduct.view()))


def walk(conduct, *steps):
    for step in steps:
        assert conduct.act(step) == ""


ANSWERED = ({"do": "begin"}, {"do": "ask"}, {"do": "answer", "value": "typed", "words": "<b>Rows</b>"},
            {"do": "rate", "value": 90})  # fmt: skip


def test_nothing_is_written_before_the_learner_begins(conduct, log):
    assert conduct.view().step == "start"
    assert log.events() == []


def test_the_answer_is_sent_on_reveal_and_not_before(conduct):
    for step in ANSWERED:
        walk(conduct, step)
        assert "Every row sees" not in shown(conduct)
        assert conduct.view().ticks == ()
    walk(conduct, {"do": "reveal"})
    assert "Every row sees" in shown(conduct)
    assert [id for id, _ in conduct.view().ticks] == ["rows", "fix"]
    assert "&lt;b&gt;Rows&lt;/b&gt;" in shown(conduct)


def test_a_missed_must_is_said_with_the_grade(conduct):
    walk(conduct, *ANSWERED, {"do": "reveal"}, {"do": "grade", "ticks": ["fix"]})
    assert "A must was missed: Rows in, rows out" in shown(conduct)
    assert "self-graded" in shown(conduct)
    assert conduct.view().title == "Refute this"


def test_the_refutation_shows_what_its_experiment_says(conduct):
    walk(conduct, *ANSWERED, {"do": "reveal"}, {"do": "grade", "ticks": []})
    assert "It commutes" not in shown(conduct)
    walk(conduct, {"do": "refute", "words": ""})
    assert "All 24 orders agree." in shown(conduct)
    walk(conduct, {"do": "settle", "value": True})
    assert "Calibration" in shown(conduct)


def test_the_clock_stands_while_paused(conduct, clock):
    walk(conduct, {"do": "begin"}, {"do": "ask"})
    clock.wait(seconds=60)
    walk(conduct, {"do": "pause"})
    clock.wait(seconds=600)
    assert conduct.view().clock == {"left": 300.0, "total": 360.0, "paused": True}


def test_a_number_is_asked_again_if_it_is_none(conduct):
    walk(conduct, *ANSWERED, {"do": "reveal"}, {"do": "grade", "ticks": ["rows"]}, {"do": "ask"})
    assert conduct.view().number
    assert "no number" in conduct.act({"do": "answer", "value": "typed", "words": "many"})
    assert conduct.desk.stage == "asked"


def test_after_a_restart_the_open_session_is_offered(conduct):
    walk(conduct, *ANSWERED)
    again = Conduct(begin=conduct.begin, resume=conduct.resume, what="One card.")
    assert again.view().step == "offer"
    walk(again, {"do": "go on"})
    assert again.view() == conduct.view()


def test_a_new_session_ends_the_open_one(conduct, log):
    walk(conduct, {"do": "begin"}, {"do": "new"})
    assert [event["kind"] for event in log.events()] == [
        "rehearsal started", "rehearsal ended", "rehearsal started",
    ]  # fmt: skip


@pytest.mark.parametrize("message", [{}, {"do": "__class__"}, {"do": "grade"}, {"do": "rate", "value": "x"}])
def test_a_message_out_of_turn_says_why_and_writes_nothing(message, conduct, log):
    walk(conduct, {"do": "begin"})
    before = log.events()
    assert conduct.act(message) != ""
    assert log.events() == before


def test_no_text_is_in_the_widgets_state(conduct):
    walk(conduct, *ANSWERED, {"do": "reveal"})
    widget = Rehearsal(conduct)
    sent = []
    widget.send = lambda content: sent.append(content)
    widget._heard(widget, {"do": "show"}, [])
    assert "Every row sees" in json.dumps(sent)
    assert "Every row sees" not in json.dumps(widget.get_state())
    assert "Rows" not in json.dumps(widget.get_state())
    assert "Every row sees" not in json.dumps(widget._repr_mimebundle_())


def test_plain_text_is_escaped():
    assert "<script" not in plain_block("<script>", "", "<script>")[1]


@pytest.mark.parametrize(
    ("given", "named"),
    [({"topics": ["tensors"]}, "topics"), ({"levels": ["L9"]}, "levels"), ({"card": "a.b"}, "card"),
     ({"minutes": 0}, "minutes"), ({"interview": "soon"}, "soon")],
)  # fmt: skip
def test_bad_arguments_are_named(given, named):
    with pytest.raises(ValueError, match=named):
        rehearse(**given)


@pytest.mark.parametrize("topic", SCREENS)
def test_a_lessons_questions_are_shown_without_answers(topic):
    questions, bank = screen(topic), load()
    for id in SCREENS[topic]:
        assert id in repr(questions)
        assert id in questions._repr_html_()
        assert bank[id].topic == topic
        assert bank[id].short_answer.splitlines()[0] not in questions._repr_html_()


def test_a_topic_without_questions_is_named():
    with pytest.raises(ValueError, match="tensors"):
        screen("tensors")


def test_the_gallery_runs_what_it_lists():
    listed = wrong_answers("blindness.shuffle").splitlines()
    assert len(listed) == len(load()["blindness.shuffle"].wrong_answers)
    for line in listed:
        card, wrong = line.partition(":")[0].split()
        shown = refute(card, wrong)
        assert shown.experiment.refutes
        assert shown.experiment.lines[0] in repr(shown)
    assert len(wrong_answers().splitlines()) > len(listed)


def test_the_gallery_names_what_does_not_exist():
    with pytest.raises(ValueError, match="nobody"):
        refute("blindness.shuffle", "nobody")
    with pytest.raises(ValueError, match=r"a\.b"):
        wrong_answers("a.b")
    with pytest.raises(ValueError, match="nothing"):
        marked(load()["blindness.shuffle"], ["nothing"])


def test_an_answer_without_a_must_is_asked_again():
    card = load()["blindness.shuffle"]
    musts = [idea.id for idea in card.rubric if idea.must]
    assert marked(card, musts).endswith("good, if in time")
    assert marked(card, musts[1:]).endswith("again")


def test_nothing_begins_while_the_course_is_built(monkeypatch, tmp_path):
    monkeypatch.setenv("POSENC_STATIC", "1")
    monkeypatch.setenv("POSENC_HOME", str(tmp_path))
    assert "posenc rehearse" in repr(rehearse(interview="2030-12-24"))
    assert list(tmp_path.iterdir()) == []


def test_a_live_widget_only_offers_and_remembers_the_interview_once(monkeypatch, tmp_path):
    monkeypatch.delenv("POSENC_STATIC", raising=False)
    monkeypatch.setenv("POSENC_HOME", str(tmp_path))
    rehearse(interview="2030-12-24")
    rehearse(interview="2030-12-24")
    lines = (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["rehearsal interview"]
