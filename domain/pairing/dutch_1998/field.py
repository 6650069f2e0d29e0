"""The players to be paired, in the order of A.2, with all that the criteria ask about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.pairing.dutch_1998.colours import Side, bears
from domain.pairing.swiss.absolute import opponents_met
from domain.pairing.swiss.colours import Colours, Preference, colour_history, preference
from domain.words.games import PLAYED_CODES, Code, Colour
from domain.words.players import PairingNumber

WITHOUT_PLAYING = frozenset({Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN})
"""A point without playing (B.1b)."""

BOTH_COLOURS = frozenset(Colour)


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player about to be paired."""

    number: PairingNumber
    score: int
    met: frozenset[PairingNumber]
    """Opponents of games really played (B.1a, F.2)."""
    colours: Colours
    preference: Preference
    exempt: bool
    """More than 50 % before the last round: B.2, B.5 and B.6 do not bind this player."""
    may: frozenset[Colour]
    """Colours that keep B.2, or both if exempt."""
    floats: tuple[Float | None, Float | None]
    """The floats of the previous round and of the one before it."""
    had_free_point: bool
    """B.1b: a point without playing."""

    @property
    def rank(self) -> tuple[int, int]:
        """The order of A.2: score first, then pairing number."""
        return (-self.score, self.number)

    @property
    def side(self) -> Side:
        return Side(self.number, self.colours, self.preference, self.may)


def competitor(card: Card, task: PairingTask) -> Competitor:
    """The competitor of a card, read by A.4, A.7, B.1 and B.2."""
    games = [line for line in card.lines if line.code in PLAYED_CODES]
    colours = colour_history(games)
    score = card.score
    exempt = topscorer(score, task)
    return Competitor(
        number=card.number,
        score=score,
        met=opponents_met(games),
        colours=colours,
        preference=preference(colours, task.colour_run),
        exempt=exempt,
        may=BOTH_COLOURS
        if exempt
        else frozenset(colour for colour in Colour if bears(colours, colour, task.colour_run)),
        floats=recent_floats(card),
        had_free_point=not WITHOUT_PLAYING.isdisjoint([line.code for line in card.lines]),
    )


def floats(card: Card) -> tuple[Float | None, ...]:
    """The float of each round: the higher of a pair down, the lower up, played or not (A.4); the bye is down (A.5)."""
    return tuple(map(_float, card.lines))


def recent_floats(card: Card) -> tuple[Float | None, Float | None]:
    """The floats of the previous round and of the one before it."""
    lines = card.lines
    return _float(lines[-1]) if lines else None, _float(lines[-2]) if len(lines) > 1 else None


def _float(line: CardLine) -> Float | None:
    if line.code is Code.PAIRING_BYE:
        return Float.DOWN
    return Float.of(line.ahead)


def topscorer(score: int, task: PairingTask) -> bool:
    """More than 50 % of the points to be had before the last round (A.7, note to B.6)."""
    return task.round == task.rounds and 2 * score > task.scoring.win * (task.rounds - 1)


@dataclass(frozen=True, slots=True)
class PairingField:
    """Everybody present, best first. A *place* is an index into `players`; sets of places are bits of an int."""

    players: tuple[Competitor, ...]
    place: Mapping[PairingNumber, int]
    """Pairing number to place."""
    forbidden: frozenset[frozenset[PairingNumber]]
    lot: Colour

    def numbers(self, places: Iterator[int] | tuple[int, ...]) -> tuple[PairingNumber, ...]:
        return tuple(self.players[place].number for place in places)


def field_of(task: PairingTask) -> PairingField:
    """The players present (F.5), ranked by A.2."""
    present = (competitor(card, task) for card in task.cards.values() if card.present)
    players = tuple(sorted(present, key=lambda player: player.rank))
    places = {player.number: place for place, player in enumerate(players)}
    return PairingField(players, places, task.forbidden, task.initial_colour)
