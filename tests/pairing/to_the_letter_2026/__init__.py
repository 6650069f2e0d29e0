"""The FIDE Dutch System of 1 February 2026 (C.04.3) as close to its text as code can be: slow, plain, for small fields.

Written from the rules alone, independently of `domain.pairing.dutch_2026`, which it is compared with.

    players.py    terms: score, colour difference and preference, floats, topscorers, who may have the bye
    completion.py C1 to C5: which pairs are legal, and whether all who are unpaired can be paired
    brackets.py   brackets from the top down; who moves down (C6 to C9)
    candidates.py C10 to C21, and all candidates of a bracket judged by them
    orders.py     in which order candidates are generated: sets of MDPs, transpositions, exchanges
    colours.py    5.2, and the order of boards
"""

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing.to_the_letter_2026.brackets import NothingLegal, paired_brackets
from tests.pairing.to_the_letter_2026.colours import boards
from tests.pairing.to_the_letter_2026.players import players_of

__all__ = ["NothingLegal", "pair"]


def pair(task: PairingTask) -> RoundPairing:
    """The boards in the order in which they are published, and the player with the bye. Raises NothingLegal."""
    pairs, bye = paired_brackets(players_of(task), task.forbidden)
    return RoundPairing(boards(pairs, task.initial_colour), bye.number if bye else None)
