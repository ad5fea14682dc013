"""What a training run is made of: sizes and numbers, the lesson's by default."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The model's sizes, the length it is trained on, and how it is trained.

    >>> Settings(steps=100).d_head
    8
    """

    d_model: int = 32
    n_heads: int = 4
    n_layers: int = 2
    length: int = 32  # tokens of a training log
    batch: int = 16  # logs a step
    steps: int = 1500
    learning_rate: float = 5e-3  # falls to 0 along half a cosine
    precision: str = "float32"  # float64 for checking gradients

    def __post_init__(self) -> None:
        for name in ("d_model", "n_heads", "n_layers", "length", "batch"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.steps < 1:
            raise ValueError(f"steps must be at least 1, not {self.steps}")
        if self.d_model % self.n_heads:
            raise ValueError(f"d_model = {self.d_model} must be a multiple of n_heads = {self.n_heads}")
        if self.precision not in ("float32", "float64"):
            raise ValueError(f"precision must be 'float32' or 'float64', not {self.precision!r}")

    @property
    def d_head(self) -> int:
        """Channels of one head."""
        return self.d_model // self.n_heads


LESSON = Settings()
