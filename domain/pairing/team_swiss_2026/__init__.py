"""FIDE Swiss Team Pairing System of 2026 (C.04.6, in force since 1 February 2026): who are paired are teams.

The wording of sections 1 to 4 that the code follows was read as other programs quote it, not in the Handbook itself.
"""

from collections.abc import Iterable, Mapping

from domain.cards.card import Pair, PairingTask
from domain.pairing.swiss.colours import Strength, both_against, same_preference
from domain.pairing.swiss.edition import rules_of_2026
from domain.pairing.team_swiss_2026.competitors import PairedTeam, coloured, everybody
from domain.pairing.top_scoregroup import TopScoregroupSystem
from domain.pairing.top_scoregroup.engine import BracketRules, PairCriterion, PossiblePair
from domain.words.articles import SharedRule
from domain.words.regulations import Entrants

# The rules of the Swiss Team Pairing System of 2026 (C.04.6) that are its own.

LAST_ROUNDS_WITHOUT_FLOATS = 2


def unfulfilled(meeting: PossiblePair[PairedTeam]) -> int:
    """C8: of two teams that prefer the same colour one does not get it."""
    return int(same_preference(meeting.one, meeting.other))


def strong_unfulfilled(meeting: PossiblePair[PairedTeam]) -> int:
    """C9: of two strong preferences for the same colour one is not fulfilled (4.3.4 grants a strong before a mild)."""
    both_strong = meeting.one.preference.strength is meeting.other.preference.strength is Strength.STRONG
    return int(both_strong and unfulfilled(meeting))


def second_floats(meeting: PossiblePair[PairedTeam]) -> int:
    """C10: opponents of upfloaters that floated in the previous round; of two upfloaters each is the other's."""
    if not meeting.floats_count:
        return 0
    return int(meeting.one_rises and meeting.other.floated) + int(meeting.other_rises and meeting.one.floated)


def floats_count(task: PairingTask) -> bool:
    """C7 and C10 are not for the last two rounds."""
    return task.round <= task.rounds - LAST_ROUNDS_WITHOUT_FLOATS


EDITION = BracketRules(
    name="team-swiss-2026",
    everybody=everybody,
    kind=lambda team: (team.preference, team.floated),
    of_pairs=(
        PairCriterion("C8", unfulfilled),
        PairCriterion("C9", strong_unfulfilled),
        PairCriterion("C10", second_floats),
    ),
    floats_count=floats_count,
    coloured=coloured,
    next_score_only=True,
)


class TeamSwiss2026(TopScoregroupSystem[PairedTeam]):
    version = "1"
    entrants = Entrants.TEAMS
    articles: Mapping[SharedRule, str] = {**rules_of_2026("4.3.1"), SharedRule.ORDER_OF_EQUALS: "1.1.2"}

    def __init__(self) -> None:
        super().__init__(EDITION)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        teams = everybody(task)
        return both_against(lambda number: teams[number].preference, pairs)
