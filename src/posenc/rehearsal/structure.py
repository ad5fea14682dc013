"""One card's form: its front matter against the schema, its headings, its ids, its formulas."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

from posenc.rehearsal.formulas import Formula, fault, formulas, without
from posenc.rehearsal.reading import HEADINGS, CardFile, Problem


def form(source: CardFile) -> Iterator[Problem]:
    """What is wrong with the form of one file."""
    yield from _schema(source)
    yield from _headings(source)
    yield from _twice(source)
    for text, line in texts(source):
        yield from _formulas(source, text, line)
        if re.fullmatch(r'".*"', text, re.DOTALL):
            yield source.problem(line, "a text in quotation marks of its own", "quote it once, for YAML")


def texts(source: CardFile) -> Iterator[tuple[str, int]]:
    """Every text that a reader sees, with the line on which it begins."""
    for heading, text in source.sections.items():
        if heading in HEADINGS:
            yield text, source.section_lines[heading] + 1 + source.blank_lines[heading]
    for part, name in (("rubric", "idea"), ("wrong_answers", "says"), ("wrong_answers", "refutation")):
        for index, item in enumerate(_list(source.front.get(part))):
            if isinstance(item, dict) and isinstance(item.get(name), str):
                yield item[name], source.line(part, index, name)


def _schema(source: CardFile) -> Iterator[Problem]:
    from jsonschema import Draft202012Validator

    schema = json.loads((resources.files("posenc.rehearsal") / "card.schema.json").read_text(encoding="utf-8"))
    for error in Draft202012Validator(schema).iter_errors(source.front):
        where = ".".join(map(str, error.absolute_path))
        what = _said(error)
        yield source.problem(source.line(*error.absolute_path), f"{where}: {what}" if where else what, _mend(error))


def _said(error: Any) -> str:
    if error.validator == "contains":
        return "no idea is a must"
    if error.validator == "pattern":
        return f"{error.instance!r} has not the form of {'an id' if '_' in error.validator_value else 'a sentence'}"
    if error.validator == "not":
        return "only numeric cards have a generator"
    return str(error.message)


def _mend(error: Any) -> str:
    return {
        "required": "add it",
        "additionalProperties": "remove it, or mend its name",
        "enum": "take one of them",
        "pattern": "write names in snake_case, ids as topic.name, and no empty texts",
        "contains": "mark what an answer can't do without with 'must: true'",
        "uniqueItems": "keep one of them",
        "not": "remove it, or write 'kind: numeric'",
        "type": f"write it as {error.validator_value}",
    }.get(error.validator, "compare with card.schema.json")


def _headings(source: CardFile) -> Iterator[Problem]:
    last = max(source.lines.values())
    for heading in HEADINGS:
        if heading not in source.sections:
            yield source.problem(last, f"no heading '# {heading}'", "add it, with its text under it")
        elif not source.sections[heading].strip():
            yield source.problem(source.section_lines[heading], f"nothing under '# {heading}'", "write it")
    for heading, line in source.section_lines.items():
        if heading not in HEADINGS:
            yield source.problem(line, f"an unknown heading '# {heading}'", "use '##' within an answer")
    if source.sections.get("", "").strip():
        yield source.problem(last + 2, "text before the first heading", "put it under '# Question'")
    order = [heading for heading in source.section_lines if heading in HEADINGS]
    if order != sorted(order, key=HEADINGS.index):
        yield source.problem(source.section_lines[order[0]], "headings out of order", f"write {', '.join(HEADINGS)}")


def _twice(source: CardFile) -> Iterator[Problem]:
    for part in ("rubric", "wrong_answers"):
        items = _list(source.front.get(part))
        ids = [str(item.get("id")) if isinstance(item, dict) else "" for item in items]
        for id, count in Counter(ids).items():
            if count > 1:
                line = source.line(part, len(ids) - 1 - ids[::-1].index(id))
                yield source.problem(line, f"{part}: the id {id!r} is there {count} times", "give each its own")


def _formulas(source: CardFile, text: str, line: int) -> Iterator[Problem]:
    for formula in formulas(text):
        if found := _fault(formula):
            what = f"${formula.latex}$ can't be drawn: {found}"
            yield source.problem(line + formula.line, what, "mend the LaTeX")
    left = without(text)
    if (at := left.find("$")) >= 0:
        what = "a $ without its partner"
        yield source.problem(line + left.count("\n", 0, at), what, r"close the formula, or write \$ for the sign")
    for match in re.finditer(r"<!--", left):
        where = line + left.count("\n", 0, match.start())
        yield source.problem(
            where, "a comment that follows no formula", "put the plain variant right after its formula"
        )


def _fault(formula: Formula) -> str:
    if "\n\n" in formula.latex:
        return "an empty line within"
    return fault(formula.latex)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
