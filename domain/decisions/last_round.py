"""The newest round looked at again when it becomes, or is no longer, the last one (FIDE checklist, 60).

The last round has rules of its own (topscorers, colours): boards that were right in the middle of an event may be
wrong at its end.
"""

from dataclasses import dataclass, replace

from domain.cards.card import Pair
from domain.decisions.why import seen
from domain.formats import rules_of
from domain.pairing import NoLegalPairing
from domain.tournament import Tournament
from domain.words.players import numbers_in_order


@dataclass(frozen=True, slots=True)
class LastRound:
    """The findings of a second look at the last round."""

    system: str = ""
    """Empty: there was nothing to look at."""
    differing: tuple[int, ...] = ()
    """Boards of the newest round that the system pairs otherwise in an event of so many rounds."""


def last_round_findings(tournament: Tournament, rounds: int) -> LastRound:
    """The newest published round in an event of `rounds` rounds, if that moves the end to it or away from it."""
    newest = tournament.published
    was_last, is_last = (newest >= planned for planned in (tournament.regulations.rounds, rounds))
    if not newest or was_last == is_last or not rules_of(tournament).paired_by_system:
        return LastRound()
    paired = tournament.round(newest)
    task, system = seen(tournament, paired)
    number = numbers_in_order(paired.numbers)
    boards = {board.number: Pair(number[board.white], number[board.black]) for board in paired.boards}
    try:
        ours = set(system.pair(replace(task, rounds=rounds)).pairs)
    except NoLegalPairing:
        ours = set()
    return LastRound(system.name, tuple(board for board, pair in sorted(boards.items()) if pair not in ours))
