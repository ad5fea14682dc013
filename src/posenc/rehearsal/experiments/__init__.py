"""What cards compute: the experiments that refute wrong answers, and the figures they print; one file a topic."""
