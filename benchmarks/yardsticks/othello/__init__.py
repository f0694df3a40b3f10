"""Othello: discs that are caught between two of the other colour change sides."""
