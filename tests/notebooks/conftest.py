"""Small notebooks to cut, search and build."""

import pytest
from nbformat import NotebookNode, from_dict

from posenc.exercises import EXERCISES

SCORES = EXERCISES["blindness.scores"]


def code(id, source, outputs=(), count=None, **said):
    """A code cell; what it says about itself goes into its metadata."""
    return {
        "id": id, "cell_type": "code", "source": source, "outputs": list(outputs), "execution_count": count,
        "metadata": {"posenc": said} if said else {},
    }  # fmt: skip


def markdown(id, source, **said):
    return {"id": id, "cell_type": "markdown", "source": source, "metadata": {"posenc": said} if said else {}}


def notebook(*cells, **metadata) -> NotebookNode:
    return from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells)})


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def displayed(count=None, **data):
    """The value of a cell's last line; mime types with _ for /."""
    data = {mime.replace("_", "/", 1): value for mime, value in data.items()}
    return {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": count}


@pytest.fixture
def solution() -> NotebookNode:
    """A lesson in small: words, a setup, a prediction, a demo's picture, an exercise, a summary."""
    return notebook(
        markdown("title", "# Scores"),
        code("setup", "from posenc.checking import Checker\n\ncheck = Checker('blindness', record=False)", count=1,
             lesson="from posenc.checking import Checker\n\ncheck = Checker('blindness')"),
        code("predict", "guess = 'small'\nguess", [displayed(2, text_plain="'small'")], 2, lesson="guess = ''"),
        code("demo", "show()", [displayed(3, image_png="aGVsbG8=", text_plain="a picture of scores")], 3, keep=True),
        code("scores", f"{SCORES.solution}\n\n\ncheck(scores)", [displayed(4, text_plain="passed")], 4,
             exercise="blindness.scores"),
        code("experiment", "print(1 + 1)", [printed("2\n")], 5),
        markdown("summary", "Scores are **scaled dot products**.", lesson="Scores are …"),
    )  # fmt: skip
