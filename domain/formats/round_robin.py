"""The round robin: everybody meets everybody, by the Berger tables (C.05, Annex 1), once or more."""

from domain.formats.from_tables import FromTables
from domain.formats.tables.berger import BoardsByNumber, berger_round, berger_rounds
from domain.formats.tables.varma import LARGEST_FIELD, SMALLEST_FIELD
from domain.refusals import FieldOutsideVarma
from domain.state import Tournament
from domain.words.entrants import EntrantId
from domain.words.formats.numbers import NumbersBy


class RoundRobin(FromTables):
    engine = "berger"

    def counted_rounds(self, entrants: int) -> int:
        return berger_rounds(entrants) if entrants > 1 else 0

    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        return cycled_round(len(tournament.numbers), tournament.regulations.round_robin.cycles, round)

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises TooFewPlayers, and FieldOutsideVarma where no Varma table is printed for so many."""
        super().refuse_unfit_field(tournament, field)
        varma = self.numbers_by(tournament) is NumbersBy.VARMA
        if varma and not SMALLEST_FIELD <= len(field) <= LARGEST_FIELD:
            raise FieldOutsideVarma(len(field), SMALLEST_FIELD, LARGEST_FIELD)


def cycled_round(entrants: int, cycles: int, round: int) -> BoardsByNumber:
    """The boards of a round of several cycles, colours exchanged in every second one.

    The last two rounds of a cycle change places where another follows, so that nobody has one colour three times
    running (C.05, Annex 1); of four players in three cycles or more two have.
    """
    length = berger_rounds(entrants)
    cycle, place = divmod(round - 1, length)
    if cycle + 1 < cycles and place >= length - 2 and length > 1:
        place = 2 * length - 3 - place
    boards = berger_round(entrants, place + 1)
    return tuple((black, white) for white, black in boards) if cycle % 2 else boards
