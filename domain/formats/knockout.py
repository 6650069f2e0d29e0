"""Knock-out: whoever loses a match is out."""

from domain.formats.bracketed import Bracketed
from domain.formats.tables.bracket import BracketMatch, knockout_bracket
from domain.state import Tournament


class Knockout(Bracketed):
    name = "knock-out"

    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        third_place = tournament.regulations.knockout.third_place and size > 2
        return knockout_bracket(size, third_place)
