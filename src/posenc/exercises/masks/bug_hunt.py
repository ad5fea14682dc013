"""masks.bug_hunt: decoding an image patch by patch, with three slips that raise no error."""

import numpy as np

from posenc.encodings import attention, causal
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def decode_patches(patches, row_table, column_table, grid, n_new):
    """Let the last n_new of the patches (height * width, d) attend to all patches up to themselves.

    Patches come row after row, grid is (height, width). First each gets its row's and its column's
    vector, from tables with room for 16 of each. Queries, keys and values are these sums.
    """
    height, width = grid
    rows, columns = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    x = patches + row_table[rows.ravel()] + column_table[columns.ravel()]
    cells = np.arange(len(x))
    mask = causal.causal_mask(cells[-n_new:], cells)
    return attention.attention(x[-n_new:], x, x, mask=mask)


GIVEN_CODE = """
side = int(np.sqrt(len(patches)))
rows, columns = np.meshgrid(np.arange(side), np.arange(side))
x = patches + row_table[rows.ravel()] + column_table[columns.ravel()]
mask = np.tril(np.ones((n_new, len(x)), dtype=bool))
return attention.attention(x[-n_new:], x, x, mask=mask)
"""


def _decode(patches, row_table, column_table, n_new, rows, columns, *, top_left=False, strict=False):
    x = patches + row_table[rows.ravel()] + column_table[columns.ravel()]
    n = len(x)
    mask = np.tril(np.ones((n_new, n), dtype=bool), 0 if top_left else n - n_new - strict)
    return attention.attention(x[-n_new:], x, x, mask=mask)


def _mask_left(patches, row_table, column_table, grid, n_new):
    rows, columns = np.indices(grid)
    return _decode(patches, row_table, column_table, n_new, rows, columns, top_left=True)


def _order_left(patches, row_table, column_table, grid, n_new):
    rows, columns = np.meshgrid(np.arange(grid[0]), np.arange(grid[1]))
    return _decode(patches, row_table, column_table, n_new, rows, columns)


def _square_left(patches, row_table, column_table, grid, n_new):
    side = int(np.sqrt(len(patches)))
    return _decode(patches, row_table, column_table, n_new, *np.indices((side, side)))


def _width_first(patches, row_table, column_table, grid, n_new):
    return _decode(patches, row_table, column_table, n_new, *np.indices(grid[::-1]))


def _tables_exchanged(patches, row_table, column_table, grid, n_new):
    return decode_patches(patches, column_table, row_table, grid, n_new)


def _not_itself(patches, row_table, column_table, grid, n_new):
    return _decode(patches, row_table, column_table, n_new, *np.indices(grid), strict=True)


def _no_mask(patches, row_table, column_table, grid, n_new):
    rows, columns = np.indices(grid)
    x = patches + row_table[rows.ravel()] + column_table[columns.ravel()]
    return attention.attention(x[-n_new:], x, x)


def _cases(rng):
    def draw(height, width, n_new, d=4):
        return rng.normal(size=(height * width, d)), *rng.normal(size=(2, 16, d)), (height, width), n_new

    return [
        Case("a single patch", draw(1, 1, 1)),
        Case("all patches of a 2 by 2 grid", draw(2, 2, 4)),
        Case("the last patch of a 2 by 2 grid", draw(2, 2, 1)),
        Case("one row of four patches, two of them new", draw(1, 4, 2)),
        Case("the last row of a 2 by 8 grid", draw(2, 8, 8)),
        Case("three patches of a 8 by 2 grid", draw(8, 2, 3)),
    ]


def _decoding(function, patches, row_table, column_table, grid, n_new):
    whole = function(patches, row_table, column_table, grid, len(patches))
    return np.allclose(function(patches, row_table, column_table, grid, n_new), np.asarray(whole)[-n_new:])


EXERCISE = Exercise(
    id="masks.bug_hunt",
    title="Bug hunt: three slips, no error",
    level="hard",
    minutes=10,
    points=6,
    reference=decode_patches,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(Property("decoding the last patches gives the last rows of the whole image", _decoding),),
    wrong_answers=(
        WrongAnswer("mask_left", _mask_left, "The codes are right now. The mask is not: its staircase starts at the "
                    "top left, so the newest patch sees only the first one. The queries are the last n_new places."),
        WrongAnswer("order_left", _order_left, "np.meshgrid swaps the axes unless you ask for indexing='ij': your "
                    "codes run column by column, the patches row by row."),
        WrongAnswer("square_left", _square_left, "Sixteen patches are not always 4 by 4. The grid is an argument: "
                    "take height and width from it."),
        WrongAnswer("width_first", _width_first, "grid is (height, width). You read it the other way round."),
        WrongAnswer("tables_exchanged", _tables_exchanged, "Rows take their vectors from column_table and columns "
                    "from row_table."),
        WrongAnswer("not_itself", _not_itself, "A patch may attend to itself: the mask lost its diagonal."),
        WrongAnswer("no_mask", _no_mask, "Without the mask each new patch sees those after it."),
    ),
    hints=(
        "There are three slips. Try a grid of 1 by 4 by hand: which row and column does each patch get?",
        "One slip is in the grid's sides, one in the order in which np.meshgrid lists the cells, one in the corner "
        "in which the mask's staircase ends.",
        "height, width = grid; indexing='ij'; and causal.causal_mask of the last n_new cells' numbers against all of "
        "them.",
    ),
)  # fmt: skip
