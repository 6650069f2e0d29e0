"""An arena as it stands: who plays whom at which table, who waits, who pauses."""

from dataclasses import replace
from typing import NamedTuple

from domain.formats.arena import games_in_play, waiting
from domain.records import dataclass
from domain.tournament import RoundState
from domain.words.players import EntrantId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import BoardRow, NoGame, Pairings, Unpaired, pairings
from projections.table.standings import standings


class ArenaGame(NamedTuple):
    round: int
    row: BoardRow


@dataclass(frozen=True, slots=True)
class ArenaNow:
    games: tuple[ArenaGame, ...]
    """Those in play, by tables."""
    waiting: tuple[Unpaired, ...]
    """As they are paired: from the top of the table."""
    paused: tuple[Person, ...]


def arena_now(snapshot: Snapshot) -> ArenaNow:
    return snapshot.now(("arena",), lambda _: _arena_now(snapshot))


def _arena_now(snapshot: Snapshot) -> ArenaNow:
    t, people = snapshot.tournament, snapshot.people
    playing = {(round, game.board) for round, game in games_in_play(t)}
    views = [view for round in sorted({round for round, _ in playing}) if (view := pairings(snapshot, round))]
    games = [ArenaGame(one.round, row) for one in views for row in one.boards if (one.round, row.board) in playing]
    points: dict[EntrantId, int] = {}
    if snapshot.round:
        points = {row.person.id: row.points for row in standings(snapshot).rows}
    free = waiting(t) if not t.arena.ended else ()
    waits = tuple(Unpaired(people[id], points.get(id, 0), NoGame.WAITS) for id in free)
    paused = sorted((people[id] for id in t.arena.paused if id in people), key=lambda one: one.name)
    return ArenaNow(tuple(sorted(games, key=lambda one: one.row.board)), waits, tuple(paused))


def waits_in_arena(snapshot: Snapshot, player: EntrantId) -> bool:
    t = snapshot.tournament
    return (
        t.regulations.is_arena
        and t.arena.ends != ""
        and any(one.person.id == player for one in arena_now(snapshot).waiting)
    )


def games_now(snapshot: Snapshot, round: int = 0) -> Pairings | None:
    """The round that was asked for, or the present one: in an arena all games in play, and who waits for the next."""
    view = pairings(snapshot, round or snapshot.current)
    t = snapshot.tournament
    if round or view is None or not view.round or not t.regulations.is_arena:
        return view
    return snapshot.now(("games now",), lambda _: _all_games(snapshot, view))


def _all_games(snapshot: Snapshot, view: Pairings) -> Pairings:
    now, t = arena_now(snapshot), snapshot.tournament
    boards, ends = tuple(one.row for one in now.games), "" if t.arena.ended else t.arena.ends
    return replace(view, state=RoundState.PUBLISHED, boards=boards, unpaired=now.waiting, arena=True, arena_ends=ends)
