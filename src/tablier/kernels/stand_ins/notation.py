"""Stands in for a game's notation where `inputs.py` is written; `specialise` puts its own here."""

TOKENS = ("a1",)
