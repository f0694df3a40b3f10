"""The game on the whole screen of a terminal: the board and the panel beside or below it."""
