"""Pictures for lessons: arrays in, a Matplotlib figure with its alt text out; one picture, one module.

Nothing is imported here, since the demos take their colours and labels from this package without Matplotlib.

>>> from posenc.figures.gap_bars import gap_bars
>>> gap_bars({"the layer": 0.0, "the layer with positions": 0.5}, title="Gaps").alt
'Gaps, bars on a logarithmic axis: the layer, 0 up to rounding; the layer with positions, 0.5.'
"""
