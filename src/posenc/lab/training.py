"""Training, step by step, so that it can be watched and stopped."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from autograd import value_and_grad
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.scheme import Scheme
from posenc.lab.adam import Adam
from posenc.lab.encoding import Encoding, as_encoding
from posenc.lab.encodings import ENCODINGS
from posenc.lab.gradients import cross_entropy
from posenc.lab.model import USE_OUR_NP, initial_weights, logits
from posenc.lab.parameters import Layout
from posenc.lab.settings import LESSON, Settings
from posenc.lab.task import Logs, draw
from posenc.lab.threads import blas_threads, one_blas_thread

Trainable = str | Encoding | Scheme | Callable[..., Any]


@dataclass(frozen=True)
class Trained:
    """A model after some steps: its encoding, its weights (the encoding's tables among them) and the losses so far."""

    encoding: Encoding
    settings: Settings
    weights: dict[str, NDArray]
    losses: NDArray[np.float64]
    seconds: float = 0.0

    @property
    def scheme(self) -> Scheme:
        """The encoding's scheme, made of its tables as they stand."""
        return self.encoding.build(self.weights)

    def under(self, encoding: "Encoding | Scheme") -> "Trained":
        """The same weights under another encoding: other frequencies, for instance."""
        return replace(self, encoding=as_encoding(encoding))


def train(scheme: Trainable, settings: Settings = LESSON, *, seed: int = 0, start: Trained | None = None) -> Trained:
    """Train a model with this encoding: a name of `ENCODINGS`, or one of your own, as for `as_encoding`.

    `start` goes on from trained weights, with settings of its own length and steps, rather than from random ones.
    The same seed on the same machine gives the same weights, to the bit.

    Raises: ValueError for an unknown name, TypeError for what is no scheme.

    >>> trained = train("alibi", Settings(steps=2))
    >>> trained.losses.shape
    (2,)
    """
    *_, trained = training(scheme, settings, seed=seed, start=start, every=settings.steps)
    return trained


def training(
    scheme: Trainable, settings: Settings = LESSON, *, seed: int = 0, start: Trained | None = None, every: int = 50
) -> Iterator[Trained]:
    """Train as `train`, and yield the model as it stands after each `every` steps, and at the end."""
    if every < 1:
        raise ValueError(f"every must be at least 1, not {every}")
    encoding, begun = find_encoding(scheme, settings), time.perf_counter()
    rng = np.random.default_rng(seed)
    layout, flat = Layout.of(_starting(encoding, settings, rng, start), settings.precision)
    loss_and_gradient = value_and_grad(lambda flat, logs: loss(layout.parts(flat), logs, encoding, settings))
    adam, losses = Adam(flat, settings), np.empty(settings.steps)
    blas = blas_threads()

    for step in range(settings.steps):
        with one_blas_thread(blas):
            logs = draw(rng, sequences=settings.batch, length=settings.length)
            losses[step], gradient = _differentiated(loss_and_gradient, flat, logs)
            adam.step(gradient)
        done = step + 1
        if done % every == 0 or done == settings.steps:
            weights = layout.parts(flat.copy())
            yield Trained(encoding, settings, weights, losses[:done].copy(), time.perf_counter() - begun)


def _starting(
    encoding: Encoding, settings: Settings, rng: np.random.Generator, start: Trained | None
) -> dict[str, ArrayLike]:
    """All arrays that are learned, as they are before the first step."""
    weights = initial_weights(settings, rng)
    taken = weights.keys() & encoding.start.keys()
    if taken:
        raise ValueError(f"start must name its tables otherwise: the model has a {min(taken)!r} of its own")
    return {**weights, **encoding.start, **(start.weights if start else {})}


def _differentiated(loss_and_gradient: Callable[..., Any], flat: NDArray, logs: Logs) -> Any:
    """Loss and gradient; says what to do about the slip that everyone makes once."""
    try:
        return loss_and_gradient(flat, logs)
    except TypeError as reason:
        if "ArrayBox" in str(reason) or "not object" in str(reason):  # NumPy does not know autograd's boxes
            raise TypeError(f"{USE_OUR_NP}: {reason}") from reason
        raise


def find_encoding(scheme: Trainable, settings: Settings) -> Encoding:
    """The encoding of this name at these sizes, or the one given."""
    if not isinstance(scheme, str):
        return as_encoding(scheme)
    if scheme not in ENCODINGS:
        raise ValueError(f"scheme must be one of {', '.join(ENCODINGS)}, not {scheme!r}")
    return ENCODINGS[scheme](settings)


def loss(weights: dict[str, Any], logs: Logs, encoding: Encoding, settings: Settings) -> NDArray:
    """The mean cross-entropy of the answers."""
    return cross_entropy(logits(weights, logs.tokens, encoding.build(weights), settings), logs.answers)
