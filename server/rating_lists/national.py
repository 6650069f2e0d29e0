"""A national rating list out of CSV or a spreadsheet: columns by their heads, or as they were named."""

import re
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns, headed, player_in
from domain.records import dataclass
from domain.words.rating_lists import RatingEntry, is_month
from server.rating_lists.reading import UnreadLine, month_of_file
from server.rating_lists.sheets import ROWS_OF_A_SHEET, in_utf8, rows_of


@dataclass(slots=True)
class NationalList:
    path: Path
    columns: Mapping[str, str] = field(default_factory=dict)
    """Field to the head of its column, for heads that say nothing to us."""
    chosen: ChosenColumns | None = None
    """All columns by their places, as somebody chose them; None = they are found."""
    encoding: Encoding | None = None
    """As somebody chose it; None = it is found."""
    skipped: int = 0
    unread: list[UnreadLine] = field(default_factory=list)
    """Stays empty: a line that cannot be read stops the list."""

    @property
    def month(self) -> str:
        return month_of_file(self.path)

    def entries(self) -> Iterator[RatingEntry]:
        """Raises BadRoster with the line and the column of the cell that cannot be read."""
        _, rows = rows_of(in_utf8(self.path.read_bytes(), self.encoding), ROWS_OF_A_SHEET)
        heads = [cell.strip() for cell in rows[0][1]]
        named = {name: heads.index(head) for name, head in self.columns.items() if head in heads}
        header, found, body = headed(rows, self.chosen or (ChosenColumns(named, True) if named else None))
        for line, row in body:
            player = player_in(line, row, header, found)
            yield RatingEntry(
                player.fide_id,
                player.name,
                player.federation,
                player.sex,
                player.title,
                player.birth_year,
                player.national_rating or player.rating,
            )


FORGOTTEN_AFTER_SECONDS = 6 * 60 * 60
"""The time that a list waits for its columns."""
WAITING_PREFIX = "waiting-"
WAITING_KEY_OCTETS = 8
ADDRESSED = re.compile(r"(?P<publisher>[A-Z]{3,8})-(?P<month>\d{4}-\d\d)?-(?P<key>[0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class WaitingList:
    """A list that waits until somebody has said what its columns are, under a name that nobody guesses."""

    publisher: str
    month: str
    key: str

    @property
    def name(self) -> str:
        """As addresses have it."""
        return f"{self.publisher}-{self.month}-{self.key}"

    @property
    def said(self) -> str:
        return f"{self.publisher} {self.month}".strip()

    def path(self, folder: Path) -> Path:
        return folder / f"{WAITING_PREFIX}{self.name}"


def new_waiting_list(publisher: str, month: str) -> WaitingList:
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
