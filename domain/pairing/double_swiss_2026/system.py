"""Double-Swiss as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Pair, PairingTask
from domain.pairing.double_swiss_2026.edition import EDITION
from domain.pairing.double_swiss_2026.players import GAMES_OF_A_MATCH, MatchPlayer
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026
from domain.pairing.top_scoregroup.system import TopScoregroupSystem
from domain.words.articles import SharedRule


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
