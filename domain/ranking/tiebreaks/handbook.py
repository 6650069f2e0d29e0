"""The catalogue of tie-breaks, and the tie-break that a descriptor means."""

from collections.abc import Mapping
from functools import partial

from domain.ranking.tiebreaks import buchholz, direct, keizer, mcmahon, own_results, ratings, sonneborn, team_results
from domain.ranking.tiebreaks.descriptor import Tiebreak, UnfitModifier, UnknownTiebreak, read_descriptor
from domain.ranking.tiebreaks.rule import Articles, Best, Rule, TiebreakGroup, Type
from domain.words.articles import C07, FIDE_2009, FIRST_EDITION, PORTAL, Article

_A, _B, _C, _D = Type.TIED, Type.OWN, Type.OPPONENTS, Type.PRIOR
_HIGH, _LOW = Best.HIGH, Best.LOW
_OWN, _TEAM, _OPP, _RTG, _PLAY, _NONE = (
    TiebreakGroup.OWN, TiebreakGroup.TEAM, TiebreakGroup.OPPONENTS,
    TiebreakGroup.RATINGS, TiebreakGroup.PLAYOFF, TiebreakGroup.NONE,
)  # fmt: skip
_bh, _sb, _own, _rt, _tm = buchholz, sonneborn, own_results, ratings, team_results


def _text(name: str, number: str = "") -> Articles:
    return (Article(name, number),)


_1998, _2009, _c07 = (partial(_text, name) for name in (FIRST_EDITION, FIDE_2009, C07))
"""C.07 of 2023 to 2026 is known to us through studies of it, not from the Handbook itself."""


def _both(of_2009: str, of_c07: str) -> Articles:
    return (*_2009(of_2009), *_c07(of_c07))


_SB_TEAMS, _EDE, _APRO = _both("32.3.2.2", "13.2"), _c07("13.1"), _c07("10.4")

# fmt: off
_RULES: tuple[Rule, ...] = (
    Rule("PTS", "points", _1998("F.10"), _B, _HIGH, _NONE, ":", _own.OWN_SCORE),
    # own results
    Rule("PS", "sum of progressive scores", _both("32.1.1", "7.5"), _B, _HIGH, _OWN, "C:", own_results.PROGRESSIVE),
    Rule("KS", "Koya system", _both("32.1.2, 32.1.3", "9.2"), _C, _HIGH, _OWN, "L:", own_results.KOYA),
    Rule("WIN", "rounds with the points of a win", _both("32.1.4", "7.1"), _B, _HIGH, _OWN, ":", _own.ROUNDS),
    Rule("WON", "games won over the board", _c07("7.2"), _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("BPG", "games played with Black", _both("32.1.5", "7.3"), _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("BWG", "games won with Black", _c07("7.4"), _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("REP", "rounds one elected to play", _c07("7.6"), _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("STD", "standard points", _text("C.07 of 2026"), _B, _HIGH, _OWN, ":", _own.ROUNDS),
    Rule("KASHDAN", "Kashdan", _text("USCF"), _B, _HIGH, _OWN, "", _own.ROUNDS),
    Rule("DE", "direct encounter", _both("32.1.6", "6"), _A, _LOW, _OWN, "P:", direct.DIRECT),
    Rule("DE1", "direct encounter for first place only", _1998("F.10"), _A, _LOW, _OWN, "P", direct.FOR_FIRST),
    Rule("TPN", "pairing number", _text("C.07 of 2026"), _B, _LOW, _NONE, "R", _own.NUMBER),
    # opponents' results
    Rule("BH", "Buchholz", _both("32.3.1", "8.1"), _C, _HIGH, _OPP, "CMPF:", _bh.BUCHHOLZ),
    Rule("FB", "fore Buchholz", _c07("8.3"), _D, _HIGH, _OPP, "CMP:", _bh.BUCHHOLZ),
    Rule("AOB", "average of opponents' Buchholz", _c07("8.2"), _C, _HIGH, _OPP, "FP:", _bh.AVERAGE_BUCHHOLZ),
    Rule("SOB", "sum of opponents' Buchholz", _2009("32.3.1.5"), _C, _HIGH, _OPP, "FP:", _bh.SUM),
    Rule("SB", "Sonneborn-Berger", _both("32.3.2", "9.1"), _C, _HIGH, _OPP, "CPF:", _sb.SONNEBORN),
    Rule("SBX2", "doubled Sonneborn-Berger", _text(PORTAL), _C, _HIGH, _OPP, "P", _sb.DOUBLED),
    # McMahon
    Rule("START", "starting points", _text("McMahon"), _B, _HIGH, _NONE, "", mcmahon.STARTING),
    Rule("MMS", "McMahon score", _text("McMahon"), _B, _HIGH, _NONE, "", mcmahon.MMS),
    Rule("SOS", "sum of the opponents' McMahon scores", _text("McMahon"), _C, _HIGH, _OPP, "", mcmahon.SOS),
    Rule("SOSOS", "sum of the opponents' SOS", _text("McMahon"), _C, _HIGH, _OPP, "", mcmahon.SOSOS),
    # Keizer
    Rule("KZ", "Keizer score", _text("Keizer"), _C, _HIGH, _NONE, "", keizer.KEIZER),
    # ratings
    Rule("ARO", "average rating of opponents", _both("32.4.1", "10.1"), _D, _HIGH, _RTG, "CMU", _rt.AVERAGE_RATING),
    Rule("TPR", "tournament performance rating", _both("32.4.3", "10.2"), _B, _HIGH, _RTG, "U", _rt.PERFORMANCE),
    Rule("TPR400", "performance with the 400-point rule", _2009("32.4.3.1"), _B, _HIGH, _RTG, "U", _rt.PERFORMANCE),
    Rule("PTP", "perfect tournament performance", _c07("10.3"), _B, _HIGH, _RTG, "U", _rt.PERFECT),
    Rule("APRO", "average performance rating of opponents", _APRO, _C, _HIGH, _RTG, "U", _rt.AVERAGE_PERFORMANCE),
    Rule("APPO", "average perfect performance of opponents", _c07("10.5"), _C, _HIGH, _RTG, "U", _rt.AVERAGE_PERFECT),
    Rule("RTNG", "own rating", _text("C.07 of 2026"), _B, _HIGH, _RTG, "R", _rt.OWN),
    # teams
    Rule("MP", "match points", _2009("32.2.1"), _B, _HIGH, _TEAM, "", _tm.TEAM_SCORE),
    Rule("GP", "game points", _2009("32.2.2"), _B, _HIGH, _TEAM, "", _tm.TEAM_SCORE),
    Rule("MP+GP", "match and game points together", _2009("32.2.3"), _B, _HIGH, _TEAM, "", _tm.TEAM_SCORE),
    Rule("MPVGP", "the other team score", _both("33.3.2", "11"), _B, _HIGH, _TEAM, "", _tm.TEAM_SCORE),
    Rule("EMMSB", "opponents' match points times own match points", _SB_TEAMS, _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EMGSB", "opponents' match points times own game points", _SB_TEAMS, _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EGMSB", "opponents' game points times own match points", _SB_TEAMS, _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("EGGSB", "opponents' game points times own game points", _SB_TEAMS, _C, _HIGH, _OPP, "CP", _sb.TEAMS),
    Rule("OSB", "Olympiad Sonneborn-Berger", _text("D.02"), _C, _HIGH, _OPP, "P", _sb.OLYMPIAD),
    Rule("SSSC", "score and strength of schedule", _c07("13.4"), _C, _HIGH, _OPP, "FPK", _tm.STRENGTH),
    Rule("EDE", "extended direct encounter", _both("32.2.4", "13.1"), _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDET", "extended direct encounter, top boards", _EDE, _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEB", "extended direct encounter, bottom boards", _EDE, _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEBT", "extended direct encounter, count, top boards", _EDE, _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("EDEBB", "extended direct encounter, count, bottom boards", _EDE, _A, _LOW, _TEAM, "P", _tm.EXTENDED),
    Rule("BC", "board count", _c07("12.1"), _B, _LOW, _TEAM, "", _tm.BY_BOARDS),
    Rule("TBR", "top board results", _c07("12.2"), _B, _LOW, _TEAM, "", _tm.BOARD_AFTER_BOARD),
    Rule("BBE", "bottom board elimination", _c07("12.3"), _B, _LOW, _TEAM, "", _tm.BOARD_AFTER_BOARD),
    Rule("BERLIN", "Berlin", _text("French federation"), _B, _HIGH, _TEAM, "", _tm.BY_BOARDS),
    # what the arbiter brings
    Rule("PLAYOFF", "play-off", _2009("32.5"), _B, _HIGH, _PLAY, "", _own.PLAYOFF),
    Rule("MANUAL", "order given by the arbiter", _c07("4.2"), _B, _LOW, _NONE, "", _own.MANUAL),
    Rule("BRACKET", "place in the bracket", (), _B, _LOW, _NONE, "", _own.BRACKET),
    Rule("LOTS", "drawing of lots", (*_1998("F.10"), *_c07("4.2")), _B, _LOW, _NONE, "", _own.LOTS),
)
# fmt: on

HANDBOOK: Mapping[str, Rule] = {rule.code: rule for rule in _RULES}

FOR_PLAYERS_ONLY: frozenset[str] = frozenset(
    {code for code, rule in HANDBOOK.items() if rule.group is TiebreakGroup.RATINGS and code != "RTNG"} | {"DE1"}
)
"""Ratings of the opponents, which a match of teams does not have (C.07, 10), and the one of 1998."""

_OF_TEAMS_AMONG_OPPONENTS = frozenset({"EMMSB", "EMGSB", "EGMSB", "EGGSB", "OSB", "SSSC"})

ALIASES: Mapping[str, str] = {
    "GE": "REP",
    "OTHER_OSB": "OSB",
    "OTHER_SOB": "SOB",
    "SOLKOFF_S003": "BH/M1",
    "OTHER_SBX2": "SBX2",
    "MPTS": "MP",
    "GPTS": "GP",
}
"""Other names. Seed 003 means BH/M1 by Solkoff; by American usage Solkoff is the full sum."""


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


def is_for_teams(tiebreak: Tiebreak) -> bool:
    """Players cannot be ranked by it."""
    of_teams = rule_of(tiebreak).group is TiebreakGroup.TEAM or tiebreak.code in _OF_TEAMS_AMONG_OPPONENTS
    return of_teams or tiebreak.reference is not None


def rule_of(tiebreak: Tiebreak) -> Rule:
    if tiebreak.code not in HANDBOOK:
        raise UnknownTiebreak(str(tiebreak))
    return HANDBOOK[tiebreak.code]
