"""What a learner reads about their submission: one page of HTML that needs nothing else and runs nothing."""

import hashlib
import re
from html import escape
from pathlib import Path
from typing import Any

from posenc.exercises import EXERCISES
from posenc.grading.tables import number

Result = dict[str, Any]
Verdict = dict[str, Any]
MARKS = {"passed": "✓", "not started": "○", "missing": "○"}  # ✗ for the others

# The first line forbids scripts and anything from elsewhere, should markup ever slip through.
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --good: light-dark(#1a7f37, #57ab5a); --bad: light-dark(#b3261e, #f08c84) }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }}
h1, h2 {{ line-height: 1.25; overflow-wrap: anywhere }}
h2 {{ font-size: 1.1em; margin: 0 }}
section {{ border-left: 4px solid gray; padding: 0 0 0 1em; margin: 1.5em 0; break-inside: avoid }}
section.good {{ border-color: var(--good) }}
section.bad {{ border-color: var(--bad) }}
ul {{ list-style: none; padding: 0 }}
p, li {{ margin: .4em 0; white-space: pre-wrap; overflow-wrap: anywhere }}
pre {{ background: light-dark(#f2f2f2, #2a2a2a); padding: .4em .6em; margin: .2em 0; overflow-x: auto }}
summary {{ cursor: pointer }}
@media print {{ details::details-content {{ content-visibility: visible; block-size: auto }} }}
</style>
{body}
</html>
"""


def write_feedback(folder: Path, result: Result) -> Path:
    """Write the page of one submission and return its path. The seed is not on it: unseen cases are drawn from it."""
    path = folder / page_name(result["submission"])
    path.write_text(page(result), encoding="utf-8", errors="xmlcharrefreplace", newline="\n")
    return path


def page_name(submission: str) -> str:
    """A file name that any system takes, and that no other submission has.

    >>> page_name("../../ada/05_alibi.ipynb")
    'ada_05_alibi-31c2e9cc.html'
    """
    readable = re.sub(r"[^\w-]+", "_", submission.removesuffix(".ipynb")).strip("_")[:60]
    unique = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{unique}.html"


def page(result: Result) -> str:
    """The whole page."""
    head = f"{result['lesson'] or 'No lesson'}: {number(result['points'])} of {number(result['possible'])} points"
    problems = "".join(f"<li>{escape(problem)}</li>" for problem in result["problems"])
    body = [
        f"<h1>{escape(head)}</h1>",
        f"<p>{escape(result['student'])}, {escape(result['submission'])}</p>",
        f"<ul>{problems}</ul>" if problems else "",
        *(_section(name, verdict) for name, verdict in result["exercises"].items()),
    ]
    return PAGE.format(title=escape(head), body="\n".join(filter(None, body)))


def _section(name: str, verdict: Verdict) -> str:
    outcome = verdict["outcome"]
    kind = {"✓": "good", "✗": "bad"}.get(MARKS.get(outcome, "✗"), "")
    points = f"{number(verdict['points'])} of {number(verdict['possible'])} points"
    known = EXERCISES.get(name)
    heading = f"{MARKS.get(outcome, '✗')} {known.name if known else name}: {outcome} · {points}"
    broken = f"Must hold, and does not: {verdict['invariant']}." if verdict["invariant"] else ""
    parts = [
        f'<section class="{kind}"><h2>{escape(heading)}</h2>',
        *(f"<p>{escape(words)}</p>" for words in (known.title if known else "", verdict["message"], broken) if words),
        _shares(verdict["shares"]) if outcome != "passed" else "",
        _case(verdict),
        _hints(verdict["hints"]) if outcome != "passed" else "",
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _shares(shares: list[tuple[str, float, bool]]) -> str:
    """What the points are for, and which of them were earned."""
    lines = (f"<li>{'✓' if won else '✗'} {escape(what)}: {number(points)}</li>" for what, points, won in shares)
    return f"<ul>{''.join(lines)}</ul>"


def _case(verdict: Verdict) -> str:
    """The failing case beside the expected answer, if it is one of the lesson's own."""
    if not verdict["visible"]:
        return ""
    blocks = [*verdict["input"], ("expected", verdict["expected"]), ("got", verdict["got"])]
    return "\n".join(f"<div>{escape(label)}<pre>{escape(text)}</pre></div>" for label, text in blocks)


def _hints(hints: list[str]) -> str:
    """Each hint inside the one before it, so that they open one at a time."""
    html = ""
    for place, hint in reversed(list(enumerate(hints, start=1))):
        html = f"<details><summary>Hint {place}</summary><p>{escape(hint)}</p>{html}</details>"
    return html
