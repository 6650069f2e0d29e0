"""Results of a round: those entered last, those in dispute, and the games that a player may report."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from domain import events as e
from domain.formats import rules_of
from domain.records import dataclass
from domain.tournament import Game, Round, RoundState, Tournament
from domain.words.games import Colour, GameAt, Result
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.round.pairings import BoardRow, pairings

ENTERED = (
    e.ResultRecorded,
    e.ResultCorrected,
    e.ResultCleared,
    e.ColoursCorrected,
    e.DisputeSettled,
    e.ResultDisputed,
    e.GameAdjourned,
    e.AdjournedGameFinished,
)
"""Events that make a board news."""

_IN_ORDER = attrgetter("board", "game")


class Latest(NamedTuple):
    """A board as it is now, placed by the last thing that happened to it."""

    position: int
    round: int
    row: BoardRow


def game_entered(event: object) -> GameAt | None:
    """The game that an event is news of; None where it is none about a game."""
    return GameAt(event.round, event.board, event.game) if isinstance(event, ENTERED) else None


def latest_results(snapshot: Snapshot, count: int = 30) -> tuple[Latest, ...]:
    """Each game once; a game whose result was taken out again is not a result."""
    return tuple(islice(_newest_results(snapshot), count))


def _newest_results(snapshot: Snapshot) -> Iterator[Latest]:
    boards: dict[int, Sequence[BoardRow]] = {}
    for position, at in newest_entries(snapshot.tournament):
        if at.round not in boards:
            view = pairings(snapshot, at.round)
            boards[at.round] = view.boards if view else ()
        if (one := _latest(boards[at.round], position, at)) is not None:
            yield one


def newest_entries(t: Tournament) -> Iterator[tuple[int, GameAt]]:
    """By position, newest first, each game once."""
    void: set[int] = set()
    seen: set[GameAt] = set()
    for position in range(len(t.history), 0, -1):
        event = t.history[position - 1]
        if position in void:
            continue
        if isinstance(event, e.EventUndone):
            void.add(event.version)
        elif (game := game_entered(event)) is not None and game not in seen:
            seen.add(game)
            yield position, game


def _latest(rows: Sequence[BoardRow], position: int, at: GameAt) -> Latest | None:
    row = _row_at(rows, at.board - 1, at) or _row_at(rows, bisect_left(rows, at[1:], key=_IN_ORDER), at)
    return None if row is None or row.result is None else Latest(position, at.round, row)


def _row_at(rows: Sequence[BoardRow], place: int, at: GameAt) -> BoardRow | None:
    """Most boards stand at the place of their number."""
    return rows[place] if place < len(rows) and _IN_ORDER(rows[place]) == at[1:] else None


def disputed(t: Tournament) -> tuple[GameAt, ...]:
    """In order. A round with a dispute cannot be closed, so closed rounds are skipped."""
    playing = [round for round in t.rounds if round.disputed and round.state is RoundState.PUBLISHED]
    games = (GameAt(round.number, game.board, game.number) for round in playing for game in _disputed(round))
    return tuple(sorted(games))


Withheld: TypeAlias = frozenset[GameAt]
"""The games whose end is not for everybody yet."""
NOTHING_WITHHELD: Withheld = frozenset()


def for_everybody(t: Tournament, withheld: Withheld = NOTHING_WITHHELD) -> Tournament:
    """The tournament as everybody may see it: a game in dispute, or withheld, is in play. The same object while there
    is none.
    """
    in_play = withheld.union(disputed(t))
    shown = t.copy() if in_play else t
    for round, board, number in in_play:
        if round <= shown.paired and board in shown.rounds[round - 1].matches:
            _in_play(shown.rounds[round - 1], board, number)
    return shown


def _in_play(round: Round, board: int, number: int) -> None:
    """A match that is decided by another way than games is not decided either."""
    if number > len(round.matches[board]):
        return
    round.put(round.game(board, number)._replace(versions=(), claims=()))
    round.settled.pop(board, None)


def _disputed(round: Round) -> list[Game]:
    return list(filter(attrgetter("claims"), chain.from_iterable(round.matches.values())))


@dataclass(frozen=True, slots=True)
class OwnGame:
    round: int
    row: BoardRow
    colour: Colour
    own: Result | None
    """Their own last word; None = they have not said anything, or the result stands."""
    other: bool
    """The other side has said something; only the desk knows what."""
    differ: bool


def own_games(snapshot: Snapshot, player: EntrantId, round: int = 0) -> tuple[OwnGame, ...]:
    """In the rounds that are being played, or in this one alone; without games whose turn has not come."""
    t = snapshot.tournament
    playing = () if t.closed else rules_of(t).in_play(t)
    return tuple(game for number in playing if round in (0, number) for game in _of_round(snapshot, player, number))


def _of_round(snapshot: Snapshot, player: EntrantId, round: int) -> Iterator[OwnGame]:
    t, view = snapshot.tournament, pairings(snapshot, round)
    for row in view.boards if view else ():
        colour = side_of(row, player)
        if colour is None or (row.result is None and row.game in rules_of(t).to_come(t, round, row.board)):
            continue
        said = t.round(round).reported(t.round(round).game(row.board, row.game))
        differ = len(set(said.values())) > 1
        yield OwnGame(round, row, colour, said.get(colour), colour.opposite in said, differ)


def side_of(row: BoardRow, player: EntrantId) -> Colour | None:
    """The colour that somebody has on a board; of teams the player who sits there."""
    sides = zip(row.seated, (Colour.WHITE, Colour.BLACK), strict=True)
    return next((colour for person, colour in sides if person is not None and person.id == player), None)
