"""The rounds of a report file as systems are asked for them: its field, its numbers, and rounds of teams."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domain.cards.acceleration import VirtualByRound
from domain.cards.card import Cards, Pair, PairingTask, RoundPairing
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.team_regulations import given_points, is_of_teams
from domain.files.trf.problems import RoundOutOfReach
from domain.files.trf.report import Report
from domain.files.trf.tasks import cards, pairing_order, results_must_be_there, starting_ranks
from domain.files.trf.teams import team_records
from domain.pairing import SYSTEMS
from domain.pairing.checker import Difference, check
from domain.ranking.tiebreaks import TeamCards, team_cards, team_rules
from domain.tournament import Tournament, replay
from domain.tournament_cards import numbers_of, pairing_task, table_cards
from domain.words.players import PairingNumber
from domain.words.regulations import Acceleration, Regulations

# Rounds of a report file of teams, as the pairing system of teams is asked for them.


@dataclass(frozen=True, slots=True)
class TeamsOfFile:
    report: Report
    tournament: Tournament

    @property
    def numbers_in_file(self) -> dict[PairingNumber, int]:
        return team_numbers_in_file(self.report)

    def task(self, round: int | None = None) -> PairingTask:
        """Of the next round, or of one that the file has, for those who were seated in it.

        Raises RoundOutOfReach or ResultMissing.
        """
        next_round = self.report.rounds_paired + 1
        wanted = round or next_round
        if wanted > next_round:
            raise RoundOutOfReach(0, 0, wanted, next_round)
        results_must_be_there(self.report, wanted - 1)
        task = pairing_task(self.tournament, wanted)
        if given := self._given_points():
            task = replace(task, virtual=given)
        if wanted == next_round:
            return task
        there = {*self._seats(wanted)} | {self.made(wanted).bye}
        return task.among(there)

    def _given_points(self) -> VirtualByRound:
        """Points of records 250 that are no acceleration known here, by pairing number."""
        laws = self.tournament.regulations
        if laws.acceleration is not Acceleration.NONE:
            return {}
        given = given_points(team_records(self.report), laws.teams.primary)
        numbers = {theirs: number for number, theirs in self.numbers_in_file.items()}
        return {numbers[team]: points for team, points in given.items()}

    def made(self, round: int) -> RoundPairing:
        number, paired = numbers_of(self.tournament), self.tournament.round(round)
        pairs = (Pair(number[board.white], number[board.black]) for board in paired.boards)
        return RoundPairing(tuple(pairs), number[paired.bye] if paired.bye is not None else None)

    def _seats(self, round: int) -> list[PairingNumber]:
        return [number for pair in self.made(round).pairs for number in (pair.white, pair.black)]

    def differences(self) -> tuple[Difference, ...]:
        """Rounds that the system of teams pairs otherwise."""
        rounds = range(1, self.report.rounds_paired + 1)
        return check(((self.task(round), self.made(round)) for round in rounds), SYSTEMS[SYSTEM_OF_TEAMS])


def team_numbers_in_file(report: Report) -> dict[PairingNumber, int]:
    ordered = sorted(team.number for team in team_records(report).teams)
    return {PairingNumber(number): theirs for number, theirs in enumerate(ordered, 1)}


def teams_of_file(report: Report, planned: int | None = None) -> TeamsOfFile | None:
    """The event of a file of teams, of so many rounds in all; None: the file has no teams that play each other.

    Raises a subclass of `Unreadable`, or CannotImport.
    """
    if not is_of_teams(report):
        return None
    rounds = max(planned or report.rounds_planned or 1, report.rounds_paired)
    return folded_teams(report, replace(regulations_of(report, SYSTEM_OF_TEAMS), rounds=rounds))


def folded_teams(report: Report, laws: Regulations) -> TeamsOfFile:
    """The event of such a file under these regulations. Raises as above."""
    return TeamsOfFile(report, replay(import_report(report, file_name="", sha256="", regulations=laws)))


# The field of a report file for a table: its players, or the teams that they played for.


@dataclass(frozen=True, slots=True)
class ReportField:
    laws: Regulations
    cards: Cards | TeamCards
    names: Mapping[int, str]
    """By number in the field."""


def report_field(report: Report, after: int) -> ReportField:
    """The field after round `after`. Raises a subclass of `Unreadable`."""
    if not is_of_teams(report):
        names = {player.number: player.name for player in report.players}
        return ReportField(Regulations(), cards(report, after), names)
    laws = regulations_of(report)
    t = replay(import_report(report, file_name="", sha256="", regulations=laws))
    names = {n: t.teams[id].name for n, id in enumerate(t.numbers, 1)}
    return ReportField(laws, team_cards(table_cards(t, after), team_rules(laws)), names)


# The entrants of a report file by pairing number: players by starting rank, teams by the numbers of the file.


def numbers_in_file(report: Report) -> Mapping[PairingNumber, int]:
    """Raises BadValue for a record of teams that cannot be."""
    return team_numbers_in_file(report) if is_of_teams(report) else starting_ranks(report)


def numbers_of_import(report: Report) -> Mapping[PairingNumber, int]:
    """The same for the event as it is imported, which numbers its players without gaps. Raises BadValue."""
    if is_of_teams(report):
        return team_numbers_in_file(report)
    return {PairingNumber(number): player.number for number, player in enumerate(pairing_order(report), 1)}


def ranks_in_file(report: Report) -> Mapping[int, int]:
    """The place that the file gives each entrant, by its own numbers; 0 = none."""
    entrants = team_records(report).teams if is_of_teams(report) else report.players
    return {one.number: one.rank for one in entrants}
