"""Games of electronic boards, each at the board of the round that it is played at.

A file names the round and the board (`3.1`), the players, or both. FIDE IDs are believed first, then names in any
order and alphabet; the number of a board is believed where nobody of other names sits there.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.moves.games import GameOnBoard
from domain.moves.position import EMPTY_SQUARE, Move
from domain.records import dataclass
from domain.words.games import Result
from domain.words.players import folded, name_key, words_of_name
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page
from projections.round.pairings import BoardRow, Pairings, pairings

TAG_NUMBER = re.compile(r"\d+")
TELLING_TAGS = ("Round", "Board", "Table", "White", "Black", "WhiteFideId", "BlackFideId")
NOBODY_NAMED = frozenset({"", "?", "-"})


class Diagram(NamedTuple):
    """A position to be drawn."""

    squares: str
    last: Move | None

    @property
    def men(self) -> tuple[tuple[str, int, int], ...]:
        """Each piece with its file and rank, counted from 1."""
        return tuple((piece, at % 8 + 1, at // 8 + 1) for at, piece in enumerate(self.squares) if piece != EMPTY_SQUARE)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """The squares of the last move, from and to."""
        if self.last is None:
            return ()
        return tuple((square % 8 + 1, square // 8 + 1) for square in self.last[:2])


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
    round: int

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
    def diagram(self) -> Diagram:
        return Diagram(self.squares, self.last)

    @property
    def over(self) -> bool:
        return self.result is not None or self.said is not None

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


BOARDS_A_PAGE = 12


class LiveBoardsPage(NamedTuple):
    """A page of the boards of a round: those that play first, then those whose games are over."""

    round: int
    boards: tuple[LiveBoard, ...]
    page: int
    pages: int
    followed: tuple[LiveBoard, ...] = ()
    """The boards of the players who were asked for; they come first, before all pages."""


def live_page(view: LiveBoards, page: int, players: Collection[int] = ()) -> LiveBoardsPage | None:
    """None where there is no such page."""
    in_order = sorted(view.boards, key=lambda one: one.over)
    pages = last_page(len(in_order), BOARDS_A_PAGE)
    if page > pages:
        return None
    shown = tuple(on_page(in_order, page, BOARDS_A_PAGE))
    followed = tuple(one for one in in_order if players and {one.white.id, one.black.id} & set(players))
    return LiveBoardsPage(view.round, shown, page, pages, followed)


@dataclass(frozen=True, slots=True)
class RoundGames:
    """The games of a round, each at its board."""

    view: Pairings
    games: Mapping[str, GameOnBoard]
    """By the spot of their board, in the order of the boards."""
    boards: tuple[LiveBoard, ...]
    strangers: tuple[GameOnBoard, ...]


def games_of_round(snapshot: Snapshot, round: int, games: Sequence[GameOnBoard]) -> RoundGames | None:
    """None where there is no such round. A game that names no round is one of the round that is being played.

    A move asks this for every game that somebody follows: it is worked out once.
    """
    view = pairings(snapshot, round)
    if view is None or not view.round:
        return None
    made_of = view, tuple(games)
    return snapshot.settled(("games", round), lambda: _seated_games(snapshot, *made_of), made_of)


def _seated_games(snapshot: Snapshot, view: Pairings, games: Sequence[GameOnBoard]) -> RoundGames:
    seats = snapshot.about(view.round, "game seats", lambda: _Seats(view.boards))
    found: dict[str, GameOnBoard] = {}
    strangers = []
    for one in games:
        numbers = TAG_NUMBER.findall(one.game.tags.get("Round", ""))
        if (int(numbers[0]) if numbers else snapshot.current) != view.round:
            continue
        spot = seats.spot_of(one.game.tags)
        if spot is None:
            strangers.append(one)
        else:
            found[spot] = one
    rows = [row for row in view.boards if row.spot in found]
    boards = tuple(_live(view.round, row, found[row.spot]) for row in rows)
    return RoundGames(view, {row.spot: found[row.spot] for row in rows}, boards, tuple(strangers))


def live_boards(snapshot: Snapshot, games: Sequence[GameOnBoard]) -> LiveBoards:
    """The games of the round that is being played."""
    found = games_of_round(snapshot, snapshot.current, games)
    return LiveBoards(found.view.round, found.boards, found.strangers) if found else LiveBoards(0, (), tuple(games))


def _live(round: int, row: BoardRow, one: GameOnBoard) -> LiveBoard:
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
        round,
    )


def _outcome(result: Result) -> object:
    return result.winner or (result in (Result.DRAW, Result.DRAW_UNRATED)) or result


class _Seats:
    """The boards of a round by those who sit there; it outlives results, so it has spots and no rows."""

    def __init__(self, rows: Sequence[BoardRow]) -> None:
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
