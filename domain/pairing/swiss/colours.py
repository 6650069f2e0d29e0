"""Colours a player had, and the colour due: the same in the Dutch editions of 1998 and 2026."""

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Protocol

from domain.cards.card import CardLine, Pair
from domain.records import dataclass
from domain.words.games import PLAYED_CODES, Colour
from domain.words.players import PairingNumber

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


def games_ahead(colours: Colours, colour: Colour) -> int:
    """Games with this colour less those with the other."""
    return 2 * colours.count(colour) - len(colours)


def colour_difference(colours: Colours) -> int:
    """Games with White less games with Black (1998 A.7; 2026 1.6)."""
    return games_ahead(colours, Colour.WHITE)


def ways(mine: Collection[Colour], theirs: Collection[Colour]) -> list[Colour]:
    """The colours that one of two may have while the other may have the opposite."""
    return [colour for colour in Colour if colour in mine and colour.opposite in theirs]


@lru_cache(maxsize=1 << 12)
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


class Preferring(Protocol):
    @property
    def number(self) -> PairingNumber: ...

    @property
    def preference(self) -> Preference: ...


def both_against(of: Callable[[PairingNumber], Preference], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs in which both have the opposite of the colour that they prefer: exchanged, both had theirs."""
    return tuple(p for p in pairs if of(p.white).colour is Colour.BLACK and of(p.black).colour is Colour.WHITE)


def same_preference(one: Preferring, other: Preferring) -> bool:
    """Both prefer the same colour."""
    return one.preference.colour is other.preference.colour is not None


# Rules that say which of two paired players gets White; an edition has its own order of them (C.04.3-C.04.4 5.2).


class Coloured(Protocol):
    @property
    def parity(self) -> int:
        """The number that is odd or even."""

    @property
    def colours(self) -> Colours: ...

    @property
    def preference(self) -> Preference: ...


ColourRule = Callable[[Coloured, Coloured, Colour], Colour | None]
"""Higher player, lower player, the initial colour -> the colour of the higher; None: the next rule decides."""


def both_new(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """The colour of the higher of two who have played nobody: the initial one for an odd number, else the other."""
    return None if higher.colours or lower.colours else by_initial_colour(higher, lower, initial)


def both_preferences(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """Grant both preferences; a player without one lets the opponent have theirs."""
    mine, theirs = higher.preference.colour, lower.preference.colour
    if mine is not None:
        return mine if theirs is not mine else None
    return theirs.opposite if theirs is not None else None


def stronger_preference(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """Grant the stronger preference; of two absolute ones that of the wider colour difference."""
    mine, theirs = _weight(higher), _weight(lower)
    if mine == theirs or higher.preference.colour is None or lower.preference.colour is None:
        return None
    return higher.preference.colour if mine > theirs else lower.preference.colour.opposite


def _weight(player: Coloured) -> tuple[int, int]:
    strength = player.preference.strength
    return strength, abs(colour_difference(player.colours)) if strength is Strength.ABSOLUTE else 0


def alternate(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """Alternate to the latest games in which the two had different colours."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not theirs:
            return mine.opposite
    return None


def higher_ranked(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    return higher.preference.colour


def fewer(count: Callable[[Colours], int]) -> ColourRule:
    """White for the one of whom less is counted."""

    def rule(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
        ahead = count(higher.colours) - count(lower.colours)
        return (Colour.BLACK if ahead > 0 else Colour.WHITE) if ahead else None

    return rule


def own_alternation(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    return higher.colours[-1].opposite if higher.colours else None


def other_alternation(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    return lower.colours[-1] if lower.colours else None


def by_initial_colour(higher: Coloured, lower: Coloured, initial: Colour) -> Colour | None:
    """An odd number of the higher ranked player has the initial colour, an even one the other."""
    return initial if higher.parity % 2 else initial.opposite


Allocation = Sequence[tuple[str, ColourRule]]
"""Articles with their rules, in order of priority; the last one always decides."""


def allocate(allocation: Allocation, higher: Coloured, lower: Coloured, initial: Colour) -> tuple[str, Colour]:
    """Return the article that decides, and the colour of the higher player."""
    decided = ((article, rule(higher, lower, initial)) for article, rule in allocation)
    return next((article, colour) for article, colour in decided if colour is not None)


class Seated(Coloured, Preferring, Protocol):
    """A player who gets a colour and a board."""


def seated_by(allocation: Allocation, higher: Seated, lower: Seated, initial: Colour) -> tuple[str, Pair]:
    """Return the article that decides, and the board."""
    article, colour = allocate(allocation, higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return article, Pair(white.number, black.number)
