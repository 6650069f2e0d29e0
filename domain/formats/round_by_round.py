"""Rounds one after the other: the next is paired when the one before is closed."""

from domain.events import Event
from domain.formats.nobody_knocked_out import NobodyKnockedOut
from domain.ranking.lists import TiebreakList, read_list
from domain.refusals import AllRoundsPaired, NoInitialColour, TooFewPlayers, TournamentIsClosed
from domain.round import RoundState
from domain.state import Tournament
from domain.words.options import FirstLot, NumbersBy
from domain.words.players import EntrantId


class RoundByRound(NobodyKnockedOut):
    """All of a format but the pairing of a round."""

    predetermined = False
    paired_by_system = False

    def rounds(self, tournament: Tournament) -> int:
        """As planned."""
        return tournament.regulations.rounds

    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The colour of number 1."""
        undrawn = tournament.initial_colour is None and self.needs_lot(tournament)
        return FirstLot.COLOUR if undrawn else FirstLot.NONE

    def numbers_by(self, tournament: Tournament) -> NumbersBy:
        return NumbersBy.RATING

    def numbered_for_table(self, tournament: Tournament, order: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        return order

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """Raises TournamentIsClosed, AllRoundsPaired, NoInitialColour or TooFewPlayers."""
        if tournament.closed:
            raise TournamentIsClosed
        upcoming = tournament.draft.number if tournament.draft else tournament.paired + 1
        if upcoming > tournament.regulations.rounds:
            raise AllRoundsPaired(tournament.regulations.rounds)
        if self.first_lot(tournament) is FirstLot.COLOUR:
            raise NoInitialColour
        present = sum(self.takes_part(tournament, id, upcoming) for id in tournament.entrants)
        if present < 2:
            raise TooFewPlayers(present)
        return (upcoming,)

    def needs_lot(self, tournament: Tournament) -> bool:
        """The colour of round 1 has to be drawn before anything is paired."""
        return True

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """The round before, unless it is closed."""
        return (round - 1,) if round > 1 and tournament.round(round - 1).state is not RoundState.CLOSED else ()

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        """Everybody present takes part (1998 F.5)."""
        return tournament.present(player, round)

    def overtaken(self, tournament: Tournament) -> tuple[Event, ...]:
        """None: a published pairing stands, and a correction counts from a later one (F.7)."""
        return ()

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        """The newest published round."""
        return (tournament.published,) if tournament.published else ()

    def over(self, tournament: Tournament) -> bool:
        """All planned rounds are published."""
        return tournament.published >= tournament.regulations.rounds

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The list of the regulations."""
        return read_list(tournament.regulations.order)
