"""A player's card: what an arbiter used to write by hand, one line a round.

Pairing engines and tie-breaks read cards and nothing else, so that a tournament of the
journal and a report file from elsewhere are paired and ranked by the same code. On a card
everybody is known by pairing number.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from domain.cards.acceleration import VirtualByRound
from domain.records import dataclass
from domain.words.games import WON_CODES, Code, Colour, Scoring
from domain.words.options import FIDE_COLOUR_RUN, ROUNDS_BETWEEN
from domain.words.players import PairingNumber, Title
from domain.words.teams import TeamOptions


class Float(StrEnum):
    DOWN = "down"
    UP = "up"

    @classmethod
    def of(cls, ahead: int) -> "Float | None":
        return (cls.DOWN if ahead > 0 else cls.UP) if ahead else None


LOSSES = frozenset({Code.LOSS, Code.UNRATED_LOSS, Code.FORFEIT_LOSS})


def of_match(games: Sequence[Code], theirs: Sequence[Code]) -> Code:
    """The code of a match of several games: open until all are decided, forfeited if one forfeits all of them.

    Any other match counts as played, also one of which each forfeits a game (C.04.5 of 2026, preface).
    """
    if still := [code for code in games if code.open]:
        return still[0]
    if set(games) == {Code.FORFEIT_LOSS}:
        return Code.FORFEIT_LOSS
    if set(theirs) == {Code.FORFEIT_LOSS}:
        return Code.FORFEIT_WIN
    won, lost = (sum(code in codes for code in games) for codes in (WON_CODES, LOSSES))
    return Code.DRAW if won == lost else Code.WIN if won > lost else Code.LOSS


@dataclass(frozen=True, slots=True)
class CardLine:
    code: Code
    points: int
    """Half-points this round gave."""
    opponent: PairingNumber | None = None
    """Pairing number of the scheduled opponent, also where the game was not played."""
    colour: Colour | None = None
    """The colour given by the pairing, also where the game was not played (see `played_colour`)."""
    ahead: int = 0
    """Half-points more than the opponent before the round, as its pairing saw both; 0 without one.

    Virtual points of an accelerated event are not in it: those are the task's.
    """
    games: tuple[Code, ...] = ()
    """The codes of the games of a match; empty for a single game."""
    adjusted: int = 0
    """Half-points of `points` that the arbiter gave (or took away) beside the result."""
    secondary: int = 0
    """Half-points of the other score of a team: game points where match points are primary, and the other way round."""
    adjusted_secondary: int = 0
    """Half-points of `secondary` that the arbiter gave (or took away) beside the result."""

    def beside(self, points: int, secondary: int) -> "CardLine":
        """The line with half-points that the arbiter gave or took away."""
        if not points and not secondary:
            return self
        given = replace(self, adjusted=points, adjusted_secondary=secondary)
        return replace(given, points=self.points + points, secondary=self.secondary + secondary)

    @property
    def moved(self) -> bool:
        return any(code.played for code in self.games) if self.games else self.code.played

    @property
    def played_colour(self) -> Colour | None:
        """The colour that counts (F.2; C.04.5, 1.6 of 2026): only games really played have one."""
        return self.colour if self.moved else None


@dataclass(frozen=True, slots=True)
class Card:
    """A player after so many rounds. `lines[r - 1]` is round r; every card has the same number of lines."""

    number: PairingNumber
    name: str = ""
    rating: int = 0
    title: Title = Title.NONE
    lines: tuple[CardLine, ...] = ()
    present: bool = True
    carried: int = 0
    """Half-points brought along from an earlier stage."""
    leave: Code | None = None
    """The bye asked for in the next round; None also for one that is worth nothing, as for somebody who is away."""

    def after(self, line: CardLine) -> "Card":
        """The card with one round more: `replace` takes three times as long."""
        lines = (*self.lines, line)
        return Card(self.number, self.name, self.rating, self.title, lines, self.present, self.carried, self.leave)

    @property
    def score(self) -> int:
        """Half-points of all rounds on the card, and those brought along."""
        return self.carried + sum([line.points for line in self.lines])

    @property
    def secondary_score(self) -> int:
        """Half-points of a team's other score."""
        return sum([line.secondary for line in self.lines])


Cards = Mapping[PairingNumber, Card]
"""Pairing number to card."""


@dataclass(frozen=True, slots=True)
class PairingTask:
    """All that an engine is given: the cards before `round` and what the arbiter has decided."""

    cards: Cards
    round: int
    """The round to be paired; every card has `round - 1` lines."""
    rounds: int
    initial_colour: Colour = Colour.WHITE
    """The colour of pairing number 1 in round 1 (A.7, drawn by lot)."""
    forbidden: frozenset[frozenset[PairingNumber]] = field(default_factory=frozenset)
    """Pairs of pairing numbers that must not meet, beyond B.1."""
    scoring: Scoring = field(default_factory=Scoring)
    virtual: Mapping[PairingNumber, tuple[int, ...]] = field(default_factory=dict)
    """By pairing number: virtual half-points in round 1, 2, ... of an accelerated event (C.04.7), or the starting
    points of McMahon in all of them."""
    top_start: int = 0
    """McMahon: half-points with which players at the bar begin; those of everybody are among the virtual points."""
    colour_run: int = FIDE_COLOUR_RUN
    """The most games in a row with one colour, and the greatest difference between the colours; FIDE has two."""

    maxi: bool | None = None
    """A maxi-tournament of the Lim system; None: by the number of participants."""
    teams: TeamOptions = field(default_factory=TeamOptions)
    avoided: frozenset[frozenset[PairingNumber]] = field(default_factory=frozenset)
    """Pairs of pairing numbers that meet only where it cannot be helped: of one federation or club."""
    rounds_between: int = ROUNDS_BETWEEN
    """Keizer: rounds that lie between two games of the same two, where it can be."""

    @property
    def unrated(self) -> tuple[PairingNumber, ...]:
        """Players without a rating who are to be paired or have played somebody already."""
        return tuple(
            number
            for number, card in sorted(self.cards.items())
            if not card.rating and (card.present or any(line.code.played for line in card.lines))
        )

    def virtual_points(self, number: PairingNumber, round: int) -> int:
        """Half-points added to the pairing score in `round`; 0 without acceleration and starting points."""
        mine = self.virtual.get(number, ())
        return mine[round - 1] if round <= len(mine) else 0

    def among(self, present: Container[object]) -> "PairingTask":
        return replace(self, cards={n: replace(card, present=n in present) for n, card in self.cards.items()})


@dataclass(frozen=True, slots=True)
class Pair:
    white: PairingNumber
    black: PairingNumber


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """An engine's answer: boards in the order of F.1, and who is left over."""

    pairs: tuple[Pair, ...]
    bye: PairingNumber | None = None


def ahead_with(card: Card, points: VirtualByRound) -> Card:
    """The card with the virtual points of both in what the player was ahead of each opponent."""

    def of(number: PairingNumber | None, round: int) -> int:
        mine = points.get(number, ()) if number is not None else ()
        return mine[round] if round < len(mine) else 0

    lines = (
        replace(line, ahead=line.ahead + of(card.number, round) - of(line.opponent, round)) if line.opponent else line
        for round, line in enumerate(card.lines)
    )
    return replace(card, lines=tuple(lines))
