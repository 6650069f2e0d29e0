"""Double-Swiss as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Pair, PairingTask
from domain.pairing.double_swiss_2026.competitors import GAMES_OF_A_MATCH, MatchPlayer, coloured, everybody
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026
from domain.pairing.top_scoregroup.engine import BracketRules, PairCriterion, PossiblePair
from domain.pairing.top_scoregroup.system import TopScoregroupSystem
from domain.words.articles import SharedRule

# The rules of the Double-Swiss system of 2026 (C.04.5) that are its own.
# The article texts were read second-hand, in notes on each article and in the examples of the Handbook.


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


class DoubleSwiss2026(TopScoregroupSystem[MatchPlayer]):
    """Double-Swiss 2026 (C.04.5)."""

    edition = EDITION
    version = "2"
    games_of_match = GAMES_OF_A_MATCH

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.INITIAL_COLOUR: "4.3.1",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return ()  # nobody is due a colour: each match has a game with either
