"""The options of a round robin."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.formats.numbers import NumbersBy


class LeaverRule(StrEnum):
    """The fate of the games of an entrant who leaves. The values are stored in journals."""

    ANNUL_BELOW_HALF = "annul-below-half"
    """With fewer than half of the games played, they count for the rating alone; else all count (C.05)."""
    KEEP = "keep"
    """All count, however few: games still to come are forfeited."""


class TableColours(StrEnum):
    """The colours of the first cycle of a round robin. The values are stored in journals."""

    BERGER = "berger"
    """Those of the table (C.05, Annex 1)."""
    LOT = "lot"
    """Drawn for each pair (document 003, RR4)."""


class CycleEnd(StrEnum):
    """The last two rounds of a cycle that another one follows. The values are stored in journals."""

    EXCHANGED = "exchanged"
    """They change places, so that nobody has one colour three times running (C.05, Annex 1)."""
    AS_PRINTED = "as-printed"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions:
    """Everybody meets everybody, in one cycle or more; also of a match of teams by the Scheveningen tables."""

    cycles: int = 1
    """The times that each meets each; in every second cycle with the other colours."""
    numbers: NumbersBy = NumbersBy.RATING
    one_by_one: bool = False
    """Rounds are drawn and published one after the other; else all at once."""
    leavers: LeaverRule = LeaverRule.ANNUL_BELOW_HALF
    """`rr_withdrawal`."""
    colours: TableColours = TableColours.BERGER
    ends_by_itself: bool = False
    """The last result closes the tournament (document 003, RR10)."""
    cycle_end: CycleEnd = CycleEnd.EXCHANGED
