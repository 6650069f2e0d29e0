"""Games of electronic boards, each at the board of the round that it is played at.

A file names the round and the board (`3.1`), the players, or both.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from domain.games.state import GamesShown, round_of
from domain.moves.games import GameOnBoard
from domain.moves.position import EMPTY_SQUARE, Move
from domain.records import dataclass
from domain.words.games import Result
from projections.moment.people import Person
from projections.moment.photos import photos_of
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page
from projections.round.game_seats import TAG_NUMBER, game_seats
from projections.round.pairings import BoardRow, Pairings, pairings


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


WITHOUT_PHOTOS = ("", "")


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
    armageddon: Result | None = None
    """As in `BoardRow`."""
    photos: tuple[str, str] = WITHOUT_PHOTOS
    """Of White and of Black, by their fingerprints; empty = none is shown."""

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
    """Games of this round at no board of it, and those of rounds to come."""

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

    @property
    def with_photos(self) -> bool:
        return any(one.photos != WITHOUT_PHOTOS for one in (*self.boards, *self.followed))


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
    found = tuple(games)
    made_of = view, found, photos_of(snapshot)
    return snapshot.settled(("games", round), lambda: _seated_games(snapshot, view, found), made_of)


def games_shown(snapshot: Snapshot, round: int, public: GamesShown) -> RoundGames | None:
    """The same of what everybody may see: nothing is looked through as long as that is the same."""
    made_of = pairings(snapshot, round), public.revision, public.games, photos_of(snapshot)
    return snapshot.settled(
        ("games shown", round), lambda: games_of_round(snapshot, round, public.boards(round)), made_of
    )


def _seated_games(snapshot: Snapshot, view: Pairings, games: Sequence[GameOnBoard]) -> RoundGames:
    seats = game_seats(snapshot, view.round, view.boards)
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
    rows = {spot: row for row in view.boards if (spot := row.spot) in found}
    boards = tuple(_known_or_live(snapshot, view.round, row, found[spot]) for spot, row in rows.items())
    return RoundGames(view, {spot: found[spot] for spot in rows}, boards, tuple(strangers))


def live_boards(snapshot: Snapshot, games: Sequence[GameOnBoard]) -> LiveBoards:
    """The games of the round that is being played; moves of a round to come are strangers."""
    found = games_of_round(snapshot, snapshot.current, games)
    if found is None:
        return LiveBoards(0, (), tuple(games))
    early = tuple(one for one in games if one.game.moves and round_of(one.game.key) > found.view.round)
    return LiveBoards(found.view.round, found.boards, found.strangers + early)


def _known_or_live(snapshot: Snapshot, round: int, row: BoardRow, one: GameOnBoard) -> LiveBoard:
    """Of 300 boards one moves at a time."""
    made = snapshot.about(round, "live boards", dict[tuple[int, int], tuple[BoardRow, GameOnBoard, LiveBoard]])
    known = made.get((row.board, row.game))
    photos = _photos_at(snapshot, row)
    if known is None or known[0] is not row or known[1] is not one or known[2].photos != photos:
        known = made[row.board, row.game] = row, one, _live(round, row, one, photos)
    return known[2]


def _photos_at(snapshot: Snapshot, row: BoardRow) -> tuple[str, str]:
    if not (photos := photos_of(snapshot)):
        return WITHOUT_PHOTOS
    white, black = row.seated
    return photos.get((white or row.white.person).id, ""), photos.get((black or row.black.person).id, "")


def _live(round: int, row: BoardRow, one: GameOnBoard, photos: tuple[str, str]) -> LiveBoard:
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
        row.armageddon,
        photos,
    )


def _outcome(result: Result) -> object:
    return result.winner or (result in (Result.DRAW, Result.DRAW_UNRATED)) or result
