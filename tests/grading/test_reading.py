"""From a file to statements, and to those that a function needs; nobody's file takes the grader down."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.environment.launch import ROOT
from posenc.grading.needs import Needs, defining
from posenc.grading.reading import MOST_CODE, Cell, python_of, read_notebook
from posenc.grading.statements import MOST, statements_of


def statements(*sources):
    problems = []
    found = statements_of([Cell(number, source) for number, source in enumerate(sources, start=1)], problems)
    return found, problems


def needs(name, *sources):
    return [statement.text for statement in Needs(statements(*sources)[0]).of(name)]


def test_only_what_is_needed_is_chosen_in_order():
    function = "def f(a):\n    return np.sum(a) + y"
    chosen = needs("f", "import numpy as np, os\nx = 1\ny = x + 1", "z = boom()", function)
    assert chosen == ["import numpy as np", "x = 1", "y = x + 1", function]


def test_parameters_and_local_names_are_no_needs():
    source = "def f(x, *, n=1):\n    k = x\n    return [i for i in range(n)], (lambda y: y + k), k"
    assert needs("f", "x = k = i = y = boom()", source) == [source]


NEEDS = {
    "a default": "def f(x=v): return x",
    "an annotation": "def f(x: v): return x",
    "a decorator": "@v\ndef f(x): return x",
    "a closure": "def f(x):\n    def g(): return v\n    return g()",
    "a comprehension": "def f(x): return [v for _ in x]",
    "a class": "class K:\n    a = v\n    def m(self): pass\ndef f(x): return K",
    "a method": "class K:\n    def m(self): return v\ndef f(x): return K()",
    "a global": "def f(x):\n    global v\n    v += 1",
    "a chain": "u = v\ndef f(x): return u",
    "a loop": "for u in v: w = u\ndef f(x): return w",
    "an import in a try": "try:\n    import w\nexcept ImportError:\n    w = v\ndef f(x): return w",
    "a with": "with v as w: pass\ndef f(x): return w",
    "a walrus": "print(w := v)\ndef f(x): return w",
    "an item": "t = {}\nt['v'] = v\ndef f(x): return t",
    "an attribute": "class T: pass\nT.v = v\ndef f(x): return T",
    "a method call": "t = []\nt.append(v)\ndef f(x): return t",
    "another function": "def g(): return v\ndef f(x): return g()",
    "each other": "def g(): return f, v\ndef f(x): return g",
    "unpacking": "a, (w, *b) = v\ndef f(x): return w",
    "a deletion and another": "w = 1\ndel w\nw = v\ndef f(x): return w",
    "augmented": "w = 0\nw += v\ndef f(x): return w",
}


@pytest.mark.parametrize("what", NEEDS)
def test_a_need_is_found_wherever_it_hides(what):
    assert "v = boom()" in needs("f", "v = boom()", NEEDS[what])


def test_calls_that_change_nothing_are_not_run():
    source = "def f(x):\n    return np.sum(x)"
    assert needs("f", "import numpy as np\nnp.save('x', 1)\nf(1)\nprint(f)", source) == ["import numpy as np", source]


def test_the_last_definition_is_found_even_in_a_branch():
    found, _ = statements("def f(): pass", "f = 1", "if f:\n    def f(): return 2", "print(f)")
    assert defining(found, "f") == 2
    assert defining(found, "g") is None


def test_lines_are_those_of_the_cell():
    found, _ = statements("x = 1\n\n@once\ndef f():\n    pass\n\ny = 2; z = 3")
    assert [(each.line, each.text) for each in found] == [
        (1, "x = 1"), (3, "@once\ndef f():\n    pass"), (7, "y = 2"), (7, "z = 3"),
    ]  # fmt: skip


def test_an_import_of_many_is_many_imports():
    found, _ = statements("from a import (b, c as d)\nimport e.f, g")
    assert [each.text for each in found] == ["from a import b", "from a import c as d", "import e.f", "import g"]
    assert [set(each.binds) for each in found] == [{"b"}, {"d"}, {"e"}, {"g"}]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("%matplotlib inline", False), ("  !ls", False), ("?sum", False), ("sum?", False), ("sum??", False),
        ("files = !ls", False), ("a, b = %magic", False), ("x = 1  # why?", True), ("x = y % 2", True),
        ("s = '!'", True), ("", True), ("f(a=!b)", True),
    ],
)  # fmt: skip
def test_magics_are_told_from_python(line, kept):
    """In a cell that Python does not take as it is."""
    assert (line in python_of(f"(\n{line}\n!\n").split("\n")) is kept


HOSTILE = {
    "spaces": " " * MOST_CODE,
    "a long line": "x" * MOST_CODE,
    "question marks": "? " * (MOST_CODE // 2),
    "commas": "a," * (MOST_CODE // 2) + "=!",
    "brackets": "(" * (MOST_CODE // 2),
    "open braces": "{" * 5000 + "x",
    "lines": "a\n" * (MOST_CODE // 2),
    "statements": "a;" * (MOST_CODE // 2),
    "names": "\n".join(f"a{n}=a{n + 1}" for n in range(MOST_CODE // 20)),
    "a sum": "x = " + "+".join("1" * 10_000),
    "attributes": "x" + ".x" * 10_000,
    "minus": "-" * 50_000 + "1",
    "indents": "\n".join(" " * n + "if 1:" for n in range(90)),
    "a large number": "x = " + "9" * 100_000,
    "text in text": "f'{" * 100 + "1" + "}'" * 100,
    "an else without end": "if 1: pass\n" + "elif 1: pass\n" * 3000,
    "decorators": "@a\n" * 20_000 + "def f(): pass",
    "arguments": f"def f({','.join(f'a{n}' for n in range(20_000))}): pass",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_source_is_read_in_time_or_refused(what):
    """Read quadratically, some of these take hours."""
    text = python_of(HOSTILE[what])
    found, problems = statements(text)
    Needs(found).of("f")
    Needs(found).of("a0")
    assert len(found) <= MOST
    assert found or problems or not text


def test_too_much_code_is_left_out_and_told(tmp_path):
    path = tmp_path / "large.ipynb"
    cells = [{"cell_type": "code", "source": source} for source in ("a = 1", "b" * MOST_CODE, "c = 3")]
    path.write_text(json.dumps({"cells": cells}))
    found = read_notebook(path)
    assert [cell.source for cell in found.cells] == ["a = 1", "c = 3"]
    assert found.problems == ["Cell 2 is beyond the code that is read."]


WHOLE = (ROOT / "solutions" / "00_start_here.ipynb").read_bytes()
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "worksheets", "source", "input", "cell_type", "metadata", "posenc", "exercise"])
            | st.text(max_size=3),
            inner | st.just("code"),
            max_size=4,
        )
    ),
)


def read(tmp_path_factory, raw):
    """All that grading does before anything is run."""
    path = tmp_path_factory.mktemp("fuzz", numbered=True) / "a.ipynb"
    path.write_bytes(raw)
    found = read_notebook(path)
    json.dumps(found.problems)
    assert found.cells or found.problems
    return statements_of(found.cells, found.problems)


@given(st.integers(0, len(WHOLE)), st.integers(0, 200), st.binary(max_size=20))
def test_any_damage_to_a_file_is_survived(tmp_path_factory, start, length, other):
    read(tmp_path_factory, WHOLE[:start] + other + WHOLE[start + length :])


@given(TREES)
def test_any_json_is_survived(tmp_path_factory, tree):
    read(tmp_path_factory, json.dumps(tree).encode())
    read(
        tmp_path_factory,
        json.dumps({"cells": [tree, {"cell_type": "code", "source": tree, "metadata": tree}]}).encode(),
    )


@given(st.text(alphabet="abf=:()[]{}'\"\\\n\t %!?#,.@*-+ 01", max_size=60))
def test_any_source_is_survived(source):
    found, _ = statements(python_of(source))
    Needs(found).of("f")
