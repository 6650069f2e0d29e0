"""Sentences about what was drawn by lot or ordered by hand."""

from domain import events as e
from domain.words.games import Colour, start_position
from domain.words.options import NumbersBy
from web.wording.events.what import what_happened
from web.wording.telling import Teller


@what_happened.register
def _(event: e.InitialColourDrawn, t: Teller) -> str:
    white = event.colour is Colour.WHITE
    if event.seed and white:
        return t.say("Lot drawn: number 1 begins with White (seed {seed})", seed=event.seed)
    if event.seed:
        return t.say("Lot drawn: number 1 begins with Black (seed {seed})", seed=event.seed)
    if white:
        return t.say("Number 1 begins with White, set by the arbiter")
    return t.say("Number 1 begins with Black, set by the arbiter")


@what_happened.register
def _(event: e.PairingNumbersExchanged, t: Teller) -> str:
    return t.say("{one} and {other} exchange pairing numbers", one=t.name(event.one), other=t.name(event.other))


@what_happened.register
def _(event: e.PairingNumbersIssued, t: Teller) -> str:
    n = len(event.order)
    if event.seed:
        values = {"seed": event.seed, "n": n}
        if event.drawn_by is NumbersBy.VARMA:
            return t.say("Numbers of {n} players drawn by Varma lots (seed {seed})", **values)
        return t.say("Numbers of {n} players drawn by lot (seed {seed})", **values)
    if isinstance(t.row.before, tuple):
        return t.language.ngettext(
            "Pairing numbers issued anew to {n} player", "Pairing numbers issued anew to {n} players", n
        )
    return t.language.ngettext("Pairing numbers issued to {n} player", "Pairing numbers issued to {n} players", n)


@what_happened.register
def _(event: e.StartPositionDrawn, t: Teller) -> str:
    values = {"round": event.round, "number": event.position, "pieces": start_position(event.position)}
    return t.say("Start position of round {round} drawn: {number}, {pieces} (seed {seed})", seed=event.seed, **values)


@what_happened.register
def _(event: e.LotsDrawn, t: Teller) -> str:
    if not event.seed:
        return t.say("Lots as the report file has them")
    return t.say("Lots drawn between equals (seed {seed})", seed=event.seed)


@what_happened.register
def _(event: e.EqualsOrdered, t: Teller) -> str:
    return t.say("Order of equals set by the arbiter: {players}", players=t.names(event.order))


@what_happened.register
def _(event: e.OutsideValuesGiven, t: Teller) -> str:
    values = [f"{t.name(value.player)} {t.language.points(value.points)}" for value in event.values]
    return t.say("Points of the play-off: {values}", values=t.language.listing(values))
