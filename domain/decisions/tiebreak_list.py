"""Whether players can be ranked by the tie-breaks of some regulations: asked before the regulations stand."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from domain.cards.card import Card
from domain.ranking.order import PRESETS, rank
from domain.ranking.tiebreaks import BadTiebreak, Context, Group, NeedsTeams, Ruleset, Tiebreak, parse, rule_of
from domain.refusals import BadField
from domain.words.regulations import GroupRule, Regulations

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


class Reading(StrEnum):
    """The two readings of article 33.2, "only one type of the five groups"."""

    A = "A"
    """A published list stays inside one group; a play-off may always end it. Fits the example."""
    B = "B"
    """At most one item of each group. Contradicts the example of the article itself."""


class MixedGroups(ValueError):
    """Article 33.2 forbids the list; `offending` are its items that may not stand with the others."""

    def __init__(self, offending: tuple[str, ...]) -> None:
        super().__init__(*offending)
        self.offending = offending


def check_groups(
    order: Sequence[Tiebreak], rule: GroupRule = GroupRule.OFF, reading: Reading = Reading.A
) -> tuple[str, ...]:
    """The items that article 33.2 does not want beside those before them; none if the rule is off.

    Points, lots and the arbiter's own order belong to no group; a team's primary and secondary
    score are no tie-breaks here. Raises `MixedGroups` where the rule is `ERROR`.
    """
    if rule is GroupRule.OFF:
        return ()
    offending = tuple(_offending(order, reading))
    if offending and rule is GroupRule.ERROR:
        raise MixedGroups(offending)
    return offending


def _offending(order: Sequence[Tiebreak], reading: Reading) -> Iterable[str]:
    seen: set[Group] = set()
    for tiebreak in order:
        group = rule_of(tiebreak).group
        if group is Group.NONE or tiebreak.code in ("MP", "GP"):
            continue
        if reading is Reading.A:
            if group is not Group.PLAYOFF and seen and group not in seen:
                yield str(tiebreak)
                continue
        elif group in seen:
            yield str(tiebreak)
        if group is not Group.PLAYOFF or reading is Reading.B:
            seen.add(group)
