"""A verdict as plain text and as HTML; the HTML takes its colours from JupyterLab's theme."""

from html import escape

from posenc.checking.verdict import Outcome, Verdict
from posenc.exercises.points import stated

MARKS = {
    Outcome.PASSED: ("✓", "var(--jp-success-color1, #2e7d32)"),
    Outcome.FAILED: ("✗", "var(--jp-error-color1, #c62828)"),
    Outcome.RAISED: ("✗", "var(--jp-error-color1, #c62828)"),
    Outcome.TIMED_OUT: ("✗", "var(--jp-error-color1, #c62828)"),
    Outcome.NOT_STARTED: ("○", "var(--jp-ui-font-color2, #757575)"),
    Outcome.MISSING: ("○", "var(--jp-warn-color1, #e65100)"),
}
PRE = "margin:0;padding:4px 8px;background:var(--jp-layout-color2,#eee);color:inherit;font-size:12px;overflow-x:auto"


def to_text(verdict: Verdict) -> str:
    """The verdict for a terminal or a log."""
    lines = [f"{MARKS[verdict.outcome][0]} {_headline(verdict)}", verdict.message]
    lines += [_beforehand(verdict)] if verdict.outcome is Outcome.NOT_STARTED else []
    failure = verdict.failure
    if failure:
        lines += [f"  {name} = {_hang(value, len(name) + 5)}" for name, value in failure.inputs]
        lines += [f"  expected  {_hang(failure.expected, 12)}"] if failure.expected else []
        lines += [f"  got       {_hang(failure.got, 12)}"] if failure.got else []
        lines += [f"  broken: {failure.invariant}"] if failure.invariant else []
    return "\n".join(lines)


def to_html(verdict: Verdict) -> str:
    """The verdict for a notebook."""
    mark, colour = MARKS[verdict.outcome]
    parts = [
        f'<div style="border-left:4px solid {colour};padding:4px 12px;max-width:46em;line-height:1.5">',
        f'<div><b style="color:{colour}">{mark} {escape(_headline(verdict))}</b></div>',
        f"<div>{escape(verdict.message)}</div>",
        f"<div><small>{escape(_beforehand(verdict))}</small></div>" if verdict.outcome is Outcome.NOT_STARTED else "",
        _failure_html(verdict),
        _hints_html(verdict),
        "</div>",
    ]
    return "".join(parts)


def _headline(verdict: Verdict) -> str:
    name = verdict.exercise.name
    return f"{name}: {verdict.outcome} · {verdict.points} of {verdict.possible} points"


def _beforehand(verdict: Verdict) -> str:
    """What the points are for, if the exercise is graded."""
    words = stated(verdict.exercise)
    return f"In a graded class: {words[0].lower()}{words[1:]}"


def _failure_html(verdict: Verdict) -> str:
    failure = verdict.failure
    if not failure:
        return ""
    cells = [("expected", failure.expected), ("got", failure.got)]
    answers = "".join(_block(name, value) for name, value in cells if value)
    inputs = "".join(_block(name, value) for name, value in failure.inputs)
    broken = f"<div>Must hold, and does not: <i>{escape(failure.invariant)}.</i></div>" if failure.invariant else ""
    return (
        f'{broken}<div style="display:flex;flex-wrap:wrap;gap:8px;margin:6px 0">{answers}</div>'
        f"<details><summary>The input</summary>"
        f'<div style="display:flex;flex-wrap:wrap;gap:8px;margin:6px 0">{inputs}</div></details>'
    )


def _block(name: str, value: str) -> str:
    return f'<div><small>{escape(name)}</small><pre style="{PRE}">{escape(value)}</pre></div>'


def _hints_html(verdict: Verdict) -> str:
    """Each hint stands inside the one before it, so that they open one at a time."""
    if verdict.outcome is Outcome.PASSED:
        return ""
    html = ""
    for number, hint in reversed(list(enumerate(verdict.exercise.hints, start=1))):
        html = f"<details><summary>Hint {number}</summary><div>{escape(hint)}</div>{html}</details>"
    return html


def _hang(text: str, indent: int) -> str:
    return text.replace("\n", "\n" + " " * indent)
