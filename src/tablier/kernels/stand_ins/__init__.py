"""Stand-ins for the modules of a game, which kernels import until they are specialised."""
