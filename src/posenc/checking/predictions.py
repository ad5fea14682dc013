"""Predictions: written down before the experiment, set beside its outcome after it."""

from dataclasses import dataclass, field

from posenc.checking.checker import Note
from posenc.progress import Log, fold


@dataclass
class Predictions:
    """The predictions of one lesson, kept in the learner's log.

    >>> predict = Predictions("blindness", record=False)
    >>> predict("gap", "exactly 0")
    Noted: exactly 0
    >>> predict.compare("gap", "about 1e-16")
    You predicted: exactly 0
    It came out:   about 1e-16
    """

    lesson: str
    record: bool = True
    log: Log = field(default_factory=Log)
    _said: dict[str, str] = field(default_factory=dict)

    def __call__(self, name: str, words: str) -> Note:
        """Note a prediction, or ask for one."""
        if not words.strip():
            return Note("Write your prediction between the quotes and run this cell again.")
        self._said[name] = words
        if self.record:
            try:
                self.log.append("prediction", prediction=f"{self.lesson}.{name}", words=words)
            except Exception as error:
                return Note(f"Noted: {words}\n(Not saved to your progress: {error})")
        return Note(f"Noted: {words}")

    def compare(self, name: str, outcome: str) -> Note:
        """Set the prediction beside what the experiment gave."""
        said = self._said.get(name) or self._saved(name) or "nothing yet"
        return Note(f"You predicted: {said}\nIt came out:   {outcome}")

    def _saved(self, name: str) -> str | None:
        """What an earlier kernel noted."""
        try:
            return fold(self.log.events()).predictions.get(f"{self.lesson}.{name}") if self.record else None
        except Exception:
            return None
