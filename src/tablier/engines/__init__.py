"""Engines: rules and search of a game as WebAssembly, from the same source, for browsers."""
