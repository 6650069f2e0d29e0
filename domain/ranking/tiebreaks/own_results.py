"""Tie-breaks from a player's own results and data (article 32.1; C.07, 7)."""

from collections.abc import Callable, Sequence

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, TiebreakColumn
from domain.ranking.tiebreaks.progressive import own_round
from domain.ranking.tiebreaks.remembering import Reach
from domain.ranking.tiebreaks.rule import How
from domain.ranking.tiebreaks.working import Contribution
from domain.words.games import Code, Colour
from domain.words.games import points as in_points

_WON = frozenset({Code.WIN, Code.UNRATED_WIN})
_NOT_ELECTED = frozenset({Code.HALF_BYE, Code.ZERO_BYE, Code.FORFEIT_LOSS})

Counted = Callable[[Field, int, int], int]
"""(field, player, round) to what the round adds, in halves."""


def score(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PTS, MP, GP: the points themselves (article 32.2.1, 32.2.2)."""
    return TiebreakColumn(field.referring(tiebreak.reference, tiebreak).scores, 2)


def _win(field: Field, i: int, r: int) -> int:
    """The points of a win, played or not (article 32.1.4; C.07, 7.1)."""
    return 2 if field.points[i][r] >= field.context.scoring.win else 0


def _won(field: Field, i: int, r: int) -> int:
    """A win over the board (C.07, 7.2)."""
    return 2 if field.line(i, r).code in _WON else 0


def _black(field: Field, i: int, r: int) -> int:
    """A game really played with Black (article 32.1.5; C.07, 7.3)."""
    return 2 if field.line(i, r).played_colour is Colour.BLACK else 0


def _black_win(field: Field, i: int, r: int) -> int:
    """A win over the board with Black (C.07, 7.4)."""
    return 2 if _won(field, i, r) and _black(field, i, r) else 0


def _elected(field: Field, i: int, r: int) -> int:
    """A round one chose to play: no requested bye, no forfeit loss (C.07, 7.6)."""
    return 0 if field.line(i, r).code in _NOT_ELECTED else 2


def _standard(field: Field, i: int, r: int) -> int:
    """1 for more points than the opponent, 1/2 for as many; unplayed, against a draw (C.07 of 2026)."""
    mine, foe = field.points[i][r], field.foes[i][r]
    played = field.line(i, r).code.played and foe >= 0
    other = field.points[foe][r] if played else field.context.scoring.draw
    return 2 if mine > other else 1 if mine == other else 0


def _kashdan(field: Field, i: int, r: int) -> int:
    """4 for a win, 2 for a draw, 1 for a loss, nothing for an unplayed round (USCF)."""
    scoring, points = field.context.scoring, field.points[i][r]
    if not field.line(i, r).code.played:
        return 0
    return 8 if points >= scoring.win else 4 if points >= scoring.draw else 2


COUNTED: dict[str, Counted] = {
    "WIN": _win,
    "WON": _won,
    "BPG": _black,
    "BWG": _black_win,
    "REP": _elected,
    "STD": _standard,
    "KASHDAN": _kashdan,
}
"""The amount that each round adds, by the code of the tie-break."""


def counted(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """WIN, WON, BPG, BWG, REP, STD, KASHDAN: a number for each round, added up."""
    each, rounds = COUNTED[tiebreak.code], range(field.completed)

    def halves(players: Sequence[int]) -> list[int]:
        return [sum([each(field, i, r) for r in rounds]) for i in players]

    def whole(players: Sequence[int]) -> list[int]:
        return [n // 2 for n in halves(players)]

    if tiebreak.code == "STD":
        return TiebreakColumn(field.memory.list_of("STD", Reach.OPPONENTS, halves), 2)
    return TiebreakColumn(field.memory.list_of(tiebreak.code, Reach.OWN, whole))


def counted_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    """The rounds of player `i` with what each added."""
    each = COUNTED[tiebreak.code]
    return [own_round(field, i, r, in_points(each(field, i, r))) for r in range(field.completed)]


def pairing_number(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """TPN: the lower number is better, /R the higher (C.07 of 2026)."""
    return TiebreakColumn([card.number for card in field.cards])


def playoff(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PLAYOFF: points of a play-off; who was not in it comes after (article 32.5)."""
    return TiebreakColumn([field.context.playoff.get(card.number) for card in field.cards], 2)


def manual(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """MANUAL: the place the arbiter gave; the others come after."""
    return TiebreakColumn([field.context.manual.get(card.number) for card in field.cards])


def bracket(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """BRACKET: the place in a knock-out; who never was in it comes after."""
    return TiebreakColumn([field.context.bracket.get(card.number) for card in field.cards])


def lots(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """LOTS: the place in the draw (F.10; C.07, 4.2); undefined before the draw."""
    return TiebreakColumn([field.context.lots.get(card.number) for card in field.cards])


OWN_SCORE = How(score)
ROUNDS = How(counted, rounds=counted_rounds)
NUMBER = How(pairing_number)
PLAYOFF = How(playoff)
MANUAL = How(manual)
BRACKET = How(bracket)
LOTS = How(lots)
