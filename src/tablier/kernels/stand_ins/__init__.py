"""Stand-ins for the modules of a game where kernels are written; they know nothing of any game."""
