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
    t.waiting.pop(event.player.id, None)
    if event.entered_on:
        t.entered_on[event.player.id] = event.entered_on
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
def _(event: e.PeriodRatingsTaken, t: Tournament) -> None:
    t.period_ratings[event.from_round] = event


@step.register
def _(event: e.PlayerWithdrawn | e.PlayerExpelled, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))
    if isinstance(event, e.PlayerExpelled):
        t.expelled |= {event.player}
    elif event.by_oneself:
        t.left_by_themselves |= {event.player}
    for one in event.forfeits:
        t.round(one.round).record(one.board, one.game, one.result, one.round + 1)


@step.register
def _(event: e.PlayerReadmitted, t: Tournament) -> None:
    t.expelled -= {event.player}
    t.left_by_themselves -= {event.player}
    away = t.absences.get(event.player, ())
    t.absences[event.player] = tuple((first, event.from_round if back is None else back) for first, back in away)
    for one in event.reopened:
        round = t.round(one.round)
        round.put(round.game(one.board, one.game)._replace(versions=(), claims=()))


@step.register
def _(event: e.PointsAdjusted, t: Tournament) -> None:
    at = event.round, event.player
    t.adjustments[at] = (*t.adjustments.get(at, ()), Adjustment(event.points, event.counts_from, event.secondary))


@step.register
def _(event: e.StartingPointsCorrected, t: Tournament) -> None:
    before = t.corrected_starts.get(event.player, ())
    t.corrected_starts[event.player] = (*before, (event.counts_from, event.points))


_OfAPlayer = (
    e.PlayerAnonymised
    | e.PhotoKept
    | e.PhotoRemoved
    | e.ByeGranted
    | e.ByeRevoked
    | e.HalfPointByesBarred
    | e.HalfPointByesAllowed
    | e.EntrantCheckedIn
    | e.CheckInUndone
)


@step.register
def _(event: _OfAPlayer, t: Tournament) -> None:
    match event:
        case e.PlayerAnonymised(player):
            t.anonymous |= {player}
            t.photos.pop(player, None)
        case e.PhotoKept(player, digest):
            t.photos[player] = digest
        case e.PhotoRemoved(player):
            t.photos.pop(player, None)
        case e.ByeGranted(player, round, kind):
            t.byes[round, player] = kind
            t.byes_asked.pop((round, player), None)
        case e.ByeRevoked(player, round):
            t.byes.pop((round, player), None)
        case e.HalfPointByesBarred(player):
            t.barred |= {player}
        case e.HalfPointByesAllowed(player):
            t.barred -= {player}
        case e.EntrantCheckedIn(player):
            t.checked_in |= {player}
        case e.CheckInUndone(player):
            t.checked_in -= {player}


@step.register
def _(event: e.EntryWaitlisted | e.WaitingEntryEnded, t: Tournament) -> None:
    if isinstance(event, e.EntryWaitlisted):
        t.waiting[event.player.id] = event
    else:
        t.waiting.pop(event.player, None)


_ByOneself = e.ByeRequested | e.ByeRequestTakenBack | e.ByeDeclined | e.OwnLinkRenewed


@step.register
def _(event: _ByOneself, t: Tournament) -> None:
    match event:
        case e.ByeRequested(player, round, kind):
            t.byes_asked[round, player] = kind
            t.byes_declined.pop((round, player), None)
        case e.ByeRequestTakenBack(player, round):
            t.byes_asked.pop((round, player), None)
        case e.ByeDeclined(player, round, reason):
            t.byes_asked.pop((round, player), None)
            t.byes_declined[round, player] = reason
        case e.OwnLinkRenewed(player):
            t.renewed_links[player] = t.renewed_links.get(player, 0) + 1


@step.register
def _(event: e.PlayerTransferred, t: Tournament) -> None:
    origin, into = t.teams[event.origin], t.teams[event.into]
    t.teams[origin.id] = origin.without(event.player)
    t.teams[into.id] = into.joined_by(event.player, reserve=event.reserve)


@step.register
def _(event: e.TeamRegistered | e.TeamDetailsAmended | e.LineupGiven | e.LineupsShown, t: Tournament) -> None:
    match event:
        case e.TeamRegistered(team, first, day):
            t.teams[team.id] = team
            t.joined[team.id] = first
            if day:
                t.entered_on[team.id] = day
        case e.TeamDetailsAmended(team):
            t.teams[team.id] = team
        case e.LineupGiven(round, team_id, players):
            t.lineups[round, team_id] = players
        case e.LineupsShown(round):
            t.lineups_shown |= {round}


@step.register
def _(event: e.EntrantsQualified, t: Tournament) -> None:
    t.qualified[event.source] = event
    t.accepted.pop(event.source, None)


@step.register
def _(event: e.QualificationAccepted, t: Tournament) -> None:
    t.accepted[event.source] = event


@step.register
def _(event: e.PairingNumbersExchanged, t: Tournament) -> None:
    place = {event.one: event.other, event.other: event.one}
    t.numbers = tuple(place.get(player, player) for player in t.numbers)


_Drawn = (
    e.InitialColourDrawn
    | e.PairingNumbersIssued
    | e.StartPositionDrawn
    | e.LotsDrawn
    | e.EqualsOrdered
    | e.OutsideValuesGiven
)


@step.register
def _(event: _Drawn, t: Tournament) -> None:
    match event:
        case e.InitialColourDrawn(colour, seed):
            t.initial_colour, t.colour_seed = colour, seed
        case e.PairingNumbersIssued():
            t.numbers, t.numbers_drawn_by = event.order, event.drawn_by
        case e.StartPositionDrawn(round, position):
            t.start_positions[round] = position
        case e.LotsDrawn():
            t.lots = event.order
        case e.EqualsOrdered(order):
            t.by_arbiter = order
        case e.OutsideValuesGiven(values):
            t.outside = values
