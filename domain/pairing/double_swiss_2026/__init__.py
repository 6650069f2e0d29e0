"""The Double-Swiss system (C.04.5 of 2026): every pairing is a match of two games."""

from collections.abc import Iterable

from domain.cards.card import Pair, PairingTask
from domain.pairing.double_swiss_2026.competitors import GAMES_OF_A_MATCH, MatchPlayer, coloured, everybody
from domain.pairing.swiss.edition import rules_of_2026
from domain.pairing.top_scoregroup import TopScoregroupSystem
from domain.pairing.top_scoregroup.engine import BracketRules, PairCriterion, PossiblePair

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
    version = "2"
    games_of_match = GAMES_OF_A_MATCH
    report_code = "FIDE_DOUBLESWISS"
    articles = rules_of_2026("4.3.1")

    def __init__(self) -> None:
        super().__init__(EDITION)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return ()  # nobody is due a colour: each match has a game with either
