"""Pictures for lessons: arrays in, a Matplotlib figure with its alt text out."""
