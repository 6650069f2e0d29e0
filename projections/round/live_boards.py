"""Games of electronic boards, each at the board of the round that it is played at.

A file names the round and the board (`3.1`), the players, or both. FIDE IDs are believed first, then names in any
order and alphabet; the number of a board is believed where nobody of other names sits there.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.moves.games import GameOnBoard
from domain.moves.position import EMPTY_SQUARE, Move
from domain.records import dataclass
from domain.words.games import Result
from domain.words.players import folded, name_key, words_of_name
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import BoardRow, pairings

TAG_NUMBER = re.compile(r"\d+")
NOBODY_NAMED = frozenset({"", "?", "-"})


class LiveBoard(NamedTuple):
    spot: str
    board: int
    game: int
    white: Person
    black: Person
    result: Result | None
    said: Result | None
    squares: str
    last: Move | None
    moves: int
    letters: str
    """The last move as it is written; empty = none yet."""
    clocks: tuple[int | None, int | None]
    """Seconds left of White and of Black, where the file has them."""
    unreadable: str
    """The first move that is not legal; empty = all are."""

    @property
    def offered(self) -> bool:
        return self.said is not None and self.result is None

    @property
    def differs(self) -> bool:
        return self.said is not None and self.result is not None and _outcome(self.said) != _outcome(self.result)

    @property
    def white_to_move(self) -> bool:
        return self.moves % 2 == 0

    @property
    def men(self) -> tuple[tuple[str, int, int], ...]:
        """Each piece with its file and rank, counted from 1."""
        return tuple((piece, at % 8 + 1, at // 8 + 1) for at, piece in enumerate(self.squares) if piece != EMPTY_SQUARE)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        if self.last is None:
            return ()
        return tuple((square % 8 + 1, square // 8 + 1) for square in self.last[:2])

    @property
    def key(self) -> str:
        return f"b{self.spot}"


@dataclass(frozen=True, slots=True)
class LiveBoards:
    round: int
    boards: tuple[LiveBoard, ...]
    """Boards that a file has a game for, in their order."""
    strangers: tuple[GameOnBoard, ...]
    """Games of this round at no board of it."""

    @property
    def offered(self) -> tuple[LiveBoard, ...]:
        return tuple(board for board in self.boards if board.offered)

    @property
    def differing(self) -> tuple[LiveBoard, ...]:
        return tuple(board for board in self.boards if board.differs)


def live_boards(snapshot: Snapshot, games: Sequence[GameOnBoard]) -> LiveBoards:
    view = pairings(snapshot, snapshot.current)
    if view is None or not view.round:
        return LiveBoards(0, (), tuple(games))
    seats = _Seats(view.boards)
    found: dict[str, LiveBoard] = {}
    strangers = []
    for one in games:
        numbers = TAG_NUMBER.findall(one.game.tags.get("Round", ""))
        if numbers and int(numbers[0]) != view.round:
            continue
        row = seats.row_of(one.game.tags)
        if row is None:
            strangers.append(one)
        else:
            found[row.spot] = _live(row, one)
    order = [row.spot for row in view.boards if row.spot in found]
    return LiveBoards(view.round, tuple(found[spot] for spot in order), tuple(strangers))


def _live(row: BoardRow, one: GameOnBoard) -> LiveBoard:
    white, black = row.seated
    letters = one.game.moves[one.read - 1] if one.read else ""
    return LiveBoard(
        row.spot,
        row.board,
        row.game,
        white or row.white.person,
        black or row.black.person,
        row.result,
        one.game.result,
        one.position.squares,
        one.last,
        one.read,
        letters,
        (one.game.left(white=True), one.game.left(white=False)),
        one.unreadable,
    )


def _outcome(result: Result) -> object:
    return result.winner or (result in (Result.DRAW, Result.DRAW_UNRATED)) or result


class _Seats:
    def __init__(self, rows: Sequence[BoardRow]) -> None:
        self._by_number = {(row.board, row.game): row for row in rows}
        self._by_ids = _once((tuple(one.fide_id for one in pair), row) for row, pair in _seated(rows))
        self._by_names = _once((tuple(name_key(one.name) for one in pair), row) for row, pair in _seated(rows))

    def row_of(self, tags: Mapping[str, str]) -> BoardRow | None:
        """The board of a game; None where nobody knows it."""
        ids = tuple(int(text) if (text := tags.get(tag, "")).isdigit() else 0 for tag in ("WhiteFideId", "BlackFideId"))
        names = tuple(name_key(tags.get(tag, "")) for tag in ("White", "Black"))
        if all(ids) and ids in self._by_ids:
            return self._by_ids[ids]
        if all(names) and names in self._by_names:
            return self._by_names[names]
        row = self._by_number.get(_number(tags))
        return row if row is not None and _may_sit_there(row, tags) else None


def _seated(rows: Sequence[BoardRow]) -> Iterator[tuple[BoardRow, tuple[Person, Person]]]:
    """The boards at which both players are known, without those who must not be named."""
    for row in rows:
        white, black = row.seated
        if white is not None and black is not None and white.name and black.name:
            yield row, (white, black)


def _once(pairs: Iterator[tuple[tuple[object, ...], BoardRow]]) -> dict[tuple[object, ...], BoardRow]:
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


def _may_sit_there(row: BoardRow, tags: Mapping[str, str]) -> bool:
    """Neither side has another name in the file: `Carlsen, M` may be Carlsen, Magnus."""
    named = zip(row.seated, (tags.get("White", ""), tags.get("Black", "")), strict=True)
    return all(person is None or not person.name or _alike(person.name, name) for person, name in named)


def _alike(known: str, written: str) -> bool:
    if written.strip() in NOBODY_NAMED:
        return True
    ours, theirs = ({folded(word) for word in words_of_name(name) if len(word) > 2} for name in (known, written))
    return bool(ours & theirs)
