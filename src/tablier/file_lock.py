"""A lock on a file, which is released with the process at the latest."""

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(file: IO[bytes]) -> bool:
    """Lock an open file until it is closed; False if somebody else has."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        return False
    return True
