"""The games that a player may report now, and what both sides have said of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.formats import rules_of
from domain.words.games import Colour, Result
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.round.boards import BoardRow
from projections.round.pairings import pairings


@dataclass(frozen=True, slots=True)
class OwnGame:
    round: int
    row: BoardRow
    colour: Colour
    """The player's side."""
    own: Result | None
    """Their own last word; None = they have not said anything, or the result stands."""
    other: bool
    """The other side has said something; only the desk knows what."""
    differ: bool
    """An arbiter decides."""


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
    seated = row.players or (row.white.person, row.black.person)
    sides = zip(seated, (Colour.WHITE, Colour.BLACK), strict=True)
    return next((colour for person, colour in sides if person is not None and person.id == player), None)
