"""Formats, which say what comes next in an event: one module for each format behind one contract (`FormatRules`).

rules_of(tournament).due(tournament) -> the rounds to be paired now
rules_of(tournament).pair(tournament, round) -> Seating
"""

from domain.formats.contract import FormatRules, Seating
from domain.formats.playoff.rules import Playoff
from domain.formats.seated_by_hand import SeatedByHand
from domain.formats.swiss import Swiss
from domain.state import Tournament
from domain.words.regulations import Format

__all__ = ["FORMATS", "FormatRules", "Seating", "rules_of"]

FORMATS: dict[str, FormatRules] = {
    Format.SWISS: Swiss(),
    Format.ROUND_ROBIN: SeatedByHand(),
    Format.PLAYOFF: Playoff(),
    Format.SCHEVENINGEN: SeatedByHand(),
}
"""By the name that the journal stores."""


def rules_of(tournament: Tournament) -> FormatRules:
    """The rules of the tournament's format."""
    return FORMATS[tournament.regulations.format]
