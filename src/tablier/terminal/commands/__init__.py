"""The commands of `tablier`: one module each, named after it."""
