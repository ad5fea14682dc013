"""Three cards of their own, a bank of them, a clock that is set by hand, and functions that cards may name."""

import sys
from datetime import datetime, timedelta, timezone
from itertools import count
from types import ModuleType

import pytest

from posenc.progress import Log
from posenc.rehearsal.bank import load
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.numeric.question import Numeric

SHUFFLE = """---
id: blindness.shuffle
version: 1
level: L1
kind: open
roles: [inference engineering]
minutes: 6
rubric:
  - {id: rows, idea: "Rows in, rows out: $f(Px) = P f(x)$", must: true}
  - {id: fix, idea: "Add a position"}
wrong_answers:
  - id: softmax
    says: "The softmax takes care of it."
    refutation: "It commutes."
    experiment: trial.commutes
follow_ups: [blindness.count]
claims: [B1]
sources: ["Vaswani et al. 2017, sec. 3.5"]
numbers:
  "1166.5": trial.orders
---
# Question

Why is $x_{i}$<!-- plain: x_i --> not known by its place?

# Short answer

Every row sees the same set.

# Full answer
## Why blind
It has 10^1166.5 orders, so `$HOME` is 1166.5 digits.

```python
# Question
weights["i"] @ values  # costs $5
```

$$\\sum_j w_{ij} v_j$$
"""

COUNT = """---
id: blindness.count
version: 2
level: L2
kind: numeric
roles: [research]
minutes: 2
generator: trial.double
rubric:
  - {id: two, idea: "Twice", must: true}
sources: ["here"]
---
# Question
What is twice {n}?
# Short answer
{n} and {n}.
# Full answer
$\\frac{{n}}{1}$ twice.
"""

TURN = """---
id: rotary.turn
version: 1
level: L1
kind: open
roles: [research]
minutes: 3
rubric:
  - {id: pairs, idea: "Pairs turn", must: true}
sources: ["Su et al. 2021"]
---
# Question
What turns?
# Short answer
Pairs.
# Full answer
Pairs of channels.
"""


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.at = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=1)))

    def __call__(self):
        return self.at

    def wait(self, **much):
        self.at += timedelta(**much)


@pytest.fixture
def clock():
    return Clock()


def double(rng):
    n = int(rng.integers(9, 99))
    return Numeric({"n": n}, 2.0 * n, 0.0, "", "", f"2 * {n}")


@pytest.fixture
def trial(monkeypatch):
    """The module `trial` of experiments and of numeric generators."""
    module = ModuleType("trial")
    module.commutes = lambda: Experiment("Rows follow.", ("All 24 orders agree.",), True)
    module.agrees = lambda: Experiment("Rows do not follow.", ("None agrees.",), False)
    module.orders = lambda: 1166.4998
    module.breaks = lambda: 1 / 0
    module.double = double
    ever = count()
    module.restless = lambda rng: Numeric({"n": next(ever)}, 1.0, 0.0, "", "", "")
    module.nameless = lambda rng: Numeric({"m": 1}, 1.0, 0.0, "", "", "")
    for package in ("experiments", "numeric"):
        monkeypatch.setitem(sys.modules, f"posenc.rehearsal.{package}.trial", module)
    return module


@pytest.fixture
def folder(tmp_path):
    """A folder of three sound cards."""
    for topic, name, text in (
        ("blindness", "shuffle", SHUFFLE),
        ("blindness", "count", COUNT),
        ("rotary", "turn", TURN),
    ):
        (tmp_path / "cards" / topic).mkdir(parents=True, exist_ok=True)
        (tmp_path / "cards" / topic / f"{name}.md").write_text(text, encoding="utf-8")
    return tmp_path / "cards"


@pytest.fixture
def bank(folder, trial):
    return load(folder)


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "events.jsonl")


@pytest.fixture
def start(bank, log, clock):
    """`start(mode=..., card=...)` begins a session on the three cards."""
    return lambda **options: Desk.start(**{"bank": bank, "log": log, "clock": clock, "seed": 1, **options})
