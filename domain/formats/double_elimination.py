"""Double elimination: whoever loses for the second time is out."""

from domain.formats.bracketed import Bracketed
from domain.formats.tables.bracket import BracketMatch, BracketPart, double_elimination_bracket, knockout_bracket
from domain.state import Tournament


class DoubleElimination(Bracketed):
    name = "double-elimination"

    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        """A knock-out for two, since nobody is left for a lower bracket."""
        if size < 4:
            return knockout_bracket(size)
        matches = double_elimination_bracket(size)
        second = tournament.regulations.knockout.second_final
        return matches if second else tuple(match for match in matches if match.part is not BracketPart.SECOND_FINAL)
