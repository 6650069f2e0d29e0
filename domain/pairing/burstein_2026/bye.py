"""The pairing-allocated bye, given before anybody is paired (3.1)."""

from dataclasses import dataclass

from domain.pairing.burstein_2026.layout import Layout
from domain.pairing.graph.completion import able_to_stay_alone


@dataclass(frozen=True, slots=True)
class ByeChoice:
    """The player who rests, and those who would have come before."""

    place: int
    barred: tuple[int, ...]
    """By C2 (3.1.1)."""
    needed: tuple[int, ...]
    """Without them not everybody else can be paired (C4, 3.1.2)."""


def bye_given(layout: Layout) -> ByeChoice | None:
    """The first in the order of 3.1.3 to 3.1.5 who can have it; None if nobody can."""
    able = able_to_stay_alone(layout.legal)
    if not able & layout.bye:
        return None
    order = sorted(range(len(layout.players)), key=lambda place: layout.players[place].order_for_bye)
    taker = next(place for place in order if able & layout.bye & 1 << place)
    before = order[: order.index(taker)]
    barred = tuple(place for place in before if not layout.bye >> place & 1)
    needed = tuple(place for place in before if layout.bye >> place & 1)
    return ByeChoice(taker, barred, needed)
