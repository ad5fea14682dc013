"""How fast is grading, and does its memory grow? Run `python tests/benchmarks/grading.py`; prints Markdown tables.

The first table grades mixed submissions: of ten, six right, two partly wrong, one with an endless loop, one cut off.
The second grades the same right and wrong notebooks with nbgrader and otter too, where they are installed
(`pip install -e '.[graders]'`); their tests call the same checks, in the learner's own kernel, as they do it.
All start-ups are included, so `--beside 100` says more about a class than `--beside 10`.
`--sizes 100 1000 10000` takes about half an hour, with `--no-slow` a fifth of that.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from posenc.exercises import EXERCISES, blindness

ASKED = blindness.ALL
KINDS = ("right",) * 6 + ("wrong",) * 2 + ("slow", "broken")
SEED = 7
FEW = 10
HERE = Path(sys.executable).parent  # nbgrader looks for its own tools on the PATH
ENVIRON = os.environ | {"PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}"}
IMPORTS = (
    "import math\n\nimport numpy as np\n\nfrom posenc import symmetry\nfrom posenc.encodings import attention, causal"
)


def main() -> None:
    """Print both tables, and the machine that they were measured on."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs="*", default=[20, 100], help="numbers of submissions")
    arguments.add_argument("--beside", type=int, default=10, help="submissions for the comparison (0: none)")
    arguments.add_argument("--no-slow", action="store_true", help="leave the endless loops out")
    given = arguments.parse_args()
    kinds = [kind for kind in KINDS if kind != "slow" or not given.no_slow]
    print(f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}\n")
    with tempfile.TemporaryDirectory() as folder:
        if given.sizes:
            print("| submissions | a second | memory of the parent, MiB |\n| --- | --- | --- |", flush=True)
        for size in given.sizes:
            top = write_submissions(Path(folder, f"mixed-{size}"), [kinds[i % len(kinds)] for i in range(size)])
            seconds, memory = posenc(top, Path(folder, f"report-{size}"), "--timeout", "2")
            print(f"| {size} | {size / seconds:.1f} | {memory:.0f} |", flush=True)
        if given.beside:
            compare(Path(folder), given.beside)


def compare(folder: Path, size: int) -> None:
    """Time all graders on the same notebooks, right ones and wrong ones in turn."""
    course = folder / "course"
    top = write_submissions(course / "submitted", ["right", "wrong"] * (size // 2), assignment="blindness")
    print(f"\n| grader, {size} submissions | seconds a submission | times as long |\n| --- | --- | --- |", flush=True)
    seconds, jobs = 0.0, str(os.cpu_count())
    for number in dict.fromkeys(["1", jobs]):
        seconds = posenc(top, folder / f"jobs-{number}", "--jobs", number)[0] / size
        print(f"| posenc grade --jobs {number} | {seconds:.3f} | |", flush=True)
    for name, grader in (("nbgrader autograde", nbgrader), ("otter run", otter)):
        if shutil.which(name.split()[0], path=ENVIRON["PATH"]):
            taken = grader(course, top)
            print(f"| {name} | {taken:.2f} | {taken / seconds:.1f} × posenc with {jobs} jobs |", flush=True)
        else:
            print(f"| {name} | not installed | |", flush=True)


def posenc(top: Path, out: Path, *options: str) -> tuple[float, float]:
    """Run `posenc grade`; return its seconds, and the most memory that its parent process had, in MiB."""
    call = [sys.executable, "-m", "posenc", "grade", str(top), "--out", str(out), "--seed", str(SEED), *options]
    start, memory = time.perf_counter(), 0.0
    with subprocess.Popen(call, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            memory = max(memory, most_memory(process.pid))
            time.sleep(0.05)
    if process.returncode:
        raise RuntimeError(f"posenc grade ended with {process.returncode}")
    return time.perf_counter() - start, memory


def most_memory(pid: int) -> float:
    """The most that a living process has had, in MiB; 0 where there is no /proc."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return max([0.0, *(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))])


def nbgrader(course: Path, top: Path) -> float:
    """Make the assignment, then time `nbgrader autograde` on what was handed in; seconds a notebook."""
    source = course / "source" / "blindness"
    source.mkdir(parents=True)
    nbformat.write(notebook([exercise.solution for exercise in ASKED], tested=True), source / "01_blindness.ipynb")
    run(["nbgrader", "generate_assignment", "blindness", "--create"], course)
    return run(["nbgrader", "autograde", "blindness"], course) / len(list(top.rglob("*.ipynb")))


def otter(course: Path, top: Path) -> float:
    """Make the autograder, then time `otter run`; seconds a notebook. Starting anew for each, a few tell its rate."""
    tests = course / "tests"
    tests.mkdir()
    for exercise in ASKED:
        (tests / f"{exercise.name}.py").write_text(OTTER_TEST.format(exercise=exercise), encoding="utf-8")
    run(["otter", "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment"], course)
    few = sorted(top.rglob("*.ipynb"))[:FEW]
    return sum(run(["otter", "run", str(path), "-a", "autograder.zip"], course) for path in few) / len(few)


OTTER_TEST = """from otter.test_files import test_case

OK_FORMAT = False
name = "{exercise.name}"
points = {exercise.points}


@test_case(points={exercise.points})
def check({exercise.name}):
    from posenc.checking import judge

    assert judge("{exercise.id}", {exercise.name}, seed=7).points == {exercise.points}
"""


def run(call: list[str], folder: Path) -> float:
    """Run a command in a folder; return its seconds.

    Raises: CalledProcessError if it ends badly.
    """
    start = time.perf_counter()
    subprocess.run(call, cwd=folder, env=ENVIRON, check=True, capture_output=True)
    return time.perf_counter() - start


def write_submissions(top: Path, kinds: list[str], assignment: str = "") -> Path:
    """Write a notebook for each kind into a folder of its student, as nbgrader wants it."""
    for number, kind in enumerate(kinds):
        path = top / f"student{number:05}" / assignment / "01_blindness.ipynb"
        path.parent.mkdir(parents=True)
        text = nbformat.writes(
            notebook([answer(exercise.id, kind, number) for exercise in ASKED], tested=bool(assignment))
        )
        path.write_text(text[: len(text) // 2] if kind == "broken" else text, encoding="utf-8")
    return top


def answer(exercise_id: str, kind: str, number: int) -> str:
    """The learner's cell. A wrong or slow submission has one exercise so, or two; all others are right."""
    exercise = EXERCISES[exercise_id]
    place = ASKED.index(exercise)
    if kind == "wrong" and place in (number % len(ASKED), 0):
        return f"def {exercise.name}(*inputs):\n    return np.zeros(2) + {number}"
    if kind == "slow" and place == number % len(ASKED):
        return f"def {exercise.name}(*inputs):\n    while True:\n        pass"
    return exercise.solution


def notebook(answers: list[str], *, tested: bool) -> nbformat.NotebookNode:
    """The answers as cells; `tested` puts behind each the cell that nbgrader grades."""
    cells = [new_code_cell(IMPORTS)]
    for exercise, source in zip(ASKED, answers, strict=True):
        cells.append(new_code_cell(source, metadata=nbgrader_cell(exercise.name, solution=True)))
        if tested:
            passed = f'judge("{exercise.id}", {exercise.name}, seed={SEED}).points == {exercise.points}'
            test = f"from posenc.checking import judge\n\nassert {passed}"
            cells.append(new_code_cell(test, metadata=nbgrader_cell(f"test_{exercise.name}", points=exercise.points)))
    return new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})


def nbgrader_cell(name: str, *, solution: bool = False, points: int = 0) -> dict:
    """Metadata of an answer cell, or of a test cell worth some points."""
    known = {"schema_version": 3, "grade_id": name, "cell_type": "code", "task": False}
    known |= {"grade": bool(points), "locked": bool(points), "solution": solution}
    return {"nbgrader": known | ({"points": points} if points else {})}


if __name__ == "__main__":
    main()
