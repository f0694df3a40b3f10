"""Hosts and addresses: is a request meant for this server, and where does it come from?

A page of another site can let its own name resolve to 127.0.0.1 (DNS rebinding); then the browser
takes our responses for that site's own. So unknown host names are refused; a numeric address cannot
be rebound and is always accepted.
"""

import ipaddress
import socket
from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from tablier.play.settings import Settings

ANY = "*"
OWN = ("localhost", "tablier.localhost")


def is_ours(hosts: Sequence[str], settings: Settings) -> bool:
    """Is a request with these Host headers meant for this server? One without any may be."""
    if ANY in settings.hosts:
        return len(hosts) <= 1
    names = map(name_of, hosts)
    return len(hosts) <= 1 and all(_is_address(name) or name in _names(settings) for name in names)


def is_from_us(origins: Sequence[str], hosts: Sequence[str], settings: Settings) -> bool:
    """Does the request come from one of our pages, or from something that is no browser?"""
    if not origins:
        return True
    own = {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
    return len(origins) == len(hosts) == 1 and origins[0] in own.union(settings.origins)


def client(peer: str, forwarded: Sequence[str], settings: Settings) -> str:
    """The address of the client: that of the connection, or what our own proxy says.

    Anybody can send X-Forwarded-For, so only what a known proxy has added is trusted.

    >>> settings = Settings("", proxies=("10.0.0.1",))
    >>> told = ["1.2.3.4, 5.6.7.8"]
    >>> client("10.0.0.1", told, settings), client("9.9.9.9", told, settings)
    ('5.6.7.8', '9.9.9.9')
    """
    if peer not in settings.proxies:
        return peer
    told = [each.strip() for each in ",".join(forwarded).split(",")]
    clients = (each for each in reversed(told) if _is_address(each))
    return next((each for each in clients if each not in settings.proxies), peer)


def name_of(host: str) -> str:
    """The name in a Host header, without its port.

    >>> name_of("Example.org:8000"), name_of("[::1]:8000"), name_of("example.org.")
    ('example.org', '::1', 'example.org')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _names(settings: Settings) -> frozenset[str]:
    """The names that were given, and those of the machine itself."""
    machine = socket.gethostname().lower()
    origins = (urlsplit(origin).hostname for origin in settings.origins)
    told = (settings.host, *settings.hosts, *origins)
    return frozenset((*OWN, machine, f"{machine}.local", *map(str.lower, filter(None, told))))
