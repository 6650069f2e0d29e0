"""Clubs or federations by the scores of their best players in a tournament of players."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from domain.records import dataclass
from domain.words.choices.team_scores import TeamMerit, TeamsBy, TeamScoring
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.standings import StandingRow, round_in_play, standings


class CountedPlayer(NamedTuple):
    person: Person
    place: int
    points: int
    """Half-points."""


class TeamScoreRow(NamedTuple):
    place: int
    """Shared by equals."""
    tied_with: int
    """The number of those who share it, this team included."""
    first: int
    """The smallest id of its players, by which it is known here."""
    name: str
    """As most of its players write it."""
    points: int
    """Half-points of those who count."""
    places: int
    """The sum of their places; for each who is missing one more than the last place."""
    players: int
    """All that it has in the table."""
    counted: tuple[CountedPlayer, ...]
    """Best first."""


class TeamScoresHead(NamedTuple):
    scoring: TeamScoring
    after: int
    rounds: int
    in_play: int


@dataclass(frozen=True, slots=True)
class TeamScores:
    head: TeamScoresHead
    rows: tuple[TeamScoreRow, ...]


def team_scores(snapshot: Snapshot, after: int | None = None) -> TeamScores | None:
    """After round `after` (default: the newest published); None where none are asked for."""
    scoring = snapshot.tournament.team_scoring
    if scoring.by is TeamsBy.NOTHING or snapshot.tournament.regulations.of_teams:
        return None
    rounds = snapshot.round if after is None else max(0, min(after, snapshot.round))
    return snapshot.now(("team scores", rounds), lambda _: _scores(snapshot, scoring, rounds))


def _scores(snapshot: Snapshot, scoring: TeamScoring, rounds: int) -> TeamScores:
    t = snapshot.tournament
    table = [row for row in standings(snapshot, rounds).rows if row.place] if rounds else []
    teams: dict[str, list[StandingRow]] = {}
    for row in table:
        if key := _name(row.person, scoring.by).casefold():
            teams.setdefault(key, []).append(row)
    missing = len(table) + 1
    rows = [_row(members, scoring, missing) for members in teams.values()]
    head = TeamScoresHead(scoring, rounds, t.regulations.rounds, round_in_play(snapshot, rounds))
    return TeamScores(head, tuple(_in_order(rows, scoring.merit)))


def _name(person: Person, by: TeamsBy) -> str:
    return (person.club if by is TeamsBy.CLUB else person.federation).strip()


def _row(members: list[StandingRow], scoring: TeamScoring, missing: int) -> TeamScoreRow:
    """The table is in its order, in which the best by points and the best by places are the same."""
    name, _ = Counter(_name(row.person, scoring.by) for row in members).most_common(1)[0]
    best = tuple(CountedPlayer(row.person, row.place, row.points) for row in members[: scoring.best])
    places = sum(one.place for one in best) + missing * (scoring.best - len(best))
    first = min(row.person.id for row in members)
    return TeamScoreRow(0, 1, first, name, sum(one.points for one in best), places, len(members), best)


def _in_order(rows: Iterable[TeamScoreRow], merit: TeamMerit) -> Iterable[TeamScoreRow]:
    """By the figure of the rules, then by the other one, then by the best player."""

    def rank(row: TeamScoreRow) -> tuple[int, int, int]:
        first, second = -row.points, row.places
        if merit is TeamMerit.PLACES:
            first, second = second, first
        return first, second, row.counted[0].place

    place = 1
    for _, equal in groupby(sorted(rows, key=lambda row: (rank(row), row.name)), key=rank):
        together = list(equal)
        yield from (row._replace(place=place, tied_with=len(together)) for row in together)
        place += len(together)
