"""Entrants from an earlier stage: their registration, and what is done when that stage is corrected later."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions import given_reason, refuse_if_closed
from domain.decisions.players.registering import again, people_matched, register_many
from domain.decisions.players.teams import register_team
from domain.decisions.setup.prohibited_pairs import prohibited
from domain.decisions.undoing import dependents, registration_of, undo
from domain.records import dataclass
from domain.refusals import StageHasBegun, TournamentOfTeams
from domain.tournament import Tournament, replay
from domain.words.festivals import Carry, Qualifier
from domain.words.players import ALL_OTHERS, EntrantId, Player, PlayerId
from domain.words.rounds import ALWAYS, RoundSpan
from domain.words.teams import Team

LONGEST_QUALIFYING_REASON = 500


@dataclass(frozen=True, slots=True)
class ComesFrom:
    source: str
    places: int
    carry: Carry = Carry.NONE
    least_games: int = 1


@dataclass(frozen=True, slots=True)
class Coming:
    """The entrants whom a tournament sends on, as its table stands at a journal position."""

    position: int
    qualifiers: tuple[Qualifier, ...]
    players: tuple[Player, ...]
    """In step with the qualifiers, as they are registered there; of teams all their players."""
    met: tuple[tuple[EntrantId, EntrantId], ...] = ()
    name: str = ""
    teams: tuple[Team, ...] = ()
    """In step with the qualifiers, where teams go on."""


def register_qualifiers(tournament: Tournament, rule: ComesFrom, coming: Coming) -> list[e.Event]:
    """Register the entrants who go on, teams with their squads; a second time changes nothing.

    Raises as `register_many` and `register_team`, and TournamentOfTeams where players are sent to teams.
    """
    if rule.source in tournament.qualified:
        return []
    registered = _registered(tournament, rule, coming, "")
    return [*registered, *_parted(tournament, tournament.prohibited, _pairs(rule, coming, registered))]


def exchange_qualifiers(tournament: Tournament, rule: ComesFrom, coming: Coming, reason: str) -> list[e.Event]:
    """The entrants are made those whom the source sends now. Raises StageHasBegun once a round is paired."""
    refuse_if_closed(tournament)
    before = tournament.qualified.get(rule.source)
    if before is None:
        return register_qualifiers(tournament, rule, coming)
    if tournament.paired:
        raise StageHasBegun(rule.source)
    stays = {one.origin for one in coming.qualifiers}
    gone = {one.entrant for one in before.entrants if one.origin not in stays}
    kept = [(group, span) for group, span in tournament.prohibited if gone.isdisjoint(group)]
    ahead, events = tournament.copy(), list[e.Event]()
    left = [one for id in sorted(gone) for one in (id, *(ahead.teams[id].players if id in ahead.teams else ()))]
    for entrant in left:
        version = registration_of(ahead, entrant)
        undone = undo(ahead, version, reason, dependents(ahead, version))
        events += undone
        replay(undone, ahead)
    registered = _registered(ahead, rule, coming, reason)
    return [*events, *registered, *_parted(ahead, kept, _pairs(rule, coming, registered))]


def accept_qualifiers(tournament: Tournament, rule: ComesFrom, coming: Coming, reason: str) -> list[e.Event]:
    """Everybody stays although the source says otherwise by now. Raises ReasonMissing."""
    why = given_reason(reason, "accept-qualification", LONGEST_QUALIFYING_REASON)
    return [e.QualificationAccepted(rule.source, coming.position, coming.qualifiers, why, coming.name)]


def rule_of_source(came: e.EntrantsQualified) -> ComesFrom:
    return ComesFrom(came.source, came.places, came.carry, came.least_games)


def _registered(tournament: Tournament, rule: ComesFrom, coming: Coming, reason: str) -> list[e.Event]:
    if tournament.regulations.of_teams and not coming.teams:
        raise TournamentOfTeams
    known = people_matched(tournament.players.values(), coming.players)
    new = [player for player, id in zip(coming.players, known, strict=True) if id is None]
    events = register_many(tournament, [again(player) for player in new], answers=ALL_OTHERS)
    registered = iter([event.player.id for event in events if isinstance(event, e.PlayerRegistered)])
    ids: list[EntrantId] = [next(registered) if id is None else id for id in known]
    if coming.teams:
        here = {there.id: PlayerId(id) for there, id in zip(coming.players, ids, strict=True)}
        ahead, others = replay(events, tournament.copy()), _teams_of_others(tournament, rule.source)
        more, ids = _teams_registered(ahead, coming.teams, here, others, coming.name or rule.source)
        events += more
    entrants = tuple(replace(one, entrant=id) for one, id in zip(coming.qualifiers, ids, strict=True))
    by_rule = (rule.places, rule.carry, rule.least_games)
    return [*events, e.EntrantsQualified(rule.source, coming.position, entrants, *by_rule, reason, coming.name)]


def _teams_of_others(tournament: Tournament, source: str) -> frozenset[EntrantId]:
    """The entrants who have come from the other sources."""
    came = (came for other, came in tournament.qualified.items() if other != source)
    return frozenset(one.entrant for came in came for one in came.entrants)


def _teams_registered(
    ahead: Tournament,
    teams: Sequence[Team],
    here: Mapping[PlayerId, PlayerId],
    others: Collection[EntrantId],
    source: str,
) -> tuple[list[e.Event], list[EntrantId]]:
    """What registers those that are not there by their name, and the ids of all; `here`: their players by then.

    A team of `others` with the name and none of the players is another one; the newcomer has the source in its name.
    """
    events, ids = list[e.Event](), list[EntrantId]()
    for team in teams:
        squad, reserves = (tuple(here[id] for id in part) for part in (team.squad, team.reserves))
        named = [id for id, one in ahead.teams.items() if one.name.casefold() == team.name.casefold()]
        known = [id for id in named if id not in others or {*squad, *reserves} & {*ahead.teams[id].players}]
        if not known:
            name = f"{team.name} ({source})" if named else team.name
            registered = register_team(ahead, replace(team, name=name, squad=squad, reserves=reserves))
            events += registered
            known = list(replay(registered, ahead).teams)[-1:]
        ids += known
    return events, ids


def _pairs(rule: ComesFrom, coming: Coming, registered: Sequence[e.Event]) -> list[tuple[EntrantId, EntrantId]]:
    came = registered[-1]
    if rule.carry is not Carry.MUTUAL or not isinstance(came, e.EntrantsQualified):
        return []
    here = {one.origin: one.entrant for one in came.entrants}
    return [(here[a], here[b]) for a, b in coming.met]


Bans = Sequence[tuple[tuple[EntrantId, ...], RoundSpan]]


def _parted(tournament: Tournament, kept: Bans, pairs: Sequence[tuple[EntrantId, EntrantId]]) -> list[e.Event]:
    known = {group for group, _ in kept}
    wanted = (*kept, *((pair, ALWAYS) for pair in pairs if pair not in known))
    if wanted == tournament.prohibited:
        return []
    return prohibited(tuple(group for group, _ in wanted), [span for _, span in wanted], tournament.paired)
