"""Formats with a bracket: who is in it, who meets whom next, who goes on, who is placed where."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TypeGuard

from domain import refusals as r
from domain.formats.contract import RoundByRound, Seating
from domain.formats.decided import Decision, WonBy, decision_on_board, out_of_reach, step_after, to_come
from domain.formats.tables import bracket as b
from domain.ranking.order import BY_BRACKET
from domain.ranking.tiebreak_lists import TiebreakList
from domain.records import dataclass
from domain.round import Round, numbered_boards
from domain.state import Tournament
from domain.words.brackets import NOBODY_COMES, BracketMatch, BracketPart, BracketPlace, Origin
from domain.words.games import Colour
from domain.words.options import FirstLot, FurtherStep
from domain.words.players import EntrantId

# The tree of a bracket: who is in which match, as far as it is known.
# The boards of a paired round are facts, even where others should have sat there: a correction changes what is
# still to be paired, and what is paired stands until the arbiter takes it back (F.7).


class Free(Enum):
    LINE = "line"


Comer = EntrantId | Free | None
"""Somebody, nobody, or (None) not known yet."""


@dataclass(frozen=True, slots=True)
class Node:
    match: BracketMatch
    comers: tuple[Comer, Comer]
    board: int
    """0: it has none, not yet or not at all."""
    decision: Decision
    """As known now; what a published round has taken for granted stands."""

    @property
    def played_by(self) -> tuple[EntrantId, EntrantId] | None:
        one, other = self.comers
        return (one, other) if _somebody(one) and _somebody(other) else None

    @property
    def free(self) -> bool:
        return Free.LINE in self.comers


def _somebody(comer: Comer) -> TypeGuard[EntrantId]:
    return comer is not None and not isinstance(comer, Free)


@dataclass(slots=True)
class GrowingTree(ABC):
    """A tree as it is filled, match after match of its plan."""

    field: Sequence[EntrantId]
    """In the order of the seeds."""
    nodes: dict[int, Node]

    @abstractmethod
    def seen(self, source: Node, by: int) -> Decision:
        """The decision of a match as round `by` takes it."""

    @abstractmethod
    def comes(self, id: EntrantId, round: int) -> bool: ...

    def comers(self, match: BracketMatch) -> tuple[Comer, Comer]:
        one, other = (self._comer(place, match) for place in match.places)
        return one, other

    def _comer(self, place: BracketPlace, into: BracketMatch) -> Comer:
        if place.origin is Origin.SEED:
            return self.field[place.of - 1] if place != NOBODY_COMES and place.of <= len(self.field) else Free.LINE
        source = self.nodes[place.of]
        one, other = source.comers
        made = self.seen(source, into.round)
        if into.part is BracketPart.SECOND_FINAL and made.over and made.winner == one:
            return Free.LINE  # the first final was enough
        if made.by is WonBy.NOBODY:
            return Free.LINE
        if made.winner is None:
            return Free.LINE if source.comers == (Free.LINE, Free.LINE) else None
        if place.origin is Origin.WINNER:
            return made.winner
        return other if made.winner == one else one

    def without_game(self, match: BracketMatch, one: Comer, other: Comer) -> Decision:
        if one is None or other is None:
            return Decision(WonBy.OPEN)
        there = [id for id in (one, other) if _somebody(id) and self.comes(id, match.round)]
        if len(there) == 2:
            return Decision(WonBy.OPEN)
        return Decision(WonBy.NO_OPPONENT, there[0]) if there else Decision(WonBy.NOBODY)


@dataclass(slots=True)
class Growing(GrowingTree):
    tournament: Tournament
    known: int

    def add(self, match: BracketMatch) -> None:
        one, other = self.comers(match)
        round = self.tournament.round(match.round) if match.round <= self.known else None
        board = self._board(round, one, other) if round is not None else 0
        if round is not None and board:
            one, other = _in_place(round, board, one)
            made = decision_on_board(self.tournament, round, board)
        else:
            made = self.without_game(match, one, other)
        self.nodes[match.number] = Node(match, (one, other), board, made)

    def seen(self, source: Node, by: int) -> Decision:
        if not source.board:
            return source.decision
        return decision_on_board(self.tournament, self.tournament.round(source.match.round), source.board, by)

    def comes(self, id: EntrantId, round: int) -> bool:
        if round <= self.known:
            paired = self.tournament.round(round)
            return id in paired.all_byes or id in paired.seated
        return self.tournament.present(id, round)

    def _board(self, round: Round, one: Comer, other: Comer) -> int:
        """The board of these two; if the arbiter has seated them otherwise, that of the first."""
        taken = {node.board for node in self.nodes.values() if node.match.round == round.number}
        seats = {board.number: {board.white, board.black} for board in round.boards if board.number not in taken}
        wanted = [comer for comer in (one, other) if _somebody(comer)]
        return next((number for comer in wanted for number, seated in seats.items() if comer in seated), 0)


def _in_place(round: Round, board: int, first: Comer) -> tuple[EntrantId, EntrantId]:
    """The two of a board, the one who was expected in the first place of the bracket before the other."""
    game = round.matches[board][0]
    return (game.black, game.white) if game.black == first else (game.white, game.black)


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


def places_in(nodes: Sequence[Node]) -> dict[EntrantId, int]:
    """Shared by those who have come equally far."""
    keys = keys_of_places(nodes)
    found = sorted(keys.values(), reverse=True)
    first = {key: place for place, key in reversed(list(enumerate(found, 1)))}
    return {id: first[key] for id, key in keys.items()}


class Bracketed(RoundByRound, ABC):
    predetermined = False
    knocks_out = True
    name: str
    version = "1"

    @abstractmethod
    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        """All matches of a bracket of so many places."""

    def tree(self, tournament: Tournament, known: int | None = None) -> tuple[Node, ...]:
        """The tree; boards up to round `known` (default: the newest published) count, later rounds are foreseen."""
        known = tournament.published if known is None else known
        field = self.field(tournament, known)
        if len(field) < 2:
            return ()
        growing = Growing(field, {}, tournament, known)
        for match in self.plan(tournament, b.bracket_size(len(field))):
            growing.add(match)
        return tuple(growing.nodes.values())

    def field(self, tournament: Tournament, known: int) -> tuple[EntrantId, ...]:
        """Everybody of the bracket by seed: those of round 1 once it is paired, else those who are present."""
        if known:
            first = tournament.round(1)
            there = {*first.seated, *first.all_byes}
            numbers = first.numbers
        else:
            numbers = tournament.numbers
            there = {id for id in tournament.entrants if tournament.present(id, 1)}
        seeded = tuple(id for id in numbers if id in there)
        if tournament.regulations.lines_by_lot and there <= set(tournament.lots):
            return _by_lot([id for id in tournament.lots if id in there])
        return seeded

    def rounds(self, tournament: Tournament) -> int:
        """As many as the bracket of those who are there has; once a round is published, as the regulations have it."""
        if tournament.published:
            return tournament.regulations.rounds
        there = sum(tournament.present(id, 1) for id in tournament.entrants)
        return self.plan(tournament, b.bracket_size(there))[-1].round if there > 1 else 0

    def first_lot(self, tournament: Tournament) -> FirstLot:
        """The lines where they are drawn, then the colour of the first seed."""
        there = {id for id in tournament.entrants if tournament.present(id, 1)}
        by_lot = tournament.regulations.lines_by_lot
        if by_lot and not tournament.published and not there <= set(tournament.lots):
            return FirstLot.LINES
        return super().first_lot(tournament)

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """The next round, also one in which nobody is left to play.

        Raises TournamentIsClosed, NoInitialColour, TooFewPlayers, FieldNotFull, NoLotForBracket, GamesAdjourned, and
        AllRoundsPaired once the winner is known.
        """
        if tournament.closed:
            raise r.TournamentIsClosed
        if self.first_lot(tournament) is FirstLot.COLOUR:
            raise r.NoInitialColour
        upcoming = tournament.draft.number if tournament.draft else tournament.paired + 1
        if upcoming == 1:
            self._ready(tournament)
        elif adjourned := tournament.round(upcoming - 1).adjourned:
            raise r.GamesAdjourned(tuple((upcoming - 1, board) for board in adjourned))
        elif self.over(tournament):
            raise r.AllRoundsPaired(tournament.published)
        return (upcoming,)

    def _ready(self, tournament: Tournament) -> None:
        there = [id for id in tournament.entrants if tournament.present(id, 1)]
        options, size = tournament.regulations.knockout, b.bracket_size(len(there))
        if len(there) < 2:
            raise r.TooFewPlayers(len(there))
        if not options.byes and len(there) != size:
            raise r.FieldNotFull(len(there), size)
        if self.first_lot(tournament) is FirstLot.LINES:
            raise r.NoLotForBracket

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """The round before, unless it is closed and nothing in it has become level since."""
        level = round > 1 and self.undecided(tournament, round - 1)
        return (round - 1,) if level else super().closes_first(tournament, round)

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        if not tournament.present(player, round):
            return False
        if round == 1:
            return tournament.joined.get(player, 1) == 1
        return any(player in node.comers for node in self._of_round(tournament, round))

    def _of_round(self, tournament: Tournament, round: int) -> list[Node]:
        return [node for node in self.tree(tournament, round - 1) if node.match.round == round]

    def pair(self, tournament: Tournament, round: int) -> Seating:
        """The matches of the round in the order of the bracket; White by `first_colour`."""
        pairs = [
            (node.played_by, at)
            for at, node in enumerate(self._of_round(tournament, round), 1)
            if node.played_by is not None and node.decision.by is WonBy.OPEN
        ]
        boards = numbered_boards(tournament.board_plan, [seated(tournament, two, at) for two, at in pairs])
        return Seating(boards, None, self.name, self.version)

    def advances_without_game(self, tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
        nodes = self._of_round(tournament, round)
        going = (node.decision.winner for node in nodes if node.decision.by is WonBy.NO_OPPONENT)
        return tuple(id for id in going if id is not None)

    def undecided(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        paired = tournament.round(round)
        return tuple(
            board for board in paired.matches if decision_on_board(tournament, paired, board).by is WonBy.LEVEL
        )

    def next_step(self, tournament: Tournament, round: int, board: int) -> FurtherStep | None:
        return step_after(tournament, tournament.round(round).matches[board])

    def out_of_reach(self, tournament: Tournament, round: int, board: int) -> bool:
        return out_of_reach(tournament, tournament.round(round).matches[board])

    def to_come(self, tournament: Tournament, round: int, board: int) -> tuple[int, ...]:
        """Games played one after the other: those behind the running one, or all once it is decided."""
        return to_come(tournament, tournament.round(round).matches[board])

    def over(self, tournament: Tournament) -> bool:
        tree = self.tree(tournament)
        return bool(tree) and all(node.decision.over for node in tree)

    def places(self, tournament: Tournament, after: int) -> Mapping[EntrantId, int]:
        return places_in(self.tree(tournament, min(after, tournament.published)))

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The place in the bracket and nothing else."""
        return TiebreakList((BY_BRACKET,))


def _by_lot(drawn: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """By seed, so that the lines of the bracket are the lots from the top down; free lines as of the lowest seeds."""
    lines = [seed for seed in b.seeding(b.bracket_size(len(drawn))) if seed <= len(drawn)]
    by_seed = dict(zip(lines, drawn, strict=True))
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def seated(tournament: Tournament, two: tuple[EntrantId, EntrantId], at: int) -> tuple[EntrantId, EntrantId]:
    """White of the first game, then Black."""
    one, other = (_first_colours(tournament, id) for id in two)
    return two if first_has_white(one, other, tournament.initial_colour or Colour.WHITE, at) else two[::-1]


def first_has_white(one: Sequence[Colour], other: Sequence[Colour], drawn: Colour, at: int) -> bool:
    """By the colours that both had in first games.

    White is the one who had White less often, then the one who did not have it last. Where that says nothing the drawn
    colour is the better seed's in the odd matches of the round, as in round 1 of a Swiss.
    """
    ahead = one.count(Colour.WHITE) - one.count(Colour.BLACK) - other.count(Colour.WHITE) + other.count(Colour.BLACK)
    if ahead:
        return ahead < 0
    if one and other and one[-1] is not other[-1]:
        return one[-1] is Colour.BLACK
    return (drawn is Colour.WHITE) == (at % 2 == 1)


def _first_colours(tournament: Tournament, id: EntrantId) -> list[Colour]:
    found = []
    for round in tournament.rounds:
        for first, *_ in round.matches.values():
            if id in (first.white, first.black) and not (first.result and not first.result.played):
                found.append(Colour.WHITE if first.white == id else Colour.BLACK)
    return found


# Knock-out: whoever loses a match is out.


class Knockout(Bracketed):
    name = "knock-out"

    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        third_place = tournament.regulations.knockout.third_place and size > 2
        return b.knockout_bracket(size, third_place)


# Double elimination: whoever loses for the second time is out.


class DoubleElimination(Bracketed):
    name = "double-elimination"

    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        if size < 4:
            return b.knockout_bracket(size)
        options = tournament.regulations.knockout
        matches = options.tree or b.double_elimination_bracket(size)
        if options.second_final:
            return matches
        return tuple(match for match in matches if match.part is not BracketPart.SECOND_FINAL)
