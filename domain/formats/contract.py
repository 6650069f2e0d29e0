"""The contract of all formats: which rounds come next, who is in them, when the event is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from domain.events import Board, Event
from domain.ranking.lists import TiebreakList
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


class FormatRules(Protocol):
    """The rules of one kind of event about what comes next. A decision asks this and never which format it is."""

    @property
    def knocks_out(self) -> bool: ...

    @property
    def predetermined(self) -> bool:
        """All pairings are known before the first round (C.07, 15.2)."""
        ...

    @property
    def paired_by_system(self) -> bool:
        """The pairing system of the regulations pairs its rounds (`domain/pairing`)."""
        ...

    @property
    def colours_may_be_drawn(self) -> bool: ...

    def refuse_options(self, regulations: Regulations) -> None:
        """Raises BadField for options that cannot be in this format."""
        ...

    def refuse_gaps(self, regulations: Regulations) -> None:
        """Raises BadField for an option that this format cannot do without: a form has it, a report file may not."""
        ...

    def rounds(self, tournament: Tournament) -> int:
        """Planned, or counted from the field where that decides; 0 where there is no field yet."""
        ...

    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The lot that stands between the field and the first pairing."""
        ...

    def numbers_by(self, tournament: Tournament) -> NumbersBy:
        """The origin of the numbers that the first pairing is made with."""
        ...

    def numbered_for_table(self, tournament: Tournament, order: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
        """Numbers 1, 2, ... of a field that stands in this order, by rank or as the lot brought it."""
        ...

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """The rounds to be paired now, a waiting draft among them. Raises the Refusal that stands in the way."""
        ...

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """Rounds that have to be closed before `round` is paired."""
        ...

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        """To be paired in `round`: neither away nor out of the event."""
        ...

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """Raises CannotPair with those who stand in each other's way."""
        ...

    def advances_without_game(self, tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
        """Entrants of a bracket who go on from `round` although they meet nobody in it."""
        ...

    def undecided(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """Boards of a published round that have all their results and yet do not say who goes on: level matches."""
        ...

    def overtaken(self, tournament: Tournament) -> tuple[Event, ...]:
        """The events that take back what was seated and does not follow any more, since something was corrected."""
        ...

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        """Published rounds whose results are being entered; those of others are corrected."""
        ...

    def out_of_reach(self, tournament: Tournament, round: int, board: int) -> bool:
        """The games of this match that are still to be played cannot change who goes on."""
        ...

    def to_come(self, tournament: Tournament, round: int, board: int) -> tuple[int, ...]:
        """Games of this match that nobody plays yet, or any more: those before them decide first."""
        ...

    def next_step(self, tournament: Tournament, round: int, board: int) -> FurtherStep | None:
        """The games that come next for a level match; None: lots."""
        ...

    def places(self, tournament: Tournament, after: int) -> Mapping[EntrantId, int]:
        """Places after that round, where the format places them itself; else nobody."""
        ...

    def over(self, tournament: Tournament) -> bool: ...

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The list that decides the places: points and tie-breaks in their order."""
        ...
