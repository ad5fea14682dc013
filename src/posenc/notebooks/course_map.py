"""The README's map: where each scheme's mathematics, demos, exercises, cards and lesson are, read off the files.

`python -m posenc.notebooks.course_map` writes it anew. A new scheme needs a line in PLACES; all else is found.
"""

import ast
import re
from pathlib import Path

import nbformat

from posenc.environment.launch import ROOT
from posenc.exercises import EXERCISES

BEGIN, END = "<!-- map: python -m posenc.notebooks.course_map -->\n", "<!-- end of map -->"
HEAD = ("scheme", "math", "demos", "exercises", "cards", "lesson")
NOTHING = "–"

# Each entry of SCHEMES, and the grid: the modules of its mathematics (the first is linked) and its lesson.
PLACES: dict[str, tuple[tuple[str, ...], str]] = {
    "none": (("dot_product", "attention"), "01_blindness"),
    "sinusoidal": (("sinusoidal",), "02_absolute"),
    "learned": (("learned",), "02_absolute"),
    "shaw": (("shaw",), "03_relative"),
    "t5": (("t5",), "03_relative"),
    "rotary": (("rotary",), "04_rotary"),
    "linear": (("scaling",), "04_rotary"),
    "ntk": (("scaling",), "04_rotary"),
    "dynamic_ntk": (("scaling",), "04_rotary"),
    "yarn": (("yarn", "scaling"), "04_rotary"),
    "llama3": (("scaling",), "04_rotary"),
    "longrope": (("scaling",), "04_rotary"),
    "alibi": (("alibi",), "05_alibi"),
    "causal": (("causal",), "06_masks_and_grids"),
    "grid": (("grid", "resampling"), "06_masks_and_grids"),
}


def table(root: Path = ROOT) -> str:
    """Return the map as a Markdown table, a line for each scheme; what does not exist yet is a dash."""
    lines = [HEAD, ("---",) * len(HEAD), *(_row(root, scheme) for scheme in PLACES)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write(root: Path = ROOT) -> Path:
    """Put the map between its two marks in the README.

    Raises: ValueError if the README does not have the marks, once each and in order.
    """
    path = root / "README.md"
    text = path.read_text(encoding="utf-8")
    if not (text.count(BEGIN) == text.count(END) == 1 and text.index(BEGIN) < text.index(END)):
        raise ValueError(f"{path} needs the line {BEGIN.strip()!r} and after it the line {END!r}, once each")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    path.write_text(f"{before}{BEGIN}{table(root)}{END}{after}", encoding="utf-8", newline="\n")
    return path


def demos_of(root: Path, lesson: str) -> dict[str, str]:
    """The demos that a lesson shows, in order: module names, each with its source."""
    path = root / "solutions" / f"{lesson}.ipynb"
    if not path.exists():
        return {}
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    names = dict.fromkeys(re.findall(r"\b(\w+)_demo\(", code))
    return {name: (root / "src/posenc/demos" / f"{name}.py").read_text(encoding="utf-8") for name in names}


def _row(root: Path, scheme: str) -> tuple[str, ...]:
    modules, lesson = PLACES[scheme]
    topic = _topic(root, lesson)
    shared = [other for other, (_, its_lesson) in PLACES.items() if its_lesson == lesson]
    demos = [
        name
        for name, source in demos_of(root, lesson).items()
        if _shows(source, modules) or not any(_shows(source, PLACES[other][0]) for other in shared)
    ]
    exercises = sum(exercise.lesson == topic for exercise in EXERCISES.values())
    cards = f"src/posenc/rehearsal/cards/{topic}"
    return (
        scheme,
        _link(root, f"{modules[0]}.py", f"src/posenc/encodings/{modules[0]}.py"),
        ", ".join(_link(root, name.replace("_", " "), f"src/posenc/demos/{name}.py") for name in demos) or NOTHING,
        _link(root, f"{topic}, {exercises}", f"src/posenc/exercises/{topic}") if exercises else NOTHING,
        _link(root, f"{topic}, {len(list((root / cards).glob('*.md')))}", cards),
        _link(root, lesson, f"lessons/{lesson}.ipynb"),
    )


def _topic(root: Path, lesson: str) -> str:
    """What exercises and cards of a lesson go by: `masks` for 06_masks_and_grids."""
    words = lesson.split("_")[1:]
    return next((word for word in words if (root / "src/posenc/exercises" / word).is_dir()), words[0])


def _shows(source: str, modules: tuple[str, ...]) -> bool:
    """Whether a demo imports one of these modules of encodings."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "posenc.encodings":
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("posenc.encodings."):
            found.add(node.module.rpartition(".")[2])
    return not found.isdisjoint(modules)


def _link(root: Path, words: str, target: str) -> str:
    return f"[{words}]({target})" if (root / target).exists() else NOTHING


if __name__ == "__main__":
    print(write())
