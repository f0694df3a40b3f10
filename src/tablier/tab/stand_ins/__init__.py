"""Packages that a browser has to do without: as much of them as rules in plain Python need."""
