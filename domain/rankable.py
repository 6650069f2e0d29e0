"""Whether players can be ranked by the tie-breaks of some regulations: asked before the regulations stand."""

from domain.cards import Card
from domain.ranking import PRESETS, MixedGroups, check_groups, rank
from domain.refusals import BadField
from domain.regulations import Regulations
from domain.tiebreaks import BadTiebreak, Context, NeedsTeams, Ruleset, Tiebreak, parse

TWO = {1: Card(1), 2: Card(2)}


def order_of(regulations: Regulations) -> tuple[Tiebreak, ...]:
    """The tie-breaks in order; a single preset's name stands for its list. Raises BadTiebreak."""
    if len(regulations.order) == 1 and regulations.order[0] in PRESETS:
        return PRESETS[regulations.order[0]]
    return tuple(parse(text) for text in regulations.order)


def check_rankable(regulations: Regulations) -> None:
    """Tried on a table of two.

    Raises BadField for an unknown ruleset or tie-break, one for teams, and a list that mixes
    groups where the regulations forbid it (article 33.2).
    """
    if regulations.ruleset not in set(Ruleset):
        raise BadField("ruleset", regulations.ruleset, "one-of:" + ",".join(Ruleset))
    context = Context(Ruleset(regulations.ruleset), regulations.scoring, regulations.rounds)
    try:
        rank(TWO, order_of(regulations), context)
        check_groups(order_of(regulations), regulations.group_rule)
    except MixedGroups as mixed:
        raise BadField("order", ", ".join(mixed.offending), "one-group") from None
    except NeedsTeams as problem:
        raise BadField("order", problem.text, "for-teams") from None
    except BadTiebreak as problem:
        raise BadField("order", problem.text, "tie-breaks") from None


def mixed_groups(regulations: Regulations) -> tuple[str, ...]:
    """Tie-breaks that article 33.2 does not want in this list, where the regulations ask to be warned."""
    return check_groups(order_of(regulations), regulations.group_rule)
