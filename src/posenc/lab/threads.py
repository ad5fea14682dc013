"""One BLAS thread: sums are taken in one order, so results are the same to the bit, and small matrices are faster."""

from contextlib import AbstractContextManager
from typing import Any

from threadpoolctl import ThreadpoolController


def one_blas_thread(blas: Any = None) -> AbstractContextManager[Any]:
    """A context in which BLAS works on one thread; `blas`, from `blas_threads`, spares a search for the libraries."""
    return (blas or blas_threads()).limit(limits=1, user_api="blas")


def blas_threads() -> Any:
    """The BLAS libraries that this process has loaded, found once."""
    return ThreadpoolController()
