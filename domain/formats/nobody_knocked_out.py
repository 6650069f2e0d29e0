"""The answers of formats in which everybody plays to the end: nobody goes on, and the points place them."""

from collections.abc import Mapping

from domain.refusals import BadField
from domain.state import Tournament
from domain.words.options import FurtherStep, NumbersBy
from domain.words.players import EntrantId
from domain.words.regulations import Regulations


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
        """Nobody: a round without an opponent is a bye or a rest."""
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
        """Nobody: the table says it."""
        return {}
