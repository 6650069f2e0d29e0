"""Steps of teams."""

from domain import events as e
from domain.folding.step import step
from domain.state import Tournament


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
