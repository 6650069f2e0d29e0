"""Personal data that the law makes erasable: date of birth, e-mail and phone, beside the journal and never in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Run = Callable[[str, Sequence[object]], list[tuple[object, ...]]]
"""Runs one statement in a transaction of its own; parameters are marked `?`."""

CREATE_PERSONAL = (
    "CREATE TABLE IF NOT EXISTS personal (stream TEXT NOT NULL, player BIGINT NOT NULL, "
    "birth_date TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL, PRIMARY KEY (stream, player))"
)


ROWS_AT_ONCE = 1_000
"""Three parameters each: far below what SQLite and PostgreSQL take in one statement."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Empty = not known."""

    birth_date: str = ""
    """ISO date."""
    email: str = ""
    phone: str = ""


class SideStore:
    """One row per player of a stream; an erased row leaves nothing behind."""

    def __init__(self, run: Run, erased: Callable[[], None]) -> None:
        self._run = run
        self._erased = erased

    def keep(self, stream: str, player: int, data: PersonalData) -> None:
        """Keeps these data and erases those of before; empty data are erased, too."""
        if data == PersonalData():
            self.erase(stream, player)
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
        players = list(dates)
        for first in range(0, len(players), ROWS_AT_ONCE):
            part = players[first : first + ROWS_AT_ONCE]
            rows = ", ".join(["(?, ?, ?, '', '')"] * len(part))
            self._run(
                f"INSERT INTO personal VALUES {rows} ON CONFLICT (stream, player) DO UPDATE "  # noqa: S608
                "SET birth_date = excluded.birth_date WHERE personal.birth_date = ''",
                [value for player in part for value in (stream, player, dates[player])],
            )

    def find(self, stream: str, player: int) -> PersonalData:
        rows = self._run(
            "SELECT player, birth_date, email, phone FROM personal WHERE stream = ? AND player = ?", (stream, player)
        )
        return _by_player(rows).get(player, PersonalData())

    def of_stream(self, stream: str) -> dict[int, PersonalData]:
        rows = self._run(
            "SELECT player, birth_date, email, phone FROM personal WHERE stream = ? ORDER BY player", (stream,)
        )
        return _by_player(rows)

    def erase(self, stream: str, player: int) -> None:
        self._run("DELETE FROM personal WHERE stream = ? AND player = ?", (stream, player))
        self._erased()


def _by_player(rows: Iterable[tuple[object, ...]]) -> dict[int, PersonalData]:
    return {int(str(player)): PersonalData(str(birth), str(email), str(phone)) for player, birth, email, phone in rows}
