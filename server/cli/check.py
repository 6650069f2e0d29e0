"""`tablo check`: pair every round of a finished event again and report each difference."""

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from domain.cards.card import PairingTask
from domain.files import rechecking
from domain.files.header import regulations_of
from domain.files.teams.regulations import is_of_teams
from domain.files.trf import Report
from domain.files.trf.matches import in_rounds_of
from domain.files.trf.report import declared_format, last_day, ruleset_on
from domain.pairing import SYSTEMS, System
from domain.pairing.checker import Difference
from domain.ranking.tiebreaks.unplayed import Ruleset
from domain.records import dataclass
from domain.words.players import PairingNumber
from domain.words.regulations import FROM_TABLES, WITH_BRACKET, Entrants, Format
from server.cli import report_file
from server.cli.standings import StandingsOptions, ranked_report
from server.cli.terminal import NO, OK, Parser, bad_input, note, own_language, print_answer, print_lines, said, watched
from web.wording import N_
from web.wording.chess.status import format_name
from web.wording.pairing import difference_lines, reason_lines


def add(parser: Parser) -> None:
    parser.description = said(
        "Pair every round of a FIDE report file again and report each difference in boards, colours and byes. The "
        "order of the boards is not in the file and is not compared."
    )
    parser.epilog = said("Exit codes: 0 every round is the same, 1 a round differs, 2 the file cannot be replayed.")
    report_file.add_report(parser)
    report_file.add_system(parser, of_file=True)
    report_file.add_planned(parser)
    parser.flag("--trust-results", "check even if points and results disagree")
    parser.flag(
        "--explain",
        "say of each round that differs how ours came about, and why each other pair of the file is not ours",
    )
    parser.json_flag()
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was paired again: the lines of each round that differs, those of wrong ranks, and the verdicts."""

    file: str
    system: str
    rounds: int
    differing: Mapping[int, Sequence[str]]
    ranks: Sequence[str]
    verdicts: Sequence[str]

    @property
    def wrong(self) -> bool:
        return bool(self.differing or self.ranks)

    def lines(self) -> list[str]:
        same, *about_ranks = self.verdicts
        return [*(line for told in self.differing.values() for line in told), same, *self.ranks, *about_ranks]

    def facts(self) -> dict[str, object]:
        differing = [{"round": round, "lines": lines} for round, lines in self.differing.items()]
        read = {"file": self.file, "system": self.system, "rounds": self.rounds}
        return {**read, "differing": differing, "ranks": self.ranks}


def run(arguments: Namespace) -> int:
    """A file, or all files of a folder."""
    folder = Path(arguments.file)
    if not folder.is_dir():
        done = _checked(arguments)
        print_answer(arguments, {"files": [done.facts()]}, done.lines())
        return NO if done.wrong else OK
    files = sorted(folder.glob("*.trf"))
    if not files:
        raise bad_input("{folder} holds no file that ends in .trf", folder=folder)
    checked = list[Checked]()
    for path in watched(files, len(files), N_("Pairing files again")):
        done = _checked(Namespace(**{**vars(arguments), "file": str(path)}))
        print_lines([] if arguments.json else done.lines())
        checked.append(done)
    wrong = sum(done.wrong for done in checked)
    told = said("{files} files checked, {wrong} with differences.", files=len(files), wrong=wrong)
    print_answer(arguments, {"files": [done.facts() for done in checked]}, [told])
    return NO if wrong else OK


def _checked(arguments: Namespace) -> Checked:
    report = report_file.read_report(arguments)
    with report_file.refusals_told(arguments.file):
        arguments.system = report_file.system_for_file(report, arguments)
        held = declared_format(report.header) or Format.SWISS
        return (_by_format if held in FROM_TABLES | WITH_BRACKET else _by_system)(report, held, arguments)


def _by_system(report: Report, _: Format, arguments: Namespace) -> Checked:
    """Whether each round is as the system pairs it; teams by the numbers of the file."""
    system = SYSTEMS[arguments.system]
    differences: Sequence[Difference]
    numbers: Mapping[PairingNumber, int]
    task: Callable[[int], PairingTask]
    if of_teams := system.entrants is Entrants.TEAMS:
        teams = report_file.read_teams(report, arguments, _planned(report, arguments))
        differences, numbers, task = teams.differences(), teams.numbers_in_file, teams.task
    else:
        report = in_rounds_of(report, system.games_of_match)
        planned, trust = _planned(report, arguments), arguments.trust_results
        differences, numbers = rechecking.replayed(report, system, planned, trust), rechecking.numbers_in_file(report)
        task = partial(rechecking.task_replayed, report, system=system, planned=planned, trust_results=trust)
    reasons, paired = Explainer(system, task) if arguments.explain else None, report.rounds_paired
    counts = {"same": paired - len(differences), "rounds_paired": paired}
    same = said("{same} of {rounds_paired} rounds are as {system} pairs them.", **counts, system=arguments.system)
    return _judged(report, arguments, _told(differences, numbers, reasons, of_teams=of_teams), same)


def _by_format(report: Report, held: Format, arguments: Namespace) -> Checked:
    """Whether each game stands where its table or its bracket wants it, and each rank is right."""
    paired, named = _paired(report, arguments), format_name(held, own_language())
    differences = rechecking.differing_rounds(report, regulations_of(report))
    if differences and arguments.explain:
        note("{system} weighs nothing: there is nothing to explain.", system=named)
    counts = {"same": paired - len(differences), "rounds_paired": paired}
    same = said("{format}: {same} of {rounds_paired} rounds are as its rules want them.", **counts, format=named)
    differing = _told(differences, rechecking.numbers_of_import(report))
    return _judged(report, arguments, differing, same, bracket=held in WITH_BRACKET)


def _judged(
    report: Report, arguments: Namespace, differing: Mapping[int, Sequence[str]], same: str, *, bracket: bool = False
) -> Checked:
    """With the ranks, and what is said of them where all are right."""
    wrong, named, right = _wrong_in_bracket(report) if bracket else wrong_ranks(report), _named(report), list[str]()
    if not wrong and bracket:
        right = [said("All ranks are as the bracket gives them.")]
    elif not wrong and named:
        right = [said("All ranks are as {tiebreaks} gives them.", tiebreaks=named)]
    elif not wrong:
        note("The file names no tie-breaks (202, 212): its ranks are not checked.")
    file, rounds = report_file.shown(arguments.file), report.rounds_paired
    return Checked(file, arguments.system, rounds, differing, wrong, [same, *right])


@dataclass(frozen=True, slots=True)
class Explainer:
    """Tells why a round is paired as it is."""

    system: System
    task: Callable[[int], PairingTask]
    """By round."""

    def lines(self, found: Difference, label: Callable[[int], str]) -> list[str]:
        """The account of our round, and why not each pair of the file; nothing where nothing is legal."""
        if found.nothing_legal:
            return []
        task = self.task(found.round)
        answers = [self.system.why_not(task, pair.white, pair.black) for pair in found.actual]
        return reason_lines(self.system.name, self.system.explain(task), answers, own_language(), label)


def _told(
    differences: Sequence[Difference],
    ranks: Mapping[PairingNumber, int],
    reasons: Explainer | None = None,
    *,
    of_teams: bool = False,
) -> dict[int, list[str]]:
    """The lines of each round that differs."""

    def label(number: int) -> str:
        return str(ranks[PairingNumber(number)])

    return {
        found.round: [
            *difference_lines(found, own_language(), label, of_teams=of_teams),
            *(reasons.lines(found, label) if reasons is not None else ()),
        ]
        for found in differences
    }


def _wrong_in_bracket(report: Report) -> list[str]:
    """A line for each rank that is not the place in the bracket, or one of the places that it shares."""
    numbers, rank_of = rechecking.numbers_of_import(report), rechecking.ranks_in_file(report)
    places = rechecking.places_by_bracket(report, regulations_of(report))
    shared = Counter(places.values())
    ranked = [(numbers[PairingNumber(n)], place) for n, place in sorted(places.items())]
    return [
        said("{number} is ranked {rank}, and the bracket says {place}.", number=number, rank=rank, place=place)
        for number, place in ranked
        if (rank := rank_of[number]) and not place <= rank < place + shared[place]
    ]


def _named(report: Report) -> str:
    """The tie-breaks that the file says it is ranked by."""
    return (report.header.standings_order or report.header.tiebreaks).strip()


EITHER_RULE = (Ruleset.VO2009, Ruleset.C07_2024)
"""Rules for unplayed rounds in the months when both were in use."""


def wrong_ranks(report: Report) -> list[str]:
    """A line for each rank that the file's own tie-breaks contradict; equals may stand in any order.

    Where either of two rules for unplayed rounds may be in force, the file is taken by the one that suits it better.
    """
    if not _named(report):
        return []
    known = ruleset_on(last_day(report.header))
    rules = [StandingsOptions()] if known else [StandingsOptions(ruleset=rule) for rule in EITHER_RULE]
    field = rechecking.report_field(report, report.rounds_paired)
    return min((_wrong_by(report, asked, field) for asked in rules), key=len)


def _wrong_by(report: Report, asked: StandingsOptions, field: rechecking.ReportField) -> list[str]:
    rank_of, of_teams = rechecking.ranks_in_file(report), is_of_teams(report)
    number_of = rechecking.team_numbers_in_file(report) if of_teams else {}
    of_player = N_("Player {number} has rank {rank}; by {tiebreaks} it is {place}.")
    of_team = N_("Team {number} has rank {rank}; by {tiebreaks} it is {place}.")
    told = []
    for row in ranked_report(report, asked, field).rows:
        number = number_of.get(row.number, row.number)
        rank = rank_of[number]
        if rank and not row.place <= rank < row.place + row.tied_with:
            facts = {"number": number, "rank": rank, "tiebreaks": _named(report), "place": row.place}
            told.append(said(of_team if of_teams else of_player, **facts))
    return told


def _planned(report: Report, arguments: Namespace) -> int:
    paired = _paired(report, arguments)
    planned: int | None = report.rounds_planned or arguments.rounds
    if planned is None:
        note("the file does not say how many rounds were planned; taken for {rounds_paired}.", rounds_paired=paired)
    return planned or paired


def _paired(report: Report, arguments: Namespace) -> int:
    """The number of paired rounds. Raises BadInput where there is none."""
    if not report.rounds_paired:
        file = report_file.shown(arguments.file)
        raise bad_input("{file}: no round of this file was paired, so there is nothing to check", file=file)
    return report.rounds_paired
