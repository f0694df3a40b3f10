"""A game at one terminal: who plays, what was played, and what can be typed."""
