"""Tie-breaks from a player's own results and data (article 32.1; C.07, 7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from domain.ranking.tiebreaks.buchholz import looked_at
from domain.ranking.tiebreaks.context import Context
from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn
from domain.ranking.tiebreaks.rule import Contribution, Cut, Fact, How, contribution
from domain.ranking.tiebreaks.unplayed import PLAYED_OR_FORFEIT, StandIn
from domain.words.games import Code, Colour
from domain.words.games import points as in_points

_WON = frozenset({Code.WIN, Code.UNRATED_WIN})
_NOT_ELECTED = frozenset({Code.HALF_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS})

Counted = Callable[[Field, int], list[int]]
"""(field, player) to what each round adds, in halves."""


def score(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PTS, MP, GP: the points themselves (article 32.2.1, 32.2.2)."""
    return TiebreakColumn(field.referring(tiebreak.reference, tiebreak).scores, 2)


def _win(field: Field, i: int) -> list[int]:
    """The points of a win, played or not (article 32.1.4; C.07, 7.1)."""
    win = field.context.scoring.win
    return [2 if points >= win else 0 for points in field.points[i]]


def _won(field: Field, i: int) -> list[int]:
    """A win over the board (C.07, 7.2)."""
    return [2 if line.code in _WON else 0 for line in field.cards[i].lines]


def _black(field: Field, i: int) -> list[int]:
    """A game really played with Black (article 32.1.5; C.07, 7.3)."""
    return [2 if line.colour is Colour.BLACK and line.moved else 0 for line in field.cards[i].lines]


def _black_win(field: Field, i: int) -> list[int]:
    """A win over the board with Black (C.07, 7.4)."""
    black, lines = Colour.BLACK, field.cards[i].lines
    return [2 if line.colour is black and line.code in _WON and line.moved else 0 for line in lines]


def _elected(field: Field, i: int) -> list[int]:
    """A round one chose to play: no requested bye, no forfeit loss (C.07, 7.6)."""
    return [0 if line.code in _NOT_ELECTED else 2 for line in field.cards[i].lines]


def _standard(field: Field, i: int) -> list[int]:
    """1 for more points than the opponent, 1/2 for as many; unplayed, against a draw (C.07 of 2026)."""
    draw, foes, lines = field.context.scoring.draw, field.foes[i], field.cards[i].lines
    met = [foe if line.code.played else -1 for foe, line in zip(foes, lines, strict=True)]
    others = [field.points[foe][r] if foe >= 0 else draw for r, foe in enumerate(met)]
    return [
        2 if mine > other else 1 if mine == other else 0 for mine, other in zip(field.points[i], others, strict=True)
    ]


def _kashdan(field: Field, i: int) -> list[int]:
    """4 for a win, 2 for a draw, 1 for a loss, nothing for an unplayed round (USCF)."""
    win, draw = field.context.scoring.win, field.context.scoring.draw
    both = zip(field.points[i], field.cards[i].lines, strict=True)
    return [(8 if points >= win else 4 if points >= draw else 2) if line.code.played else 0 for points, line in both]


COUNTED: dict[str, Counted] = {
    "WIN": _win,
    "WON": _won,
    "BPG": _black,
    "BWG": _black_win,
    "REP": _elected,
    "STD": _standard,
    "KASHDAN": _kashdan,
}


def counted(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """WIN, WON, BPG, BWG, REP, STD, KASHDAN: a number for each round, added up."""
    each = COUNTED[tiebreak.code]

    def halves(players: Sequence[int]) -> list[int]:
        return [sum(each(field, i)) for i in players]

    if tiebreak.code == "STD":
        return TiebreakColumn(field.memory.list_of("STD", Reach.OPPONENTS, halves), 2)
    whole = field.memory.list_of(tiebreak.code, Reach.OWN, lambda players: [n // 2 for n in halves(players)])
    return TiebreakColumn(whole)


def counted_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    return [own_round(field, i, r, in_points(n)) for r, n in enumerate(COUNTED[tiebreak.code](field, i))]


def brought(of: Callable[[Context], Mapping[int, int]], unit: int) -> How:
    """Values that the arbiter brings, by pairing number; undefined for the others, who come after."""

    def column(field: Field, _: Tiebreak) -> TiebreakColumn:
        given = of(field.context)
        numbers = [given.get(card.number) for card in field.cards] if given else [None] * len(field.cards)
        return TiebreakColumn(numbers, unit)

    return How(column)


OWN_SCORE = How(score)
ROUNDS = How(counted, rounds=counted_rounds)
NUMBER = How(lambda field, _: TiebreakColumn([card.number for card in field.cards]))
"""TPN: the lower number is better, /R the higher (C.07 of 2026)."""
PLAYOFF = brought(lambda context: context.playoff, unit=2)
"""Points of a play-off (article 32.5)."""
MANUAL = brought(lambda context: context.manual, unit=1)
BRACKET = brought(lambda context: context.bracket, unit=1)
LOTS = brought(lambda context: context.lots, unit=1)
"""The place in the draw (F.10; C.07, 4.2)."""


# The progressive score, "progress": who was in front longer (article 32.1.1; seed 003).


def progressive(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PS: the sum of the scores after each round (article 32.1.1; C.07, 7.5).

    A cut drops the scores after the first rounds (32.1.1.1), played or not. Only points count:
    neither the virtual opponent nor the dummy has a say (end of article 31).
    """
    seen = looked_at(field, tiebreak)

    def sums(players: Sequence[int]) -> list[int]:
        return [sum(list(accumulate(seen.points[i]))[tiebreak.cut :]) for i in players]

    return TiebreakColumn(seen.memory.list_of(("PS", tiebreak.cut), Reach.OWN, sums), 2)


def progressive_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    seen = looked_at(field, tiebreak)
    running = accumulate(seen.points[i])
    return [own_round(seen, i, r, in_points(total), r < tiebreak.cut) for r, total in enumerate(running)]


def own_round(field: Field, i: int, r: int, amount: Fraction, cut: bool = False) -> Contribution:
    met = StandIn.SCHEDULED if field.foes[i][r] >= 0 else StandIn.NOBODY
    kind, cut_by = StandIn.OPPONENT if field.line(i, r).code.played else met, Cut.BEGINNING if cut else None
    return replace(contribution(field, i, r, kind, in_points(field.points[i][r]), cut_by), amount=amount)


PROGRESSIVE = How(progressive, rounds=progressive_rounds)


# Koya: points against those who scored at least half (articles 32.1.2 and 32.1.3; C.07, 9.2).


def koya(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """KS: points won against all opponents with at least 50 % of the possible score.

    /L+1 and /L-1 move the limit by half-points, the extended Koya. Only for a round robin:
    elsewhere the value is undefined. Only points count, no stand-ins (end of article 31).
    """
    if not field.context.predetermined:
        return TiebreakColumn([None] * len(field), 2)
    least = koya_limit(field, tiebreak)

    def sums(players: Sequence[int]) -> list[int]:
        return [sum(points for _, points in _against(field, least, i)) for i in players]

    return TiebreakColumn(field.memory.list_of(("KS", least), Reach.OPPONENTS, sums), 2)


def koya_limit(field: Field, tiebreak: Tiebreak) -> int:
    """The least score that counts, in half-points. A round of rest is not part of the maximum."""
    games = max((sum(foe >= 0 for foe in foes) for foes in field.foes), default=0)
    return -(-games * field.context.scoring.win // 2) + tiebreak.limit


def _against(field: Field, least: int, i: int) -> list[tuple[int, int]]:
    """(round, points) of the games, forfeits among them, against those with at least so many half-points."""
    return [
        (r, field.points[i][r])
        for r, foe in enumerate(field.foes[i])
        if foe >= 0 and field.scores[foe] >= least and field.line(i, r).code in PLAYED_OR_FORFEIT
    ]


def koya_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    if not field.context.predetermined:
        return []
    return [own_round(field, i, r, in_points(points)) for r, points in _against(field, koya_limit(field, tiebreak), i)]


KOYA = How(
    koya,
    rounds=koya_rounds,
    facts=lambda field, tiebreak, _: {Fact.LIMIT: in_points(koya_limit(field, tiebreak))},
)
