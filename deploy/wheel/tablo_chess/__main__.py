"""`python -m tablo_chess`: the `tablo` command without its script."""

import sys

from tablo_chess import main

sys.exit(main())
