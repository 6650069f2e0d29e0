"""Random rounds to be paired: small fields with everything that happens to them, drawn from one seed each."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.words.games import Bye, Code, Colour, Result, Scoring

SCORING = Scoring()
PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT)
BYES = (Bye.HALF, Bye.ZERO, Bye.ZERO, Bye.FULL)


def random_round(seed: str, most: int = 12) -> PairingTask:
    """A field of 2 to `most` players somewhere in an event.

    Former rounds were paired at random among those who had not met, mostly inside close scores, so that
    score groups, colours and floats are worse than any system would leave them.
    """
    dice = Random(seed)
    size = min(dice.choice((2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 12)), most)
    played = min(dice.randint(0, size - 1), dice.randint(0, 9))
    cards = {number: Card(number) for number in range(1, size + 1)}
    cards = former_rounds(cards, Habits(dice), played)
    if dice.random() < 0.3:
        cards = {n: replace(card, present=dice.random() < 0.85) for n, card in cards.items()}
    rounds = played + 1 if dice.random() < 0.35 else played + dice.randint(1, 4)
    every = list(combinations(cards, 2))
    forbidden = dice.sample(every, dice.randint(1, min(3, len(every)))) if dice.random() < 0.1 else []
    lot = dice.choice(tuple(Colour))
    return PairingTask(cards, played + 1, rounds, lot, frozenset(map(frozenset, forbidden)))


def former_rounds(cards: dict[int, Card], habits: "Habits", many: int) -> dict[int, Card]:
    """The cards after so many rounds, which are drawn again if they leave somebody no colour at all."""
    while True:
        after = cards
        for _ in range(many):
            after = habits.play(after)
        if all(map(has_a_colour_left, after.values())):
            return after


def has_a_colour_left(card: Card) -> bool:
    """One of the colours keeps both limits of C.04.1, 6 and 7: no three more of it, and no three games running.

    After b b b b w w neither does. Nobody who has kept them gets there: whoever had two games running with a colour
    that they have two games fewer of was four games apart before.
    """
    had = [line.played_colour for line in card.lines if line.played_colour]
    return any(2 * had.count(colour) - len(had) < 2 and had[-2:] != [colour, colour] for colour in Colour)


class Habits:
    """The course of one event: its share of draws, forfeits and absences, and how well it was paired."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.draws = dice.choice((0.0, 0.2, 0.5, 1.0))
        self.forfeits = dice.choice((0.0, 0.0, 0.1, 0.3))
        self.absences = dice.choice((0.0, 0.0, 0.1, 0.25))
        self.order = dice.random() < 0.7
        self.favourites = dice.random() < 0.5

    def play(self, cards: dict[int, Card]) -> dict[int, Card]:
        lines: dict[int, CardLine] = {}
        waiting = [n for n in cards if self.dice.random() >= self.absences]
        for number in cards.keys() - set(waiting):
            code = self.dice.choice(BYES).code
            lines[number] = CardLine(code, SCORING.points(code))
        self.dice.shuffle(waiting)
        if self.order:
            waiting.sort(key=lambda n: -cards[n].score)
        while len(waiting) > 1:
            one = waiting.pop(0)
            other = next((n for n in waiting if not has_met(cards[one], n)), waiting[0])
            waiting.remove(other)
            lines |= self.game(cards[one], cards[other])
        for number in waiting:
            lines[number] = CardLine(Code.PAIRING_BYE, SCORING.pairing_bye)
        return {n: replace(card, lines=(*card.lines, lines[n])) for n, card in cards.items()}

    def game(self, one: Card, other: Card) -> dict[int, CardLine]:
        return self.played(*self.colours(one, other))

    def played(self, white: Card, black: Card) -> dict[int, CardLine]:
        """The line that one game adds to either card."""
        result = self.result(white.number < black.number)
        return {
            white.number: line_of(result.white, white, black, Colour.WHITE),
            black.number: line_of(result.black, black, white, Colour.BLACK),
        }

    def colours(self, one: Card, other: Card) -> tuple[Card, Card]:
        ahead = [
            sum(1 if x.played_colour is Colour.WHITE else -1 for x in c.lines if x.played_colour) for c in (one, other)
        ]
        if ahead[0] == ahead[1] or self.dice.random() < 0.1:
            return (one, other) if self.dice.random() < 0.5 else (other, one)
        return (one, other) if ahead[0] < ahead[1] else (other, one)

    def result(self, white_is_better: bool) -> Result:
        if self.dice.random() < self.forfeits:
            return self.dice.choice(FORFEITS)
        if self.dice.random() < self.draws:
            return Result.DRAW
        if self.favourites and self.dice.random() < 0.8:
            return Result.WHITE_WINS if white_is_better else Result.BLACK_WINS
        return self.dice.choice(PLAYED)


def has_met(card: Card, number: int) -> bool:
    return any(line.opponent == number and line.code.played for line in card.lines)


def line_of(code: Code, own: Card, other: Card, colour: Colour) -> CardLine:
    ahead = own.score - other.score
    return CardLine(code, SCORING.points(code), other.number, colour, ahead)


def described(task: PairingTask) -> Iterator[str]:
    """The round as a table to be read by people: number, score, and a line for each round."""
    yield f"round {task.round} of {task.rounds}, lot {task.initial_colour}"
    yield f"forbidden {sorted(map(sorted, task.forbidden))}"
    for number, card in task.cards.items():
        past = " ".join(
            f"{line.opponent or ''}{line.colour or ''}{line.code}{(Float.of(line.ahead) or '')[:1]}"
            for line in card.lines
        )
        yield f"{number:3} {card.score / 2:4} {'' if card.present else 'absent '}{past}"


def random_group(seed: str, most: int = 10) -> PairingTask:
    """A few score groups in which many pairs are kept apart: little is possible but large exchanges, C.12 and C.13."""
    dice = Random(seed)
    size, levels, apart = dice.randint(4, most), dice.choice((1, 1, 2, 3, 4)), dice.uniform(0.1, 0.7)
    wall = dice.choice((0.0, 0.0, 0.9))
    cards = {}
    for number in range(1, size + 1):
        colour = dice.choice((Colour.WHITE, Colour.BLACK, None))
        ahead = dice.choice((0, 0, -1, 1))
        points = dice.randrange(levels)
        line = (
            CardLine(Code.DRAW, points, 99, colour, ahead) if colour else CardLine(Code.HALF_BYE, points, ahead=ahead)
        )
        cards[number] = Card(number, lines=(line,))
    middle = size // 2
    forbidden = frozenset(
        frozenset((a, b))
        for a, b in combinations(cards, 2)
        if dice.random() < apart or (a <= middle < b and dice.random() < wall)
    )
    return PairingTask(cards, 2, dice.choice((2, 9)), forbidden=forbidden)
