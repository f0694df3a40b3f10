"""The pages: one index.html for all of them, and the bundle that it loads."""

from pathlib import Path

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router

STATIC = Path(__file__).parent / "static"


@get(["/", "/t/{table:str}", "/rules/{name:str}"], include_in_schema=False, media_type="text/html")
async def show_page() -> Response[bytes]:
    """The page that becomes whatever its address says."""
    return _file("index.html", "text/html; charset=utf-8")


@get("/favicon.svg", include_in_schema=False, media_type="image/svg+xml")
async def show_icon() -> Response[bytes]:
    """The icon."""
    return _file("favicon.svg", "image/svg+xml")


def _file(name: str, media_type: str) -> Response[bytes]:
    path = STATIC / name
    if not path.is_file():
        raise NotFoundException
    return Response(path.read_bytes(), media_type=media_type, headers={"Cache-Control": "no-cache"})


def assets() -> list[Router]:
    """The bundle; its names change with their contents, so they may be kept for ever."""
    if not (STATIC / "assets").is_dir():
        return []
    forever = CacheControlHeader(max_age=31_536_000, immutable=True)
    return [
        create_static_files_router("/assets", [STATIC / "assets"], cache_control=forever),
    ]
