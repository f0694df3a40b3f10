"""Nets: small ones, which a search evaluates itself; a file of weights each, in a game's folder."""

from tablier.nets.net import Net, net_of

__all__ = ["Net", "net_of"]
