"""The tree of a bracket: who is in which match, as far as it is known.

The boards of a paired round are facts, even where others should have sat there: a correction changes what is still
to be paired, and what is paired stands until the arbiter takes it back (F.7).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard

from domain.formats.decided import Decision, WonBy, decision_on_board
from domain.formats.tables.bracket import BracketMatch, BracketPart, BracketPlace, Origin
from domain.round import Round
from domain.state import Tournament
from domain.words.players import EntrantId


class Free(Enum):
    """Nobody comes to this place, now and later."""

    LINE = "line"


Comer = EntrantId | Free | None
"""Somebody, nobody, or (None) not known yet."""


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the bracket in one tournament."""

    match: BracketMatch
    comers: tuple[Comer, Comer]
    board: int
    """0: it has none, not yet or not at all."""
    decision: Decision
    """As known now; what a published round has taken for granted stands."""

    @property
    def played_by(self) -> tuple[EntrantId, EntrantId] | None:
        """The two of a match that is to be played or has been."""
        one, other = self.comers
        return (one, other) if _somebody(one) and _somebody(other) else None

    @property
    def free(self) -> bool:
        """Nobody is ever in it, or one who needs not play."""
        return Free.LINE in self.comers


def _somebody(comer: Comer) -> TypeGuard[EntrantId]:
    return comer is not None and not isinstance(comer, Free)


@dataclass(slots=True)
class Growing:
    """A tree while it is worked out, match by match."""

    tournament: Tournament
    field: Sequence[EntrantId]
    """In the order of the seeds."""
    known: int
    """The newest round whose boards are facts."""
    nodes: dict[int, Node]

    def add(self, match: BracketMatch) -> None:
        one, other = (self._comer(place, match) for place in match.places)
        round = self.tournament.round(match.round) if match.round <= self.known else None
        board = self._board(round, one, other) if round is not None else 0
        if round is not None and board:
            one, other = _in_place(round, board, one)
            made = decision_on_board(self.tournament, round, board)
        else:
            made = self._without_game(match, one, other)
        self.nodes[match.number] = Node(match, (one, other), board, made)

    def _comer(self, place: BracketPlace, into: BracketMatch) -> Comer:
        """Seen as the pairing of the round that it leads to sees the games."""
        if place.origin is Origin.SEED:
            return self.field[place.of - 1] if place.of <= len(self.field) else Free.LINE
        source = self.nodes[place.of]
        if into.part is BracketPart.SECOND_FINAL and self._first_final_was_enough(source, into.round):
            return Free.LINE
        one, other = source.comers
        made = self._seen(source, into.round)
        if made.by is WonBy.NOBODY:
            return Free.LINE
        if made.winner is None:
            return Free.LINE if source.comers == (Free.LINE, Free.LINE) else None
        if place.origin is Origin.WINNER:
            return made.winner
        return other if made.winner == one else one

    def _seen(self, source: Node, by: int) -> Decision:
        if not source.board:
            return source.decision
        return decision_on_board(self.tournament, self.tournament.round(source.match.round), source.board, by)

    def _first_final_was_enough(self, final: Node, by: int) -> bool:
        """The winner of the upper bracket has not lost yet."""
        made = self._seen(final, by)
        return made.over and made.winner == final.comers[0]

    def _board(self, round: Round, one: Comer, other: Comer) -> int:
        """The board of these two; if the arbiter has seated them otherwise, that of the first."""
        taken = {node.board for node in self.nodes.values() if node.match.round == round.number}
        seats = {board.number: {board.white, board.black} for board in round.boards if board.number not in taken}
        wanted = [comer for comer in (one, other) if _somebody(comer)]
        return next((number for comer in wanted for number, seated in seats.items() if comer in seated), 0)

    def _without_game(self, match: BracketMatch, one: Comer, other: Comer) -> Decision:
        """Somebody goes on without an opponent, or it is not known yet."""
        if one is None or other is None:
            return Decision(WonBy.OPEN)
        there = [id for id in (one, other) if _somebody(id) and self._comes(id, match.round)]
        if len(there) == 2:
            return Decision(WonBy.OPEN)
        return Decision(WonBy.NO_OPPONENT, there[0]) if there else Decision(WonBy.NOBODY)

    def _comes(self, id: EntrantId, round: int) -> bool:
        if round <= self.known:
            paired = self.tournament.round(round)
            return id in paired.all_byes or id in paired.seated
        return self.tournament.present(id, round)


def _in_place(round: Round, board: int, first: Comer) -> tuple[EntrantId, EntrantId]:
    """The two of a board, the one who was expected in the first place of the bracket before the other."""
    game = round.matches[board][0]
    return (game.black, game.white) if game.black == first else (game.white, game.black)


def tree_of(
    tournament: Tournament, plan: Sequence[BracketMatch], field: Sequence[EntrantId], known: int
) -> dict[int, Node]:
    """The tree by match number; boards count up to round `known`, later rounds are foreseen."""
    growing = Growing(tournament, field, known, {})
    for match in plan:
        growing.add(match)
    return growing.nodes


def keys_of_places(nodes: Sequence[Node]) -> dict[EntrantId, tuple[int, int, bool]]:
    """The progress of each, the more the better: the round of their last match, its rank, and whether they won it.

    A player who still waits for a match or its result counts as its winner.
    """
    rank = {BracketPart.THIRD: 0, BracketPart.LOWER: 1}
    keys: dict[EntrantId, tuple[int, int, bool]] = {}
    for node in nodes:
        for id in node.comers:
            if _somebody(id):
                lost = node.decision.over and node.decision.winner != id
                keys[id] = (node.match.round, rank.get(node.match.part, 2), not lost)
    return keys
