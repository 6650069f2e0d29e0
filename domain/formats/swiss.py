"""The Swiss system: every round is paired by the scores, under the system of the regulations."""

from dataclasses import replace

from domain.cards.card import PairingTask
from domain.formats.contract import RoundByRound, Seating
from domain.pairing import NoLegalPairing, System, engine_signature, system_of
from domain.ranking.tiebreak_lists import TiebreakList
from domain.refusals import CannotPair, NumbersNotDrawn, OddNumberOfPlayers, RatingsMissing
from domain.round import numbered_boards
from domain.state import Tournament
from domain.tournament_cards.cards import pairing_task
from domain.tournament_cards.starting_points import has_starting_points
from domain.words.options import FirstLot, NumbersBy, OddField
from domain.words.players import PairingNumber

TRIED_WITHOUT = 8
"""Players of a conflict, from the first, without whom it is tried whether the others can be paired."""


class Swiss(RoundByRound):
    paired_by_system = True

    def needs_lot(self, tournament: Tournament) -> bool:
        return system_of(tournament).needs_lot

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """Also raises NumbersNotDrawn, and OddNumberOfPlayers where the regulations give no bye."""
        if self.first_lot(tournament) is FirstLot.NUMBERS and not tournament.closed:
            raise NumbersNotDrawn
        due = super().due(tournament)
        present = sum(self.takes_part(tournament, id, due[0]) for id in tournament.entrants)
        if present % 2 and tournament.regulations.swiss.odd_field is OddField.REFUSED:
            raise OddNumberOfPlayers(due[0], present)
        return due

    def numbers_by(self, tournament: Tournament) -> NumbersBy:
        """By rating or by lot: where the regulations leave it to the field, by lot if nobody has a rating."""
        numbers = tournament.regulations.swiss.numbers
        if numbers is not NumbersBy.RATING_OR_LOT:
            return numbers
        rated = any(player.rating for player in tournament.players.values())
        return NumbersBy.RATING if rated else NumbersBy.LOT

    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The numbers, where they are drawn and have not been for this field; then the colour of number 1."""
        if self.numbers_by(tournament) is NumbersBy.LOT and not tournament.published:
            field = {*tournament.entrants} - tournament.all_away(1)
            drawn = tournament.numbers_drawn_by is NumbersBy.LOT and {*tournament.numbers} == field
            if len(field) > 1 and not drawn:
                return FirstLot.NUMBERS
        return super().first_lot(tournament)

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The list of the regulations; where players begin with points, the McMahon score comes first."""
        listed = super().ranked_by(tournament)
        return listed.from_the_start() if has_starting_points(tournament.regulations) else listed

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """Raises CannotPair with the smallest conflicting set of players when no legal pairing exists.

        Raises RatingsMissing where the system needs a rating of everybody.
        """
        system, task = system_of(tournament), pairing_task(tournament, round)
        numbers = tournament.numbers
        if system.needs_ratings and task.unrated:
            raise RatingsMissing(round, tuple(numbers[n - 1] for n in task.unrated))
        try:
            made = system.pair(task)
        except NoLegalPairing as none:
            rests = [n for n in none.conflict[:TRIED_WITHOUT] if _pairs_without(system, task, n)]
            raise CannotPair(round, *(tuple(numbers[n - 1] for n in some) for some in (none.conflict, rests))) from none
        pairs = [(numbers[pair.white - 1], numbers[pair.black - 1]) for pair in made.pairs]
        bye = numbers[made.bye - 1] if made.bye else None
        return Seating(numbered_boards(tournament.board_plan, pairs), bye, system.name, engine_signature(tournament))


def _pairs_without(system: System, task: PairingTask, number: PairingNumber) -> bool:
    rest = replace(task, cards={**task.cards, number: replace(task.cards[number], present=False)})
    if sum(card.present for card in rest.cards.values()) < 2:
        return False
    try:
        return bool(system.pair(rest).pairs)
    except NoLegalPairing:
        return False
