"""Acceleration of an event of teams in its file: record 250, or its name in record 192 alone."""

from collections.abc import Iterator

from domain.cards.acceleration import baku_points, last_of_upper_group, suits_baku, virtual_points
from domain.files.team_rounds import TeamRounds
from domain.files.trf.acceleration import AccelerationRecord, gathered, spread
from domain.files.trf.tasks import names_baku
from domain.files.trf.team_points import accelerated_line
from domain.files.trf.teams import TeamRecords
from domain.tournament import Tournament
from domain.tournament_cards import virtual_by_round
from domain.words.regulations import Acceleration, Regulations
from domain.words.teams import PrimaryScore


def given_points(records: TeamRecords, primary: PrimaryScore) -> AccelerationRecord:
    """By number of the team the half-points of the primary score that the records 250 give, round by round."""
    by_match = primary is PrimaryScore.MATCH_POINTS
    spans = (one.match if by_match else one.game for one in records.spans)
    return spread(spans, {}, (team.number for team in records.teams))


def acceleration_in(rounds: TeamRounds, laws: Regulations) -> Acceleration:
    """Baku where the file names it, or gives just its points; those of rounds to come may be missing."""
    if laws.teams.primary is PrimaryScore.GAME_POINTS or not suits_baku(laws.scoring):
        return Acceleration.NONE
    given = given_points(rounds.records, laws.teams.primary)
    if not given:
        return Acceleration.BAKU if names_baku(rounds.report) else Acceleration.NONE
    return Acceleration.BAKU if _is_baku(rounds, given, laws) else Acceleration.NONE


def _is_baku(rounds: TeamRounds, given: AccelerationRecord, laws: Regulations) -> bool:
    """A team that is not paired in a round needs no points in it."""
    order = sorted(rounds.teams)
    away = {round: _away(rounds, round) for round in range(1, rounds.report.rounds_paired + 1)}
    last = last_of_upper_group(order, set(order) - away.get(1, set()))
    by_place = virtual_points(order, last, baku_points(laws.rounds, laws.scoring))
    wanted = {order[place - 1]: points for place, points in by_place.items()}
    known = max(rounds.report.rounds_paired + 1, *map(len, given.values()))
    return all(
        _points(given, team, round) == _points(wanted, team, round)
        for round in range(1, known + 1)
        for team in order
        if team not in away.get(round, ())
    )


def _away(rounds: TeamRounds, round: int) -> set[int]:
    """Teams that the pairing of the round left out."""
    read = rounds.round(round)
    seated = {team for match in read.matches for team in (match.white, match.black)} | {read.bye}
    return set(rounds.teams) - seated


def _points(table: AccelerationRecord, team: int, round: int) -> int:
    mine = table.get(team, ())
    return mine[round - 1] if round <= len(mine) else 0


def accelerated_lines(tournament: Tournament) -> Iterator[str]:
    """The records 250 of an accelerated event of teams."""
    points = {int(number): mine for number, mine in virtual_by_round(tournament).items()}
    yield from map(accelerated_line, gathered(points, range(1, len(tournament.numbers) + 1)))
