"""The Swiss of teams as a pairing system."""

from collections.abc import Iterable, Mapping

from domain.cards.card import Pair, PairingTask
from domain.pairing.swiss.of_2026 import HANDLING_RULES_2026
from domain.pairing.team_swiss_2026.edition import EDITION
from domain.pairing.team_swiss_2026.teams import PairedTeam, everybody
from domain.pairing.top_scoregroup.system import TopScoregroupSystem
from domain.words.articles import SharedRule
from domain.words.games import Colour
from domain.words.regulations import Entrants


class TeamSwiss2026(TopScoregroupSystem[PairedTeam]):
    """Swiss Team Pairing System 2026 (C.04.6)."""

    edition = EDITION
    version = "1"
    entrants = Entrants.TEAMS

    articles: Mapping[SharedRule, str] = {
        **HANDLING_RULES_2026,
        SharedRule.ORDER_OF_EQUALS: "1.1.2",
        SharedRule.INITIAL_COLOUR: "4.3.1",
        SharedRule.NEVER_AGAIN: "C1",
        SharedRule.ONE_BYE: "C2",
    }

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Matches in which both teams have the opposite of the colour that they prefer."""
        due = {number: team.preference.colour for number, team in everybody(task).items()}
        return tuple(p for p in pairs if due[p.white] is Colour.BLACK and due[p.black] is Colour.WHITE)
