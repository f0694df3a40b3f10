"""Training: nets that learn a game by playing against themselves; `tablier train GAME`."""
