"""Stands in for Numba in a browser, where rules stay plain Python."""


def njit(**_):
    """A decorator that leaves a function as it is."""
    return lambda function: function
