"""One training step of the lab beside the same model in PyTorch, eager and compiled; and how a step grows.

    python tests/benchmarks/lab.py [--seconds 2] [--no-compile]

Prints two Markdown tables. A step is everything: logs drawn beforehand, loss, gradients, clipping, Adam. Times are the
best of many steps in turns, in one process, on one thread, as CPU time. "Peak" is the share of what this machine's
matrix product does at best (float32, 1024 by 1024) that a step's own matrix products amount to.
"""

import argparse
import importlib.util
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

THREADS = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}
if __name__ == "__main__" and not THREADS.items() <= os.environ.items():  # they are read when NumPy is imported
    os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | THREADS)

import numpy as np  # noqa: E402
from autograd import value_and_grad  # noqa: E402

from posenc.lab.adam import Adam  # noqa: E402
from posenc.lab.encodings import ENCODINGS  # noqa: E402
from posenc.lab.model import initial_weights  # noqa: E402
from posenc.lab.parameters import Layout  # noqa: E402
from posenc.lab.settings import LESSON, Settings  # noqa: E402
from posenc.lab.task import VOCABULARY, draw  # noqa: E402
from posenc.lab.training import loss  # noqa: E402

Step = Callable[[], object]
GROWTH = ({"length": 64}, {"length": 128}, {"d_model": 64}, {"d_model": 128})


def our_step(scheme: str, settings: Settings) -> Step:
    encoding, rng = ENCODINGS[scheme](settings), np.random.default_rng(0)
    layout, flat = Layout.of(initial_weights(settings, rng) | dict(encoding.start), settings.precision)
    logs = draw(rng, sequences=settings.batch, length=settings.length)
    gradient_of = value_and_grad(lambda flat: loss(layout.parts(flat), logs, encoding, settings))
    adam = Adam(flat, replace(settings, steps=10**9))
    return lambda: adam.step(gradient_of(flat)[1])


def torch_step(scheme: str, settings: Settings, *, compiled: bool) -> Step:
    import torch

    torch.set_num_threads(1)
    sys.path.insert(0, str(Path(__file__).parents[1] / "reference"))
    from lab_in_torch import LabModel

    rng = np.random.default_rng(0)
    weights = initial_weights(settings, rng) | {k: np.asarray(v) for k, v in ENCODINGS[scheme](settings).start.items()}
    logs = draw(rng, sequences=settings.batch, length=settings.length)
    tokens, answers = torch.tensor(logs.tokens), torch.tensor(logs.answers)
    model = LabModel(scheme, settings, weights, settings.length)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    loss_of = torch.compile(model.loss) if compiled else model.loss

    def step():
        optimiser.zero_grad(set_to_none=True)
        loss_of(tokens, answers).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    return step


def best_times(steps: list[Step], seconds: float) -> list[float]:
    """The fastest of each, taking turns until the time is up: what disturbs one disturbs all."""
    best = [math.inf] * len(steps)
    end, rounds = time.perf_counter() + seconds * len(steps), 0
    while rounds < 3 or time.perf_counter() < end:
        for i, step in enumerate(steps):
            for _ in range(5):
                start = time.process_time()
                step()
                best[i] = min(best[i], time.process_time() - start)
        rounds += 1
    return best


def operations(settings: Settings) -> int:
    """Multiplications and additions of a step's matrix products, without what an encoding adds: 3 passes of 2 each."""
    d, n, tokens = settings.d_model, settings.length, settings.batch * settings.length
    layer = 4 * d * d + 2 * d * (2 * d) + 2 * n * d
    return 3 * 2 * tokens * (settings.n_layers * layer + len(VOCABULARY) * d + 4 * d)


def matmul_peak(seconds: float) -> float:
    """Operations a second of a large product."""
    a = np.random.default_rng(0).normal(size=(1024, 1024)).astype(np.float32)
    return 2 * 1024**3 / best_times([lambda: a @ a], seconds)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each step that is measured")
    parser.add_argument("--no-compile", action="store_true", help="leave torch.compile out")
    arguments = parser.parse_args()
    rivals = [] if importlib.util.find_spec("torch") is None else [False] if arguments.no_compile else [False, True]
    peak = matmul_peak(arguments.seconds)
    print(f"{LESSON}\nmatrix product at best: {peak / 1e9:.0f} · 10⁹ operations a second, one thread\n")

    print("| encoding | ms a step | PyTorch eager | torch.compile | ÷ eager | of the peak |\n|---|--:|--:|--:|--:|--:|")
    for scheme in ENCODINGS:
        steps = [our_step(scheme, LESSON), *(torch_step(scheme, LESSON, compiled=each) for each in rivals)]
        ours, *theirs = best_times(steps, arguments.seconds)
        cells = [f"{each * 1e3:.2f}" for each in theirs] + ["–"] * (2 - len(theirs))
        ratio = f"{ours / theirs[0]:.2f}" if theirs else "–"
        share = operations(LESSON) / ours / peak
        print(f"| {scheme} | {ours * 1e3:.2f} | {' | '.join(cells)} | {ratio} | {share:.1%} |", flush=True)

    print("\n| rotary, with | ms a step | × the lesson's | of the peak |\n|---|--:|--:|--:|")
    (base,) = best_times([our_step("rotary", LESSON)], arguments.seconds)
    for change in ({}, *GROWTH):
        settings = replace(LESSON, **change)
        (ours,) = best_times([our_step("rotary", settings)], arguments.seconds)
        name = ", ".join(f"{key} {value}" for key, value in change.items()) or "the lesson's sizes"
        share = operations(settings) / ours / peak
        print(f"| {name} | {ours * 1e3:.2f} | {ours / base:.1f} | {share:.1%} |", flush=True)


if __name__ == "__main__":
    main()
