"""The lab's loss and gradients against the same model in PyTorch, for every encoding."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")

from autograd import value_and_grad  # noqa: E402

from posenc.lab.encodings import ENCODINGS  # noqa: E402
from posenc.lab.model import initial_weights  # noqa: E402
from posenc.lab.settings import Settings  # noqa: E402
from posenc.lab.task import draw  # noqa: E402
from posenc.lab.training import loss  # noqa: E402

from .lab_in_torch import LabModel  # noqa: E402

SETTINGS = Settings(precision="float64", batch=3, length=24)


@pytest.mark.parametrize("scheme", ENCODINGS)
def test_loss_and_gradients(scheme):
    encoding, rng = ENCODINGS[scheme](SETTINGS), np.random.default_rng(0)
    tables = {name: rng.normal(size=np.shape(table)) for name, table in encoding.start.items()}
    weights = initial_weights(SETTINGS, rng) | tables
    logs = draw(rng, sequences=SETTINGS.batch, length=SETTINGS.length)
    ours, gradients = value_and_grad(lambda weights: loss(weights, logs, encoding, SETTINGS))(weights)

    model = LabModel(scheme, SETTINGS, weights, SETTINGS.length)
    theirs = model.loss(torch.tensor(logs.tokens), torch.tensor(logs.answers))
    theirs.backward()
    assert float(ours) == pytest.approx(theirs.item(), rel=1e-12)
    for attribute, name in model.names.items():
        found = getattr(model, attribute).grad.numpy()
        np.testing.assert_allclose(gradients[name], found, rtol=1e-9, atol=1e-12, err_msg=name)
