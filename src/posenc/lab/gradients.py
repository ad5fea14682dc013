"""The five operations that `autograd` would differentiate slowly, with their derivatives by hand.

Everything else in the model is differentiated by HIPS autograd as it runs. Each operation is its plain function
and, below it, what carries a gradient g of the output back to the arguments.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from autograd.extend import defvjp, defvjp_argnums, primitive
from numpy.typing import NDArray

from posenc.encodings import dot_product
from posenc.encodings.softmax import softmax

Vjp = Callable[[NDArray], Any]


@primitive
def linear(x: NDArray, w: NDArray) -> NDArray:
    """x `(..., d)` times w `(d, e)`, as one flat product: several times faster than one product an example."""
    return (x.reshape(-1, x.shape[-1]) @ w).reshape(*x.shape[:-1], w.shape[-1])


def _linear_x(answer: NDArray, x: NDArray, w: NDArray) -> Vjp:
    return lambda g: (g.reshape(-1, g.shape[-1]) @ w.T).reshape(x.shape)


def _linear_w(answer: NDArray, x: NDArray, w: NDArray) -> Vjp:
    return lambda g: x.reshape(-1, x.shape[-1]).T @ g.reshape(-1, g.shape[-1])


defvjp(linear, _linear_x, _linear_w)


@primitive
def relu(x: NDArray) -> NDArray:
    """What is above 0 of x."""
    return np.maximum(x, 0)


defvjp(relu, lambda answer, x: lambda g: g * (answer > 0))


@primitive
def rms_norm(x: NDArray, gain: NDArray) -> NDArray:
    """Each token's channels divided by their root mean square, times the gain `(d,)`."""
    return _unit(x)[0] * gain


def _unit(x: NDArray) -> tuple[NDArray, NDArray]:
    size = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + x.dtype.type(1e-6))
    return x / size, size


def _rms_norm(argnums: tuple[int, ...], answer: NDArray, arguments: tuple, options: dict) -> Vjp:
    x, gain = arguments

    def vjp(g: NDArray) -> tuple[NDArray, ...]:
        unit, size = _unit(x)
        inner = g * gain
        to_x = (inner - unit * np.mean(inner * unit, axis=-1, keepdims=True)) / size
        to_gain = (g * unit).reshape(-1, gain.size).sum(axis=0)
        return tuple((to_x, to_gain)[number] for number in argnums)

    return vjp


defvjp_argnums(rms_norm, _rms_norm)


@primitive
def attention_weights(q: NDArray, k: NDArray, bias: NDArray | None, mask: NDArray) -> NDArray:
    """The library's `attention_weights`; bias `(heads, n, n)` or with a batch axis, or None."""
    return dot_product.attention_weights(q, k, bias=bias, mask=mask)


def _attention_weights(argnums: tuple[int, ...], weights: NDArray, arguments: tuple, options: dict) -> Vjp:
    q, k, bias, _ = arguments
    scale = q.dtype.type(q.shape[-1] ** -0.5)

    def vjp(g: NDArray) -> tuple[NDArray, ...]:
        by_score = g * weights
        by_score -= weights * by_score.sum(axis=-1, keepdims=True)
        back: dict[int, Callable[[], NDArray]] = {
            0: lambda: by_score @ k * scale,
            1: lambda: by_score.swapaxes(-1, -2) @ q * scale,
            2: lambda: unbroadcast(by_score, bias),
        }
        return tuple(back[number]() for number in argnums)

    return vjp


defvjp_argnums(attention_weights, _attention_weights)


def unbroadcast(g: NDArray, like: NDArray) -> NDArray:
    """Sum a gradient over the axes along which `like` was repeated to the shape of g; in the dtype of `like`."""
    g = g.sum(axis=tuple(range(g.ndim - like.ndim)))
    repeated = tuple(axis for axis, size in enumerate(like.shape) if size == 1 != g.shape[axis])
    return (
        g.sum(axis=repeated, keepdims=True).astype(like.dtype, copy=False)
        if repeated
        else g.astype(like.dtype, copy=False)
    )


@primitive
def cross_entropy(logits: NDArray, answers: NDArray) -> NDArray:
    """The mean of −log p(answer) over the tokens that ask: logits `(..., n, values)`, answers `(..., n)`, −1 = none."""
    asked = answers >= 0
    logs = np.log(softmax(logits[asked]))
    return -np.mean(logs[np.arange(len(logs)), answers[asked]])


def _cross_entropy(answer: NDArray, logits: NDArray, answers: NDArray) -> Vjp:
    def vjp(g: NDArray) -> NDArray:
        asked = answers >= 0
        wrong = softmax(logits[asked])
        wrong[np.arange(len(wrong)), answers[asked]] -= 1
        back = np.zeros_like(logits)
        back[asked] = wrong * (g / len(wrong))
        return back

    return vjp


defvjp(cross_entropy, _cross_entropy, None)
