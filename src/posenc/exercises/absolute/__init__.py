"""The exercises of lesson 02, in the order in which the lesson asks them."""

from posenc.exercises.absolute import (
    add_is_concat,
    bug_hunt,
    embed,
    interpolate_table,
    lookup,
    offset_rotation,
    sinusoidal,
    table_cost,
    wavelengths,
)

ALL = (
    sinusoidal.EXERCISE,
    wavelengths.EXERCISE,
    offset_rotation.EXERCISE,
    lookup.EXERCISE,
    interpolate_table.EXERCISE,
    table_cost.EXERCISE,
    add_is_concat.EXERCISE,
    embed.EXERCISE,
    bug_hunt.EXERCISE,
)
