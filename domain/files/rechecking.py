"""The rounds of a report file as systems are asked for them, and paired again: which does a system pair otherwise?"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from domain import events as e
from domain.cards.acceleration import VirtualByRound
from domain.cards.card import Cards, Pair, PairingTask, RoundPairing
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.corrections import known_for
from domain.files.header import regulations_of
from domain.files.importing import NOT_RECHECKED, Rechecked, import_report
from domain.files.teams.regulations import given_points, is_of_teams
from domain.files.trf.comments import annulled_said
from domain.files.trf.matches import in_rounds_of
from domain.files.trf.problems import RoundOutOfReach, Unreadable
from domain.files.trf.report import Report
from domain.files.trf.tasks import (
    cards,
    numbers_by_rank,
    pairing_made,
    pairing_order,
    report_task,
    results_must_be_there,
    starting_ranks,
)
from domain.files.trf.teams import team_records
from domain.formats import rules_of
from domain.formats.contract import Seating
from domain.pairing import SYSTEMS, System
from domain.pairing.checker import Difference, check, compared
from domain.ranking.tiebreaks import TeamCards, team_cards, team_rules
from domain.records import dataclass
from domain.refusals import AllRoundsPaired
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import Numbers, numbers_of, pairing_task, table_cards
from domain.words.options import NumbersBy, ScheveningenOptions
from domain.words.players import EntrantId, PairingNumber
from domain.words.regulations import Acceleration, Format, Regulations

MOST_SEATS = 20_000
"""Players times rounds that are paired again while somebody waits for the answer."""


def rechecked(report: Report, laws: Regulations) -> Rechecked:
    """Every round of the file by the system of these regulations; results that are missing leave it undone."""
    if not laws.paired_by_system or laws.system not in SYSTEMS or not report.rounds_paired:
        return NOT_RECHECKED
    if report.team_line and not laws.of_teams:
        return NOT_RECHECKED
    if len(report.players) * report.rounds_paired > MOST_SEATS:
        return Rechecked(impossible=True)
    try:
        if laws.of_teams:
            return Rechecked(laws.system, folded_teams(report, laws).differences())
        maxi = laws.maxi.declared
        differing = replayed(report, SYSTEMS[laws.system], laws.rounds, trust_results=True, maxi=maxi)
        return Rechecked(laws.system, tuple(differing))
    except Unreadable:
        return Rechecked(impossible=True)


def replayed(
    report: Report, system: System, planned: int, trust_results: bool = False, maxi: bool | None = None
) -> list[Difference]:
    """Rounds that the system pairs otherwise, in pairing numbers. Raises Unreadable if it cannot be told."""
    report = in_rounds_of(report, system.games_of_match)
    rounds = range(1, report.rounds_paired + 1)
    tasks = [replace(task_replayed(report, r, system, planned, trust_results), maxi=maxi) for r in rounds]
    made = [pairing_made(report, r) for r in rounds]
    numbers = numbers_by_rank(report)
    found = (_told(report, d, numbers) for d in check(zip(tasks, made, strict=True), system))
    return [d for d in found if d is not None]


def task_replayed(report: Report, round: int, system: System, planned: int, trust_results: bool = False) -> PairingTask:
    """A round of the file, in the rounds of the system, as the system is asked for it. Raises Unreadable."""
    return report_task(
        known_for(report, round),
        round,
        planned=planned,
        trust_results=trust_results,
        parity_of_arrived=system.parity_of_arrived,
        starting_points=system.starting_points,
    )


def _told(report: Report, found: Difference, numbers: Mapping[int, PairingNumber]) -> Difference | None:
    """Colours that the file leaves open, as it may where a game was not played, cannot differ."""
    open_pairs = {
        frozenset((numbers[p.number], numbers[e.opponent]))
        for p in report.players
        if (e := p.entry(found.round)) is not None and e.opponent is not None and e.colour is None
    }
    told = replace(found, colours=tuple(p for p in found.colours if frozenset((p.white, p.black)) not in open_pairs))
    return told if told.actual or told.colours or told.nothing_legal else None


UNNAMED_TEAMS = ScheveningenOptions("A", "B")
"""No file names the teams of a match: the first half of the numbers is the first."""


@dataclass(frozen=True, slots=True)
class WantedRound:
    """The boards of a round by the format, and those who have none although they take part."""

    seating: Seating
    lone: tuple[EntrantId, ...]


def known_rounds(report: Report, laws: Regulations, round: int | None) -> tuple[Tournament, tuple[int, ...]]:
    """The event as it stood before that round, and the rounds that it knows then.

    For a table who is in it, for a bracket all results until then. Raises the Refusal of a field that does not fit.
    """
    before = _before(_history(report, laws), laws, round)
    return before, rules_of(before).due(before)


def event_before(report: Report, laws: Regulations, round: int) -> Tournament:
    """The event with all that is known when this round is to be paired; of a later one all that is in the file."""
    return replay(_until(_history(report, laws), round))


def wanted_round(before: Tournament, round: int) -> WantedRound:
    rules = rules_of(before)
    seating = rules.pair(before, round)
    if not before.regulations.from_tables:
        return WantedRound(seating, rules.advances_without_game(before, round))
    seated = {id for board in seating.boards for id in (board.white, board.black)}
    return WantedRound(seating, tuple(id for id in before.numbers if id not in seated))


def differing_rounds(report: Report, laws: Regulations) -> list[Difference]:
    """Rounds of the file in which a game stands elsewhere than its table or its bracket wants, in pairing numbers.

    A bracket goes on from what was played, so that one game that stands wrong is told once.
    """
    history = _history(report, laws)
    played, gone = replay(history), annulled_said(report.comments)
    found = (_differs(history, laws, played, round, gone) for round in range(1, report.rounds_paired + 1))
    return [difference for difference in found if difference is not None]


def places_by_bracket(report: Report, laws: Regulations) -> Mapping[int, int]:
    """Places in the bracket by pairing number; nobody in other formats."""
    t = replay(_history(report, laws))
    numbers = numbers_of(t)
    return {numbers[id]: place for id, place in rules_of(t).places(t, t.published).items()}


def _differs(
    history: list[e.Event], laws: Regulations, played: Tournament, round: int, gone: Collection[int]
) -> Difference | None:
    """`gone`: players whose games were annulled; those may be missing."""
    before = _before(history, laws, round)
    seats = {(board.white, board.black) for board in played.round(round).boards}
    try:
        known = round in rules_of(before).due(before)
    except AllRoundsPaired:
        known = False
    ours = wanted_round(before, round).seating.boards if known else ()
    wanted = {(b.white, b.black) for b in ours}
    there = {pair for pair in wanted if pair in seats or not {*pair} & {*gone}}
    numbers = numbers_of(played)
    return compared(round, _pairing(seats, numbers), _pairing(there, numbers))


def _pairing(seats: Iterable[tuple[EntrantId, EntrantId]], numbers: Numbers) -> RoundPairing:
    return RoundPairing(tuple(Pair(numbers[white], numbers[black]) for white, black in seats), None)


def _history(report: Report, laws: Regulations) -> list[e.Event]:
    """The numbers of the file are in force, whoever drew them, and all rounds of a table are asked for at once."""
    table = replace(laws.round_robin, numbers=NumbersBy.RATING, one_by_one=False)
    numbered = replace(laws, round_robin=table, scheveningen=UNNAMED_TEAMS)
    return import_report(report, file_name="", sha256="", regulations=numbered)


def _before(history: list[e.Event], laws: Regulations, round: int | None) -> Tournament:
    if laws.from_tables:
        return replay(_field(history, laws))
    return replay(_until(history, round))


def _until(history: list[e.Event], round: int | None) -> list[e.Event]:
    paired = (at for at, one in enumerate(history) if isinstance(one, e.RoundPaired) and one.round == round)
    return history[: next(paired, len(history))]


def _field(history: list[e.Event], laws: Regulations) -> list[e.Event]:
    """The announcement, everybody as there from round 1 on, and the numbers."""
    [announced] = (one for one in history if isinstance(one, e.TournamentAnnounced))
    [numbers] = (one for one in history if isinstance(one, e.PairingNumbersIssued))
    players = [replace(one, from_round=1) for one in history if isinstance(one, e.PlayerRegistered)]
    teams = [replace(one, from_round=1) for one in history if isinstance(one, e.TeamRegistered)]
    if laws.format is Format.SCHEVENINGEN:
        first, both = set(numbers.order[: len(numbers.order) // 2]), UNNAMED_TEAMS
        clubs = (both.first_team if one.player.id in first else both.second_team for one in players)
        players = [replace(o, player=replace(o.player, club=club)) for o, club in zip(players, clubs, strict=True)]
    return [announced, *players, *teams, numbers]


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
        made = self.made(wanted)
        return task.among({number for pair in made.pairs for number in (pair.white, pair.black)} | {made.bye})

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


def numbers_in_file(report: Report) -> Mapping[PairingNumber, int]:
    """Raises BadValue for a record of teams that cannot be."""
    return team_numbers_in_file(report) if is_of_teams(report) else starting_ranks(report)


def numbers_of_import(report: Report) -> Mapping[PairingNumber, int]:
    """Numbers in the event as it is imported, which counts its players without gaps. Raises BadValue."""
    if is_of_teams(report):
        return team_numbers_in_file(report)
    return {PairingNumber(number): player.number for number, player in enumerate(pairing_order(report), 1)}


def ranks_in_file(report: Report) -> Mapping[int, int]:
    """The place that the file gives each entrant, by its own numbers; 0 = none."""
    entrants = team_records(report).teams if is_of_teams(report) else report.players
    return {one.number: one.rank for one in entrants}
