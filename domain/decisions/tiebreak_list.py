"""Whether players can be ranked by the tie-breaks of some regulations: asked before the regulations stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.cards.card import Card
from domain.formats import rules_of
from domain.ranking.lists import MOST_TIEBREAKS, NameNotFirst, TiebreakList, TooManyTiebreaks, read_list, read_new_list
from domain.ranking.order import rank
from domain.ranking.tiebreaks import (
    BadTiebreak,
    Context,
    NeedsPlayers,
    NeedsTeams,
    Ruleset,
    TeamRules,
    Tiebreak,
    TiebreakGroup,
    rule_of,
    team_cards,
    team_rules,
)
from domain.ranking.tiebreaks.fitness import EventFacts, Misfit, misfits
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants, GroupRule, Regulations

TWO_CARDS = {number: Card(number) for number in (PairingNumber(1), PairingNumber(2))}
TWO_TEAMS = team_cards(TWO_CARDS, TeamRules())


def list_of(regulations: Regulations) -> TiebreakList:
    """The tie-breaks in order. Raises BadTiebreak."""
    return read_list(regulations.order)


def check_rankable(regulations: Regulations) -> None:
    """Checks the list on a table of two.

    Raises BadField for an unknown ruleset or tie-break, one for teams among players or for players among teams, a
    list that is too long or has a name in its middle, and one that mixes groups where the regulations forbid it
    (article 33.2).
    """
    if regulations.ruleset not in set(Ruleset):
        raise BadField("ruleset", regulations.ruleset, "one-of:" + ",".join(Ruleset))
    teams = regulations.entrants is Entrants.TEAMS
    context = Context(
        Ruleset(regulations.ruleset), regulations.round_scoring, regulations.rounds, team=team_rules(regulations)
    )
    try:
        listed = read_new_list(regulations.order)
        listed.check_for(regulations.entrants)
        order = listed.order
        rank(TWO_TEAMS if teams else TWO_CARDS, order, context)
        check_groups(order, regulations.group_rule)
    except MixedGroups as mixed:
        raise BadField("order", ", ".join(mixed.offending), "one-group") from None
    except TooManyTiebreaks as problem:
        raise BadField("order", problem.text, f"tie-breaks-at-most:{MOST_TIEBREAKS}") from None
    except NameNotFirst as problem:
        raise BadField("order", problem.text, "name-first") from None
    except NeedsTeams as problem:
        raise BadField("order", problem.text, "for-teams") from None
    except NeedsPlayers as problem:
        raise BadField("order", problem.text, "for-players") from None
    except BadTiebreak as problem:
        raise BadField("order", problem.text, "tie-breaks") from None


def mixed_groups(regulations: Regulations) -> tuple[str, ...]:
    """Tie-breaks that article 33.2 does not want in this list, where the regulations ask to be warned."""
    return check_groups(list_of(regulations).order, regulations.group_rule)


@dataclass(frozen=True, slots=True)
class Fitting:
    """Misfits in the tie-breaks of a tournament."""

    event: EventFacts
    misfits: tuple[Misfit, ...]


def fitting(tournament: Tournament, expected: int = 0) -> Fitting:
    """The fit of the regulations' list to the format, the ruleset, and the players registered so far, or expected."""
    laws = tournament.regulations
    unrated = sum(not player.rating for player in tournament.players.values())
    event = EventFacts(
        Ruleset(laws.ruleset),
        rules_of(tournament).predetermined,
        teams=laws.entrants is Entrants.TEAMS,
        primary=team_rules(laws).primary,
        unrated=unrated,
        rounds=laws.rounds,
        players=max(expected, len(tournament.entrants)),
        by_arbiter=True,
    )
    return Fitting(event, misfits(list_of(laws).order, event))


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
    seen: set[TiebreakGroup] = set()
    for tiebreak in order:
        group = rule_of(tiebreak).group
        if group is TiebreakGroup.NONE or tiebreak.code in ("MP", "GP"):
            continue
        if reading is Reading.A:
            if group is not TiebreakGroup.PLAYOFF and seen and group not in seen:
                yield str(tiebreak)
                continue
        elif group in seen:
            yield str(tiebreak)
        if group is not TiebreakGroup.PLAYOFF or reading is Reading.B:
            seen.add(group)


def knows_playoffs(regulations: Regulations) -> bool:
    """The list of tie-breaks has a play-off in it (32.5.1)."""
    return any(tiebreak.code == "PLAYOFF" for tiebreak in read_list(regulations.order).order)
