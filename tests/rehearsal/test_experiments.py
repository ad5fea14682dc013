"""Every experiment refutes its wrong answer, by computing: with the truth broken, it no longer does."""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_slopes
from posenc.encodings.sinusoidal import sinusoidal
from posenc.rehearsal import experiments
from posenc.rehearsal.bank import load
from posenc.rehearsal.experiment import Experiment

MODULES = {
    module.name: importlib.import_module(f"{experiments.__name__}.{module.name}")
    for module in pkgutil.iter_modules(experiments.__path__)
    if not module.name.startswith("_")
}
FUNCTIONS = {
    f"{name}.{function.__name__}": function
    for name, module in MODULES.items()
    for function in vars(module).values()
    if inspect.isfunction(function) and function.__module__ == module.__name__ and function.__name__[0] != "_"
}
RUN = {name: each for name, each in FUNCTIONS.items() if inspect.signature(each).return_annotation is Experiment}


@pytest.mark.parametrize("name", RUN)
def test_each_refutes_and_shows_what_it_computed(name):
    outcome = RUN[name]()
    assert outcome.refutes is True
    assert outcome.shows.endswith(".")
    assert all(any(sign.isdigit() for sign in line) for line in outcome.lines)
    assert outcome == RUN[name](), "the same again"


def test_each_is_used():
    cards = load().values()
    named = {wrong.experiment for card in cards for wrong in card.wrong_answers}
    assert named == set(RUN)
    source = "".join(inspect.getsource(module) for module in MODULES.values())
    figures = {figure for card in cards for figure in card.numbers.values()}
    inside = {name for name in FUNCTIONS if source.count(f"{name.split('.')[1]}()") > 1}
    assert set(FUNCTIONS) - set(RUN) <= figures | inside


def in_order(scores, axis=-1):
    """A softmax that prefers later columns."""
    weights = np.exp(scores + 0.1 * np.arange(scores.shape[axis]))
    return weights / weights.sum(axis=axis, keepdims=True)


# an experiment, what it computes with, and what it would compute with if the wrong answer were right
BROKEN = {
    "blindness.softmax_commutes": ("blindness.softmax", in_order),
    "blindness.maximum_is_harmless": ("blindness.softmax", in_order),
    "blindness.one_number": ("blindness.sinusoidal", lambda positions, d: np.asarray(positions)[:, None]),
    "blindness.two_words": ("blindness.attend", lambda x: x + np.arange(len(x))[:, None]),
    "blindness.rows_follow": ("blindness.attend", lambda x: np.zeros_like(x)),
    "blindness.row_by_row": ("blindness.feed_forward", lambda x, *weights: np.cumsum(x, axis=0)),
    "absolute.high_end_is_slow": ("absolute.sinusoidal", lambda p, d: sinusoidal(p, d)[:, ::-1]),
    "absolute.product_rises": ("absolute._products", lambda d: np.exp(-np.arange(513.0))),
    "absolute.one_matrix_for_all": ("absolute.offset_rotation", lambda offset, d: np.eye(d)),
    "absolute.positions_collapse": ("absolute.round_to", lambda x, name: x),
    "tables.interpolating_differs": ("tables.interpolate", lambda table, n: sinusoidal(np.arange(n) / 2, 16)),
    "relative.buckets_end": ("relative.t5_bucket", lambda offsets, **options: -np.asarray(offsets)),
    "relative.roll_is_no_shift": ("relative.attend", lambda x, **scheme: x),
    "rotary.shift_test_passes_both": ("rotary._score", lambda q, k, layout="interleaved": 1.0 * (k - q)),
    "rotary.peak_far_away": ("rotary._turn", lambda x, positions: x * np.asarray(positions)[:, None]),
    "rotary.lengths_stay": ("rotary._turn", lambda x, positions: x + np.asarray(positions)[:, None]),
    "rotary.angles_unseen": ("rotary.turns", lambda frequencies, length: np.full(64, 2.0)),
    "caches.cached_keys_hold": ("caches._score", lambda q, k: 0.0),
    "caches.rows_are_no_positions": ("caches._score", lambda q, k: 1.0),
    "caches.angles_need_precision": ("caches.round_to", lambda x, name: x),
    "alibi.twelve_heads_differ": ("alibi.alibi_slopes", lambda n: 2.0 ** (-8 * np.arange(1, n + 1) / n)),
    "alibi.last_head_sees_far": ("alibi.alibi_slopes", lambda n: alibi_slopes(n)[::-1]),
    "alibi.heads_count_from_one": ("alibi.alibi_slopes", lambda n: 2 * alibi_slopes(n)),
    "alibi.key_form_rounds": ("alibi.round_to", lambda x, name: x),
    "masks.one_layer_is_blind": ("masks.attend", lambda x, causal, seed: np.cumsum(np.cumsum(x, axis=0), axis=0)),
    "masks.zero_still_counts": ("masks.softmax", lambda scores: np.array([0.7, 0.3, 0.0])),
    "masks.grid_is_not_square": ("masks.resample_table", lambda table, old, new: table),
    "extrapolation.exponent_matters": ("extrapolation.rotary_frequencies", lambda d, base=1e4: np.full(64, 1 / base)),
    "lab.slow_pairs_mend": ("lab._lab", lambda *run: 50.0),
    "lab.plain_rotary_fails": ("lab._lab", lambda *run: 50.0),
    "lab.flat_is_not_used": ("lab._lab", lambda *run: 97.0),
    "relative.untrained_buckets": ("relative._t5_last", lambda distance: 95.0),
    "design.far_is_faint": ("design.alibi_slopes", lambda n: np.zeros(n)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_with_the_truth_broken_it_refutes_nothing(name, monkeypatch):
    patched, wrong = BROKEN[name]
    module, attribute = patched.split(".")
    monkeypatch.setattr(MODULES[module], attribute, wrong)
    assert not RUN[name]().refutes
