"""A national rating list out of CSV or a spreadsheet: columns by their heads, or as they were named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns, headed, player_in
from domain.words.rating_lists import RatingEntry
from server.rating_lists.reading import UnreadLine
from server.rating_lists.sheets import ROWS_OF_A_SHEET, in_utf8, rows_of


@dataclass(slots=True)
class NationalList:
    """A list on its way in."""

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
        """That of the file's date."""
        return datetime.fromtimestamp(self.path.stat().st_mtime, UTC).strftime("%Y-%m")

    def entries(self) -> Iterator[RatingEntry]:
        """Raises BadRoster with the line and the column of what cannot be."""
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
