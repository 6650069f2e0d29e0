"""The Swiss system: every round is paired by the scores, under the system of the regulations."""

from domain.events import Board
from domain.formats.contract import Seating
from domain.formats.round_by_round import RoundByRound
from domain.pairing import NoLegalPairing, system_of
from domain.refusals import CannotPair
from domain.state import Tournament
from domain.tournament_cards import pairing_task


class Swiss(RoundByRound):
    paired_by_system = True

    def needs_lot(self, tournament: Tournament) -> bool:
        return system_of(tournament).needs_lot

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """Raises CannotPair with the smallest conflicting set of players when no legal pairing exists."""
        system = system_of(tournament)
        numbers = tournament.numbers
        try:
            made = system.pair(pairing_task(tournament, round))
        except NoLegalPairing as none:
            raise CannotPair(round, tuple(numbers[n - 1] for n in none.conflict)) from none
        boards = (Board(i, numbers[p.white - 1], numbers[p.black - 1]) for i, p in enumerate(made.pairs, 1))
        bye = numbers[made.bye - 1] if made.bye else None
        return Seating(tuple(boards), bye, system.name, system.version)
