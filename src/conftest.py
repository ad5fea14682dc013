"""The names that every doctest may use without importing them."""

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _numpy_in_doctests(doctest_namespace: dict[str, object]) -> None:
    doctest_namespace["np"] = np
