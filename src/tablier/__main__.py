"""`python -m tablier`: the command `tablier`, where it is not on the path."""

import sys

from tablier.terminal import main

if __name__ == "__main__":
    sys.exit(main())
