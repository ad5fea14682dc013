"""What the tests share: golden values with their provenance, and quiet, repeatable Hypothesis settings."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from numpy.typing import NDArray

GOLDEN = Path(__file__).parent / "golden"
collect_ignore = ["benchmarks", "reference/lab_in_torch.py"]  # scripts for a quiet machine; what needs PyTorch to load

# No database and no deadline: a run depends neither on earlier runs nor on the clock.
settings.register_profile("posenc", deadline=None, derandomize=True, database=None, max_examples=25)
settings.load_profile("posenc")


@dataclass(frozen=True)
class Golden:
    """One golden array: what a named package at a named version returned."""

    name: str
    values: NDArray
    params: dict
    provenance: dict
    note: str

    def matches(self, got: NDArray, ulps: float = 4.0) -> None:
        """Compare at the entry's own precision: whole numbers exactly, floats within `ulps` of its dtype.

        The absolute tolerance is as large as the relative one, since sines near 0 carry the
        rounding of their angle.
        """
        got = np.asarray(got)
        assert got.shape == self.values.shape, f"{self.name}: shape {got.shape}, expected {self.values.shape}"
        if self.values.dtype.kind in "iu":
            np.testing.assert_array_equal(got, self.values, err_msg=self.name)
        else:
            tolerance = ulps * np.finfo(self.values.dtype).eps
            np.testing.assert_allclose(got, self.values, rtol=tolerance, atol=tolerance, err_msg=self.name)


@pytest.fixture(scope="session", autouse=True)
def _a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the progress of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POSENC_HOME", str(tmp_path_factory.mktemp("posenc_home")))
        yield


@pytest.fixture(scope="session")
def golden() -> Callable[[str], dict[str, Golden]]:
    """`golden("t5")` reads tests/golden/t5.json: entry name -> `Golden`. 'inf', '-inf', 'nan' become floats."""

    def load(scheme: str) -> dict[str, Golden]:
        entries = json.loads((GOLDEN / f"{scheme}.json").read_text(encoding="utf-8"))["entries"]
        return {name: _decode(name, entry) for name, entry in entries.items()}

    return load


@pytest.fixture(scope="session")
def field_bugs() -> Callable[[str], dict]:
    """`field_bugs("alibi-sign")` is that case of tests/golden/field_bugs.json: met_in, input, wrong, right."""
    cases = json.loads((GOLDEN / "field_bugs.json").read_text(encoding="utf-8"))
    return {case["id"]: case for case in cases}.__getitem__


def _decode(name: str, entry: dict) -> Golden:
    def array(values: list) -> NDArray:
        return np.array(values, dtype=object).astype(entry["dtype"])  # float("-inf") reads the strings

    values = entry["values"]
    ragged = isinstance(values, dict)  # keyed by a parameter, such as the number of heads
    decoded = {key: array(row) for key, row in values.items()} if ragged else array(values)
    return Golden(name, decoded, entry["params"], entry["provenance"], entry["note"])
