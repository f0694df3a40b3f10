"""Stands in for `numpy.typing`: annotations alone use it."""

NDArray = list
