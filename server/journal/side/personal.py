"""Personal data that the law makes erasable, never in the journal: dates of birth, addresses, phones and photos."""

from collections.abc import Mapping

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_PERSONAL = (
    "CREATE TABLE IF NOT EXISTS personal (stream TEXT NOT NULL, player BIGINT NOT NULL, "
    "birth_date TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL, PRIMARY KEY (stream, player))"
)

CREATE_PHOTOS = (
    "CREATE TABLE IF NOT EXISTS photos (stream TEXT NOT NULL, player BIGINT NOT NULL, data BYTEA NOT NULL, "
    "PRIMARY KEY (stream, player))"
)
"""The journal has their digests."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Empty = not known."""

    birth_date: str = ""
    """ISO date."""
    email: str = ""
    phone: str = ""


class SideStore(SideTables):
    """A row per player of a stream, and one for the photo; an erased row leaves nothing behind."""

    def keep(self, stream: str, player: int, data: PersonalData) -> None:
        """Keeps these data and erases those of before; empty data are erased, too."""
        if data == PersonalData():
            self._run("DELETE FROM personal WHERE stream = ? AND player = ?", (stream, player))
            self._erased()
            return
        before = self.find(stream, player)
        self._run(
            "INSERT INTO personal VALUES (?, ?, ?, ?, ?) ON CONFLICT (stream, player) DO UPDATE "
            "SET birth_date = excluded.birth_date, email = excluded.email, phone = excluded.phone",
            (stream, player, data.birth_date, data.email, data.phone),
        )
        if before not in (PersonalData(), data):
            self._erased()

    def keep_birth_dates(self, stream: str, dates: Mapping[int, str]) -> None:
        """Adds the dates of many players at once; addresses and phones stay. A date kept before stays too."""
        self._insert_many(
            "personal",
            [(stream, player, date, "", "") for player, date in dates.items()],
            "ON CONFLICT (stream, player) DO UPDATE SET birth_date = excluded.birth_date "
            "WHERE personal.birth_date = ''",
        )

    def find(self, stream: str, player: int) -> PersonalData:
        return self._by_player("stream = ? AND player = ?", stream, player).get(player, PersonalData())

    def of_stream(self, stream: str) -> dict[int, PersonalData]:
        return self._by_player("stream = ? ORDER BY player", stream)

    def _by_player(self, which: str, *values: str | int) -> dict[int, PersonalData]:
        rows = self._run(f"SELECT player, birth_date, email, phone FROM personal WHERE {which}", values)  # noqa: S608
        return {int(str(player)): PersonalData(*map(str, known)) for player, *known in rows}

    def keep_photo(self, stream: str, player: int, data: bytes) -> None:
        """In the place of the one before, which is erased."""
        self._run(
            "INSERT INTO photos VALUES (?, ?, ?) ON CONFLICT (stream, player) DO UPDATE SET data = excluded.data",
            (stream, player, data),
        )
        self._erased()

    def photo(self, stream: str, player: int) -> bytes:
        """Empty: there is none."""
        return self._photos("stream = ? AND player = ?", stream, player).get(player, b"")

    def photos(self, stream: str) -> dict[int, bytes]:
        return self._photos("stream = ? ORDER BY player", stream)

    def _photos(self, which: str, *values: str | int) -> dict[int, bytes]:
        rows = self._run(f"SELECT player, data FROM photos WHERE {which}", values)  # noqa: S608
        return {int(str(player)): bytes(data) for player, data in rows if isinstance(data, bytes | memoryview)}

    def erase_photo(self, stream: str, player: int) -> None:
        self._run("DELETE FROM photos WHERE stream = ? AND player = ?", (stream, player))
        self._erased()

    def erase(self, stream: str, player: int) -> bool:
        """All that is known of somebody beside the journal. False: there was nothing."""
        known = self.find(stream, player) != PersonalData() or bool(self.photo(stream, player))
        for statement in ERASURES:
            self._run(statement, (stream, player))
        self._erased()
        return known


ABOUT_A_PLAYER = ("personal", "photos", "lichess_names")
ERASURES = tuple(f"DELETE FROM {table} WHERE stream = ? AND player = ?" for table in ABOUT_A_PLAYER)  # noqa: S608
