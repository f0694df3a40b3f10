"""The cache of compiled functions, of which there are none."""


class FunctionCache:
    """Nothing is in it."""
