"""`tablo pair`: the next round of a report file."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence

from domain.cards.card import PairingTask, RoundPairing
from domain.files.trf import Report, report_task, starting_ranks
from domain.files.trf.matches import in_rounds_of
from domain.pairing import SYSTEMS, NoLegalPairing, System
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.words.cautions import TooManyRounds
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants
from server.cli.options import (
    NO,
    OK,
    PAIRED_BY_FORMAT,
    BadInput,
    Subcommands,
    add_planned,
    add_system,
    format_lines,
    positive,
    said,
    terminal,
)
from server.cli.report_file import add_report, note, read_report, read_teams, refusals_told, shown, system_for_file
from web.wording.integrity import caution
from web.wording.pairing import account_lines, cannot_all_be_paired, step_in_words


def add(subcommands: Subcommands) -> None:
    parser = subcommands.add_parser(
        "pair",
        description=said("pair-round-fide-report-file"),
        epilog=said("exit-codes-paired-no-legal"),
    )
    add_report(parser)
    add_system(parser, PAIRED_BY_FORMAT, of_file=True)
    add_planned(parser)
    parser.add_argument("--round", type=positive, metavar="N", help=said("round-to-pair-default-first"))
    parser.add_argument("--trust-results", action="store_true", help=said("pair-even-if-points-results"))
    parser.add_argument("--explain", action="store_true", help=said("say-after-pairs-how-each"))
    parser.add_argument(
        "--why-not", nargs=2, type=positive, metavar=("A", "B"), help=said("say-why-these-two-starting")
    )
    parser.set_defaults(run=pair_file)


def pair_file(arguments: Namespace) -> int:
    report = read_report(arguments)
    with refusals_told(arguments.file):
        return _paired(report, arguments)


def _paired(report: Report, arguments: Namespace) -> int:
    arguments.system = system_for_file(report, arguments)
    if arguments.system in PAIRED_BY_FORMAT:
        return _by_format(report, arguments)
    system = SYSTEMS[arguments.system]
    if system.entrants is Entrants.TEAMS:
        return _of_teams(report, system, arguments)
    ranks = starting_ranks(report)
    task = report_task(
        in_rounds_of(report, system.games_of_match),
        arguments.round,
        planned=arguments.rounds,
        trust_results=arguments.trust_results,
        parity_of_arrived=system.parity_of_arrived,
        starting_points=system.starting_points,
    )
    note(plan_notes(task))
    if system.starting_points and not report.acceleration:
        note([said("file-without-starting-points", system=arguments.system)])
    if report.acceleration and not (system.accelerates or system.starting_points):
        note([said("fictitious-points-file-are-not", system=arguments.system)])
    if system.needs_ratings and task.unrated:
        players = terminal().listing([str(ranks[number]) for number in task.unrated])
        raise BadInput(said("ratings-missing", file=shown(arguments.file), system=system.name, players=players))
    return _answered(system, task, ranks, arguments)


def _of_teams(report: Report, system: System, arguments: Namespace) -> int:
    """A round of teams, by the numbers of the file."""
    teams = read_teams(report, arguments, arguments.rounds)
    task = teams.task(arguments.round)
    note(plan_notes(task))
    return _answered(system, task, teams.numbers_in_file, arguments)


def _answered(system: System, task: PairingTask, ranks: Mapping[PairingNumber, int], arguments: Namespace) -> int:
    try:
        answer = _answer(system, task, ranks, arguments)
    except NoLegalPairing as none:
        why = cannot_all_be_paired(
            [str(ranks[PairingNumber(n)]) for n in none.conflict],
            terminal(),
            of_teams=system.entrants is Entrants.TEAMS,
        )
        sys.stderr.write(said("tablo-round-has-no-legal", round=task.round, why=why) + "\n")
        return NO
    sys.stdout.write("".join(f"{line}\n" for line in answer))
    return OK


def _by_format(report: Report, arguments: Namespace) -> int:
    """A round of a table or a bracket: nothing was weighed, so there is nothing to explain."""
    if arguments.explain or arguments.why_not:
        raise BadInput(said("format-explains-nothing", system=arguments.system))
    answer = format_lines(report, arguments.system, arguments.round)
    sys.stdout.write("".join(f"{line}\n" for line in answer))
    return OK


def plan_notes(task: PairingTask) -> list[str]:
    """Before the first round: that not all planned ones can be paired with this field."""
    apart = Counter(number for pair in task.forbidden for number in pair)
    field = [PlannedEntry(task.rounds - (not card.present), apart[number]) for number, card in task.cards.items()]
    seen = rounds_outlook(task.rounds, field)
    if task.round > 1 or seen.possible:
        return []
    return [caution(TooManyRounds(seen.players, seen.planned, seen.most), terminal())]


def _answer(system: System, task: PairingTask, ranks: Mapping[PairingNumber, int], arguments: Namespace) -> list[str]:
    printed = engine_lines(system.pair(task), ranks)
    if arguments.explain:
        printed += [
            "",
            *account_lines(system.name, system.explain(task), lambda n: str(ranks[PairingNumber(n)]), terminal()),
        ]
    if arguments.why_not:
        printed += ["", _why_not(system, task, ranks, arguments.why_not)]
    return printed


def engine_lines(pairing: RoundPairing, ranks: Mapping[PairingNumber, int]) -> list[str]:
    """A pairing as engines print it: the number of pairs, then `white black` by starting rank."""
    pairs = [f"{ranks[pair.white]} {ranks[pair.black]}" for pair in pairing.pairs]
    if pairing.bye is not None:
        pairs.append(f"{ranks[pairing.bye]} 0")
    return [str(len(pairs)), *pairs]


def _why_not(system: System, task: PairingTask, ranks: Mapping[PairingNumber, int], asked: Sequence[int]) -> str:
    numbers = {rank: number for number, rank in ranks.items()}
    for rank in asked:
        if rank not in numbers:
            raise BadInput(said("no-player-file-has-starting", rank=rank))
    if asked[0] == asked[1]:
        raise BadInput(said("why-not-needs-two-different"))
    a, b = (numbers[rank] for rank in asked)
    return step_in_words(
        system.name, system.why_not(task, a, b), lambda n: str(ranks[PairingNumber(n)]), terminal()
    ).sentence
