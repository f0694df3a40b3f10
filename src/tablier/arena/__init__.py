"""Matches between computer players, and what they prove: scores, tests and ratings."""
