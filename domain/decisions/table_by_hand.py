"""Boards that are changed by hand in a round of a table: each pair meets as often as the table says, and no more."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.formats import rules_of
from domain.tournament import Tournament
from domain.words.games import Colour
from domain.words.players import BoardSeats, EntrantId
from domain.words.rounds import Breach, Fault

LONGEST_RUN = 2
"""Rounds in which one may have the same colour one after the other."""


def faults_of_table(tournament: Tournament, round: int, boards: Sequence[BoardSeats]) -> Iterator[Breach[EntrantId]]:
    """The faults of boards that are not the table's own: pairs that meet too often, players with one colour too long.

    Both are asked of all rounds that are drawn, those still to come among them (FIDE checklist, 101 and 102).
    """
    own = {(board.white, board.black) for board in rules_of(tournament).pair(tournament, round).boards}
    changed = [seats for seats in boards if seats not in own]
    others = (other.number for other in tournament.rounds if other.number != round)
    met = Counter(frozenset(seats) for other in others for seats in _seats(tournament, other))
    for pair in changed:
        if met[frozenset(pair)] >= tournament.regulations.round_robin.cycles:
            yield Breach(Fault.MET_TOO_OFTEN, pair)
    for player in (player for pair in changed for player in pair):
        if _runs_on(tournament, round, boards, player):
            yield Breach(Fault.COLOUR_RUN, (player,))


def _runs_on(tournament: Tournament, round: int, boards: Sequence[BoardSeats], player: EntrantId) -> bool:
    """The player has one colour in more than two rounds running, this one among them."""
    first, last = max(1, round - LONGEST_RUN), min(tournament.paired, round + LONGEST_RUN)
    numbers = range(first, max(last, round) + 1)
    colours = [_colour(boards if n == round else _seats(tournament, n), player) for n in numbers]
    windows = zip(*(colours[start:] for start in range(LONGEST_RUN + 1)), strict=False)
    return any(window[0] is not None and len(set(window)) == 1 for window in windows)


def _colour(boards: Sequence[BoardSeats], player: EntrantId) -> Colour | None:
    """None: no board."""
    for white, black in boards:
        if player in (white, black):
            return Colour.WHITE if player == white else Colour.BLACK
    return None


def _seats(tournament: Tournament, round: int) -> list[BoardSeats]:
    return [(board.white, board.black) for board in tournament.round(round).boards]
