"""posenc: what gives self-attention the order back."""

__version__ = "0.1.0"
