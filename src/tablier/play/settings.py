"""The settings of a server; all its limits in one place."""

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Settings:
    """Where to serve, where to store tables, and how much one client may ask for."""

    database: str
    """An address such as sqlite+aiosqlite:///tables.sqlite or postgresql+asyncpg://host/name."""
    valkey: str | None = None
    """The address of a Valkey or Redis, by which servers that share a PostgreSQL tell each other
    what has changed: valkey://host:6379. Without it PostgreSQL does that, too."""
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Addresses of pages that may open sockets besides our own, such as https://example.org."""
    hosts: tuple[str, ...] = ()
    """Names of this server besides localhost and its addresses; "*" is any."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies in front of this server, whose X-Forwarded-For is trusted."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    """Threads for the moves of computer players, and as many for advice; one more of each kind is
    for short searches alone."""
    warm: bool = True
    """Compile all games in the background at the start."""
    drain: float = 0.0
    """Seconds in which a load balancer can find out that this server will end, before it does."""
    log: str = "warning"
    """The log level: debug, info, warning or error."""

    requests_a_minute: int = 600
    """From one address, not counting the pages themselves."""
    tables_a_minute: int = 60
    """New tables from one address."""
    pictures_a_minute: int = 120
    """From one address; they are drawn one at a time, and kept."""
    bot_requests_a_minute: int = 3000
    """From one address, by bots."""
    bots_an_hour: int = 20
    """New bots from one address."""
    sockets: int = 100
    """Open at the same time from one address, streams to bots among them."""
    keep_alive: float = 6
    """Seconds after which a quiet stream to a bot gets an empty line."""
    frames_a_second: float = 50
    frames_at_once: int = 200
    """The burst that a socket may send."""
    frames_a_second_by_address: float = 250
    """Of all sockets from one address together; faster ones are delayed."""
    frames_at_once_by_address: int = 1000
    largest_frame: int = 16_384
    """Bytes."""
    largest_body: int = 1_100_000
    """Bytes; a record has at most a million characters."""
    connections: int = 200
    """Open at the same time from one address, without the sockets."""
    half_open: int = 50
    """Those of them whose request is incomplete."""
    head_within: float = 10
    """Seconds for the headers of a request."""
    body_within: float = 60
    """Seconds for its body."""
    read_within: float = 30
    """Seconds that a client may leave a response unread while more of it waits."""
    join_within: float = 10
    """Seconds to join a table, once it is loaded."""
    gone_after: float = 120
    """Seconds without a connection until the others may claim the win or a draw."""
