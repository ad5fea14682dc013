"""A session spoken through a console: one method a stage."""

from collections.abc import Callable

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from posenc.rehearsal.card import LEVELS, Card, Idea, minutes
from posenc.rehearsal.days import standing
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.posing import Posed, number
from posenc.rehearsal.rendering import to_plain, to_text
from posenc.rehearsal.report import report
from posenc.rehearsal.report_text import clock_face, report_text, when

WAYS = {"a": "aloud", "p": "on paper"}
OPEN = "a answered aloud, p on paper, t to type, ? don't know, z pause, s skip: "
NUMERIC = "a number, ? don't know, z pause, s skip: "


class Talk:
    """One session spoken through a console."""

    def __init__(self, console: Console, desk: Desk):
        self.console = console
        self.desk = desk
        self.steps: dict[str, Callable[[], None]] = {
            "between": self.between, "asked": self.asked, "answered": self.answered, "rated": self.desk.reveal,
            "revealed": self.revealed, "challenged": self.challenged, "refuted": self.refuted,
        }  # fmt: skip

    def run(self) -> None:
        """Go through the stages until nothing is left, then report."""
        desk = self.desk
        if desk.stage == "done" and not desk.state.graded:
            self.console.print("Nothing is due today. `posenc rehearse --mock` draws a screen all the same.")
        while desk.stage not in ("done", "ended"):
            self.steps[desk.stage]()
        if desk.stage == "done":
            desk.end()
        if desk.state.graded:
            self.console.print(report_text(report(desk.state.graded, desk.bank)))

    def between(self) -> None:
        """Say what comes, and wait for a sign."""
        card, state = self._card(), self.desk.state
        parent = state.pending[0].parent
        what = f"{card.id}, {card.level} {LEVELS[card.level]}, {minutes(card.minutes)}"
        self.console.rule(f"Follow-up: {what}" if parent else what)
        reply = self.prompt("Enter starts the clock, s skips, q ends: ", "", "s", "q")
        {"": self.desk.ask, "s": self.desk.skip, "q": self.desk.end}[reply]()

    def asked(self) -> None:
        """The question and the clock; wait for the own answer."""
        posed, desk, turn = self._posed(), self.desk, self.desk.state.turn
        self.show(posed.question)
        checked = "machine-checked" if posed.numeric else "self-graded"
        if posed.numeric and posed.numeric.indexing:
            self.console.print(f"({posed.numeric.indexing})")
        assert turn is not None
        self.console.print(f"[dim]{checked}; the time is up at {turn.deadline.astimezone():%H:%M:%S}[/]")
        while desk.state.turn is not None and desk.stage == "asked":
            clock = f"{clock_face(desk.left)}{' paused' if desk.state.turn.paused else ''}"
            reply = self.console.input(f"\\[{clock}] {NUMERIC if posed.numeric else OPEN}")
            self._heard(reply.strip().lower(), numeric=posed.numeric is not None)

    def _heard(self, reply: str, *, numeric: bool) -> None:
        desk = self.desk
        if reply in ("z", "s"):
            (desk.pause if reply == "z" else desk.skip)()
        elif reply == "?":
            desk.answer("unknown")
        elif numeric and reply:
            try:
                self.console.print(f"Understood: {number(reply):,.12g}")
                desk.answer("typed", reply)
            except ValueError as error:
                self.console.print(str(error), markup=False)
        elif reply == "t":
            desk.answer("typed", self.typed())
        elif reply in WAYS:
            desk.answer(WAYS[reply])

    def answered(self) -> None:
        """Ask for the confidence."""
        self.desk.rate(int(self.prompt("How sure are you, in per cent? 50, 70 or 90: ", "50", "70", "90")))

    def revealed(self) -> None:
        """Show the answers, take the ticks, say the grade and when the card returns."""
        desk, posed, card = self.desk, self._posed(), self._card()
        if posed.solution:
            self.console.print(posed.solution, markup=False)
        self.console.print(Panel(self.markdown(posed.short_answer), title="Short answer"))
        self.show(posed.full_answer)
        event = desk.grade() if posed.numeric else desk.grade(self.ticks(card.rubric))
        late = ", late" if event["late"] else ""
        self.console.print(f"[bold]{event['grade']}[/] ({event['by']}-graded), {clock_face(event['seconds'])}{late}.")
        due = standing(log=desk.log, clock=desk.clock).due(card.id)
        if due is not None:
            self.console.print(f"It returns {when(due, desk.clock().date())}.")

    def ticks(self, rubric: tuple[Idea, ...]) -> list[str]:
        """The ideas that the own answer had, by their numbers."""
        for place, idea in enumerate(rubric, 1):
            self.console.print(f"{place}. {'(must) ' if idea.must else ''}{to_text(idea.idea)}", markup=False)
        while True:
            reply = self.console.input("Which of these did you say? Their numbers, or Enter for none: ")
            words = reply.replace(",", " ").split()
            if all(word.isdecimal() and 1 <= int(word) <= len(rubric) for word in words):
                return [rubric[int(word) - 1].id for word in words]

    def challenged(self) -> None:
        """Put a wrong answer to the learner."""
        wrong = self.desk.wrong
        assert wrong is not None
        self.console.rule("Refute this")
        self.show(f"Someone says: “{wrong.says}”")
        reply = self.prompt("Enter when you have refuted it aloud, t to type, s skips: ", "", "t", "s")
        self.desk.skip() if reply == "s" else self.desk.refute(self.typed() if reply == "t" else "")

    def refuted(self) -> None:
        """Show the refutation and run its experiment."""
        wrong = self.desk.wrong
        assert wrong is not None
        self.show(wrong.refutation)
        experiment = self.desk.experiment()
        self.console.print(Panel(Text("\n".join(experiment.lines)), title=Text(experiment.shows)))
        self.desk.settle(self.prompt("Did yours hold? y or n: ", "y", "n") == "y")

    def prompt(self, text: str, *replies: str) -> str:
        """Ask until one of the replies comes."""
        while (reply := self.console.input(text).strip().lower()) not in replies:
            self.console.print(f"One of: {', '.join(reply or 'Enter' for reply in replies)}")
        return reply

    def typed(self) -> str:
        """Lines up to an empty one, with the clock before each."""
        lines = []
        self.console.print("Type; an empty line ends it.")
        while line := self.console.input(f"\\[{clock_face(self.desk.left)}] " if self.desk.state.turn else "> "):
            lines.append(line)
        return "\n".join(lines)

    def show(self, markdown: str) -> None:
        """Print Markdown with its formulas in Unicode."""
        self.console.print(self.markdown(markdown))

    def markdown(self, text: str) -> Markdown:
        """Markdown for this console."""
        return Markdown(to_plain(text), code_theme="bw")

    def _card(self) -> Card:
        assert self.desk.card is not None
        return self.desk.card

    def _posed(self) -> Posed:
        assert self.desk.posed is not None
        return self.desk.posed
