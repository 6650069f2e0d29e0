"""The beginning of a tournament that nobody sits at: the lot, the first pairing and its publication in one step."""

from collections.abc import Callable, Mapping

from domain import events as e
from domain.decisions.drawing_numbers import draw_numbers
from domain.decisions.numbering import draw_initial_colour, draw_lots
from domain.decisions.pairing_rounds import pair_round, publish_rounds
from domain.formats import rules_of
from domain.tournament import Tournament, replay
from domain.words.options import FirstLot

DRAWN_BY: Mapping[FirstLot, Callable[[Tournament, str], list[e.Event]]] = {
    FirstLot.COLOUR: draw_initial_colour,
    FirstLot.COLOURS: draw_initial_colour,
    FirstLot.NUMBERS: draw_numbers,
    FirstLot.LINES: draw_lots,
}


def begin_by_itself(tournament: Tournament, seed: str) -> list[e.Event]:
    """The events up to the first boards; none once a round is paired. Raises as `pair_round`."""
    if tournament.paired:
        return []
    ahead, events = tournament.copy(), list[e.Event]()

    def take(more: list[e.Event]) -> None:
        events.extend(more)
        replay(more, ahead)

    for _ in DRAWN_BY:
        lot = rules_of(ahead).first_lot(ahead)
        if lot is not FirstLot.NONE:
            take(DRAWN_BY[lot](ahead, seed))
    take(pair_round(ahead))
    take(publish_rounds(ahead, ahead.paired))
    return events
