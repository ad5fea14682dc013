"""A session from question to refutation: each action is in the log before it counts, and takes up where it was."""

from datetime import date

import pytest

from posenc.cli import main
from posenc.progress import Log, NewerVersionError
from posenc.rehearsal import days
from posenc.rehearsal.acting import OutOfTurn
from posenc.rehearsal.days import set_interview, standing
from posenc.rehearsal.desk import Desk


def through(desk, ticked=("rows", "pairs"), confidence=70):
    """Answer the next question to its grade."""
    desk.ask()
    desk.answer("aloud" if desk.posed.numeric is None else "typed", "0")
    desk.rate(confidence)
    desk.reveal()
    ideas = [idea.id for idea in desk.card.rubric]
    return desk.grade([id for id in ticked if id in ideas])


def test_a_card_from_question_to_refutation(start, clock):
    desk = start(mode="card", card="blindness.shuffle")
    assert (desk.stage, desk.posed, desk.card.id) == ("between", None, "blindness.shuffle")
    desk.ask()
    assert desk.left == 360
    clock.wait(minutes=2)
    assert desk.left == 240
    desk.answer("typed", "rows go along")
    clock.wait(minutes=30)
    assert desk.left == 240, "the clock stops with the answer"
    desk.rate(90)
    desk.reveal()
    graded = desk.grade(["rows"])
    assert (graded["grade"], graded["late"], graded["seconds"]) == ("good", False, 120)
    assert (graded["by"], graded["missed"], graded["confidence"]) == ("self", ["fix"], 90)

    assert (desk.stage, desk.card.id) == ("between", "blindness.count"), "the follow-up comes first"
    assert desk.state.pending[0].parent == "blindness.shuffle"
    desk.ask()
    twice = 2 * int(desk.posed.question.removeprefix("What is twice ").removesuffix("?"))
    desk.answer("typed", f"{twice}.0")
    desk.rate(50)
    desk.reveal()
    assert (graded := desk.grade())["grade"] == "good"
    assert graded["by"] == "machine"

    assert (desk.stage, desk.wrong.says) == ("challenged", "The softmax takes care of it.")
    with pytest.raises(OutOfTurn):
        desk.experiment()
    desk.refute("it commutes")
    assert desk.stage == "refuted"
    assert desk.experiment().lines == ("All 24 orders agree.",)
    desk.settle(held=True)
    assert desk.stage == "done"
    assert [(step.wrong, held) for step, held in desk.state.settled] == [("softmax", True)]
    desk.end()
    assert desk.stage == "ended"


def test_a_missed_must_is_again_and_ends_the_chain(start):
    desk = start(mode="card", card="blindness.shuffle")
    graded = through(desk, ticked=["fix"])
    assert (graded["grade"], graded["missed"], graded["follow_up"]) == ("again", ["rows"], "")
    assert desk.stage == "challenged"


def test_complete_but_late_is_hard(start, clock):
    desk = start(mode="card", card="rotary.turn")
    desk.ask()
    clock.wait(minutes=3, seconds=1)
    assert desk.left == -1
    assert desk.stage == "asked", "nothing is submitted by itself"
    desk.answer("on paper")
    desk.rate(70)
    desk.reveal()
    assert desk.grade(["pairs"])["grade"] == "hard"


def test_a_clock_that_runs_backwards_takes_no_time(start, clock):
    desk = start(mode="card", card="rotary.turn")
    desk.ask()
    clock.wait(hours=-3)
    assert desk.left == 180
    desk.pause()
    clock.wait(hours=-3)
    desk.pause()
    desk.answer("aloud")
    desk.rate(70)
    desk.reveal()
    graded = desk.grade(["pairs"])
    assert (graded["grade"], graded["seconds"]) == ("good", 0)


def test_i_dont_know_is_again_whatever_is_ticked(start):
    desk = start(mode="card", card="rotary.turn")
    desk.ask()
    desk.answer("unknown")
    assert desk.stage == "rated", "no confidence is asked for"
    desk.reveal()
    graded = desk.grade(["pairs"])
    assert (graded["grade"], graded["confidence"]) == ("again", 0)


def test_a_wrong_number_is_again_and_words_are_no_number(start, log):
    desk = start(mode="card", card="blindness.count")
    desk.ask()
    before = log.path.read_bytes()
    with pytest.raises(ValueError, match="no number: 'many'"):
        desk.answer("typed", "many")
    assert log.path.read_bytes() == before
    desk.answer("typed", "1")
    desk.rate(90)
    desk.reveal()
    assert desk.grade()["grade"] == "again"


def test_a_pause_moves_the_deadline(start, clock):
    desk = start(mode="card", card="rotary.turn")
    desk.ask()
    deadline = desk.state.turn.deadline
    clock.wait(seconds=10)
    desk.pause()
    clock.wait(hours=1)
    assert desk.left == 170
    desk.pause()
    assert desk.left == 170
    assert (desk.state.turn.deadline - deadline).total_seconds() == 3600
    desk.pause()
    clock.wait(minutes=9)
    desk.answer("aloud")
    assert desk.left == 170, "an answer during a pause ends it"


def test_the_deadline_is_kept_across_a_restart(start, bank, log, clock):
    desk = start()
    desk.ask()
    clock.wait(minutes=1)
    again = Desk.resume(bank=bank, log=log, clock=clock)
    assert (again.state, again.left, again.posed) == (desk.state, desk.left, desk.posed)


def test_at_every_stage_a_restart_stands_where_it_was(start, bank, log, clock):
    desk = start(minutes=60)
    moves = {
        "between": lambda: desk.ask(), "asked": lambda: desk.answer("typed", "7"), "answered": lambda: desk.rate(70),
        "rated": lambda: desk.reveal(), "revealed": lambda: desk.grade({"rows"} & {i.id for i in desk.card.rubric}),
        "challenged": lambda: desk.refute(), "refuted": lambda: desk.settle(False),
    }  # fmt: skip
    seen = set()
    while desk.stage != "done":
        seen.add(desk.stage)
        moves[desk.stage]()
        assert Desk.resume(bank=bank, log=log, clock=clock).state == desk.state
    assert seen == set(moves)
    desk.end()
    assert Desk.resume(bank=bank, log=log, clock=clock) is None


def test_every_action_has_its_turn(start):
    desk = start(mode="card", card="rotary.turn")
    for early in (
        desk.reveal,
        desk.pause,
        lambda: desk.rate(50),
        lambda: desk.answer("aloud"),
        desk.grade,
        desk.refute,
    ):
        with pytest.raises(OutOfTurn, match="stands at 'between'"):
            early()
    desk.ask()
    for wrong in (lambda: desk.answer("sung"), lambda: desk.grade([])):
        with pytest.raises(ValueError, match=r"sung|asked"):
            wrong()
    desk.answer("aloud")
    with pytest.raises(ValueError, match="50, 70 or 90, not 60"):
        desk.rate(60)
    desk.rate(50)
    desk.reveal()
    with pytest.raises(ValueError, match="not nonsense"):
        desk.grade(["nonsense"])
    desk.end()
    with pytest.raises(OutOfTurn):
        desk.end()


def test_what_is_skipped_stays_due(start, log, clock):
    desk = start(mode="card", card="rotary.turn")
    desk.ask()
    desk.skip()
    assert desk.stage == "done"
    assert standing(log=log, clock=clock).due("rotary.turn") is None


def test_a_card_that_ended_meanwhile_is_passed_over(start, bank, log, clock):
    desk = start()
    first = desk.card.id
    desk.ask()
    less = type(bank)({id: card for id, card in bank.items() if id != first})
    again = Desk.resume(bank=less, log=log, clock=clock)
    assert again.stage == "between"
    assert again.card.id != first


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "exam"}, "mode must be daily, mock or card, not 'exam'"),
        ({"mode": "card", "card": "a.b"}, "card must be one of the bank, not 'a.b'"),
        ({"topics": ["ropes"]}, "topics must be among blindness, rotary, not ropes"),
        ({"levels": ["L9"]}, "levels must be among L1, L2, L3, not L9"),
        ({"minutes": 0}, "minutes must be above 0, not 0"),
        ({"minutes": float("nan")}, "minutes must be above 0, not nan"),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_nothing_begins(start, log, options, message):
    with pytest.raises(ValueError, match=message):
        start(**options)
    assert log.events() == []


def test_a_newer_log_is_refused_and_not_touched(start, log):
    desk = start()
    newer = log.path.read_bytes() + b'{"v": 2}\n'
    log.path.write_bytes(newer)
    for use in (start, desk.ask):
        with pytest.raises(NewerVersionError):
            use()
    assert log.path.read_bytes() == newer
    assert desk.stage == "between", "what was not written did not happen"


def test_the_interview_is_told_once(start, log, clock):
    set_interview(date(2026, 3, 11), log=log, clock=clock)
    assert standing(log=Log(log.path), clock=clock).interview == date(2026, 3, 11)


def test_progress_says_how_the_rehearsal_stands(start, log, clock, monkeypatch, capsys):
    monkeypatch.setenv("POSENC_HOME", str(log.path.parent))
    monkeypatch.setattr(days, "now", clock)
    assert main(["progress"]) == 0
    assert "rehearsal" not in capsys.readouterr().out
    through(start(mode="card", card="rotary.turn"))
    set_interview(date(2026, 3, 11), log=log, clock=clock)
    assert main(["progress"]) == 0
    assert "rehearsal: 1 card answered, 0 due today; the interview is in 9 days\n" in capsys.readouterr().out
    clock.wait(days=10)
    assert main(["progress"]) == 0
    assert "rehearsal: 1 card answered, 1 due today\n" in capsys.readouterr().out
