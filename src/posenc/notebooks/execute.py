"""Running a notebook as nbval will: in a fresh kernel, without widgets, away from the learner's own data."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbclient import NotebookClient
from nbformat import NotebookNode

# Pictures in the place of widgets; nothing that depends on the user, the order of hashes or the number of cores.
STILL = {"POSENC_STATIC": "1", "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Run every cell of the notebook in place, from `folder`, and return the notebook.

    Raises: nbclient.exceptions.CellExecutionError if a cell raises.
    """
    with tempfile.TemporaryDirectory() as home, _environment({**STILL, "POSENC_HOME": home}):
        NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=120,
            record_timing=False,
            coalesce_streams=True,  # how prints arrive is chance
            resources={"metadata": {"path": str(folder)}},
        ).execute()
    return notebook


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """The kernel inherits the environment of its parent."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
