"""The journal of the service before and after another program: a copy of it, its heads, and the copy back."""

import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from domain.records import dataclass
from server.cli.setup.services import run_program
from server.cli.setup.wanted import DATA
from server.cli.terminal import BadInput

HEAD_OF_VERIFY = re.compile(r"(?m)^(\S+): (\d+) \D*([0-9a-f]{64})$")
"""A line of `tablo verify` in any language."""


@dataclass(frozen=True, slots=True)
class ServiceJournal:
    """Asked by the program that is installed at the moment, as the user whose files they are."""

    settings: Mapping[str, str]
    settings_file: Path

    @property
    def data(self) -> Path:
        return Path(self.settings.get("TABLO_DATA", DATA))

    @property
    def database(self) -> str:
        return self.settings.get("TABLO_DATABASE", "")

    @property
    def is_there(self) -> bool:
        """A server that was never started has none."""
        return bool(self.database) or (self.data / "tablo.sqlite").exists()

    def copy(self, version: str) -> Path:
        """A checked copy, named as what an erasure of personal data cleans too. Raises BadInput."""
        moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        to = self.data / f"{'postgresql.dump' if self.database else 'tablo.sqlite'}.before-{version}-{moment}"
        if self.database:
            self._ask("pg_dump", "--format=custom", f"--file={to}", f"--dbname={self.database}")
        else:
            self._ask(installed_command(), "backup", "--to", str(to), *self._place)
        return to

    def put_back(self, copy: Path) -> None:
        """The copy becomes the journal; of a file, what was there stays under another name. Raises BadInput."""
        if self.database:
            self._ask("pg_restore", "--clean", "--if-exists", f"--dbname={self.database}", str(copy))
        else:
            self._ask(installed_command(), "restore", str(copy), *self._place)

    def heads(self) -> dict[str, str]:
        """The last entry of each stream, after every entry was checked. Raises BadInput."""
        said = self._ask(installed_command(), "verify", *self._place)
        return {stream: f"{version} {head}" for stream, version, head in HEAD_OF_VERIFY.findall(said)}

    def is_read(self) -> bool:
        """The installed program can read all of it."""
        try:
            self.heads()
        except BadInput:
            return False
        return True

    @property
    def _place(self) -> tuple[str, ...]:
        return ("--settings", str(self.settings_file)) if self.settings_file.exists() else ()

    def _ask(self, *words: str) -> str:
        return run_program(*self._as_owner(), "env", f"TABLO_DATA={self.data}", *words)

    def _as_owner(self) -> tuple[str, ...]:
        """The service's own user, whom PostgreSQL knows and to whom all files of the journal belong."""
        if os.geteuid() or not self.data.exists() or not (owner := self.data.stat()).st_uid:
            return ()
        return ("setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups", "--")


def installed_command() -> str:
    """The command of this very installation, whichever program is in it by now."""
    return str(Path(sys.prefix) / "bin/tablo")
