"""Colours a player had, and the colour due: the same in the Dutch editions of 1998 and 2026."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from domain.cards.card import CardLine, Pair, PairingTask
from domain.words.games import PLAYED_CODES, Colour

Colours = tuple[Colour, ...]
"""The colours of the games really played, oldest first: unplayed rounds are squeezed out (F.3)."""


class Strength(IntEnum):
    """The strength of a player's claim to a colour (FIDE Dutch 1998, A.7; 2026, 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    strength: Strength
    colour: Colour | None


NO_PREFERENCE = Preference(Strength.NONE, None)


def colour_history(lines: Iterable[CardLine]) -> Colours:
    """The colours that count (1998 F.2, F.3; C.04.2 3.4): those of games played."""
    return tuple([line.colour for line in lines if line.code in PLAYED_CODES and line.colour is not None])


def colour_difference(colours: Colours) -> int:
    """Games with White less games with Black (1998 A.7; 2026 1.6)."""
    return 2 * colours.count(Colour.WHITE) - len(colours)


def preference(colours: Colours, run: int = 2) -> Preference:
    """The colour preference of a player (1998 A.7 a-c; 2026 1.7), where `run` games in a row may have one colour."""
    if not colours:
        return NO_PREFERENCE
    ahead, last = colour_difference(colours), colours[-1]
    if abs(ahead) >= run:
        return Preference(Strength.ABSOLUTE, Colour.BLACK if ahead > 0 else Colour.WHITE)
    if colours[-run:] == (last,) * run:
        return Preference(Strength.ABSOLUTE, last.opposite)
    if ahead:
        return Preference(Strength.STRONG, Colour.BLACK if ahead > 0 else Colour.WHITE)
    return Preference(Strength.MILD, last.opposite)


def neither_is_due(task: PairingTask, pair: Pair) -> bool:
    """White is due Black and Black is due White: exchanged, both would have their colour."""
    white, black = (
        preference(colour_history(task.cards[number].lines), task.colour_run).colour
        for number in (pair.white, pair.black)
    )
    return white is Colour.BLACK and black is Colour.WHITE
