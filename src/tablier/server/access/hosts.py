"""Names and addresses: is a request meant for this server, and who asks?

A page of somebody else can give its own name the address 127.0.0.1 (DNS rebinding); then the
browser takes our answers for that page's own. So names that nobody told us of are refused; an
address in numbers cannot be given to another machine and is always good.
"""

import ipaddress
import socket
from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from tablier.server.settings import Settings

ANY = "*"
OWN = ("localhost", "tablier.localhost")


def is_ours(hosts: Sequence[str], settings: Settings) -> bool:
    """Is a request with these Host headers meant for this server? One without any may be."""
    return len(hosts) <= 1 and all(_is_known(name_of(host), settings) for host in hosts)


def is_from_us(origins: Sequence[str], hosts: Sequence[str], settings: Settings) -> bool:
    """Was it asked for by one of our pages, or by something that is no browser?"""
    if not origins:
        return True
    own = {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
    return len(origins) == len(hosts) == 1 and origins[0] in own.union(settings.origins)


def visitor(peer: str, forwarded: Sequence[str], settings: Settings) -> str:
    """The address of the one who asks: that of the connection, or what our own proxy says of it.

    Everybody can send X-Forwarded-For, so only what a proxy that we know has added is believed.

    >>> settings = Settings("", proxies=("10.0.0.1",))
    >>> told = ["1.2.3.4, 5.6.7.8"]
    >>> visitor("10.0.0.1", told, settings), visitor("9.9.9.9", told, settings)
    ('5.6.7.8', '9.9.9.9')
    """
    if peer not in settings.proxies:
        return peer
    told = [each.strip() for each in ",".join(forwarded).split(",")]
    strangers = (each for each in reversed(told) if _is_address(each))
    return next((each for each in strangers if each not in settings.proxies), peer)


def name_of(host: str) -> str:
    """The name in a Host header, without its port.

    >>> name_of("Example.org:8000"), name_of("[::1]:8000"), name_of("example.org.")
    ('example.org', '::1', 'example.org')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_known(name: str, settings: Settings) -> bool:
    return ANY in settings.hosts or _is_address(name) or name in _names(settings)


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
    told = (settings.host, *settings.hosts, *map(_host, settings.origins))
    return frozenset((*OWN, machine, f"{machine}.local", *map(str.lower, filter(None, told))))


def _host(origin: str) -> str:
    return urlsplit(origin).hostname or ""
