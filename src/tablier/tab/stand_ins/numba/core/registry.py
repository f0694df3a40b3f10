"""Compiled functions, of which there are none."""


class CPUDispatcher:
    """No function is one."""
