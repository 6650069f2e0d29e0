"""The commands of a play-off, of the prizes, and of the check-in before round 1."""

from typing import Annotated, Literal

import msgspec

from domain.decisions.setup.announcing import MAX_THING_CHARS
from domain.ranking.prizes import Sharing
from domain.words.choices.prizes import TaxWay
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm
from web.api import fields as f
from web.api.commands import ProgramCommand, SeenResult

MOST_PRIZES = 500
Moves = Annotated[int, msgspec.Meta(ge=0, le=500, description="The number of the last move; 0 = not counted.")]
MovedLast = Annotated[Literal["w", "b"], msgspec.Meta(description="The colour that made the last move.")]


class HoldPlayoff(ProgramCommand):
    """Hold the play-off of those who are level for a place; made in the answer is its address."""

    name: f.OneLine = ""
    ended: Annotated[
        str, msgspec.Meta(description="The local time at which the last game ended.", examples=["2026-11-21T18:30"])
    ] = ""
    pairing_form: PairingForm | None = None
    fewest_moves: FewestMoves | None = None
    armageddon_colours: ArmageddonColours | None = None
    late: bool = False
    reason: f.ReasonText = ""


class TakePlayoffOrder(ProgramCommand):
    """Bring the order of a play-off into this table, or take it out where the play-off goes on."""

    playoff: Annotated[str, msgspec.Meta(description="The address of the play-off.")]


class SeatPlayoff(ProgramCommand):
    """Draw the lots of a play-off that are due, and seat its next games."""

    seed: f.Seed = ""


class ChoosePlayoffColour(ProgramCommand):
    """Say which colour the winner of a lot takes."""

    stage: f.NeededLine
    colour: Literal["w", "b"]


class OfPlayoffGame(ProgramCommand):
    round: f.RoundNumber
    board: f.BoardNumber


class EnterPlayoffResult(OfPlayoffGame, kw_only=True):
    """Enter the result of a game of a play-off, with its length where the moves are counted."""

    result: f.ResultText
    seen: SeenResult = ""
    moves: Moves = 0
    last_by: MovedLast = "w"


class CountPlayoffMoves(OfPlayoffGame, kw_only=True):
    """Give the length of a game of a play-off."""

    moves: Moves
    last_by: MovedLast = "w"


class AssignPlayoffArbiter(OfPlayoffGame):
    """Name the arbiter who watches a game of a play-off."""

    arbiter: f.NeededLine


class RuleByPanel(OfPlayoffGame):
    """Note the ruling of a panel of three about a game of a play-off."""

    panel: Annotated[list[f.NeededLine], msgspec.Meta(min_length=3, max_length=3)]
    ruling: f.NeededLine

    def form(self) -> dict[str, tuple[str, ...]]:
        named = {f"panel_{place}": (name,) for place, name in enumerate(self.panel, 1)}
        return {**ProgramCommand.form(self), **named}


class AgreeLongerControl(ProgramCommand):
    """Note that organiser and arbiter have agreed on more time for a play-off."""

    organiser: f.NeededLine
    arbiter: f.NeededLine
    time_control: f.NeededLine


class ClosePlayoff(ProgramCommand):
    """Close a play-off that is decided."""


class PrizeRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A prize; those of a category are for its places in this order."""

    name: f.NeededLine
    cents: f.Number = 0
    category: Annotated[
        str, msgspec.Meta(description="As the desk has it: empty = all, W, U1800, U12, S60, UNR, club:..., fed:...")
    ] = ""
    thing: Annotated[str, f.line(MAX_THING_CHARS, "In kind, beside the money or without any.")] = ""
    value: f.Number = 0


class TaxOnPrizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The tax withheld from what one winner gets, if it is more than the threshold.

    `amount` is hundredths of a per cent, or cents where it is fixed; with `things` their values count, too.
    """

    way: TaxWay = TaxWay.NONE
    amount: f.Number = 0
    threshold: f.Number = 0
    things: bool = False


class AnnouncePrizes(ProgramCommand, kw_only=True):
    """Announce the prizes: the whole list, which replaces the one before."""

    prizes: Annotated[list[PrizeRow], msgspec.Meta(max_length=MOST_PRIZES)]
    sharing: Sharing = Sharing.EQUAL
    currency: Annotated[str, msgspec.Meta(min_length=3, max_length=3)] = "EUR"
    one_per_player: bool = True
    tax: TaxOnPrizes = TaxOnPrizes()

    def form(self) -> dict[str, tuple[str, ...]]:
        """Rows as the form has them, each with its category in letters."""
        rows = [_row(place, prize) for place, prize in enumerate(self.prizes, 1)]
        tax = {
            "tax_way": (self.tax.way.value,),
            "tax_amount": (_money(self.tax.amount),),
            "tax_threshold": (_money(self.tax.threshold),),
            **({"tax_things": ("1",)} if self.tax.things else {}),
        }
        return {
            **self.form_without("prizes", "tax"),
            **tax,
            **{name: value for row in rows for name, value in row.items()},
        }


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _row(place: int, prize: PrizeRow) -> dict[str, tuple[str, ...]]:
    return {
        f"prize_name_{place}": (prize.name,),
        f"prize_amount_{place}": (_money(prize.cents),),
        f"prize_for_{place}": ("other",),
        f"prize_value_{place}": (prize.category,),
        f"prize_thing_{place}": (prize.thing,),
        f"prize_worth_{place}": (_money(prize.value),),
    }


class CheckIn(ProgramCommand):
    """Check somebody in before round 1, or take it back."""

    entrant: f.EntrantNumber
    here: bool = True

    def form(self) -> dict[str, tuple[str, ...]]:
        return {"confirmed": (str(self.confirmed),), "check_in" if self.here else "undo": (str(self.entrant),)}


class LeaveOutMissing(ProgramCommand):
    """Leave those out of round 1 who are named here and not checked in."""

    entrants: Annotated[list[f.EntrantNumber], msgspec.Meta(min_length=1)]
    reason: f.ReasonText = ""

    def form(self) -> dict[str, tuple[str, ...]]:
        return {**self.form_without("entrants"), "player": tuple(map(str, self.entrants))}
