"""Random rounds of matches of two games: small fields with everything that happens to them, from one seed each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from domain.cards.acceleration import baku_points
from domain.cards.card import Card, CardLine, PairingTask, of_match
from domain.words.games import Bye, Code, Colour, Result, Scoring
from domain.words.regulations import Regulations
from tests.pairing.comparing import Pairing
from tests.pairing.random_rounds import FORFEITS, PLAYED, has_met

GAMES = 2
GAME = Scoring()
MATCH = Regulations(match_games=GAMES).round_scoring
ODD_RESULTS = (Result.BOTH_LOSE, Result.WHITE_HALF_BLACK_LOSES, Result.WHITE_WINS_UNRATED, Result.ADJOURNED)
SIZES = (2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 12)


def random_round_of_matches(seed: str, pairing: Pairing, most: int = 12) -> PairingTask:
    """A field of 2 to `most` players somewhere in an event, in half of the events paired by `pairing` so far."""
    return somewhere_in_an_event(Event, seed, pairing, most)


def random_round_apart(seed: str, pairing: Pairing, most: int = 11) -> PairingTask:
    """Of unequal scores, in which many pairs are kept apart, most of all at the top: several have to move up."""
    return kept_apart(Event, seed, pairing, most, (2, 9))


class Event:
    """The course of one event: its share of draws, forfeits and absences, and how it was paired."""

    def __init__(self, dice: Random, size: int, pairing: Pairing) -> None:
        self.dice, self.pairing = dice, pairing
        self.cards = {number: Card(number) for number in range(1, size + 1)}
        self.played = min(dice.randint(0, size - 1), dice.randint(0, 9))
        self.rounds = self.played + (1 if dice.random() < 0.35 else dice.randint(1, 4))
        self.draws = dice.choice((0.0, 0.2, 0.5, 1.0))
        self.forfeits = dice.choice((0.0, 0.0, 0.1, 0.3, 0.7))
        self.absences = dice.choice((0.0, 0.0, 0.1, 0.25))
        self.oddities = dice.choice((0.0, 0.0, 0.0, 0.05))
        self.by_system = dice.random() < 0.5
        self.by_score = dice.random() < 0.7
        self.lot = dice.choice(tuple(Colour))
        late = dice.random() < 0.2
        self.arrival = {n: dice.choice((1, 1, 1, 2, 3)) if late else 1 for n in self.cards}
        every = list(combinations(self.cards, 2))
        self.forbidden = dice.sample(every, dice.randint(1, min(3, len(every)))) if dice.random() < 0.1 else []
        upper = 2 * -(-size // 4) if dice.random() < 0.1 else 0
        self.virtual = {n: baku_points(self.rounds, MATCH) for n in self.cards if n <= upper}

    def task(self) -> PairingTask:
        return PairingTask(
            self.cards,
            1 + len(self.cards[1].lines),
            self.rounds,
            self.lot,
            frozenset(map(frozenset, self.forbidden)),
            MATCH,
            self.virtual,
        )

    def play(self) -> None:
        """One more line on each card."""
        here = self.task()
        away = {n for n in self.cards if here.round < self.arrival[n] or self.dice.random() < self.absences}
        lines = {n: self.bye(n, here.round) for n in away}
        made = self.pairing(replace(here, cards=present_but(away, self.cards))) if self.by_system else None
        boards = [(pair.white, pair.black) for pair in made.pairs] if made else self.by_chance(away)
        for white, black in boards:
            lines |= self.match(self.cards[white], self.cards[black])
        for number in self.cards.keys() - lines.keys():
            lines[number] = self.bye_of_odd_field()
        self.cards = {n: replace(card, lines=(*card.lines, lines[n])) for n, card in self.cards.items()}

    def bye_of_odd_field(self) -> CardLine:
        return CardLine(Code.PAIRING_BYE, MATCH.pairing_bye)

    def bye(self, number: int, round: int) -> CardLine:
        """Of a late entry, who has nothing for it, or of somebody away by leave."""
        code = Code.ZERO_BYE if round < self.arrival[number] else self.dice.choice(tuple(Bye)).code
        return CardLine(code, MATCH.points(code))

    def by_chance(self, away: set[int]) -> list[tuple[int, int]]:
        """Pairs that have not met, mostly of close scores; colours by lot."""
        waiting, boards = [n for n in self.cards if n not in away], []
        self.dice.shuffle(waiting)
        if self.by_score:
            waiting.sort(key=lambda n: -self.cards[n].score)
        while len(waiting) > 1:
            one = waiting.pop(0)
            other = next((n for n in waiting if not has_met(self.cards[one], n)), waiting[0])
            waiting.remove(other)
            boards.append((one, other) if self.dice.random() < 0.5 else (other, one))
        return boards

    def match(self, white: Card, black: Card) -> dict[int, CardLine]:
        """The lines of both; the second game has the colours exchanged."""
        first, second = self.results()
        mine, theirs = (first.white, second.black), (first.black, second.white)
        return {
            white.number: line_of_match(mine, theirs, white, black, Colour.WHITE),
            black.number: line_of_match(theirs, mine, black, white, Colour.BLACK),
        }

    def results(self) -> tuple[Result, Result]:
        """Of both games; a player who does not come mostly loses both."""
        if self.dice.random() < self.forfeits / 2:
            missed = self.dice.choice(FORFEITS)
            return missed, missed.reversed
        return self.result(), self.result()

    def result(self) -> Result:
        if self.dice.random() < self.forfeits:
            return self.dice.choice(FORFEITS)
        if self.dice.random() < self.oddities:
            return self.dice.choice(ODD_RESULTS)
        return Result.DRAW if self.dice.random() < self.draws else self.dice.choice(PLAYED)


def line_of_match(
    games: tuple[Code, ...], theirs: tuple[Code, ...], own: Card, other: Card, colour: Colour
) -> CardLine:
    points = sum(map(GAME.provisional, games))
    return CardLine(of_match(games, theirs), points, other.number, colour, own.score - other.score, games)


def present_but(away: set[int], cards: dict[int, Card]) -> dict[int, Card]:
    return {n: replace(card, present=n not in away) for n, card in cards.items()}


def somewhere_in_an_event(kind: type[Event], seed: str, pairing: Pairing, most: int) -> PairingTask:
    dice = Random(seed)
    event = kind(dice, min(dice.choice(SIZES), most), pairing)
    for _ in range(event.played):
        event.play()
    if dice.random() < 0.3:
        event.cards = {n: replace(card, present=dice.random() < 0.85) for n, card in event.cards.items()}
    return event.task()


def kept_apart(kind: type[Event], seed: str, pairing: Pairing, most: int, rounds: Sequence[int]) -> PairingTask:
    """The second round of an event of so many rounds."""
    dice = Random(seed)
    event = kind(dice, dice.randint(4, most), pairing)
    levels, apart, wall = dice.randint(1, 5), dice.uniform(0.0, 0.5), dice.choice((0.0, 0.9))
    event.by_system = event.by_score = False
    event.cards = {n: Card(n, carried=dice.choice((0, 4)) + dice.randrange(levels)) for n in event.cards}
    event.play()
    top = sorted(card.score for card in event.cards.values())[-3]
    event.forbidden = [
        (a, b)
        for a, b in combinations(event.cards, 2)
        if dice.random() < apart or (min(event.cards[n].score for n in (a, b)) >= top and dice.random() < wall)
    ]
    event.rounds = dice.choice(rounds)
    return event.task()
