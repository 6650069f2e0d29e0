"""What players do themselves by a link of their own, as far as the organiser allows it."""

from enum import StrEnum

from domain.records import dataclass

MOST_AHEAD_MINUTES = 14 * 24 * 60
MOST_OWN_BYES = 99


class ByeWay(StrEnum):
    """The way to a bye that a player wants. The values are stored in journals."""

    OFF = ""
    ASK = "ask"
    """An arbiter decides."""
    AT_ONCE = "at-once"


@dataclass(frozen=True, slots=True)
class SelfHelp:
    """Each right apart; times are minutes before the start of a round by the schedule."""

    check_in: bool = False
    check_in_opens: int = 0
    """0 = at any time before."""
    check_in_closes: int = 0
    """0 = with the pairing."""
    byes: ByeWay = ByeWay.OFF
    most_byes: int = 0
    """Byes that a player may have in all, those from the desk counted; 0 = no limit."""
    bye_closes: int = 0
    """0 = with the pairing."""
    withdraw: bool = False
    norms: bool = False
    language: str = ""
    """Of letters about entries and requests; empty = English."""

    @property
    def any(self) -> bool:
        return self.check_in or bool(self.byes) or self.withdraw or self.norms


NO_SELF_HELP = SelfHelp()
