"""National lists that wait until somebody has said what their columns are."""

import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from domain.words.rating_lists import is_month

FORGOTTEN_AFTER_SECONDS = 6 * 60 * 60
"""The time that a list waits for its columns."""
WAITING_PREFIX = "waiting-"
WAITING_KEY_OCTETS = 8
ADDRESSED = re.compile(r"(?P<publisher>[A-Z]{3,8})-(?P<month>\d{4}-\d\d)?-(?P<key>[0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class WaitingList:
    """One of them, under a name that nobody guesses."""

    publisher: str
    month: str
    """`2026-11`; empty = that of the file's date."""
    key: str

    @property
    def name(self) -> str:
        """As addresses have it."""
        return f"{self.publisher}-{self.month}-{self.key}"

    @property
    def said(self) -> str:
        """As a sentence has it."""
        return f"{self.publisher} {self.month}".strip()

    def path(self, folder: Path) -> Path:
        """The file in the folder of the lists."""
        return folder / f"{WAITING_PREFIX}{self.name}"


def new_waiting_list(publisher: str, month: str) -> WaitingList:
    """For a file that comes now."""
    return WaitingList(publisher, month, secrets.token_hex(WAITING_KEY_OCTETS))


def waiting_list(name: str) -> WaitingList | None:
    """The one of this name in an address; None where it cannot be one."""
    found = ADDRESSED.fullmatch(name)
    month = (found["month"] or "") if found else ""
    return WaitingList(found["publisher"], month, found["key"]) if found and (not month or is_month(month)) else None


def forget_old_ones(folder: Path) -> None:
    """Files that nobody came back for."""
    for path in folder.glob(f"{WAITING_PREFIX}*"):
        if path.stat().st_mtime < time.time() - FORGOTTEN_AFTER_SECONDS:
            path.unlink(missing_ok=True)
