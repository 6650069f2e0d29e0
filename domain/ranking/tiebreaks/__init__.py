"""Tie-breaks: everything that decides between equals, each a pure function of the cards.

    parse("BH/C1") -> Tiebreak                     raises a `BadTiebreak` carrying the text
    parse_list("BH/C1, SB, DE") -> tuple[Tiebreak, ...]
    default_ruleset(end_date) -> Ruleset | None
    values(cards, tiebreak, context) -> {pairing number: Value}
    working(cards, number, tiebreak, context) -> Working
    domain.ranking.order.rank(cards, order, context, lots) -> tuple[Ranked, ...]

`cards` are players' cards (`domain.cards.card.Cards`) or team cards (`teams.TeamCards`); `context`
(`Context`) holds the ruleset for unplayed rounds, the scoring, the rounds planned, whether the
pairings were predetermined, and the choices the Handbook leaves open. Whoever asks for several
values of the same cards builds `Field.of(cards, context)` once and passes that instead of cards.

Values are exact: `Fraction` for points, `int` for counts, ranks and ratings, `UNDEFINED` for
what cannot be computed (it sorts last). Rounding happens only where a rule says so. The value of
a type A tie-break is a place among the tied. Adjourned and open games count as played, for the
points that stand on the card.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from domain.cards.card import Cards
from domain.ranking.tiebreaks import (
    buchholz,
    direct,
    koya,
    mcmahon,
    own_results,
    progressive,
    ratings,
    sonneborn,
    team_results,
)
from domain.ranking.tiebreaks.context import Context, Direct, Divisor, LowestVoluntary, Unrated
from domain.ranking.tiebreaks.descriptor import (
    BadTiebreak,
    Reference,
    Tiebreak,
    UnfitModifier,
    UnknownTiebreak,
    UnreadableTiebreak,
    read_descriptor,
)
from domain.ranking.tiebreaks.field import (
    UNDEFINED,
    Field,
    NeedsPlayers,
    NeedsTeams,
    TiebreakColumn,
    Undefined,
    Value,
)
from domain.ranking.tiebreaks.rule import Best, Rule, TiebreakGroup, Type
from domain.ranking.tiebreaks.teams import TeamCard, TeamCards, TeamLine, TeamRules, team_cards, team_rules
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn, default_ruleset
from domain.ranking.tiebreaks.working import Contribution, Cut, Fact, Working

__all__ = [
    "HANDBOOK",
    "UNDEFINED",
    "BadTiebreak",
    "Best",
    "Context",
    "Contribution",
    "Cut",
    "Direct",
    "Divisor",
    "Fact",
    "Field",
    "LowestVoluntary",
    "NeedsPlayers",
    "NeedsTeams",
    "Reference",
    "Rule",
    "Ruleset",
    "StandIn",
    "TeamCard",
    "TeamCards",
    "TeamLine",
    "TeamRules",
    "Tiebreak",
    "TiebreakColumn",
    "TiebreakGroup",
    "Type",
    "Undefined",
    "UnfitModifier",
    "UnknownTiebreak",
    "Unrated",
    "UnreadableTiebreak",
    "Value",
    "Working",
    "default_ruleset",
    "parse_list",
    "parse_tiebreak",
    "places_among",
    "rule_of",
    "team_cards",
    "team_rules",
    "values",
    "working",
]  # fmt: skip

_A, _B, _C, _D = Type.TIED, Type.OWN, Type.OPPONENTS, Type.PRIOR
_HIGH, _LOW = Best.HIGH, Best.LOW
_OWN, _TEAM, _OPP, _RTG, _PLAY, _NONE = (
    TiebreakGroup.OWN, TiebreakGroup.TEAM, TiebreakGroup.OPPONENTS,
    TiebreakGroup.RATINGS, TiebreakGroup.PLAYOFF, TiebreakGroup.NONE,
)  # fmt: skip
_bh, _sb, _own, _rt, _tm = buchholz, sonneborn, own_results, ratings, team_results

# Articles: "32..." and "31" are those of seed 002, "F.10" of 1998, "seed 003" the portal; the
# others are C.07 of 2023 to 2026, known to us through studies of it, not from the Handbook itself.
# fmt: off
_RULES: tuple[Rule, ...] = (
    Rule("PTS", "points", "F.10", _B, _HIGH, _NONE, ":", _own.OWN_SCORE),
    # own results
    Rule("PS", "sum of progressive scores", "32.1.1; 7.5", _B, _HIGH, _OWN, "C:", progressive.PROGRESSIVE),
    Rule("KS", "Koya system", "32.1.2, 32.1.3; 9.2", _C, _HIGH, _OWN, "L:", koya.KOYA),
    Rule("WIN", "rounds with the points of a win", "32.1.4; 7.1", _B, _HIGH, _OWN, ":", _own.ROUNDS),
    Rule("WON", "games won over the board", "7.2", _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("BPG", "games played with Black", "32.1.5; 7.3", _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("BWG", "games won with Black", "7.4", _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("REP", "rounds one elected to play", "7.6", _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("STD", "standard points", "C.07 of 2026", _B, _HIGH, _OWN, ":", _own.ROUNDS),
    Rule("KASHDAN", "Kashdan", "USCF", _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("DE", "direct encounter", "32.1.6; 6", _A, _LOW, _OWN, "P:", direct.DIRECT),
    Rule("DE1", "direct encounter for first place only", "F.10", _A, _LOW, _OWN, "P", direct.FOR_FIRST),
    Rule("TPN", "pairing number", "C.07 of 2026", _B, _LOW, _NONE, "R", _own.NUMBER),
    # opponents' results
    Rule("BH", "Buchholz", "32.3.1; 8.1", _C, _HIGH, _OPP, "CMPF:", _bh.BUCHHOLZ),
    Rule("FB", "fore Buchholz", "8.3", _D, _HIGH, _OPP, "CMP:", _bh.BUCHHOLZ),
    Rule("AOB", "average of opponents' Buchholz", "8.2", _C, _HIGH, _OPP, "FP:", _bh.AVERAGE_BUCHHOLZ),
    Rule("SOB", "sum of opponents' Buchholz", "32.3.1.5", _C, _HIGH, _OPP, "FP:", _bh.SUM),
    Rule("SB", "Sonneborn-Berger", "32.3.2; 9.1", _C, _HIGH, _OPP, "CPF:", _sb.SONNEBORN),
    Rule("SBX2", "doubled Sonneborn-Berger", "seed 003", _C, _HIGH, _OPP, "P", _sb.DOUBLED),
    # McMahon
    Rule("START", "starting points", "McMahon", _B, _HIGH, _NONE, "", mcmahon.START),
    Rule("MMS", "McMahon score", "McMahon", _B, _HIGH, _NONE, "", mcmahon.SCORE),
    Rule("SOS", "sum of the opponents' McMahon scores", "McMahon", _C, _HIGH, _OPP, "", mcmahon.SUM),
    Rule("SOSOS", "sum of the opponents' SOS", "McMahon", _C, _HIGH, _OPP, "", mcmahon.SUM_OF_SUMS),
    # ratings
    Rule("ARO", "average rating of opponents", "32.4.1; 10.1", _D, _HIGH, _RTG, "CMU", _rt.AVERAGE_RATING),
    Rule("TPR", "tournament performance rating", "32.4.3; 10.2", _B, _HIGH, _RTG, "U", _rt.PERFORMANCE),
    Rule("TPR400", "performance with the 400-point rule", "32.4.3.1", _B, _HIGH, _RTG, "U", _rt.PERFORMANCE),
    Rule("PTP", "perfect tournament performance", "10.3", _B, _HIGH, _RTG, "U", _rt.PERFECT),
    Rule("APRO", "average performance rating of opponents", "10.4", _C, _HIGH, _RTG, "U", _rt.AVERAGE_PERFORMANCE),
    Rule("APPO", "average perfect performance of opponents", "10.5", _C, _HIGH, _RTG, "U", _rt.AVERAGE_PERFECT),
    Rule("RTNG", "own rating", "C.07 of 2026", _B, _HIGH, _RTG, "R", _rt.OWN),
    # teams
    Rule("MP", "match points", "32.2.1", _B, _HIGH, _TEAM, "", _tm.SCORE),
    Rule("GP", "game points", "32.2.2", _B, _HIGH, _TEAM, "", _tm.SCORE),
    Rule("MP+GP", "match and game points together", "32.2.3", _B, _HIGH, _TEAM, "", _tm.SCORE),
    Rule("MPVGP", "the other team score", "33.3.2; 11", _B, _HIGH, _TEAM, "", _tm.SCORE),
    Rule("EMMSB", "opponents' match points times own match points", "32.3.2.2; 13.2", _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EMGSB", "opponents' match points times own game points", "32.3.2.2; 13.2", _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EGMSB", "opponents' game points times own match points", "32.3.2.2; 13.2", _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EGGSB", "opponents' game points times own game points", "32.3.2.2; 13.2", _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("SSSC", "score and strength of schedule", "13.4", _C, _HIGH, _OPP, "FPK", _tm.STRENGTH),
    Rule("EDE", "extended direct encounter", "32.2.4; 13.1", _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDET", "extended direct encounter, top boards", "13.1", _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEB", "extended direct encounter, bottom boards", "13.1", _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEBT", "extended direct encounter, count, top boards", "13.1", _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEBB", "extended direct encounter, count, bottom boards", "13.1", _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("BC", "board count", "12.1", _B, _LOW, _TEAM, "", _tm.BY_BOARDS),
    Rule("TBR", "top board results", "12.2", _B, _LOW, _TEAM, "", _tm.BOARD_AFTER_BOARD),
    Rule("BBE", "bottom board elimination", "12.3", _B, _LOW, _TEAM, "", _tm.BOARD_AFTER_BOARD),
    Rule("BERLIN", "Berlin", "French federation", _B, _HIGH, _TEAM, "", _tm.BY_BOARDS),
    # what the arbiter brings
    Rule("PLAYOFF", "play-off", "32.5", _B, _HIGH, _PLAY, "", _own.PLAYOFF),
    Rule("MANUAL", "order given by the arbiter", "4.2", _B, _LOW, _NONE, "", _own.MANUAL),
    Rule("BRACKET", "place in the bracket", "", _B, _LOW, _NONE, "", _own.BRACKET),
    Rule("LOTS", "drawing of lots", "F.10; 4.2", _B, _LOW, _NONE, "", _own.LOTS),
)
# fmt: on

HANDBOOK: Mapping[str, Rule] = {rule.code: rule for rule in _RULES}
"""The whole catalogue by code: name, article, type, direction, group, and the function itself."""

ALIASES: Mapping[str, str] = {
    "GE": "REP",
    "OTHER_SOB": "SOB",
    "SOLKOFF_S003": "BH/M1",
    "OTHER_SBX2": "SBX2",
    "MPTS": "MP",
    "GPTS": "GP",
}
"""Other names. What seed 003 calls Solkoff is BH/M1; by American usage Solkoff is the full sum."""


def parse_tiebreak(descriptor: str) -> Tiebreak:
    """The tie-break meant by a descriptor such as `BH/C1`, `SB:GP/P` or `KS/L+1`.

    Raises `UnreadableTiebreak`, `UnknownTiebreak` or `UnfitModifier`, all `BadTiebreak`.
    """
    tiebreak, letters = read_descriptor(ALIASES.get(descriptor.strip().upper(), descriptor))
    rule = HANDBOOK.get(tiebreak.code)
    if rule is None:
        raise UnknownTiebreak(descriptor)
    for letter in letters + (":" if tiebreak.reference else ""):
        if letter not in rule.modifiers:
            raise UnfitModifier(descriptor, letter)
    if tiebreak.cut and tiebreak.median:
        raise UnfitModifier(descriptor, "M")
    return tiebreak


def parse_list(text: str) -> tuple[Tiebreak, ...]:
    """Descriptors separated by commas, as in the records 202 and 212 of the report file."""
    return tuple(parse_tiebreak(part) for part in text.split(",") if part.strip())


def rule_of(tiebreak: Tiebreak) -> Rule:
    """The row of the Handbook; raises `UnknownTiebreak`."""
    if tiebreak.code not in HANDBOOK:
        raise UnknownTiebreak(str(tiebreak))
    return HANDBOOK[tiebreak.code]


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
        for tier in within(field, tiebreak, group, first_place):
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
        return Working(number, tiebreak, rule.article, ruleset, how.column(field, tiebreak).value(i), rounds, facts)
    group = [field.index[n] for n in among] if among else next(g for g in _on_points(field) if i in g)
    first = field.scores[i] == max(field.scores)
    place = places_among(field, tiebreak, group, first)[i]
    among_tied = tuple(field.cards[j].number for j in group)
    games = tuple(direct.games_among(field, group, i, tiebreak))
    return Working(number, tiebreak, rule.article, ruleset, place, games, among=among_tied)
