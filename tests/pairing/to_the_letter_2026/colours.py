"""Allocation of colours (5.2), and the order in which boards are published (GHR 3.6)."""

from collections.abc import Iterable

from domain.cards import card
from domain.words.games import Colour
from tests.pairing.to_the_letter_2026.completion import Pair
from tests.pairing.to_the_letter_2026.players import Player, Strength


def boards(pairs: Iterable[Pair], initial: Colour) -> tuple[card.Pair, ...]:
    """The score of the higher-ranked player, then the sum of both, then the TPN of the higher-ranked."""
    ordered = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[0].score - pair[1].score, pair[0].number))
    return tuple(
        card.Pair(high.number, low.number)
        if colour_of_higher(high, low, initial) is Colour.WHITE
        else card.Pair(low.number, high.number)
        for high, low in ordered
    )


def colour_of_higher(high: Player, low: Player, initial: Colour) -> Colour:
    """The colour of the higher-ranked of two: the first of 5.2.1 to 5.2.5 that decides."""
    if high.wish is None and low.wish is None:
        return parity(high, initial)
    return both(high, low) or stronger(high, low) or alternated(high, low) or wish_of(high)


def both(high: Player, low: Player) -> Colour | None:
    """5.2.1: both have what they prefer."""
    if high.wish is low.wish:
        return None
    return high.wish or wish_of(low).opposite


def stronger(high: Player, low: Player) -> Colour | None:
    """5.2.2: the stronger preference; of two absolute ones that with the wider colour difference."""
    mine, theirs = high.strength, low.strength
    if mine is theirs is Strength.ABSOLUTE:
        mine, theirs = abs(high.difference), abs(low.difference)
    if mine == theirs:
        return None
    return wish_of(high) if mine > theirs else wish_of(low).opposite


def alternated(high: Player, low: Player) -> Colour | None:
    """5.2.3: other than in the latest game in which one had White and the other Black."""
    for mine, theirs in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if mine is not theirs:
            return theirs
    return None


def wish_of(player: Player) -> Colour:
    """5.2.4 for the higher-ranked: the colour preferred."""
    assert player.wish
    return player.wish


def parity(high: Player, initial: Colour) -> Colour:
    """5.2.5: the initial colour for an odd TPN, else the other."""
    return initial if high.tpn % 2 else initial.opposite
