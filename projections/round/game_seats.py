"""The boards of a round as games of electronic boards name them.

FIDE IDs are believed first, then names in any order and alphabet; the number of a board is believed where nobody of
other names sits there.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from domain.words.players import folded, name_key, words_of_name
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot

if TYPE_CHECKING:
    from projections.round.pairings import BoardRow

TAG_NUMBER = re.compile(r"\d+")
TELLING_TAGS = ("Round", "Board", "Table", "White", "Black", "WhiteFideId", "BlackFideId")
NOBODY_NAMED = frozenset({"", "?", "-"})


def game_seats(snapshot: Snapshot, round: int, rows: Sequence["BoardRow"]) -> "GameSeats":
    return snapshot.about(round, "game seats", lambda: GameSeats(rows))


class GameSeats:
    """The boards of a round by those who sit there; it outlives results, so it has spots and no rows."""

    def __init__(self, rows: Sequence["BoardRow"]) -> None:
        self._known: dict[tuple[str, ...], str | None] = {}
        self._by_number = {(row.board, row.game): row for row in rows}
        self._by_ids = _once((tuple(one.fide_id for one in pair), row) for row, pair in _seated(rows))
        self._by_names = _once((tuple(name_key(one.name) for one in pair), row) for row, pair in _seated(rows))

    def spot_of(self, tags: Mapping[str, str]) -> str | None:
        """The board of a game; None where nobody knows it."""
        told = tuple(tags.get(name, "") for name in TELLING_TAGS)
        if told not in self._known:
            self._known[told] = self._found(tags)
        return self._known[told]

    def _found(self, tags: Mapping[str, str]) -> str | None:
        ids = tuple(int(text) if (text := tags.get(tag, "")).isdigit() else 0 for tag in ("WhiteFideId", "BlackFideId"))
        names = tuple(name_key(tags.get(tag, "")) for tag in ("White", "Black"))
        if all(ids) and ids in self._by_ids:
            return self._by_ids[ids].spot
        if all(names) and names in self._by_names:
            return self._by_names[names].spot
        row = self._by_number.get(_number(tags))
        return row.spot if row is not None and _may_sit_there(row, tags) else None


def _seated(rows: Sequence["BoardRow"]) -> Iterator[tuple["BoardRow", tuple[Person, Person]]]:
    """The boards at which both players are known, without those who must not be named."""
    for row in rows:
        white, black = row.seated
        if white is not None and black is not None and white.name and black.name:
            yield row, (white, black)


def _once(pairs: Iterator[tuple[tuple[object, ...], "BoardRow"]]) -> dict[tuple[object, ...], "BoardRow"]:
    known = list(pairs)
    often = Counter(key for key, _ in known)
    return {key: row for key, row in known if often[key] == 1 and all(key)}


def _number(tags: Mapping[str, str]) -> tuple[int, int]:
    """The board and the game of its match; (0, 0) where the tags have no number.

    `3.1` is round 3, board 1; `3.2.4` round 3, match 2, board 4; else the tags Board and, of teams, Table.
    """
    parts = [int(number) for number in TAG_NUMBER.findall(tags.get("Round", ""))[1:]]
    board, table = (tags.get(tag, "") for tag in ("Board", "Table"))
    if parts:
        return parts[0], parts[1] if len(parts) > 1 else 1
    if table.isdigit() and board.isdigit():
        return int(table), int(board)
    return (int(board), 1) if board.isdigit() else (0, 0)


def _may_sit_there(row: "BoardRow", tags: Mapping[str, str]) -> bool:
    """Neither side has another name in the file: `Carlsen, M` may be Carlsen, Magnus."""
    named = zip(row.seated, (tags.get("White", ""), tags.get("Black", "")), strict=True)
    return all(person is None or not person.name or _alike(person.name, name) for person, name in named)


def _alike(known: str, written: str) -> bool:
    if written.strip() in NOBODY_NAMED:
        return True
    ours, theirs = ({folded(word) for word in words_of_name(name) if len(word) > 2} for name in (known, written))
    return bool(ours & theirs)
