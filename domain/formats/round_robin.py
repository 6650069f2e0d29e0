"""The round robin: everybody meets everybody, by the Berger tables (C.05, Annex 1), once or more."""

from hashlib import sha256
from operator import eq

from domain.formats.from_tables import FromTables
from domain.formats.tables.round_robin import LARGEST_FIELD, SMALLEST_FIELD, BoardsByNumber, berger_round, berger_rounds
from domain.refusals import FieldOutsideVarma
from domain.state import Tournament
from domain.words.games import Colour
from domain.words.options import CycleEnd, FirstLot, NumbersBy, TableColours
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations


class RoundRobin(FromTables):
    engine = "berger"
    colours_may_be_drawn = True

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField for teams that are to be numbered by the Varma tables, which are for players."""
        if regulations.of_teams:
            super().refuse_options(regulations)

    def counted_rounds(self, entrants: int) -> int:
        return berger_rounds(entrants) if entrants > 1 else 0

    def table(self, tournament: Tournament, round: int) -> BoardsByNumber:
        entrants, options = len(tournament.numbers), tournament.regulations.round_robin
        boards = cycled_round(entrants, options.cycles, round, options.cycle_end)
        if options.colours is TableColours.BERGER:
            return boards
        reversed = (round - 1) // berger_rounds(entrants) % 2 == 1
        drawn = (drawn_colours(tournament, min(pair), max(pair), entrants) for pair in boards)
        return tuple((black, white) if reversed else (white, black) for white, black in drawn)

    def first_lot(self, tournament: Tournament) -> FirstLot:
        lot = super().first_lot(tournament)
        by_lot = tournament.regulations.round_robin.colours is TableColours.LOT
        undrawn = by_lot and not tournament.published and not tournament.colour_seed
        return FirstLot.COLOURS if lot is FirstLot.NONE and undrawn else lot

    def refuse_unfit_field(self, tournament: Tournament, field: tuple[EntrantId, ...]) -> None:
        """Raises TooFewPlayers, and FieldOutsideVarma where no Varma table is printed for so many."""
        super().refuse_unfit_field(tournament, field)
        varma = self.numbers_by(tournament) is NumbersBy.VARMA
        if varma and not SMALLEST_FIELD <= len(field) <= LARGEST_FIELD:
            raise FieldOutsideVarma(len(field), SMALLEST_FIELD, LARGEST_FIELD)


def drawn_colours(tournament: Tournament, lower: int, higher: int, entrants: int) -> tuple[int, int]:
    """White and Black of the first meeting of two numbers: a coin for each pair, from the seed of the colour.

    The pair of number 1 in round 1 has the colour that the event names.
    """
    named = (lower, higher) in berger_round(entrants, 1) and lower == 1
    coin = sha256(f"colours {tournament.colour_seed} {lower} {higher}".encode()).digest()[0] % 2 == 0
    heads = tournament.initial_colour is Colour.WHITE if named else coin
    return (lower, higher) if heads else (higher, lower)


def cycled_round(entrants: int, cycles: int, round: int, cycle_end: CycleEnd = CycleEnd.EXCHANGED) -> BoardsByNumber:
    """The boards of a round of several cycles, colours exchanged in every second one.

    The last two rounds of a cycle change places where another follows, unless they are as printed, so that nobody has
    one colour three times running (C.05, Annex 1); of four players in three cycles or more two have.
    """
    length = berger_rounds(entrants)
    cycle, place = divmod(round - 1, length)
    exchanged = cycle_end is CycleEnd.EXCHANGED and cycle + 1 < cycles
    if exchanged and place >= length - 2 and length > 1:
        place = 2 * length - 3 - place
    boards = berger_round(entrants, place + 1)
    return tuple((black, white) for white, black in boards) if cycle % 2 else boards


def as_in_table(tournament: Tournament) -> bool:
    """Every published round has the boards of its table; also where the format has no such table."""
    if tournament.regulations.format is not Format.ROUND_ROBIN:
        return True
    numbers, rules = tournament.numbers, RoundRobin()
    wanted = (
        {(numbers[white - 1], numbers[black - 1]) for white, black in rules.table(tournament, round.number)}
        for round in tournament.rounds
    )
    seated = ({(board.white, board.black) for board in round.boards} for round in tournament.rounds)
    return all(map(eq, wanted, seated))
