"""Interactive pictures: Python computes all frames, a small front end paints them.

Each module is imported when its demo is asked for: those of lesson 07 load the lab, which no other lesson needs.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from posenc.demos.aliasing import aliasing_demo
    from posenc.demos.alibi_weights import alibi_weights_demo
    from posenc.demos.alibi_windows import alibi_windows_demo
    from posenc.demos.angle_precision import angle_precision_demo
    from posenc.demos.clock_hands import clock_hands_demo
    from posenc.demos.code_products import code_products_demo
    from posenc.demos.live_training import watch_training
    from posenc.demos.longer_logs import longer_logs_demo
    from posenc.demos.moved_window import moved_window_demo
    from posenc.demos.offset_matrix import offset_matrix_demo
    from posenc.demos.one_number import one_number_demo
    from posenc.demos.prefix_orders import prefix_orders_demo
    from posenc.demos.resolution import resolution_demo
    from posenc.demos.scaled_angles import scaled_angles_demo
    from posenc.demos.shuffle import shuffle_demo
    from posenc.demos.stretched_table import stretched_table_demo
    from posenc.demos.traversal import traversal_demo
    from posenc.demos.turning_pairs import turning_pairs_demo
    from posenc.demos.where_it_fails import where_it_fails_demo

__all__ = [
    "aliasing_demo",
    "alibi_weights_demo",
    "alibi_windows_demo",
    "angle_precision_demo",
    "clock_hands_demo",
    "code_products_demo",
    "longer_logs_demo",
    "moved_window_demo",
    "offset_matrix_demo",
    "one_number_demo",
    "prefix_orders_demo",
    "resolution_demo",
    "scaled_angles_demo",
    "shuffle_demo",
    "stretched_table_demo",
    "traversal_demo",
    "turning_pairs_demo",
    "watch_training",
    "where_it_fails_demo",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "live_training" if name == "watch_training" else name.removesuffix("_demo")
    return getattr(importlib.import_module(f"{__name__}.{module}"), name)
