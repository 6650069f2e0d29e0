"""Virtual points of a tournament: of acceleration (C.04.7 of 2026), or the starting points of McMahon."""

from domain.cards.baku import VirtualByRound, baku_points, last_of_upper_group, virtual_points
from domain.starting_points import has_starting_points, starting_points
from domain.tournament import Tournament
from domain.words.players import numbers_in_order
from domain.words.regulations import Acceleration


def virtual_by_round(tournament: Tournament) -> VirtualByRound:
    """Virtual points by the numbers in force: of an accelerated event, or starting points, the same in all rounds."""
    laws, numbers = tournament.regulations, numbers_in_order(tournament.numbers)
    if not has_starting_points(laws):
        return accelerated(tournament)
    if not tournament.corrected_starts:
        once = starting_points(tournament)
        return {number: (once[id],) * laws.rounds for id, number in numbers.items() if once[id]}
    each = [starting_points(tournament, round) for round in range(1, laws.rounds + 1)]
    return {number: mine for id, number in numbers.items() if any(mine := tuple(of[id] for of in each))}


def accelerated(tournament: Tournament) -> VirtualByRound:
    """Virtual points by the numbers in force; nothing without acceleration (C.04.7 of 2026).

    The last player of the upper group in round 1 stays its last, whatever their number becomes.
    """
    laws = tournament.regulations
    if laws.acceleration is not Acceleration.BAKU:
        return {}
    order = tournament.rounds[0].numbers if tournament.published else tournament.numbers
    last = last_of_upper_group(order, {id for id in order if tournament.present(id, 1)})
    return virtual_points(tournament.numbers, last, baku_points(laws.rounds, laws.round_scoring))
