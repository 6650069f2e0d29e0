"""Starting points of each player under a system that has them (McMahon), and other points that only pairings see.

They follow from the ratings until the first of a player's rounds is published, and from then on from the rating
of that moment. A later correction counts from a round of its own.
"""

from collections.abc import Mapping

from domain.cards import acceleration
from domain.pairing import SYSTEMS
from domain.tournament import Tournament
from domain.words.players import EntrantId, numbers_in_order
from domain.words.regulations import Acceleration, Entrants, Regulations


def has_starting_points(laws: Regulations) -> bool:
    system = SYSTEMS.get(laws.system) if laws.paired_by_system else None
    return system is not None and system.starting_points and laws.entrants is Entrants.PLAYERS


def lowest_start(tournament: Tournament) -> int:
    """The rating at which starting points begin: the floor, or the lowest of those in round 1."""
    known = tournament.first_ratings if tournament.published else _ratings(tournament)
    there = (rating for id, rating in known.items() if not tournament.away(id, 1))
    return tournament.regulations.mcmahon.lowest(there)


def start_at_the_bar(tournament: Tournament) -> int:
    """Starting half-points of players at the bar; 0 under a system without starting points."""
    laws = tournament.regulations
    return laws.mcmahon.top(lowest_start(tournament)) if has_starting_points(laws) else 0


def starting_points(tournament: Tournament, round: int | None = None) -> dict[EntrantId, int]:
    """Half-points of everybody, as `round` is paired with them (default: the next one)."""
    if not has_starting_points(tournament.regulations):
        return {}
    round = tournament.published + 1 if round is None else round
    given = starting_points_by_rating(tournament)
    for id, corrected in tournament.corrected_starts.items():
        given[id] = next((points for first, points in reversed(corrected) if first <= round), given[id])
    return given


def starting_points_by_rating(tournament: Tournament) -> dict[EntrantId, int]:
    """Half-points of everybody before any correction."""
    options, lowest = tournament.regulations.mcmahon, lowest_start(tournament)
    fixed: Mapping[EntrantId, int] = {}
    if tournament.published:
        fixed = {**tournament.first_ratings, **tournament.entry_ratings}
    ratings = {**_ratings(tournament), **fixed}
    return {id: options.start(rating, lowest) for id, rating in ratings.items()}


def _ratings(tournament: Tournament) -> dict[EntrantId, int]:
    return {player.id: player.rating for player in tournament.players.values()}


def virtual_by_round(tournament: Tournament) -> acceleration.VirtualByRound:
    """Virtual points by the numbers in force: of an accelerated event, or starting points, the same in all rounds."""
    laws, numbers = tournament.regulations, numbers_in_order(tournament.numbers)
    if not has_starting_points(laws):
        return accelerated(tournament)
    if not tournament.corrected_starts:
        once = starting_points(tournament)
        return {number: (once[id],) * laws.rounds for id, number in numbers.items() if once[id]}
    each = [starting_points(tournament, round) for round in range(1, laws.rounds + 1)]
    return {number: mine for id, number in numbers.items() if any(mine := tuple(of[id] for of in each))}


def accelerated(tournament: Tournament) -> acceleration.VirtualByRound:
    """Virtual points by the numbers in force; nothing without acceleration (C.04.7 of 2026).

    The last player of the upper group in round 1 stays its last, whatever their number becomes.
    """
    laws = tournament.regulations
    if laws.acceleration is not Acceleration.BAKU:
        return {}
    order = tournament.rounds[0].numbers if tournament.published else tournament.numbers
    last = acceleration.last_of_upper_group(order, {id for id in order if tournament.present(id, 1)})
    return acceleration.virtual_points(
        tournament.numbers, last, acceleration.baku_points(laws.rounds, laws.round_scoring)
    )
