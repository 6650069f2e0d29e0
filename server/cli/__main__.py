"""`python -m server.cli`: the `tablo` command without its script."""

import sys

from server.cli import main

sys.exit(main())
