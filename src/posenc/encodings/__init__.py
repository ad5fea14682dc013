"""The mathematics, with NumPy and nothing else: one concept, one module.

>>> from posenc.encodings import attention, positions
>>> positions.offsets([1], [0, 1, 2])
array([[-1,  0,  1]])
"""

from posenc.encodings import attention, causal, dot_product, positions, rowwise, softmax

__all__ = ["attention", "causal", "dot_product", "positions", "rowwise", "softmax"]
