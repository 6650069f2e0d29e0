"""Formats, which say what comes next in an event: one module for each format behind one contract (`FormatRules`).

rules_of(tournament).due(tournament) -> the rounds to be paired now
rules_of(tournament).pair(tournament, round) -> Seating
"""

from domain.formats.contract import FormatRules, Seating
from domain.formats.double_elimination import DoubleElimination
from domain.formats.knockout import Knockout
from domain.formats.playoff.rules import Playoff
from domain.formats.round_robin import RoundRobin
from domain.formats.scheveningen import Scheveningen
from domain.formats.swiss import Swiss
from domain.state import Tournament
from domain.words.regulations import Format

__all__ = ["FORMATS", "FormatRules", "Seating", "current_round", "rules_of"]

FORMATS: dict[str, FormatRules] = {
    Format.SWISS: Swiss(),
    Format.PLAYOFF: Playoff(),
    Format.ROUND_ROBIN: RoundRobin(),
    Format.SCHEVENINGEN: Scheveningen(),
    Format.KNOCKOUT: Knockout(),
    Format.DOUBLE_ELIMINATION: DoubleElimination(),
}
"""By the name that the journal stores."""


def rules_of(tournament: Tournament) -> FormatRules:
    """The rules of the tournament's format."""
    return FORMATS[tournament.regulations.format]


def current_round(tournament: Tournament) -> int:
    """The round that is being played: of several that take results the first with a game that has none.

    0 before the first is published.
    """
    open_rounds = rules_of(tournament).in_play(tournament)
    waiting = (number for number in open_rounds if tournament.round(number).unanswered)
    return next(waiting, max(open_rounds, default=tournament.published))
