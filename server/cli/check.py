"""`tablo check`: pair every round of a finished event again and report each difference."""

import sys
from argparse import Namespace

from domain.files.rechecking import replayed
from domain.files.trf import Report, Unreadable, starting_ranks
from domain.pairing import SYSTEMS
from domain.words.players import PairingNumber
from server.cli.exits import NO, OK, BadInput
from server.cli.language import said, terminal
from server.cli.options import Words, add_planned, add_system
from server.cli.report_file import add_report, note, read_report, shown
from web.wording.pairing.differences import difference_lines
from web.wording.trf import report_sentence


def add(words: Words) -> None:
    parser = words.add_parser(
        "check",
        help=said("pair-every-round-report-file"),
        description=said("pair-every-round-fide-report"),
        epilog=said("exit-codes-every-round-is"),
    )
    add_report(parser)
    add_system(parser)
    add_planned(parser)
    parser.add_argument("--trust-results", action="store_true", help=said("check-even-if-points-results"))
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    report = read_report(arguments)
    try:
        differences = replayed(report, SYSTEMS[arguments.system], _planned(report, arguments), arguments.trust_results)
    except Unreadable as problem:
        raise BadInput(f"{shown(arguments.file)}: {report_sentence(problem, terminal())}") from None
    ranks = starting_ranks(report)
    for found in differences:
        sys.stdout.write(
            "".join(f"{line}\n" for line in difference_lines(found, terminal(), lambda n: str(ranks[PairingNumber(n)])))
        )
    same = report.rounds_paired - len(differences)
    sys.stdout.write(
        said("rounds-are-pairs-them", same=same, rounds_paired=report.rounds_paired, system=arguments.system) + "\n"
    )
    return NO if differences else OK


def _planned(report: Report, arguments: Namespace) -> int:
    if not report.rounds_paired:
        raise BadInput(said("no-round-file-was-paired", file=shown(arguments.file)))
    planned: int | None = report.rounds_planned or arguments.rounds
    if planned is None:
        note([said("file-does-not-say-how", rounds_paired=report.rounds_paired)])
    return planned or report.rounds_paired
