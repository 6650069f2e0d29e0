"""Steps of the entrants."""

from dataclasses import replace

from domain import events as e
from domain.folding.step import step
from domain.state import Adjustment, Tournament
from domain.words.players import EntrantId


@step.register
def _(event: e.PlayerRegistered, t: Tournament) -> None:
    t.players[event.player.id] = event.player
    t.joined[event.player.id] = event.from_round
    _note_source(t, event.player.id, event.rating_from)


def _note_source(t: Tournament, player: EntrantId, source: str) -> None:
    if source:
        t.rating_sources[player] = source
    else:
        t.rating_sources.pop(player, None)


@step.register
def _(event: e.PlayerDetailsAmended, t: Tournament) -> None:
    rating = t.players[event.player.id].rating
    t.players[event.player.id] = replace(event.player, rating=rating)
    if event.rating_from:
        t.rating_sources[event.player.id] = event.rating_from


@step.register
def _(event: e.RatingCorrected, t: Tournament) -> None:
    if event.counts_from:
        t.players[event.player] = replace(t.players[event.player], rating=event.rating)
        t.report_ratings.pop(event.player, None)
        _note_source(t, event.player, event.rating_from)
    else:
        t.report_ratings[event.player] = event.rating


@step.register
def _(event: e.PlayerWithdrawn, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))
    _forfeit(t, event.forfeits)


@step.register
def _(event: e.PlayerExpelled, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))
    t.expelled |= {event.player}
    _forfeit(t, event.forfeits)


def _forfeit(t: Tournament, games: tuple[e.ForfeitedGame, ...]) -> None:
    for one in games:
        t.round(one.round).record(one.board, one.game, one.result, one.round + 1)


@step.register
def _(event: e.PlayerReadmitted, t: Tournament) -> None:
    t.expelled -= {event.player}
    t.absences[event.player] = tuple(
        (first, event.from_round if back is None else back) for first, back in t.absences.get(event.player, ())
    )
    for one in event.reopened:
        round = t.round(one.round)
        round.put(round.game(one.board, one.game)._replace(versions=(), claims=()))


@step.register
def _(event: e.PlayerAnonymised, t: Tournament) -> None:
    t.anonymous |= {event.player}


@step.register
def _(event: e.ByeGranted, t: Tournament) -> None:
    t.byes[event.round, event.player] = event.kind


@step.register
def _(event: e.ByeRevoked, t: Tournament) -> None:
    t.byes.pop((event.round, event.player), None)


@step.register
def _(event: e.PointsAdjusted, t: Tournament) -> None:
    at = event.round, event.player
    t.adjustments[at] = (*t.adjustments.get(at, ()), Adjustment(event.points, event.counts_from, event.secondary))


@step.register
def _(event: e.StartingPointsCorrected, t: Tournament) -> None:
    before = t.corrected_starts.get(event.player, ())
    t.corrected_starts[event.player] = (*before, (event.counts_from, event.points))


@step.register
def _(event: e.HalfPointByesBarred, t: Tournament) -> None:
    t.barred |= {event.player}


@step.register
def _(event: e.HalfPointByesAllowed, t: Tournament) -> None:
    t.barred -= {event.player}


@step.register
def _(event: e.EntrantCheckedIn, t: Tournament) -> None:
    t.checked_in |= {event.player}


@step.register
def _(event: e.CheckInUndone, t: Tournament) -> None:
    t.checked_in -= {event.player}
