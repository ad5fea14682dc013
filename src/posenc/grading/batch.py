"""Calls of a learner's function that are sent in one go."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np

from posenc.grading.inside.calls import Inputs, Key, key_of
from posenc.grading.inside.frames import packed


@dataclass(frozen=True)
class Batch:
    """Calls, packed: key and bytes of inputs of each, and the frame that asks for all of them."""

    sizes: dict[Key, int]
    frame: bytes

    @classmethod
    def of(cls, calls: Iterable[Inputs], but: Container[Key] = ()) -> Self:
        """Pack calls, each once, but for those whose keys are in `but`.

        Raises: NotSentError if an input is none that a frame can carry.
        """
        asked = {key: inputs for inputs in calls if (key := key_of(inputs)) not in but}
        sizes = {key: sum(v.nbytes for v in inputs if isinstance(v, np.ndarray)) for key, inputs in asked.items()}
        return cls(sizes, packed({"is": "calls"}, tuple(asked.values())))
