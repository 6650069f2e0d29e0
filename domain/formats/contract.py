"""The contract of all formats: which rounds come next, who is in them, when the event is over."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from domain.events import Board, Event
from domain.ranking.tiebreak_lists import TiebreakList, read_kept_list
from domain.records import dataclass
from domain.refusals import AllRoundsPaired, BadField, NoInitialColour, TooFewPlayers, TournamentIsClosed
from domain.round import RoundState
from domain.state import Tournament
from domain.words.options import FirstLot, FurtherStep, NumbersBy
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Regulations
from domain.words.teams import TeamId


@dataclass(frozen=True, slots=True)
class Seating:
    boards: tuple[Board, ...]
    bye: EntrantId | None
    engine: str
    engine_version: str
    lineups: tuple[tuple[TeamId, tuple[PlayerId, ...]], ...] = ()
    """The players of each team, board by board, where the format says who meets whom."""


class FormatRules(ABC):
    """The rules of one kind of event about what comes next. A decision asks this and never which format it is.

    As they are here, everybody plays to the end, a level match is a draw, and the points place the entrants.
    """

    knocks_out = False
    predetermined = False
    """All pairings are known before the first round (C.07, 15.2)."""
    paired_by_system = False
    """The pairing system of the regulations pairs its rounds (`domain/pairing`)."""
    colours_may_be_drawn = False

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField for options that cannot be in this format: only a round robin has the Varma tables."""
        numbers = regulations.round_robin.numbers
        if numbers is NumbersBy.VARMA:
            raise BadField("numbers_by", numbers, "varma-for-players")

    def refuse_gaps(self, regulations: Regulations) -> None:  # noqa: B027
        """Raises BadField for an option that this format cannot do without: a form has it, a report file may not."""

    @abstractmethod
    def rounds(self, tournament: Tournament) -> int:
        """Planned, or counted from the field where that decides; 0 where there is no field yet."""

    @abstractmethod
    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The lot that stands between the field and the first pairing."""

    def numbers_by(self, tournament: Tournament) -> NumbersBy:
        """The origin of the numbers that the first pairing is made with."""
        return NumbersBy.RATING

    def numbered_for_table(self, tournament: Tournament, order: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        """Numbers 1, 2, ... of a field that stands in this order, by rank or as the lot brought it."""
        return order

    @abstractmethod
    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """The rounds to be paired now, a waiting draft among them. Raises the Refusal that stands in the way."""

    @abstractmethod
    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """Rounds that have to be closed before `round` is paired."""

    @abstractmethod
    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        """To be paired in `round`: neither away nor out of the event."""

    @abstractmethod
    def pair(self, tournament: Tournament, round: int) -> Seating:
        """Raises CannotPair with those who stand in each other's way."""

    def advances_without_game(self, tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
        """Entrants of a bracket who go on from `round` although they meet nobody in it."""
        return ()

    def undecided(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """Boards of a published round that have all their results and yet do not say who goes on: level matches."""
        return ()

    def overtaken(self, tournament: Tournament) -> tuple[Event, ...]:
        """The events that take back what does not follow any more, since something was corrected.

        None as a rule: a published pairing stands, and a correction counts from a later one (F.7).
        """
        return ()

    @abstractmethod
    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        """Published rounds whose results are being entered; those of others are corrected."""

    def out_of_reach(self, tournament: Tournament, round: int, board: int) -> bool:
        """The games of this match that are still to be played cannot change who goes on."""
        return False

    def to_come(self, tournament: Tournament, round: int, board: int) -> tuple[int, ...]:
        """Games of this match that nobody plays yet, or any more: those before them decide first."""
        return ()

    def next_step(self, tournament: Tournament, round: int, board: int) -> FurtherStep | None:
        """The games that come next for a level match; None: lots."""
        return None

    def places(self, tournament: Tournament, after: int) -> Mapping[EntrantId, int]:
        """Places after that round, where the format places them itself; else nobody."""
        return {}

    @abstractmethod
    def over(self, tournament: Tournament) -> bool: ...

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The list that decides the places: points and tie-breaks in their order."""
        return read_kept_list(tournament.regulations.order)


class RoundByRound(FormatRules):
    """Rounds one after the other: the next is paired when the one before is closed."""

    def rounds(self, tournament: Tournament) -> int:
        return tournament.regulations.rounds

    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The colour of number 1."""
        undrawn = tournament.initial_colour is None and self.needs_lot(tournament)
        return FirstLot.COLOUR if undrawn else FirstLot.NONE

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

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        newest = tournament.published
        return (newest,) if newest else ()

    def over(self, tournament: Tournament) -> bool:
        return tournament.published >= tournament.regulations.rounds
