"""Keizer as close to its public description as code can be: slow, plain, for small fields.

Written from the descriptions alone (KeizerForClubs, "Rules for pairing" and "Evaluation parameters"; Wikipedia for the
values), beside the engine and without its parts: scores are worked out in fractions, and pairs by trying.
"""

from collections.abc import Iterator
from fractions import Fraction

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.words.games import Colour

SHARES = {"F": Fraction(70, 100), "H": Fraction(35, 100), "Z": Fraction(35, 100), "U": Fraction(1, 2)}
"""Parts of the own value: away for the club, excused, not excused, bye."""
WON, DRAWN = ("1", "W", "+"), ("=", "D")
NOT_PLAYED = ("F", "H", "Z", "U", "+", "-")


def worth(card: Card, value: dict[int, int]) -> Fraction:
    """The own value, of each win that of the opponent, of each draw half of it, of each round away a part."""
    gained = Fraction(value[card.number])
    for line in card.lines:
        if line.opponent is None:
            gained += SHARES.get(line.code.value, 0) * value[card.number]
        elif line.code.value in WON:
            gained += value[line.opponent]
        elif line.code.value in DRAWN:
            gained += Fraction(value[line.opponent], 2)
    return gained


def scores(cards: dict[int, Card]) -> dict[int, Fraction]:
    """Worked out again until the values that come out have been there before."""
    first = max(len(cards), 3 * (len(cards) - 1) // 2)
    order, seen = sorted(cards), list[list[int]]()
    while order not in seen:
        seen.append(order)
        value = {number: first - place for place, number in enumerate(order)}
        made = {number: worth(card, value) for number, card in cards.items()}
        order = sorted(cards, key=lambda number: (-made[number], number))
    value = {number: first - place for place, number in enumerate(order)}
    return {number: worth(card, value) for number, card in cards.items()}


def table(task: PairingTask) -> list[int]:
    """Those who are there, by score; "for the first round the rating is used", which made the numbers."""
    made = scores(dict(task.cards))
    return sorted((n for n, card in task.cards.items() if card.present), key=lambda n: (-made[n], n))


def games(card: Card) -> list[tuple[int, CardLine]]:
    return [(round, line) for round, line in enumerate(card.lines, 1) if line.code.value not in NOT_PLAYED]


def missed(card: Card) -> int:
    return len(card.lines) - len(games(card))


def may_meet(task: PairingTask, one: int, other: int, between: int) -> bool:
    if {one, other} in [set(pair) for pair in task.forbidden]:
        return False
    met = [round for round, line in games(task.cards[one]) if line.opponent == other]
    return not met or task.round - max(met) > between


def ways(task: PairingTask, order: list[int], between: int) -> Iterator[list[tuple[int, int]]]:
    """All pairings, top-down: the highest ranked with the 2nd ranked, else with the 3rd ..."""
    if not order:
        yield []
        return
    highest, *rest = order
    for other in rest:
        if may_meet(task, highest, other, between):
            for others in ways(task, [n for n in rest if n != other], between):
                yield [(highest, other), *others]


def byes(task: PairingTask, order: list[int]) -> list[int | None]:
    """The lowest first, of those who have had the fewest byes and missed the fewest games."""
    if len(order) % 2 == 0:
        return [None]
    return sorted(order, key=lambda n: (missed(task.cards[n]), -order.index(n)))  # type: ignore[return-value]


def seats(task: PairingTask, higher: int, lower: int) -> Pair:
    whites = [sum(line.colour is Colour.WHITE for _, line in games(task.cards[n])) for n in (higher, lower)]
    if whites[0] != whites[1]:
        return Pair(higher, lower) if whites[0] < whites[1] else Pair(lower, higher)
    last = [line.colour for _, line in games(task.cards[higher]) if line.opponent == lower][-1:]
    return Pair(higher, lower) if last == [Colour.BLACK] else Pair(lower, higher)


def pair(task: PairingTask) -> RoundPairing | None:
    """None: with nobody as the bye and however often they meet can all be paired."""
    order = table(task)
    for bye in byes(task, order):
        rest = [number for number in order if number != bye]
        for between in range(task.rounds_between, -1, -1):
            for found in ways(task, rest, between):
                return RoundPairing(tuple(seats(task, *two) for two in found), bye)
    return None
