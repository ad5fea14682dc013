"""Names along an axis, and the colours that follow them when they are reordered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Labels:
    """Words for the rows or columns of a matrix; a mark is the number of a colour in `palette.CATEGORIES`.

    >>> Labels.of_tokens(["dog", "bites"]).permuted([1, 0])
    Labels(words=('bites', 'dog'), marks=(1, 0))
    """

    words: tuple[str, ...]
    marks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.marks) not in (0, len(self.words)):
            raise ValueError(f"marks must be none, or one for each of {len(self.words)} words, not {len(self.marks)}")

    @classmethod
    def of_tokens(cls, words: Iterable[str]) -> "Labels":
        """Each token with a colour of its own."""
        names = tuple(words)
        return cls(names, tuple(range(len(names))))

    @classmethod
    def numbered(cls, n: int) -> "Labels":
        """0 to n − 1, for channels and other plain indices."""
        return cls(tuple(map(str, range(n))))

    def permuted(self, perm: Sequence[int]) -> "Labels":
        """Label i of the result is label perm[i], colour included."""
        return Labels(tuple(self.words[i] for i in perm), tuple(self.marks[i] for i in perm) if self.marks else ())
