"""Tie-breaks: everything that decides between equals, each a pure function of the cards.

    parse("BH/C1") -> Tiebreak                     raises a `BadTiebreak` carrying the text
    parse_list("BH/C1, SB, DE") -> tuple[Tiebreak, ...]
    default_ruleset(end_date) -> Ruleset | None
    values(cards, tiebreak, context) -> {pairing number: Value}
    working(cards, number, tiebreak, context) -> Working
    domain.ranking.order.rank(cards, order, context, lots) -> tuple[Ranked, ...]

`cards` are players' cards (`domain.cards.card.Cards`) or team cards (`teams.TeamCards`); `context`
(`Context`) holds the ruleset for unplayed rounds, the scoring, the rounds planned, whether the
pairings were predetermined, and the choices the Handbook leaves open. Callers that ask for several
values of the same cards builds `Field.of(cards, context)` once and passes that instead of cards.

Values are exact: `Fraction` for points, `int` for counts, ranks and ratings, `UNDEFINED` for
what cannot be computed (it sorts last). Rounding happens only where a rule says so. The value of
a type A tie-break is a place among the tied. Adjourned and open games count as played, for the
points that stand on the card.
"""

from collections import defaultdict
from collections.abc import Sequence

from domain.cards.card import Cards
from domain.ranking.tiebreaks import direct
from domain.ranking.tiebreaks.context import Context, Direct, Divisor, LowestVoluntary, Unrated
from domain.ranking.tiebreaks.descriptor import (
    BadTiebreak,
    Reference,
    Tiebreak,
    UnfitModifier,
    UnknownTiebreak,
    UnreadableTiebreak,
)
from domain.ranking.tiebreaks.field import UNDEFINED, Field, NeedsPlayers, NeedsTeams, TiebreakColumn, Undefined, Value
from domain.ranking.tiebreaks.handbook import (
    FOR_PLAYERS_ONLY,
    HANDBOOK,
    is_for_teams,
    parse_list,
    parse_tiebreak,
    rule_of,
)
from domain.ranking.tiebreaks.rule import Best, Contribution, Cut, Fact, Rule, TiebreakGroup, Type, Working
from domain.ranking.tiebreaks.teams import TeamCard, TeamCards, TeamLine, TeamRules, team_cards, team_rules
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn, default_ruleset
from domain.words.games import points as in_points

__all__ = [
    "FOR_PLAYERS_ONLY", "HANDBOOK", "UNDEFINED", "BadTiebreak", "Best", "Context", "Contribution", "Cut", "Direct",
    "Divisor", "Fact", "Field", "LowestVoluntary", "NeedsPlayers", "NeedsTeams", "Reference", "Rule", "Ruleset",
    "StandIn", "TeamCard", "TeamCards", "TeamLine", "TeamRules", "Tiebreak", "TiebreakColumn", "TiebreakGroup",
    "Type", "Undefined", "UnfitModifier", "UnknownTiebreak", "Unrated", "UnreadableTiebreak", "Value", "Working",
    "default_ruleset", "is_for_teams", "parse_list", "parse_tiebreak", "places_among", "rule_of", "team_cards",
    "team_rules", "values", "working",
]  # fmt: skip


def values(cards: Cards | TeamCards | Field, tiebreak: Tiebreak, context: Context) -> dict[int, Value]:
    """Everybody's value by pairing number. Type A: the place among those equal on points."""
    field = cards if isinstance(cards, Field) else Field.of(cards, context)
    how = rule_of(tiebreak).how
    if how.column is not None:
        column = how.column(field, tiebreak).values()
        return {card.number: value for card, value in zip(field.cards, column, strict=True)}
    found: dict[int, Value] = {}
    groups = _on_points(field)
    for group in groups:
        found |= {
            field.cards[i].number: place
            for i, place in places_among(field, tiebreak, group, group is groups[0]).items()
        }
    return found


def places_among(field: Field, tiebreak: Tiebreak, group: Sequence[int], first_place: bool) -> dict[int, int]:
    """Type A: the place of each of the tied among themselves; equals share the better one."""
    within = rule_of(tiebreak).how.within
    if within is None:
        raise UnknownTiebreak(str(tiebreak))

    def work() -> dict[int, int]:
        found: dict[int, int] = {}
        for tier in within(field, tiebreak, sorted(group), first_place):
            found |= dict.fromkeys(tier, len(found) + 1)
        return found

    return field.memory.among((tiebreak, first_place), group, work)


def _on_points(field: Field) -> list[list[int]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for i, score in enumerate(field.scores):
        groups[score].append(i)
    return [groups[score] for score in sorted(groups, reverse=True)]


def working(
    cards: Cards | TeamCards | Field,
    number: int,
    tiebreak: Tiebreak,
    context: Context,
    among: Sequence[int] | None = None,
) -> Working:
    """The working of the value of `number`.

    `among`: for type A the pairing numbers of the tied (default: all with as many points).
    """
    field = cards if isinstance(cards, Field) else Field.of(cards, context)
    rule, i = rule_of(tiebreak), field.index[number]
    how, ruleset = rule.how, field.context.ruleset
    if how.column is not None:
        rounds = tuple(how.rounds(field, tiebreak, i)) if how.rounds else ()
        facts = how.facts(field, tiebreak, i) if how.facts else {}
        boards = tuple(map(in_points, how.boards(field, i))) if how.boards else ()
        value = how.column(field, tiebreak).value(i)
        return Working(number, tiebreak, rule.articles, ruleset, value, rounds, facts, boards=boards)
    group = [field.index[n] for n in among] if among else next(g for g in _on_points(field) if i in g)
    first = field.scores[i] == max(field.scores)
    place = places_among(field, tiebreak, group, first)[i]
    among_tied = tuple(field.cards[j].number for j in group)
    games = tuple(direct.games_among(field, group, i, tiebreak))
    return Working(number, tiebreak, rule.articles, ruleset, place, games, among=among_tied)
