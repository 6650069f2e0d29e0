"""Fields on which pairing programs have been seen to stumble, for 2 to 2,000 players. Seeded: the same every time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing import SYSTEMS, System
from domain.pairing.generator import Wishes, generate
from domain.words.games import Code, Colour
from domain.words.options import McMahonOptions
from tests.pairing.replaying import replay_rounds

DUTCH_1998 = SYSTEMS["dutch-1998"]


@dataclass(frozen=True)
class HardField:
    name: str
    build: Callable[[], PairingTask]


def generated(players: int, rounds: int, round: int, draws: float = 0.3, seed: int = 1, **wishes: float) -> PairingTask:
    """The field before `round` of an event paired by the rules of 1998."""
    wanted = Wishes(players, rounds, draws=draws, **wishes)  # type: ignore[arg-type]
    return _before(wanted, DUTCH_1998, round, seed)


def begun_by_rating(players: int, rounds: int, round: int, seed: int = 1, **wishes: float) -> PairingTask:
    """The field before `round` of an event by McMahon, with a bar of 2200 and bands of 100."""
    wanted = Wishes(players, rounds, mcmahon=McMahonOptions(2200, 100), **wishes)  # type: ignore[arg-type]
    return _before(wanted, SYSTEMS["mcmahon"], round, seed)


def _before(wanted: Wishes, system: System, round: int, seed: int) -> PairingTask:
    event = generate(wanted, system, Random(seed).random)
    history = list(replay_rounds(event.cards, wanted.rounds))
    task = history[min(round, len(history)) - 1][0]
    return replace(task, virtual=event.virtual, top_start=event.start.top)


def last_round(players: int, round: int) -> PairingTask:
    """The field before a late round of an event paired under the rules in force, so that hardly anybody is left."""
    event = generate(Wishes(players, round, draws=0.3), SYSTEMS["dutch-2026"], Random(1).random)
    return list(replay_rounds(event.cards, round))[-1][0]


def due_white(players: int) -> PairingTask:
    """One score group whose players all had Black, against people who have left since."""
    had, white = {n: n + players for n in range(1, players + 1)}, Colour.WHITE
    cards = {n: Card(n, lines=(CardLine(Code.DRAW, 1, other, white.opposite),)) for n, other in had.items()}
    cards |= {o: Card(o, lines=(CardLine(Code.DRAW, 1, n, white),), present=False) for n, o in had.items()}
    return PairingTask(cards, 2, 9)


def halves(players: int) -> PairingTask:
    """Round 1 of an event in which the upper half may not meet the lower."""
    numbers = range(1, players + 1)
    upper, lower = numbers[: players // 2], numbers[players // 2 :]
    forbidden = frozenset(frozenset(pair) for pair in product(upper, lower))
    return PairingTask({n: Card(n) for n in numbers}, 1, 9, forbidden=forbidden)


def clubs(players: int, size: int) -> PairingTask:
    """Round 2 of an event in which nobody of a club meets anybody else of it."""
    task = generated(players, 9, 2)
    groups = [range(first, min(first + size, players + 1)) for first in range(1, players + 1, size)]
    forbidden = frozenset(frozenset(pair) for group in groups for pair in combinations(group, 2))
    return replace(task, forbidden=forbidden)


def scattered(players: int, rounds: int, seed: int, scores: int = 0, absent: float = 0.0) -> PairingTask:
    """Opponents and floats at random, colours nearly so, in `scores` score groups (0 = any)."""
    dice = Random(seed)
    numbers = list(range(1, players + 1))
    lines: dict[int, list[CardLine]] = {n: [] for n in numbers}
    due, past = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    for _ in range(rounds):
        dice.shuffle(numbers)
        for white, black in zip(numbers[::2], numbers[1::2], strict=False):
            white, black = sorted((white, black), key=lambda n: (due[n], past[n]))
            due[white], due[black] = due[white] + 1, due[black] - 1
            past[white], past[black] = 1, 0
            floats = dice.choice(((0, 0), (-1, 1), (1, -1)))
            lines[white].append(CardLine(Code.WIN, 0, black, Colour.WHITE, floats[0]))
            lines[black].append(CardLine(Code.LOSS, 0, white, Colour.BLACK, floats[1]))
        if players % 2:
            lines[numbers[-1]].append(CardLine(Code.PAIRING_BYE, 0))
    cards = {}
    for n in sorted(lines):
        points = dice.randrange(scores) if scores else dice.randint(0, 2 * rounds)
        mine = (*lines[n], CardLine(Code.HALF_BYE, points))
        cards[n] = Card(n, lines=mine, present=dice.random() >= absent)
    return PairingTask(cards, rounds + 2, rounds + 5)


def walled(players: int, above: int = 0) -> PairingTask:
    """One score group, the upper half of which may not meet the lower half; `above` players one group higher."""
    half = (above + players) // 2 + above
    lower = range(half + 1, players + above + 1)
    forbidden = frozenset(frozenset(pair) for pair in product(range(1 + above, half + 1), lower))
    cards = {
        n: Card(n, lines=(CardLine(Code.HALF_BYE, 1 if n <= above else 0),)) for n in range(1, players + above + 1)
    }
    return PairingTask(cards, 2, 9, forbidden=forbidden)


def all_due(players: int, whites: int, share: float, seed: int = 1) -> PairingTask:
    """One score group in which a share of the players had White `whites` times running: a large x, few ways."""
    dice = Random(seed)
    cards = {}
    for n in range(1, players + 1):
        colours = [Colour.WHITE] * whites if dice.random() < share else [Colour.BLACK, Colour.WHITE, Colour.BLACK]
        cards[n] = Card(n, lines=tuple(CardLine(Code.DRAW, 0, 9000 + i, colour) for i, colour in enumerate(colours)))
    return PairingTask(cards, 4, 9)


def like_with_like(players: int) -> PairingTask:
    """One score group in which those due White may only meet each other: every pair is a clash."""
    had = {n: (Colour.WHITE, Colour.BLACK)[n % 3 == 0] for n in range(1, players + 1)}
    forbidden = frozenset(frozenset((a, b)) for a, b in product(had, had) if had[a] is not had[b])
    cards = {n: Card(n, lines=(CardLine(Code.DRAW, 1, 9000, colour),)) for n, colour in had.items()}
    return PairingTask(cards, 2, 9, forbidden=forbidden)


def sinking(above: int, below: int) -> PairingTask:
    """A score group that may not meet among itself moves down whole into the next."""
    forbidden = frozenset(frozenset(pair) for pair in combinations(range(1, above + 1), 2))
    scores = {n: 1 if n <= above else 0 for n in range(1, above + below + 1)}
    due = (Colour.WHITE, Colour.BLACK)
    cards = {n: Card(n, lines=(CardLine(Code.DRAW, score, 9000, due[n % 2]),)) for n, score in scores.items()}
    return PairingTask(cards, 2, 9, forbidden=forbidden)


def crowded(apart: int, others: int, below: int) -> PairingTask:
    """A score group in which `apart` players may not meet each other, and a few players below it who had the bye."""
    forbidden = frozenset(frozenset(pair) for pair in combinations(range(1, apart + 1), 2))
    total = apart + others
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in range(1, total + 1)}
    cards |= {n: Card(n, lines=(CardLine(Code.PAIRING_BYE, 0),)) for n in range(total + 1, total + below + 1)}
    return PairingTask(cards, 2, 9, forbidden=forbidden)


def stranded(players: int, bottom: int) -> PairingTask:
    """The last players have all had the bye, met each other and everybody but the very first ones."""
    total = players + bottom
    last = range(players + 1, total + 1)
    forbidden = {frozenset((a, b)) for a in last for b in range(bottom + 1, total + 1) if a != b}
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 2),)) for n in range(1, players + 1)}
    cards |= {n: Card(n, lines=(CardLine(Code.PAIRING_BYE, 1),)) for n in last}
    return PairingTask(cards, 2, 9, forbidden=frozenset(forbidden))


def nothing_legal(players: int) -> PairingTask:
    """Everybody must have White."""
    lines = tuple(CardLine(Code.DRAW, 1, 9000 + i, Colour.BLACK) for i in range(2))
    return PairingTask({n: Card(n, lines=lines) for n in range(1, players + 1)}, 3, 9)


HARD_FIELDS = (
    HardField("16 players, round 14", lambda: generated(16, 14, 14)),
    HardField("30 players, round 27", lambda: generated(30, 27, 27)),
    HardField("40 players, round 36", lambda: generated(40, 36, 36)),
    HardField("60 players, round 40", lambda: generated(60, 40, 40)),
    HardField("100 players, round 40", lambda: generated(100, 40, 40)),
    HardField("100 players, round 90", lambda: generated(100, 90, 90)),
    HardField("2000 players, round 2", lambda: generated(2000, 2, 2)),
    HardField("1999 players, everyone drew, round 2", lambda: generated(1999, 2, 2, draws=1.0)),
    HardField("2000 players, last round of 9", lambda: generated(2000, 9, 9)),
    HardField("2000 players, a third away", lambda: generated(2000, 7, 7, byes=0.33)),
    HardField("300 players, half the field has met", lambda: scattered(300, 150, 1)),
    HardField("300 players, one score, half has met", lambda: scattered(300, 150, 2, scores=1)),
    HardField("99 players, 80 rounds at random", lambda: scattered(99, 80, 3)),
    HardField("41 players, 34 rounds at random", lambda: scattered(41, 34, 4, scores=6)),
    HardField("2000 players, 7 rounds at random", lambda: scattered(2000, 7, 5)),
    HardField("2000 players, one score, random past", lambda: scattered(2000, 7, 6, scores=1)),
    HardField("1999 players, three scores, random past", lambda: scattered(1999, 7, 7, scores=3)),
    HardField("1000 players, 60 rounds at random", lambda: scattered(1000, 60, 8)),
    HardField("200 players, halves may not meet", lambda: walled(200)),
    HardField("1000 players, halves may not meet", lambda: walled(1000)),
    HardField("2000 players, halves may not meet", lambda: walled(2000)),
    HardField("501 players, halves may not meet, 3 above", lambda: walled(501, 3)),
    HardField("2000 players, 70 % due Black", lambda: all_due(2000, 1, 0.7)),
    HardField("2000 players, 50 % must have Black", lambda: all_due(2000, 2, 0.5)),
    HardField("2000 players, 60 % must have Black", lambda: all_due(2000, 2, 0.6)),
    HardField("300 players, every pair a clash", lambda: like_with_like(300)),
    HardField("1200 players, every pair a clash", lambda: like_with_like(1200)),
    HardField("1001 players, 400 move down at once", lambda: sinking(400, 601)),
    HardField("1001 players, 500 move down at once", lambda: sinking(500, 501)),
    HardField("1000 players, 500 of them mixed", lambda: sinking(500, 500)),
    HardField("1000 players, 600 apart, 200 below", lambda: crowded(600, 400, 200)),
    HardField("1000 players, 600 apart, 150 below", lambda: crowded(600, 400, 150)),
    HardField("300 players, 3 stranded below", lambda: stranded(300, 3)),
    HardField("1000 players, 7 stranded below", lambda: stranded(1000, 7)),
    HardField("2000 players, 9 stranded below", lambda: stranded(2000, 9)),
    HardField("2000 players, nothing legal", lambda: nothing_legal(2000)),
)

WORST_CASES = (
    HardField("40 players, round 36", lambda: last_round(40, 36)),
    HardField("60 players, round 40", lambda: last_round(60, 40)),
    HardField("100 players, round 40", lambda: last_round(100, 40)),
    HardField("300 players, one bracket (all drew)", lambda: generated(300, 2, 2, draws=1.0)),
    HardField("301 players, one bracket, all due White", lambda: due_white(301)),
    HardField("200 players, clubs of 20 kept apart", lambda: clubs(200, 20)),
    HardField("200 players in round 1, halves may not meet", lambda: halves(200)),
)
"""Fields that a report file can say, so that other programs can be asked as well."""
