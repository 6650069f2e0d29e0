"""`tablo pair`: the next round of a report file."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence

from domain.cards.card import PairingTask, RoundPairing
from domain.files.trf import Unreadable, report_task, starting_ranks
from domain.pairing import SYSTEMS, NoLegalPairing, System
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.words.cautions import TooManyRounds
from server.cli.exits import NO, OK, BadInput
from server.cli.options import Words, add_planned, add_system, positive
from server.cli.report_file import add_report, note, read_report, shown
from web.wording import ENGLISH
from web.wording.cautions import caution
from web.wording.pairing import account_lines, cannot_all_be_paired, step_in_words
from web.wording.trf import report_sentence


def add(words: Words) -> None:
    parser = words.add_parser(
        "pair",
        help="pair the next round of a report file",
        description="Pair a round of a FIDE report file. Prints the number of pairs, then one pair a line, "
        "White first, by starting rank; a bye is a pair with 0.",
        epilog="Exit codes: 0 paired, 1 no legal pairing, 2 bad input.",
    )
    add_report(parser)
    add_system(parser)
    add_planned(parser)
    parser.add_argument("--round", type=positive, metavar="N", help="the round to pair (default: the first unpaired)")
    parser.add_argument("--trust-results", action="store_true", help="pair even if points and results disagree")
    parser.add_argument("--explain", action="store_true", help="say after the pairs how each came about")
    parser.add_argument(
        "--why-not", nargs=2, type=positive, metavar=("A", "B"), help="say why these two starting ranks do not meet"
    )
    parser.set_defaults(run=pair_file)


def pair_file(arguments: Namespace) -> int:
    report = read_report(arguments)
    system = SYSTEMS[arguments.system]
    ranks = starting_ranks(report)
    try:
        task = report_task(
            report,
            arguments.round,
            planned=arguments.rounds,
            trust_results=arguments.trust_results,
            parity_of_arrived=system.parity_of_arrived,
        )
    except Unreadable as problem:
        raise BadInput(f"{shown(arguments.file)}: {report_sentence(problem)}") from None
    note(plan_notes(task))
    if report.acceleration and not system.accelerates:
        note([f"the fictitious points of this file are not used: {arguments.system} knows no acceleration."])
    try:
        answer = _answer(system, task, ranks, arguments)
    except NoLegalPairing as none:
        why = cannot_all_be_paired([str(ranks[n]) for n in none.conflict], ENGLISH)
        sys.stderr.write(f"tablo: round {task.round} has no legal pairing: {why}.\n")
        return NO
    sys.stdout.write("".join(f"{line}\n" for line in answer))
    return OK


def plan_notes(task: PairingTask) -> list[str]:
    """Before the first round: that not all planned ones can be paired with this field."""
    apart = Counter(number for pair in task.forbidden for number in pair)
    field = [PlannedEntry(task.rounds - (not card.present), apart[number]) for number, card in task.cards.items()]
    seen = rounds_outlook(task.rounds, field)
    if task.round > 1 or seen.possible:
        return []
    return [caution(TooManyRounds(seen.players, seen.planned, seen.most), ENGLISH)]


def _answer(system: System, task: PairingTask, ranks: Mapping[int, int], arguments: Namespace) -> list[str]:
    printed = engine_lines(system.pair(task), ranks)
    if arguments.explain:
        printed += ["", *account_lines(system.name, system.explain(task), lambda n: str(ranks[n]), ENGLISH)]
    if arguments.why_not:
        printed += ["", _why_not(system, task, ranks, arguments.why_not)]
    return printed


def engine_lines(pairing: RoundPairing, ranks: Mapping[int, int]) -> list[str]:
    """A pairing as engines print it: the number of pairs, then `white black` by starting rank."""
    pairs = [f"{ranks[pair.white]} {ranks[pair.black]}" for pair in pairing.pairs]
    if pairing.bye is not None:
        pairs.append(f"{ranks[pairing.bye]} 0")
    return [str(len(pairs)), *pairs]


def _why_not(system: System, task: PairingTask, ranks: Mapping[int, int], asked: Sequence[int]) -> str:
    numbers = {rank: number for number, rank in ranks.items()}
    for rank in asked:
        if rank not in numbers:
            raise BadInput(f"no player of the file has the starting rank {rank}")
    if asked[0] == asked[1]:
        raise BadInput("--why-not needs two different players")
    a, b = (numbers[rank] for rank in asked)
    return step_in_words(system.name, system.why_not(task, a, b), lambda n: str(ranks[n]), ENGLISH).sentence
