"""Nothing is compiled."""

DISABLE_JIT = True
