"""How the package hangs together: imports run one way, files stay short, public functions say what they do."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import posenc

SOURCE = Path(posenc.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

# What each part may import of posenc, at the top of a file or inside a function. One way only.
MAY_IMPORT = {
    "encodings": set(),
    "symmetry": {"encodings"},
    "lab": {"encodings"},
    "figures": {"encodings", "symmetry", "lab"},
    "demos": {"encodings", "symmetry", "lab", "figures"},
    "progress": set(),
    "exercises": {"encodings", "symmetry"},
    "checking": {"encodings", "exercises", "progress"},
    "reasons": set(),
    "progress_report": {"exercises", "progress", "reasons", "rehearsal"},
    # figures: the picture of a class
    "grading": {"encodings", "exercises", "checking", "environment", "figures", "reasons"},
    "rehearsal": {"encodings", "symmetry", "lab", "figures", "exercises", "checking", "progress", "reasons"},
    "environment": {"progress"},
    "notebooks": {"encodings", "exercises", "demos", "environment"},
    "arguments": set(),
    "cli": {"arguments", "environment", "figures", "grading", "lab", "notebooks", "progress_report", "rehearsal"},
    "__main__": {"cli"},
    "__init__": set(),
}


def part_of(path):
    """The package or module right under posenc that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(tree):
    """Every module that is imported, at any depth, with the node that does it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((f"{node.module}.{alias.name}", node) for alias in node.names)


def modules_after(statement):
    """The names in sys.modules of a fresh Python after one statement."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True).stdout
    return {name.partition(".")[0] for name in said.split()}


def test_the_mathematics_pulls_in_numpy_and_nothing_else():
    before, after = modules_after("pass"), modules_after("import posenc.encodings")
    assert {name for name in after - before if name not in sys.stdlib_module_names} == {"numpy", "posenc"}


def test_the_command_pulls_in_no_library_before_it_knows_what_for():
    before, after = modules_after("pass"), modules_after("import posenc.cli")
    assert {name for name in after - before if name not in sys.stdlib_module_names} == {"posenc"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_run_one_way(path):
    part = part_of(path)
    assert part in MAY_IMPORT, "a new part of posenc: say what it may import"
    for name, node in imported(ast.parse(path.read_text(encoding="utf-8"))):
        first, _, rest = name.partition(".")
        if first == "posenc" and rest not in ("", "__file__", "__version__"):
            other = rest.partition(".")[0]
            assert other == part or other in MAY_IMPORT[part], f"line {node.lineno} imports posenc.{rest}"
        assert first not in ("tests", "lessons", "solutions", "nbimporter"), f"line {node.lineno} imports {name}"


def test_the_table_allows_no_circle():
    """Each part can be put after all that it may import."""
    left = dict(MAY_IMPORT)
    while left:
        ready = [part for part, others in left.items() if not others & set(left)]
        assert ready, f"a circle among {sorted(left)}"
        for part in ready:
            del left[part]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_files_stay_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 180


# Docstrings of the mathematics

# What the library is for; the names are fixed. Everything else without an underscore is shared between its files.
SURFACE = {
    "encodings.positions": ["offsets", "positions_from_mask", "grid_positions"],
    "encodings.attention": [
        "softmax", "scaled_scores", "attention_weights", "attention", "self_attention",
        "layer_norm", "feed_forward", "block",
    ],
    "encodings.causal": ["causal_mask"],
    "encodings.sinusoidal": ["sinusoidal", "wavelengths", "offset_rotation"],
    "encodings.learned": ["lookup", "interpolate"],
    "encodings.shaw": ["clip_offsets", "shaw_scores", "shaw_output"],
    "encodings.t5": ["t5_bucket", "t5_bias"],
    "encodings.rotary": ["rotary_frequencies", "rotate", "to_half_split", "to_interleaved", "turns"],
    "encodings.scaling": ["linear", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope"],
    "encodings.alibi": ["alibi_slopes", "alibi_bias", "effective_window"],
    "encodings.grid": ["sincos_2d", "rotate_2d", "swin_index", "resample_table"],
    "symmetry": [
        "permute_rows", "permute_columns", "conjugate", "equivariance_gap", "translation_gap", "remaining_symmetry",
    ],
    "symmetry.theorems": ["make_inputs", "prove"],
}  # fmt: skip
FUNCTIONS = {
    f"{module}.{name}": getattr(importlib.import_module(f"posenc.{module}"), name)
    for module, names in SURFACE.items()
    for name in names
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_has_its_parts(name):
    function = FUNCTIONS[name]
    lines = inspect.getdoc(function).splitlines()
    assert lines[0].endswith((".", ":")), "one sentence first"
    parts = {line.partition(":")[0] for line in lines if ":" in line}
    assert {"Shapes", "Source"} <= parts
    assert any(line.startswith(">>> ") for line in lines), "no doctest"
    assert "Raises" in parts or not can_raise(function)


def can_raise(function):
    """Whether its own lines raise, or hand an argument to one of the helpers that check arguments."""
    tree = ast.parse(inspect.getsource(function))
    checks = vars(importlib.import_module("posenc.encodings._arrays"))
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    raises = any(isinstance(node, ast.Raise) for node in ast.walk(tree))
    return raises or any(inspect.isfunction(checks.get(name)) and name != "wide" for name in calls)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_everything_public_has_a_docstring(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    defined = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert [node.name for node in defined if not node.name.startswith("_") and not ast.get_docstring(node)] == []
