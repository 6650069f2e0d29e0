"""Everybody who has made a title norm or can still make one, for spectators and for the desk."""

from collections.abc import Iterator

from domain.decisions.players.teams import team_of
from domain.norms.judging import MIN_REQUIRED_TITLES, TITLE_HOLDERS, Norm
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.moment.chances_found import ChancesFound
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.norms import NormEvent, NormGround
from projections.table.norms_in_reach import MOST_GAMES_TO_COME, NormInReach, norm_ground, norms_in_reach, takes_norms


@dataclass(frozen=True, slots=True)
class NormOutlook:
    person: Person
    made: Norm | None
    """The highest one."""
    in_reach: tuple[NormInReach, ...]
    """Those above it."""
    team: Person | None = None
    """Of a player of a team, who has no page of their own."""


@dataclass(frozen=True, slots=True)
class NormForecast:
    after: int
    rounds: int
    players: tuple[NormOutlook, ...]
    """By starting number."""

    @property
    def too_early(self) -> bool:
        return self.rounds - self.after > MOST_GAMES_TO_COME


def may_make_norms(t: Tournament) -> bool:
    """Enough players hold a title: without three of them there is no norm (1.4.5)."""
    titled = sum(player.title in TITLE_HOLDERS for player in t.players.values())
    return takes_norms(t) and titled >= MIN_REQUIRED_TITLES


def public_norm_forecast(snapshot: Snapshot) -> NormForecast | None:
    """None where not everybody is shown what comes next."""
    t = snapshot.tournament
    return norm_forecast(snapshot, snapshot.chances) if t.chances.for_everybody(t.published) else None


def norm_forecast(
    snapshot: Snapshot, found: ChancesFound | None, event: NormEvent = NormEvent.ORDINARY
) -> NormForecast | None:
    """None where nobody makes norms, and before round 1. Of rounds to come it takes the likely opponents."""
    t = snapshot.tournament
    if not may_make_norms(t) or not snapshot.round:
        return None
    ground = norm_ground(snapshot, event)
    outlooks = (_outlook(snapshot, ground, found, person) for person in _players(ground))
    told = tuple(one for one in outlooks if one.made or one.in_reach)
    return NormForecast(snapshot.round, t.regulations.rounds, told)


def _team(snapshot: Snapshot, person: Person) -> Person | None:
    team = team_of(snapshot.tournament, person.id) if snapshot.tournament.regulations.of_teams else None
    return snapshot.people[team.id] if team else None


def likely_opponents(snapshot: Snapshot, found: ChancesFound | None, player: EntrantId) -> tuple[EntrantId, ...]:
    """Of the next round, the likeliest first; of a player of a team those of the team."""
    team = team_of(snapshot.tournament, player) if snapshot.tournament.regulations.of_teams else None
    likely = found.opponents(team.id if team else player) if found else ()
    return tuple(one.opponent for one in likely if one.opponent is not None)[:MOST_GAMES_TO_COME]


def _players(ground: NormGround) -> Iterator[Person]:
    numbered = sorted(ground.people.values(), key=lambda person: person.number)
    return (person for person in numbered if person.number in ground.cards and not person.anonymous)


def _outlook(snapshot: Snapshot, ground: NormGround, found: ChancesFound | None, person: Person) -> NormOutlook:
    """Judged again when another result of theirs comes, or others are likely."""
    likely = likely_opponents(snapshot, found, person.id)
    teams = tuple(snapshot.tournament.teams.values())
    made_of = likely, ground.cards.get(person.number), ground.exempt_by_foreigners, teams

    def judged() -> NormOutlook:
        claims = ground.judged(person.number).claims
        made = next((claim.judgement.norm for claim in claims if claim.achieved), None)
        open_ones = norms_in_reach(snapshot, person.id, likely, ground.event)
        order = list(ground.of_use(person.number))
        higher = order[: order.index(made)] if made else order
        return NormOutlook(person, made, tuple(one for one in open_ones if one.norm in higher), _team(snapshot, person))

    return snapshot.settled(("norm-outlook", ground.event, person.id), judged, made_of)
