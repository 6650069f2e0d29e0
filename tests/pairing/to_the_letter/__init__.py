"""The Dutch system of 1998 as close to its text as code can be: slow, plain, good for small fields.

Written from the text alone and independently of `domain.pairing`, which it is compared with.

    criteria.py   A.2, A.7, A.8 and section B
    orders.py     D.1 and D.2
    brackets.py   C.2 to C.11 and C.14: all pairings of one bracket, in the order of the procedure
    rounds.py     C.1, C.12, C.13 and A.5: from bracket to bracket
    colours.py    section E and the order of boards, F.1
"""

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing.to_the_letter.colours import boards
from tests.pairing.to_the_letter.criteria import Criteria
from tests.pairing.to_the_letter.rounds import NothingLegal, Round

__all__ = ["NothingLegal", "pair"]


def pair(task: PairingTask) -> RoundPairing:
    """The boards in the order of F.1 and who has the bye. Raises NothingLegal."""
    criteria = Criteria(task)
    pairs, left = Round(criteria).pairing()
    return RoundPairing(boards(criteria, pairs), left[0] if left else None)
