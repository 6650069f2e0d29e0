"""Rounds one after the other: the next is paired when the one before is closed."""

from collections.abc import Mapping

from domain.events import Event
from domain.ranking.lists import TiebreakList, read_list
from domain.refusals import AllRoundsPaired, BadField, NoInitialColour, TooFewPlayers, TournamentIsClosed
from domain.round import RoundState
from domain.state import Tournament
from domain.words.options import FirstLot, FurtherStep, NumbersBy
from domain.words.players import EntrantId
from domain.words.regulations import Regulations

# The answers of formats in which everybody plays to the end: nobody goes on, and the points place them.


class NobodyKnockedOut:
    knocks_out = False
    colours_may_be_drawn = False

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField: only a round robin is numbered by the Varma tables."""
        numbers = regulations.round_robin.numbers
        if numbers is NumbersBy.VARMA:
            raise BadField("numbers_by", numbers, "varma-for-players")

    def refuse_gaps(self, regulations: Regulations) -> None:
        """Nothing: every option has a value that will do."""

    def advances_without_game(self, tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
        return ()

    def undecided(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """None: a level match is a draw."""
        return ()

    def out_of_reach(self, tournament: Tournament, round: int, board: int) -> bool:
        """Never: every game counts for the table."""
        return False

    def to_come(self, tournament: Tournament, round: int, board: int) -> tuple[int, ...]:
        """None: all games of a match are played at once."""
        return ()

    def next_step(self, tournament: Tournament, round: int, board: int) -> FurtherStep | None:
        """None: a level match is a draw."""
        return None

    def places(self, tournament: Tournament, after: int) -> Mapping[EntrantId, int]:
        return {}


class RoundByRound(NobodyKnockedOut):
    predetermined = False
    paired_by_system = False

    def rounds(self, tournament: Tournament) -> int:
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
        return (tournament.published,) if tournament.published else ()

    def over(self, tournament: Tournament) -> bool:
        return tournament.published >= tournament.regulations.rounds

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        return read_list(tournament.regulations.order)
