"""The first lines of a bundle of PyInstaller: `tablo`, which also starts its workers as Python would (`-c ...`)."""

import sys

if sys.argv[1:2] == ["-c"]:
    source, sys.argv = sys.argv[2], ["-c", *sys.argv[3:]]
    exec(source)
else:
    from server.cli import main

    sys.exit(main())
