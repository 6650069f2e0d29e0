"""`tablo pair`: the next round of a report file."""

from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from domain.cards.card import PairingTask, RoundPairing
from domain.files.header import regulations_of
from domain.files.rechecking import known_rounds, numbers_of_import, wanted_round
from domain.files.trf import Report, report_task, starting_ranks
from domain.files.trf.matches import in_rounds_of
from domain.pairing import SYSTEMS, NoLegalPairing, System
from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook
from domain.refusals import AllRoundsPaired, Refusal
from domain.tournament_cards.cards import numbers_of
from domain.words.cautions import TooManyRounds
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants
from server.cli import report_file, terminal
from web.wording.pairing import account_lines, cannot_all_be_paired, step_in_words

RankPairs: TypeAlias = list[tuple[int, int]]


def add(parser: terminal.Parser) -> None:
    parser.description = terminal.said(
        "Pair a round of a FIDE report file. Prints the number of pairs, then one pair a line, White first, by "
        "starting rank; a bye is a pair with 0."
    )
    parser.epilog = terminal.said("Exit codes: 0 paired, 1 no legal pairing, 2 bad input.")
    report_file.add_report(parser)
    report_file.add_system(parser, report_file.PAIRED_BY_FORMAT, of_file=True)
    report_file.add_planned(parser)
    parser.option("--round", "the round to pair (default: the first unpaired)", type=terminal.positive, metavar="N")
    parser.flag("--trust-results", "pair even if points and results disagree")
    parser.flag("--explain", "say after the pairs how each came about")
    parser.option(
        "--why-not", "say why these two starting ranks do not meet", nargs=2, type=terminal.positive, metavar=("A", "B")
    )
    parser.json_flag()
    parser.set_defaults(run=pair_file)


def pair_file(arguments: Namespace) -> int:
    report = report_file.read_report(arguments)
    with report_file.refusals_told(arguments.file):
        return _paired(report, arguments)


def _paired(report: Report, arguments: Namespace) -> int:
    arguments.system = report_file.system_for_file(report, arguments)
    if arguments.system in report_file.PAIRED_BY_FORMAT:
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
    terminal.notes(plan_notes(task))
    name = arguments.system
    if system.starting_points and not report.acceleration:
        terminal.note(
            "this file has no starting points (XXA, 250): under {system} everybody begins with none.", system=name
        )
    if report.acceleration and not (system.accelerates or system.starting_points):
        terminal.note("the fictitious points of this file are not used: {system} knows no acceleration.", system=name)
    if system.needs_ratings and task.unrated:
        players = terminal.own_language().listing([str(ranks[number]) for number in task.unrated])
        raise terminal.bad_input(
            "{file}: {system} needs a rating of everybody, and these starting ranks have none: {players}. Write one "
            "in columns 49 to 52 of their lines, if need be the arbiter's estimate",
            file=report_file.shown(arguments.file),
            system=system.name,
            players=players,
        )
    return _answered(system, task, ranks, arguments)


def _of_teams(report: Report, system: System, arguments: Namespace) -> int:
    teams = report_file.read_teams(report, arguments, arguments.rounds)
    task = teams.task(arguments.round)
    terminal.notes(plan_notes(task))
    return _answered(system, task, teams.numbers_in_file, arguments)


def _answered(system: System, task: PairingTask, ranks: Mapping[PairingNumber, int], arguments: Namespace) -> int:
    try:
        answer = _answer(system, task, ranks, arguments)
    except NoLegalPairing as none:
        conflict = [str(ranks[PairingNumber(n)]) for n in none.conflict]
        why = cannot_all_be_paired(conflict, terminal.own_language(), of_teams=system.entrants is Entrants.TEAMS)
        terminal.warn("tablo: round {round} has no legal pairing: {why}.", round=task.round, why=why)
        facts = {"round": task.round, "pairs": None, "conflict": [int(n) for n in conflict]}
        terminal.print_answer(arguments, facts, ())
        return terminal.NO
    _print(arguments, task.round, *answer)
    return terminal.OK


def _print(arguments: Namespace, round: int, pairs: RankPairs, accounts: Sequence[Sequence[str]] = ()) -> None:
    facts = {"round": round, "pairs": [{"white": a, "black": b or None} for a, b in pairs], "accounts": accounts}
    told = (line for account in accounts for line in ("", *account))
    terminal.print_answer(arguments, facts, [*engine_lines(pairs), *told])


def _by_format(report: Report, arguments: Namespace) -> int:
    """A round of a table or a bracket: nothing was weighed, so there is nothing to explain."""
    if arguments.explain or arguments.why_not:
        raise terminal.bad_input("{system} weighs nothing: there is nothing to explain.", system=arguments.system)
    _print(arguments, *format_pairs(report, arguments.system, arguments.round))
    return terminal.OK


def format_pairs(report: Report, name: str, round: int | None) -> tuple[int, RankPairs]:
    """The number of the round, and its pairs; who rests or goes on without a game has an opponent 0.

    Raises BadInput for a round that is not known yet, and for a field that the format cannot pair.
    """
    laws = report_file.regulations_named(name, regulations_of(report))
    rank = numbers_of_import(report)
    try:
        before, due = known_rounds(report, laws, round)
        following = report.rounds_paired + 1 if laws.from_tables else due[0]
        wanted = following if round is None else round
        if wanted not in due:
            raise terminal.bad_input(
                "round {round} is not known: rounds up to {known} are.", round=wanted, known=due[-1]
            )
        found = wanted_round(before, wanted)
    except AllRoundsPaired as paired:
        known, asked = paired.rounds, round or paired.rounds + 1
        raise terminal.bad_input(
            "round {round} is not known: rounds up to {known} are.", round=asked, known=known
        ) from None
    except Refusal as refusal:
        raise terminal.BadInput(report_file.refusal_said(refusal)) from None
    number = {id: rank[place] for id, place in numbers_of(before).items()}
    pairs = [(number[board.white], number[board.black]) for board in found.seating.boards]
    return wanted, [*pairs, *((number[id], 0) for id in found.lone)]


def plan_notes(task: PairingTask) -> list[str]:
    """Before the first round: that not all planned ones can be paired with this field."""
    apart = Counter(number for pair in task.forbidden for number in pair)
    field = [PlannedEntry(task.rounds - (not card.present), apart[number]) for number, card in task.cards.items()]
    seen = rounds_outlook(task.rounds, field)
    if task.round > 1 or seen.possible:
        return []
    from web.wording.cautions import caution  # imported where it is needed: few fields are too small for their rounds

    return [caution(TooManyRounds(seen.players, seen.planned, seen.most), terminal.own_language())]


def _answer(
    system: System, task: PairingTask, ranks: Mapping[PairingNumber, int], arguments: Namespace
) -> tuple[RankPairs, list[Sequence[str]]]:
    """The pairs, and each account that was asked for."""

    def label(number: int) -> str:
        return str(ranks[PairingNumber(number)])

    pairs, accounts = pairs_by_rank(system.pair(task), ranks), list[Sequence[str]]()
    if arguments.explain:
        accounts.append(account_lines(system.name, system.explain(task), label, terminal.own_language()))
    if arguments.why_not:
        a, b = _numbers(ranks, arguments.why_not)
        told = step_in_words(system.name, system.why_not(task, a, b), label, terminal.own_language())
        accounts.append([told.sentence])
    return pairs, accounts


def pairs_by_rank(pairing: RoundPairing, ranks: Mapping[PairingNumber, int]) -> RankPairs:
    """White and Black of each pair by starting rank; a bye is a pair with 0."""
    pairs = [(ranks[pair.white], ranks[pair.black]) for pair in pairing.pairs]
    return pairs if pairing.bye is None else [*pairs, (ranks[pairing.bye], 0)]


def engine_lines(pairs: RankPairs) -> list[str]:
    """A pairing as engines print it: the number of pairs, then `white black`."""
    return [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]


def _numbers(ranks: Mapping[PairingNumber, int], asked: Sequence[int]) -> list[PairingNumber]:
    """The numbers of two players who were named by their starting ranks. Raises BadInput."""
    numbers = {rank: number for number, rank in ranks.items()}
    for rank in asked:
        if rank not in numbers:
            raise terminal.bad_input("no player of the file has the starting rank {rank}", rank=rank)
    if asked[0] == asked[1]:
        raise terminal.bad_input("--why-not needs two different players")
    return [numbers[rank] for rank in asked]
