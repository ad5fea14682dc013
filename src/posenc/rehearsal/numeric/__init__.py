"""Numeric questions: seeded generators, one file a topic."""
