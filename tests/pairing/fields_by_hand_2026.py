"""Small fields for the rules of 2026, written by hand: scoregroups, who is kept apart, colours and floats."""

from collections.abc import Mapping

from domain.cards.card import Card, CardLine, PairingTask
from domain.words.games import Code, Colour
from tests.pairing.to_the_letter_2026 import pair

OUTSIDE = 99
"""A former opponent who is not in the field."""


def field(
    groups: Mapping[int, tuple[int, ...]],
    *,
    apart: tuple[tuple[int, int], ...] = (),
    past: Mapping[int, str] | None = None,
    last: bool = False,
    lot: Colour = Colour.WHITE,
    absent: tuple[int, ...] = (),
) -> PairingTask:
    """Scoregroups by half-points; `past` has a word a round that adds no points.

    `w` and `b` are colours, `-` is a game that has none, `d` or `u` after it a float; `U` is the bye, `Z` no game.
    """
    words = {number: text.split() for number, text in (past or {}).items()}
    rounds = max((len(word) for word in words.values()), default=0)
    cards = {}
    for points, group in groups.items():
        for n in group:
            mine = [former(word) for word in words.get(n, [])]
            filled = [former("-")] * (rounds - len(mine)) + mine
            first = CardLine(Code.DRAW, points, OUTSIDE) if n not in absent else CardLine(Code.ZERO_BYE, points)
            cards[n] = Card(n, lines=(first, *filled), present=n not in absent)
    round = rounds + 2
    return PairingTask(cards, round, round if last else 19, lot, frozenset(map(frozenset, apart)))


def former(word: str) -> CardLine:
    if word in ("U", "Z"):
        return CardLine(Code(word), 0)
    ahead = {"d": 1, "u": -1}.get(word[1:], 0)
    return CardLine(Code.LOSS, 0, OUTSIDE, None if word[0] == "-" else Colour(word[0]), ahead)


def paired(task: PairingTask) -> tuple[set[tuple[int, int]], int | None]:
    got = pair(task)
    return {(min(p.white, p.black), max(p.white, p.black)) for p in got.pairs}, got.bye
