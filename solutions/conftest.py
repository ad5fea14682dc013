"""Solutions run as `posenc build` ran them: still pictures, a home of their own."""

import shutil
import tempfile

import pytest

from posenc.notebooks.execute import STILL

HOME = tempfile.mkdtemp(prefix="posenc-home-")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup():
    """The kernel starts while its notebook's first cell is set up, and inherits the environment of that moment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**STILL, "POSENC_HOME": HOME}.items():
            patch.setenv(name, value)
        return (yield)


def pytest_unconfigure():
    shutil.rmtree(HOME, ignore_errors=True)
