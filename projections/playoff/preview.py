"""Play-offs after some events that nobody has written yet: this one, or those for places of this table."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.events import Event, PlayoffHeld
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot, snapshot
from projections.playoff.stages import playoff_view
from projections.playoff.ties import still_tied
from projections.playoff.tree import PlayoffTree, playoff_tree
from projections.round.reprojection import branch


class PlayoffEffect(NamedTuple):
    tree: PlayoffTree
    taken_back: tuple[tuple[Person, Person], ...]
    """White and Black of games that it does not have any more."""
    order: tuple[tuple[Person, DecidedBy], ...]
    same_order: bool
    """As it is now, none included."""


def playoff_effect(now: Snapshot, events: Sequence[Event]) -> PlayoffEffect | None:
    t = now.tournament
    if not t.regulations.is_playoff:
        return None
    ahead = branch(t, events)
    view = playoff_view(snapshot(ahead))
    if view is None:
        return None
    order = tuple((line.person, line.by) for line in view.head.outcome)
    before = position_of(t).outcome
    return PlayoffEffect(
        playoff_tree(view),
        tuple((now.people[white], now.people[black]) for white, black in _gone(t, ahead)),
        order,
        (before.order if before else ()) == tuple(person.id for person, _ in order),
    )


def _gone(now: Tournament, ahead: Tournament) -> list[tuple[EntrantId, EntrantId]]:
    """White and Black by id, in the order of the games."""
    kept = {(round.number, board.number) for round in ahead.rounds for board in round.boards}
    boards = ((round.number, board) for round in now.rounds for board in round.boards)
    return [(board.white, board.black) for number, board in boards if (number, board.number) not in kept]


class TieEffect(NamedTuple):
    held: PlayoffHeld
    still_tied: bool
    """The play-off is played by the ones who are level then; otherwise the order of the play-off counts no more."""


def ties_after(now: Snapshot, events: Sequence[Event]) -> tuple[TieEffect, ...]:
    """The play-offs for places of this table that the events would void, or bring back."""
    held = now.tournament.playoff.held.values()
    then = snapshot(branch(now.tournament, events)) if held else now
    effects = (TieEffect(one, still_tied(then, one)) for one in held)
    return tuple(effect for effect in effects if effect.still_tied != still_tied(now, effect.held))
