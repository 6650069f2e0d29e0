"""Lineups of a round, match by match, as the arbiter and the captains see them."""

from domain.records import dataclass
from domain.round import Match
from domain.tournament_cards.lineups import expected_lineup, lineup, lineups_shown, team_match
from domain.words.players import EntrantId, PlayerId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class TeamLineup:
    team: Person
    given: tuple[PlayerId, ...] | None
    """None = none is in; hidden from everybody but the desk and its captain."""
    expected: tuple[PlayerId, ...]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.expected if self.given is None else self.given


@dataclass(frozen=True, slots=True)
class MatchLineups:
    board: int
    shown: bool
    begun: bool
    sides: tuple[TeamLineup, TeamLineup]
    """The team with White on board 1 first."""


@dataclass(frozen=True, slots=True)
class OwnRound:
    round: int
    board: int
    """0 = not paired yet, or no match."""
    plays: bool
    opponent: Person | None
    white_first: bool
    given: tuple[PlayerId, ...] | None
    shown: bool
    theirs: tuple[PlayerId, ...] | None
    """The opponent's lineup, as soon as it is shown."""
    begun: bool


def lineups_of_round(snapshot: Snapshot, round: int) -> tuple[MatchLineups, ...]:
    """The lineups of each match, by board. They include hidden ones, so that only the desk may show them."""
    t = snapshot.tournament
    return tuple(_match_lineups(snapshot, round, match) for _, match in sorted(t.round(round).matches.items()))


def _match_lineups(snapshot: Snapshot, round: int, match: Match) -> MatchLineups:
    t, first = snapshot.tournament, match[0]
    white, black = (
        TeamLineup(snapshot.people[team], t.lineups.get((round, team)), expected_lineup(t, team))
        for team in (first.white, first.black)
    )
    return MatchLineups(first.board, lineups_shown(t, round, match), _begun(match), (white, black))


@dataclass(frozen=True, slots=True)
class MissingLineups:
    round: int
    teams: tuple[Person, ...]
    """Teams that have given no lineup, in the order of the matches."""
    given: int
    """The number of the others."""


def missing_lineups(snapshot: Snapshot, round: int) -> MissingLineups | None:
    """None: players are paired, the round is not, or every match of it has begun."""
    t = snapshot.tournament
    if not t.regulations.of_teams or not 1 <= round <= t.paired:
        return None
    sides = [side for match in lineups_of_round(snapshot, round) if not match.begun for side in match.sides]
    missing = tuple(side.team for side in sides if side.given is None)
    return MissingLineups(round, missing, len(sides) - len(missing)) if sides else None


def matches_of_team(snapshot: Snapshot, team: EntrantId, round: int) -> tuple[OwnRound, ...]:
    """The round in play and the next one, as the captain of this team may see them."""
    wanted = (one for one in (round, round + 1) if 1 <= one <= snapshot.tournament.regulations.rounds)
    return tuple(_own_round(snapshot, team, one) for one in wanted)


def _own_round(snapshot: Snapshot, team: EntrantId, round: int) -> OwnRound:
    t = snapshot.tournament
    given, published = t.lineups.get((round, team)), round <= t.published
    match = team_match(t, round, team) if published else None
    if match is None:
        return OwnRound(round, 0, not published, None, False, given, False, None, False)
    first = match[0]
    other = first.black if first.white == team else first.white
    shown = lineups_shown(t, round, match)
    theirs = lineup(t, round, other) if shown and (round, other) in t.lineups else None
    return OwnRound(
        round, first.board, True, snapshot.people[other], first.white == team, given, shown, theirs, _begun(match)
    )


def _begun(match: Match) -> bool:
    return any(game.result is not None for game in match)
