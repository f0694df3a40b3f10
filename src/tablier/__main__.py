"""`python -m tablier`: the command `tablier`, where it is not on the path."""

import sys

from tablier.terminal import main

sys.exit(main())
