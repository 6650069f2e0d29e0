"""The order of the boards where points are virtual."""

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour


def test_boards_of_an_accelerated_round_stand_by_points_with_the_virtual_ones() -> None:
    """Numbers 3 and 4 have a point more, 1 and 2 have two virtual ones."""
    lost, won = Code.LOSS, Code.WIN
    codes = {1: (lost, 11), 2: (lost, 12), 3: (won, 13), 4: (won, 14)}
    colours = {1: Colour.WHITE, 2: Colour.BLACK, 3: Colour.WHITE, 4: Colour.BLACK}
    cards = {
        n: Card(n, lines=(CardLine(code, 2 if code is won else 0, foe, colours[n]),))
        for n, (code, foe) in codes.items()
    }
    virtual = {1: (4, 4), 2: (4, 4), 3: (0, 0), 4: (0, 0)}
    made = SYSTEMS["dutch-2026"].pair(PairingTask(cards, 2, 5, virtual=virtual))
    assert [{pair.white, pair.black} for pair in made.pairs] == [{1, 2}, {3, 4}]
