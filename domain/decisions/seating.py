"""The faults of boards that are seated by hand, by the system of the tournament."""

from collections.abc import Sequence

from domain.cards.card import Pair
from domain.decisions.table_by_hand import faults_of_table
from domain.formats import rules_of
from domain.pairing import system_of
from domain.refusals import (
    UnknownPlayer,
)
from domain.tournament import Tournament
from domain.tournament_cards import numbers_of, pairing_task
from domain.words.players import BoardSeats, EntrantId
from domain.words.rounds import Breach


def breaches_of(
    tournament: Tournament, round: int, boards: Sequence[BoardSeats], bye: EntrantId | None
) -> tuple[Breach[EntrantId], ...]:
    """Breaches of the tournament's system in a pairing by hand; the desk's live validator.

    Where no system was asked only what cannot be at all is a breach; in a bracket nobody misses those who are out.
    """
    numbers = numbers_of(tournament)
    for player in (*(p for pair in boards for p in pair), *((bye,) if bye is not None else ())):
        if player not in numbers:
            raise UnknownPlayer(player)
    order = tournament.numbers
    pairs = tuple(Pair(numbers[white], numbers[black]) for white, black in boards)
    task = pairing_task(tournament, round)
    rules = rules_of(tournament)
    found = system_of(tournament).check(task, pairs, numbers[bye] if bye is not None else None)
    kept = (breach for breach in found if breach.fault.final or rules.paired_by_system)
    named = (Breach(b.fault, tuple(order[n - 1] for n in b.players), b.article) for b in kept)
    if rules.predetermined:
        return (*named, *faults_of_table(tournament, round, boards))
    if not rules.knocks_out:
        return tuple(named)
    return tuple(b for b in named if any(rules.takes_part(tournament, id, round) for id in b.players))


def both_colours_wrong(tournament: Tournament, round: int, boards: Sequence[BoardSeats]) -> tuple[int, ...]:
    """Boards on which both have the opposite of the colour that is due (FIDE checklist, 67)."""
    if not rules_of(tournament).paired_by_system:
        return ()
    numbers, task = numbers_of(tournament), pairing_task(tournament, round)
    pairs = tuple(Pair(numbers[white], numbers[black]) for white, black in boards)
    wrong = set(system_of(tournament).both_colours_wrong(task, pairs))
    return tuple(board for board, pair in enumerate(pairs, 1) if pair in wrong)
