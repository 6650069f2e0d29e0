"""The play-offs of a tournament beside its table: the order that each gives by now, and the one that the table has."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.decisions.rounds.closing import PlayoffsLeft
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy
from domain.tournament import Tournament
from projections.snapshot import Snapshot
from projections.ties import still_tied, tie


class PlayoffOfTable(NamedTuple):
    """A play-off that was held for a place of the table."""

    playoff: str
    """Its address."""
    place: int
    tied: tuple[str, ...]
    """The names of those who play."""
    in_table: tuple[tuple[str, str], ...]
    """Name and reason (`DecidedBy`) in the order that the table has; empty = it has none of it."""
    given: tuple[tuple[str, DecidedBy], ...]
    """In the order that the play-off gives by now; empty = it goes on."""
    still_tied: bool
    """They are level for the place as when it was held."""
    on_boards: bool
    """Games of it are being played."""

    @property
    def drifts(self) -> bool:
        """The table has not what it should have."""
        return self.in_table != (self.given if self.still_tied else ())


def playoff_of_table(now: Snapshot, address: str, played: Tournament) -> PlayoffOfTable:
    """One of `playoff.held`, and what it has come to."""
    t = now.tournament
    held, known, outcome = t.playoff.held[address], t.playoff.decided.get(address), position_of(played).outcome
    name = {player: t.entrants[player].name for player in held.tied}
    return PlayoffOfTable(
        address,
        held.place,
        tuple(name.values()),
        tuple((name[player], by) for player, by in zip(known.order, known.by, strict=True)) if known else (),
        tuple((name[player], by) for player, by in zip(outcome.order, outcome.by, strict=True)) if outcome else (),
        still_tied(now, held),
        any(not game.decided for round in played.rounds if round.published for game in round.games),
    )


def playoffs_left(now: Snapshot, held: Sequence[PlayoffOfTable]) -> PlayoffsLeft:
    """What those that are held, or the one that nobody has held, leave open in the table."""
    live = [one for one in held if one.still_tied]
    undecided = [one.place for one in live if one.drifts or not one.given]
    found = tie(now)
    if found is not None and not live:
        undecided.append(found.place)
    return PlayoffsLeft(tuple(one.place for one in live if one.on_boards), tuple(undecided))
