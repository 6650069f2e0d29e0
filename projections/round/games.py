"""A game move by move, for those who follow it: positions, clocks, the time that each move took, and who plays on."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from domain.games.state import GamesShown
from domain.moves.games import GameOnBoard, PgnGame
from domain.moves.openings import OpeningName
from domain.moves.position import BoardPosition, Move, move_of
from domain.records import dataclass
from domain.words.choices.broadcasts import Broadcast
from domain.words.games import Result
from projections.moment.people import Person
from projections.moment.photos import photo_of
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import Diagram, LiveBoard, RoundGames, games_shown
from projections.round.pairings import BoardRow

OTHERS_SHOWN = 5
"""Other boards beside a game."""
TIME_CONTROL = re.compile(r"(?:\d+/)?(?P<base>\d+)(?:\+(?P<increment>\d+))?")
"""The first period of the tag TimeControl (PGN standard, 9.6.1), in seconds: `40/5400+30:1800+30`."""


class Ply(NamedTuple):
    """A move of one side."""

    number: int
    """From 1."""
    letters: str
    diagram: Diagram
    clock: int | None
    """Seconds left after it."""
    used: int | None
    """Seconds that it took; None where the clocks do not say."""


class MoveRow(NamedTuple):
    """A move of both sides; a side is None where it has not moved, or where Black began."""

    at: str
    """The game: `6.5`."""
    number: int
    white: Ply | None
    black: Ply | None


class TimeRow(NamedTuple):
    """The time of a move of both sides, in parts of the longest of the game from 0 to 100; 0 = none, or not known."""

    number: int
    white: int
    black: int


class GameSide(NamedTuple):
    person: Person
    colour: str
    points: int | None
    """Half-points before the round; None where teams play."""
    clock: int | None
    running: bool
    out_of: int = 0
    """The half-points there could be before the round."""
    photo: str = ""
    """Its fingerprint; empty = none is shown."""


class GameHead(NamedTuple):
    at: str
    round: int
    board: str
    result: Result | None
    """Of the tournament, or what the board says of its end while there is none."""
    white_to_move: bool
    unreadable: str
    late: Broadcast
    next: LiveBoard | None
    """The first board that plays on, when this game is over."""
    plies: int
    armageddon: Result | None = None
    """As in `BoardRow`."""


@dataclass(frozen=True, slots=True)
class GameView:
    head: GameHead
    white: GameSide
    black: GameSide
    opening: OpeningName | None
    start: Diagram
    plies: tuple[Ply, ...]
    rows: tuple[MoveRow, ...]
    times: tuple[TimeRow, ...]
    longest: int
    """Seconds of the longest thought; 0 = the clocks do not say."""
    others: tuple[LiveBoard, ...]
    boards: int
    """Boards of this round that have a game."""

    def at(self, ply: int) -> Diagram:
        """The position after so many half-moves."""
        return self.plies[ply - 1].diagram if ply else self.start

    def clocks(self, ply: int) -> tuple[int | None, int | None]:
        """Seconds left of White and of Black after so many half-moves."""
        whites = [row.white.clock for row in self.rows if row.white and row.white.number <= ply]
        blacks = [row.black.clock for row in self.rows if row.black and row.black.number <= ply]
        return (whites or [None])[-1], (blacks or [None])[-1]

    def move_at(self, ply: int) -> tuple[int, str] | None:
        """The number and the side of the move that was made last after so many half-moves; None = none yet."""
        sides = ((row.number, side, one) for row in self.rows for side, one in (("w", row.white), ("b", row.black)))
        return next(((number, side) for number, side, one in sides if one and one.number == ply), None)


class SeatedGame(NamedTuple):
    found: RoundGames
    row: BoardRow
    one: GameOnBoard


def seated_game(snapshot: Snapshot, public: GamesShown, round: int, board: int, game: int) -> SeatedGame | None:
    """The game of this board; None where nobody has sent a move of it."""
    found = games_shown(snapshot, round, public)
    row = next((row for row in found.view.boards if (row.board, row.game) == (board, game)), None) if found else None
    one = found.games.get(row.spot) if found and row else None
    return SeatedGame(found, row, one) if found and row and one else None


def game_view(snapshot: Snapshot, public: GamesShown, round: int, board: int, game: int) -> GameView | None:
    seated = seated_game(snapshot, public, round, board, game)
    if seated is None:
        return None
    t = snapshot.tournament
    view, out_of = _view(*seated, t.broadcast), (round - 1) * t.regulations.win_of_round
    white, black = (
        side._replace(out_of=out_of, photo=photo_of(snapshot, side.person.id)) for side in (view.white, view.black)
    )
    return replace(view, white=white, black=black)


def _view(found: RoundGames, row: BoardRow, one: GameOnBoard, late: Broadcast) -> GameView:
    at = f"{found.view.round}.{row.spot}"
    plies = tuple(_plies(one))
    rows = tuple(_rows(at, one.game, plies))
    longest = max((ply.used or 0 for ply in plies), default=0)
    boards = found.boards
    others = sorted((other for other in boards if other.spot != row.spot), key=lambda other: other.over)
    result = row.result or one.game.result
    going_on = others[0] if others and result is not None and not others[0].over else None
    head = GameHead(
        at,
        found.view.round,
        row.spot,
        result,
        one.position.white,
        one.unreadable,
        late,
        going_on,
        len(plies),
        row.armageddon,
    )
    white, black = (_side(row, one, is_white, result is None) for is_white in (True, False))
    times = tuple(_time(move, longest) for move in rows) if longest else ()
    start = Diagram(one.game.start.squares, None)
    return GameView(
        head, white, black, one.opening, start, plies, rows, times, longest, tuple(others[:OTHERS_SHOWN]), len(boards)
    )


def _side(row: BoardRow, one: GameOnBoard, white: bool, playing: bool) -> GameSide:
    seat, player = (row.white, row.seated[0]) if white else (row.black, row.seated[1])
    points = seat.points if row.players is None else None
    running = playing and one.position.white == white and bool(one.read)
    return GameSide(player or seat.person, "w" if white else "b", points, one.game.left(white), running)


def _plies(one: GameOnBoard) -> Sequence[Ply]:
    """The moves that could be read, with their positions."""
    position, plies = one.game.start, []
    times = times_used(one.game)
    for at, letters in enumerate(one.game.moves[: one.read]):
        move, position = _moved(position, letters)
        plies.append(Ply(at + 1, letters, Diagram(position.squares, move), one.game.clocks[at], times[at]))
    return plies


def times_used(game: PgnGame) -> Sequence[int | None]:
    """Seconds that each move took; None where the clocks do not say."""
    base, increment = _time_control(game.tags)
    left, used = [base, base], list[int | None]()
    for at, clock in enumerate(game.clocks):
        before, left[at % 2] = left[at % 2], clock
        took = before + increment - clock if before is not None and clock is not None else None
        used.append(took if took is None or took >= 0 else None)  # hours were added: nobody knows how many
    return used


def _time_control(tags: Mapping[str, str]) -> tuple[int | None, int]:
    """Seconds at the start, None = not said; and those added for each move."""
    read = TIME_CONTROL.match(tags.get("TimeControl", ""))
    return (int(read["base"]), int(read["increment"] or 0)) if read else (None, 0)


@lru_cache(maxsize=16_384)
def _moved(position: BoardPosition, letters: str) -> tuple[Move, BoardPosition]:
    """A step of a game. A game that is followed is asked for after each of its moves: old steps are known then."""
    move = move_of(position, letters)
    return move, position.after(move)


def _rows(at: str, game: PgnGame, plies: Sequence[Ply]) -> Sequence[MoveRow]:
    sides: list[Ply | None] = [*([] if game.white_first else [None]), *plies]
    pairs = [(sides[n], sides[n + 1] if n + 1 < len(sides) else None) for n in range(0, len(sides), 2)]
    return [MoveRow(at, number, white, black) for number, (white, black) in enumerate(pairs, game.first_number)]


def _time(row: MoveRow, longest: int) -> TimeRow:
    white, black = ((ply.used or 0 if ply else 0) * 100 // longest for ply in (row.white, row.black))
    return TimeRow(row.number, white, black)
