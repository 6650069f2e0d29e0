"""Steps of pairing numbers, lots and orders given from outside."""

from domain import events as e
from domain.folding.step import step
from domain.state import Tournament


@step.register
def _(event: e.InitialColourDrawn, t: Tournament) -> None:
    t.initial_colour = event.colour
    t.colour_seed = event.seed


@step.register
def _(event: e.PairingNumbersIssued, t: Tournament) -> None:
    t.numbers = event.order
    t.numbers_drawn_by = event.drawn_by


@step.register
def _(event: e.StartPositionDrawn, t: Tournament) -> None:
    t.start_positions[event.round] = event.position


@step.register
def _(event: e.PairingNumbersExchanged, t: Tournament) -> None:
    place = {event.one: event.other, event.other: event.one}
    t.numbers = tuple(place.get(player, player) for player in t.numbers)


@step.register
def _(event: e.LotsDrawn, t: Tournament) -> None:
    t.lots = event.order


@step.register
def _(event: e.EqualsOrdered, t: Tournament) -> None:
    t.by_arbiter = event.order


@step.register
def _(event: e.OutsideValuesGiven, t: Tournament) -> None:
    t.outside = event.values
