"""`tablo check`: pair every round of a finished event again and report each difference."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace

from domain.cards.card import Pair
from domain.files.trf import Report, Unreadable, pairing_task, starting_ranks
from domain.files.trf.tasks import pairing_made
from domain.pairing import SYSTEMS, System
from domain.pairing.checker import Difference, check
from server.cli.exits import NO, OK, BadInput
from server.cli.options import Words, add_planned, add_system
from server.cli.report_file import add_report, note, read_report, shown
from web.wording.pairing.dutch_1998 import difference
from web.wording.trf import sentence


def add(words: Words) -> None:
    parser = words.add_parser(
        "check",
        help="pair every round of a report file again and compare",
        description="Pair every round of a FIDE report file again and report each difference in boards, "
        "colours and byes. The order of the boards is not in the file and is not compared.",
        epilog="Exit codes: 0 every round is the same, 1 a round differs, 2 the file cannot be replayed.",
    )
    add_report(parser)
    add_system(parser)
    add_planned(parser)
    parser.add_argument("--trust-results", action="store_true", help="check even if points and results disagree")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    report = read_report(arguments)
    try:
        differences = replayed(report, SYSTEMS[arguments.system], _planned(report, arguments), arguments.trust_results)
    except Unreadable as problem:
        raise BadInput(f"{shown(arguments.file)}: {sentence(problem)}") from None
    ranks = starting_ranks(report)
    for found in differences:
        sys.stdout.write("".join(f"{line}\n" for line in difference(found, lambda n: str(ranks[n]))))
    same = report.rounds_paired - len(differences)
    sys.stdout.write(f"{same} of {report.rounds_paired} rounds are as {arguments.system} pairs them.\n")
    return NO if differences else OK


def _planned(report: Report, arguments: Namespace) -> int:
    if not report.rounds_paired:
        raise BadInput(f"{shown(arguments.file)}: no round of this file was paired, so there is nothing to check")
    planned: int | None = report.rounds_planned or arguments.rounds
    if planned is None:
        note([f"the file does not say how many rounds were planned; taken for {report.rounds_paired}."])
    return planned or report.rounds_paired


def replayed(report: Report, system: System, planned: int, trust_results: bool = False) -> list[Difference]:
    """Rounds that the system pairs otherwise, in pairing numbers. Raises Unreadable if it cannot be told."""
    rounds = range(1, report.rounds_paired + 1)
    tasks = [pairing_task(report, r, planned=planned, trust_results=trust_results) for r in rounds]
    made = [pairing_made(report, r) for r in rounds]
    numbers = {rank: number for number, rank in starting_ranks(report).items()}
    found = (_told(report, d, numbers) for d in check(zip(tasks, made, strict=True), system))
    return [d for d in found if d is not None]


def _told(report: Report, found: Difference, numbers: Mapping[int, int]) -> Difference | None:
    """Colours that the file leaves open, as it may where a game was not played, cannot differ."""
    open_pairs = {
        frozenset((numbers[p.number], numbers[e.opponent]))
        for p in report.players
        if (e := p.entry(found.round)) is not None and e.opponent is not None and e.colour is None
    }
    told = replace(found, colours=tuple(p for p in found.colours if _ends(p) not in open_pairs))
    empty = not (told.actual or told.ours or told.colours or told.nothing_legal)
    return None if empty and told.actual_bye == told.ours_bye else told


def _ends(pair: Pair) -> frozenset[int]:
    return frozenset((pair.white, pair.black))
