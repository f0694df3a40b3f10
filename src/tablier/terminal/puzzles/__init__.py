"""Puzzles in the terminal: solved line by line, and found."""
