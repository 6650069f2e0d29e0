"""Made-up events: players, results by the FIDE table of expected scores, and every round paired by a system."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Protocol

from domain.cards.acceleration import (
    NO_VIRTUAL_POINTS,
    VirtualByRound,
    baku_points,
    last_of_upper_group,
    virtual_points,
)
from domain.cards.card import Card, CardLine, Cards, Pair, PairingTask, RoundPairing, of_match
from domain.pairing.system import NoLegalPairing
from domain.ranking.elo import expected
from domain.records import dataclass
from domain.words.games import Code, Colour, Result, Scoring
from domain.words.options import McMahonOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Acceleration, Regulations

ODD_RESULTS = (
    Result.WHITE_HALF_BLACK_LOSES,
    Result.WHITE_LOSES_BLACK_HALF,
    Result.BOTH_LOSE,
    Result.WHITE_WINS_UNRATED,
    Result.DRAW_UNRATED,
    Result.BLACK_WINS_UNRATED,
)

RESTS = CardLine(Code.ZERO_BYE, 0)
"""Neither paired nor away: in a table of everybody against everybody."""

Chance = Callable[[], float]
"""A number from 0 up to but not including 1, such as `random.Random(seed).random`."""


@dataclass(frozen=True, slots=True)
class StartingPoints:
    points: Mapping[PairingNumber, int] = field(default_factory=dict)
    """Half-points by pairing number."""
    top: int = 0
    """Half-points of players at the bar."""

    def of_all(self, rounds: int) -> VirtualByRound:
        return {number: (points,) * rounds for number, points in self.points.items() if points}


def start_by_ratings(options: McMahonOptions, cards: Cards) -> StartingPoints:
    lowest = options.lowest(card.rating for card in cards.values())
    starts = {number: options.start(card.rating, lowest) for number, card in cards.items()}
    return StartingPoints(starts, options.top(lowest))


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wanted shape of a made-up event. Shares are between 0 and 1."""

    players: int
    rounds: int
    draws: float = 0.3
    """The share of games, as far as the players' ratings leave room for draws."""
    forfeits: float = 0.0
    """The share of games decided because one player is absent, rarely both."""
    byes: float = 0.0
    withdrawals: float = 0.0
    full_byes: float = 0.0
    zero_byes: float = 0.0
    odd_results: float = 0.0
    """The share of games that end 1/2-0, 0-1/2, lost by both, or not rated."""
    ratings: tuple[int, int] = (1200, 2600)
    listed_ratings: tuple[int, ...] = ()
    """The rating of each player, best first; empty = drawn from the range."""
    initial_colour: Colour = Colour.WHITE
    acceleration: Acceleration = Acceleration.NONE
    mcmahon: McMahonOptions | None = None
    """The starting points; None = nobody has any."""
    match_games: int = 1


@dataclass(frozen=True, slots=True)
class Generated:
    cards: dict[PairingNumber, Card]
    """After the last round paired; `present` says who has not withdrawn."""
    pairings: tuple[RoundPairing, ...]
    initial_colour: Colour
    virtual: VirtualByRound = field(default_factory=lambda: NO_VIRTUAL_POINTS)
    start: StartingPoints = field(default_factory=StartingPoints)
    """Its points are among the virtual ones."""
    stopped: NoLegalPairing | None = None


class RoundMaker(Protocol):
    def pair(self, task: PairingTask) -> RoundPairing: ...


def generate(wishes: Wishes, system: RoundMaker, chance: Chance, scoring: Scoring | None = None) -> Generated:
    """Play the whole event. The same chance gives the same event."""
    cards = made_up_field(wishes, chance)
    scores = Regulations(scoring=scoring or Scoring(), match_games=wishes.match_games).round_scoring
    pairings: list[RoundPairing] = []
    start = start_by_ratings(wishes.mcmahon, cards) if wishes.mcmahon else StartingPoints()
    virtual: VirtualByRound = start.of_all(wishes.rounds)

    def result(pair: Pair) -> Result:
        return made_up_result(wishes, cards, pair, chance)

    for round in range(1, wishes.rounds + 1):
        cards = _withdrawn(wishes, cards, chance) if round > 1 else cards
        leave = {n: code for n, card in cards.items() if (code := _leave(wishes, card, chance)) is not None}
        there = {n: replace(card, present=n not in leave, leave=leave.get(n)) for n, card in cards.items()}
        virtual = _virtual(wishes, there, scores) if round == 1 and wishes.mcmahon is None else virtual
        task = PairingTask(
            there, round, wishes.rounds, wishes.initial_colour, scoring=scores, virtual=virtual, top_start=start.top
        )
        try:
            pairing = system.pair(task)
        except NoLegalPairing as none:
            return Generated(cards, tuple(pairings), wishes.initial_colour, virtual, start, none)
        pairings.append(pairing)
        lines = {n: CardLine(code, scores.points(code)) for n, code in leave.items()}
        if pairing.bye is not None:
            lines[pairing.bye] = CardLine(Code.PAIRING_BYE, scores.points(Code.PAIRING_BYE))
        lines |= lines_of_games(pairing.pairs, cards, scoring or Scoring(), wishes.match_games, result)
        cards = {n: replace(card, lines=(*card.lines, lines.get(n, RESTS))) for n, card in cards.items()}
    return Generated(cards, tuple(pairings), wishes.initial_colour, virtual, start)


def _leave(wishes: Wishes, card: Card, chance: Chance) -> Code | None:
    if not card.present:
        return Code.ZERO_BYE
    shares = ((Code.HALF_BYE, wishes.byes), (Code.FULL_BYE, wishes.full_byes), (Code.ZERO_BYE, wishes.zero_byes))
    luck = chance()
    for code, share in shares:
        if luck < share:
            return code
        luck -= share
    return None


def _virtual(wishes: Wishes, cards: dict[PairingNumber, Card], scoring: Scoring) -> VirtualByRound:
    """The virtual points of an accelerated event, by the cards before its first round."""
    if wishes.acceleration is Acceleration.NONE:
        return NO_VIRTUAL_POINTS
    last = last_of_upper_group(sorted(cards), {n for n, card in cards.items() if card.present})
    return virtual_points(sorted(cards), last, baku_points(wishes.rounds, scoring))


def made_up_field(wishes: Wishes, chance: Chance) -> dict[PairingNumber, Card]:
    low, high = wishes.ratings
    drawn = (low + int(chance() * (high - low + 1)) for _ in range(wishes.players))
    ratings = wishes.listed_ratings or tuple(sorted(drawn, reverse=True))
    return {
        PairingNumber(number): Card(PairingNumber(number), rating=rating) for number, rating in enumerate(ratings, 1)
    }


def _withdrawn(wishes: Wishes, cards: dict[PairingNumber, Card], chance: Chance) -> dict[PairingNumber, Card]:
    share = wishes.withdrawals / max(1, wishes.rounds - 1)
    return {n: replace(card, present=card.present and chance() >= share) for n, card in cards.items()}


def lines_of_games(
    pairs: Iterable[Pair], cards: Cards, scoring: Scoring, games: int, result: Callable[[Pair], Result]
) -> dict[PairingNumber, CardLine]:
    """The line of each who is paired, with `games` in each match: in every second one the colours are exchanged.

    `scoring` is that of a game, and `result` says how the game of these two ends.
    """
    lines: dict[PairingNumber, CardLine] = {}
    for pair in pairs:
        mine, theirs = _codes(pair, games, result)
        white, black = cards[pair.white], cards[pair.black]
        lines[pair.white] = _line(mine, theirs, white, black, Colour.WHITE, scoring)
        lines[pair.black] = _line(theirs, mine, black, white, Colour.BLACK, scoring)
    return lines


def _codes(pair: Pair, games: int, result: Callable[[Pair], Result]) -> tuple[tuple[Code, ...], tuple[Code, ...]]:
    mine, theirs = [], []
    for at in range(games):
        seated = Pair(pair.black, pair.white) if at % 2 else pair
        ended = result(seated)
        sides = (ended.black, ended.white) if at % 2 else (ended.white, ended.black)
        mine.append(sides[0])
        theirs.append(sides[1])
    return tuple(mine), tuple(theirs)


def _line(
    games: tuple[Code, ...], theirs: tuple[Code, ...], own: Card, other: Card, colour: Colour, scoring: Scoring
) -> CardLine:
    points, ahead = sum(map(scoring.points, games)), own.score - other.score
    if len(games) == 1:
        return CardLine(games[0], points, other.number, colour, ahead)
    return CardLine(of_match(games, theirs), points, other.number, colour, ahead, games)


def made_up_result(wishes: Wishes, cards: dict[PairingNumber, Card], pair: Pair, chance: Chance) -> Result:
    if chance() < wishes.forfeits:
        luck = chance()
        won = Result.WHITE_WINS_BY_FORFEIT if luck < 0.525 else Result.BLACK_WINS_BY_FORFEIT
        return Result.DOUBLE_FORFEIT if luck < 0.05 else won
    if wishes.odd_results and chance() < wishes.odd_results:
        return ODD_RESULTS[int(chance() * len(ODD_RESULTS))]
    share = expected(cards[pair.white].rating - cards[pair.black].rating) / 100
    drawn = min(wishes.draws, 2 * share, 2 * (1 - share))
    luck = chance()
    if luck < drawn:
        return Result.DRAW
    return Result.WHITE_WINS if luck < share + drawn / 2 else Result.BLACK_WINS
