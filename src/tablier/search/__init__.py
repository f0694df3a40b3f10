"""Loops over the rules of any game at machine speed."""
