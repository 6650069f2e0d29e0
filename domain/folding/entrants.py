"""Steps of the entrants and their numbers."""

from dataclasses import replace

from domain import events as e
from domain.folding.tournament import step
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


@step.register
def _(event: e.TeamRegistered, t: Tournament) -> None:
    t.teams[event.team.id] = event.team
    t.joined[event.team.id] = event.from_round


@step.register
def _(event: e.TeamDetailsAmended, t: Tournament) -> None:
    t.teams[event.team.id] = event.team


@step.register
def _(event: e.PlayerTransferred, t: Tournament) -> None:
    origin, into = t.teams[event.origin], t.teams[event.into]
    t.teams[origin.id] = origin.without(event.player)
    t.teams[into.id] = into.joined_by(event.player, reserve=event.reserve)


@step.register
def _(event: e.LineupGiven, t: Tournament) -> None:
    t.lineups[event.round, event.team] = event.players


@step.register
def _(event: e.LineupsShown, t: Tournament) -> None:
    t.lineups_shown |= {event.round}


@step.register
def _(event: e.EntrantsQualified, t: Tournament) -> None:
    t.qualified[event.source] = event
    t.accepted.pop(event.source, None)


@step.register
def _(event: e.QualificationAccepted, t: Tournament) -> None:
    t.accepted[event.source] = event


@step.register
def _(event: e.InitialColourDrawn, t: Tournament) -> None:
    t.initial_colour = event.colour
    t.colour_seed = event.seed


@step.register
def _(event: e.PairingNumbersIssued, t: Tournament) -> None:
    t.numbers = event.order
    t.numbers_drawn_by = event.drawn_by


@step.register
def _(event: e.StartPositionDrawn, t: Tournament) -> None:
    t.start_positions[event.round] = event.position


@step.register
def _(event: e.PairingNumbersExchanged, t: Tournament) -> None:
    place = {event.one: event.other, event.other: event.one}
    t.numbers = tuple(place.get(player, player) for player in t.numbers)


@step.register
def _(event: e.LotsDrawn, t: Tournament) -> None:
    t.lots = event.order


@step.register
def _(event: e.EqualsOrdered, t: Tournament) -> None:
    t.by_arbiter = event.order


@step.register
def _(event: e.OutsideValuesGiven, t: Tournament) -> None:
    t.outside = event.values
