"""`tablo check`: pair every round of a finished event again and report each difference."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from domain.cards.card import PairingTask
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.files.header import regulations_of
from domain.files.rechecking import differing_rounds, places_by_bracket, replayed, task_replayed
from domain.files.tasks import (
    ReportField,
    numbers_in_file,
    numbers_of_import,
    ranks_in_file,
    report_field,
    team_numbers_in_file,
)
from domain.files.team_regulations import is_of_teams
from domain.files.trf import Report
from domain.files.trf.event_format import declared_format, last_day, ruleset_on
from domain.files.trf.matches import in_rounds_of
from domain.pairing import SYSTEMS, System
from domain.pairing.checker import Difference
from domain.ranking.tiebreaks.unplayed import Ruleset
from domain.words.players import PairingNumber
from domain.words.regulations import FROM_TABLES, WITH_BRACKET, Entrants, Format, Regulations
from server.cli.options import NO, OK, BadInput, Subcommands, add_planned, add_system, said, terminal
from server.cli.report_file import add_report, note, read_report, read_teams, refusals_told, shown, system_for_file
from server.cli.standings import StandingsOptions, ranked_report
from web.wording.chess.status import format_name
from web.wording.pairing.differences import difference_lines, reason_lines


def add(subcommands: Subcommands) -> None:
    parser = subcommands.add_parser(
        "check",
        description=said("pair-every-round-fide-report"),
        epilog=said("exit-codes-every-round-is"),
    )
    add_report(parser)
    add_system(parser, of_file=True)
    add_planned(parser)
    parser.add_argument("--trust-results", action="store_true", help=said("check-even-if-points-results"))
    parser.add_argument("--explain", action="store_true", help=said("say-of-rounds-that-differ"))
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """A file, or all files of a folder."""
    folder = Path(arguments.file)
    if not folder.is_dir():
        return _checked(arguments)
    files = sorted(folder.glob("*.trf"))
    if not files:
        raise BadInput(said("folder-without-files", folder=folder))
    wrong = sum(_checked(Namespace(**{**vars(arguments), "file": str(path)})) != OK for path in files)
    sys.stdout.write(said("files-checked", files=len(files), wrong=wrong) + "\n")
    return NO if wrong else OK


def _checked(arguments: Namespace) -> int:
    report = read_report(arguments)
    with refusals_told(arguments.file):
        return _checked_report(report, arguments)


def _checked_report(report: Report, arguments: Namespace) -> int:
    arguments.system = system_for_file(report, arguments)
    held = declared_format(report.header) or Format.SWISS
    if held in FROM_TABLES | WITH_BRACKET:
        return _by_format(report, held, arguments)
    system = SYSTEMS[arguments.system]
    if system.entrants is Entrants.TEAMS:
        return _of_teams(report, arguments)
    report = in_rounds_of(report, system.games_of_match)
    planned, trust = _planned(report, arguments), arguments.trust_results
    differences = replayed(report, system, planned, trust)
    task = partial(task_replayed, report, system=system, planned=planned, trust_results=trust)
    _tell(differences, numbers_in_file(report), Explainer(system, task) if arguments.explain else None)
    same = report.rounds_paired - len(differences)
    sys.stdout.write(
        said("rounds-are-pairs-them", same=same, rounds_paired=report.rounds_paired, system=arguments.system) + "\n"
    )
    wrong = wrong_ranks(report)
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    if not wrong:
        _say_of_ranks(report)
    return NO if differences or wrong else OK


def _by_format(report: Report, held: Format, arguments: Namespace) -> int:
    """Whether each game stands where its table or its bracket wants it, and each rank is right."""
    laws, rounds = regulations_of(report), report.rounds_paired
    if not rounds:
        raise BadInput(said("no-round-file-was-paired", file=shown(arguments.file)))
    differences = differing_rounds(report, laws)
    _tell(differences, numbers_of_import(report))
    if differences and arguments.explain:
        note([said("format-explains-nothing", system=format_name(held, terminal()))])
    same, named = rounds - len(differences), format_name(held, terminal())
    sys.stdout.write(said("rounds-are-where-format-wants", same=same, rounds_paired=rounds, format=named) + "\n")
    bracket = held in WITH_BRACKET
    wrong = _wrong_in_bracket(report, laws) if bracket else wrong_ranks(report)
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    if not wrong and bracket:
        sys.stdout.write(said("ranks-are-of-bracket") + "\n")
    elif not wrong:
        _say_of_ranks(report)
    return NO if differences or wrong else OK


def _of_teams(report: Report, arguments: Namespace) -> int:
    """Whether each round of a file of teams is as the system pairs it; teams by the numbers of the file."""
    teams = read_teams(report, arguments, _planned(report, arguments))
    differences = teams.differences()
    reasons = Explainer(SYSTEMS[SYSTEM_OF_TEAMS], teams.task) if arguments.explain else None
    _tell(differences, teams.numbers_in_file, reasons, of_teams=True)
    same = report.rounds_paired - len(differences)
    text = said("rounds-are-pairs-them", same=same, rounds_paired=report.rounds_paired, system=arguments.system)
    sys.stdout.write(text + "\n")
    wrong = wrong_ranks(report)
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    if not wrong:
        _say_of_ranks(report)
    return NO if differences or wrong else OK


@dataclass(frozen=True, slots=True)
class Explainer:
    """What says why a round is paired as it is."""

    system: System
    task: Callable[[int], PairingTask]
    """By round."""

    def lines(self, found: Difference, label: Callable[[int], str]) -> list[str]:
        """The account of our round, and why not each pair of the file; nothing where nothing is legal."""
        if found.nothing_legal:
            return []
        task = self.task(found.round)
        answers = [self.system.why_not(task, pair.white, pair.black) for pair in found.actual]
        return reason_lines(self.system.name, self.system.explain(task), answers, terminal(), label)


def _tell(
    differences: Sequence[Difference],
    ranks: Mapping[PairingNumber, int],
    reasons: Explainer | None = None,
    *,
    of_teams: bool = False,
) -> None:
    def label(number: int) -> str:
        return str(ranks[PairingNumber(number)])

    for found in differences:
        told = difference_lines(found, terminal(), label, of_teams=of_teams)
        told += reasons.lines(found, label) if reasons is not None else []
        sys.stdout.write("".join(f"{line}\n" for line in told))


def _wrong_in_bracket(report: Report, laws: Regulations) -> list[str]:
    """A line for each rank that is not the place in the bracket, or one of those that it shares."""
    places, ranks, rank_of = places_by_bracket(report, laws), numbers_of_import(report), ranks_in_file(report)
    shared = Counter(places.values())
    return [
        said("rank-is-not-in-bracket", number=ranks[PairingNumber(n)], rank=rank, place=place)
        for n, place in sorted(places.items())
        if (rank := rank_of[ranks[PairingNumber(n)]]) and not place <= rank < place + shared[place]
    ]


def _named(report: Report) -> str:
    """The tie-breaks that the file says it is ranked by."""
    return (report.header.standings_order or report.header.tiebreaks).strip()


def _say_of_ranks(report: Report) -> None:
    """All of them are right, or cannot be told."""
    if _named(report):
        sys.stdout.write(said("ranks-are-right", tiebreaks=_named(report)) + "\n")
    else:
        note([said("ranks-not-said")])


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
    field = report_field(report, report.rounds_paired)
    return min((_wrong_by(report, asked, field) for asked in rules), key=len)


def _wrong_by(report: Report, asked: StandingsOptions, field: ReportField) -> list[str]:
    rank_of, of_teams = ranks_in_file(report), is_of_teams(report)
    number_of = team_numbers_in_file(report) if of_teams else {}
    sentence_of = "team-rank-is-not" if of_teams else "rank-is-not"
    told = []
    for row in ranked_report(report, asked, field).rows:
        number = number_of.get(row.number, row.number)
        rank = rank_of[number]
        if rank and not row.place <= rank < row.place + row.tied_with:
            told.append(said(sentence_of, number=number, rank=rank, tiebreaks=_named(report), place=row.place))
    return told


def _planned(report: Report, arguments: Namespace) -> int:
    if not report.rounds_paired:
        raise BadInput(said("no-round-file-was-paired", file=shown(arguments.file)))
    planned: int | None = report.rounds_planned or arguments.rounds
    if planned is None:
        note([said("file-does-not-say-how", rounds_paired=report.rounds_paired)])
    return planned or report.rounds_paired
