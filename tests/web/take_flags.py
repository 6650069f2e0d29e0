"""Takes the flags into `web/static/flags`: `python -m tests.web.take_flags FOLDER`, then commit the files.

For developers: FOLDER is the npm package country-flag-icons (MIT), unpacked by `npm pack country-flag-icons@1.6.20` and
`tar`. Its drawings of 3 to 2 are copied as they are, under FIDE's codes. Whoever installs the program has the files.
"""

import sys
from pathlib import Path
from shutil import copyfile

from domain.words.federations import FEDERATIONS
from web.flags import FLAGS, flag_file


def take_all(package: Path) -> None:
    copyfile(package / "LICENSE", FLAGS / "LICENSE.txt")
    for one in FEDERATIONS.values():
        if one.country:
            copyfile(package / "3x2" / f"{one.country}.svg", FLAGS / flag_file(one.code))


if __name__ == "__main__":
    take_all(Path(sys.argv[1]))
