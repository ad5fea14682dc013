"""requirements.txt is what pyproject.toml says, for learners."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LEARNER = {"jupyterlab", "numpy", "matplotlib", "ipywidgets", "anywidget", "nbval"}


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def requirements() -> list[str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_it_installs_the_package_itself_editable(requirements):
    assert requirements.count("-e .") == 1


def test_it_names_what_a_learner_uses_with_the_ranges_of_the_package(project, requirements):
    extras = project["optional-dependencies"]
    declared = {}
    for line in [*project["dependencies"], *extras["lab"], *extras["test"]]:
        need = Requirement(line)
        declared[need.name] = need.specifier
    named = {need.name: need.specifier for need in map(Requirement, (line for line in requirements if line != "-e ."))}
    assert named.keys() == LEARNER
    assert named == {name: declared[name] for name in named}


def test_the_test_extra_holds_all_of_it(project):
    """`make test` installs that extra alone."""
    extras = project["optional-dependencies"]
    assert "posenc[lab]" in extras["test"]
    within = {Requirement(line).name for line in [*project["dependencies"], *extras["lab"], *extras["test"]]}
    assert within >= LEARNER


def test_each_dependency_has_its_reason():
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    start = lines.index("dependencies = [")
    end = lines.index("[project.scripts]")
    named = [line for line in lines[start:end] if line.startswith('    "') and "posenc[" not in line]
    assert len(named) > 10
    assert not [line for line in named if "  # " not in line]
