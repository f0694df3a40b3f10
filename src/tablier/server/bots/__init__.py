"""Bots: programs of other people that play here, in the shape of lichess's bot API."""
