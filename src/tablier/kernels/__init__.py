"""Compiled code for any game: written once against stand-ins, specialised to a game's own rules."""
