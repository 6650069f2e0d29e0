"""The rules of the Double-Swiss system of 2026 (C.04.5) that are its own.

The article texts were read second-hand, in notes on each article and in the examples of the Handbook.
"""

from domain.cards.card import PairingTask
from domain.pairing.double_swiss_2026.colours import coloured
from domain.pairing.double_swiss_2026.players import MatchPlayer, everybody
from domain.pairing.top_scoregroup.drawing import BracketRules, PairCriterion, PossiblePair


def second_float(meeting: PossiblePair[MatchPlayer]) -> int:
    """C8: a resident who floated in the previous round meets an upfloater."""
    if not meeting.floats_count or meeting.one_rises is meeting.other_rises:
        return 0
    return int((meeting.other if meeting.one_rises else meeting.one).floated)


def before_the_last_round(task: PairingTask) -> bool:
    """Floats count in every round but the last (C7, C8)."""
    return task.round != task.rounds


EDITION = BracketRules(
    name="double-swiss-2026",
    everybody=everybody,
    kind=lambda player: player.floated,
    of_pairs=(PairCriterion("C8", second_float),),
    floats_count=before_the_last_round,
    coloured=coloured,
    next_score_only=False,
)
