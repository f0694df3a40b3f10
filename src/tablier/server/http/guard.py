"""The guard: checks every request first, and adds security headers to every response."""

import re
from urllib.parse import parse_qs

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tablier.play import metrics
from tablier.play.settings import Settings
from tablier.play.wire import protocol
from tablier.server import hosts
from tablier.texts import LANGUAGES, Refusal, refusal

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",  # the address of a table is for those who have it
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SHARED = {**HEADERS, "Cross-Origin-Resource-Policy": "cross-origin"}
"""Of pictures, which other pages may show."""
FRAMED = {
    name: value.replace("frame-ancestors 'none'", "frame-ancestors *")
    for name, value in SHARED.items()
    if name != "X-Frame-Options"
}
"""Of the pages for frames in others': they show a board or a puzzle, and change nothing here."""
ENCODED = {
    kind: [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    for kind, headers in {"": HEADERS, "picture": SHARED, "frame": FRAMED}.items()
}
EMBEDDED = re.compile(r"/embed/(?:[\w-]+|puzzles/daily|puzzles/[\w-]+/\d{1,9})")
PICTURE = re.compile(r".*/(?:card\.png|position\.svg|position\.png|replay\.gif)")
SAFE = ("GET", "HEAD", "OPTIONS")
FILES = "/assets/"
LONGEST_PATH = 200  # characters; ours are far shorter
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
Refused = tuple[int, Refusal]


def guarded(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application with the guard in front of it."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers_of(scope["path"])]
            await send(message)

        if settings.proxies and scope["client"] is not None:
            peer, port = scope["client"]
            forwarded = _values(scope, b"x-forwarded-for")
            scope["client"] = (hosts.client(peer, forwarded, settings), port)
            if peer in settings.proxies and _values(scope, b"x-forwarded-proto")[-1:] == ["https"]:
                scope["scheme"] = "https"
        refused = why_not(scope, settings)
        if refused is None:
            await app(scope, receive, send_with_headers)
        else:
            await _say(refused, scope, send_with_headers)

    return handle


def headers_of(path: str) -> list[tuple[bytes, bytes]]:
    """The security headers of what has that path."""
    if PICTURE.fullmatch(path):
        return ENCODED["picture"]
    return ENCODED["frame" if EMBEDDED.fullmatch(path) else ""]


def why_not(scope: HTTPScope, settings: Settings) -> Refused | None:
    """The status and the reason with which a request is refused, if it is."""
    named = _values(scope, b"host")
    if not hosts.is_ours(named, settings):
        return 421, refusal("unknown_host", host=", ".join(named)[:80])
    origins = _values(scope, b"origin")
    if scope["method"] not in SAFE and not hosts.is_from_us(origins, named, settings):
        return 403, refusal("foreign_page")
    return (404, refusal("no_address")) if _is_no_file(scope["path"]) else None


def _is_no_file(path: str) -> bool:
    """Is it a path of files that the file system could not look up?"""
    return path.startswith(FILES) and (len(path) > LONGEST_PATH or bool(CONTROL.search(path)))


def _values(scope: HTTPScope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


async def _say(refused: Refused, scope: HTTPScope, send: Send) -> None:
    status, wrong = refused
    metrics.refused.inc(wrong.said.key)
    wished = parse_qs(scope["query_string"].decode("latin-1")).get("lang", ["en"])[0]
    sentence = wrong.sentence(wished if wished in LANGUAGES else "en")
    body = msgspec.json.encode(protocol.Refusal(sentence, None))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
