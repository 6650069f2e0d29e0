"""Formats with a bracket: who is in it, who meets whom next, who goes on, who is placed where."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from domain.events import Board
from domain.formats.bracket_tree import Node, keys_of_places, tree_of
from domain.formats.contract import Seating
from domain.formats.decided import WonBy, decision_on_board, out_of_reach, step_after, to_come
from domain.formats.round_by_round import RoundByRound
from domain.formats.tables.bracket import BracketMatch, bracket_size, seeding
from domain.ranking.lists import TiebreakList
from domain.ranking.order import BY_BRACKET
from domain.refusals import (
    AllRoundsPaired,
    FieldNotFull,
    GamesAdjourned,
    NoInitialColour,
    NoLotForBracket,
    TooFewPlayers,
    TournamentIsClosed,
)
from domain.state import Tournament
from domain.words.games import Colour
from domain.words.options import FirstLot, FurtherStep
from domain.words.players import EntrantId


class Bracketed(RoundByRound, ABC):
    """Everything but the plan of the matches."""

    predetermined = False
    knocks_out = True
    name: str
    version = "1"

    @abstractmethod
    def plan(self, tournament: Tournament, size: int) -> tuple[BracketMatch, ...]:
        """All matches of a bracket of so many places."""

    def tree(self, tournament: Tournament, known: int | None = None) -> tuple[Node, ...]:
        """The tree; boards up to round `known` (default: the newest published) count."""
        known = tournament.published if known is None else known
        field = self.field(tournament, known)
        if len(field) < 2:
            return ()
        plan = self.plan(tournament, bracket_size(len(field)))
        return tuple(tree_of(tournament, plan, field, known).values())

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
        return self.plan(tournament, bracket_size(there))[-1].round if there > 1 else 0

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
            raise TournamentIsClosed
        if self.first_lot(tournament) is FirstLot.COLOUR:
            raise NoInitialColour
        upcoming = tournament.draft.number if tournament.draft else tournament.paired + 1
        if upcoming == 1:
            self._ready(tournament)
        elif adjourned := tournament.round(upcoming - 1).adjourned:
            raise GamesAdjourned(tuple((upcoming - 1, board) for board in adjourned))
        elif self.over(tournament):
            raise AllRoundsPaired(tournament.published)
        return (upcoming,)

    def _ready(self, tournament: Tournament) -> None:
        there = [id for id in tournament.entrants if tournament.present(id, 1)]
        options, size = tournament.regulations.knockout, bracket_size(len(there))
        if len(there) < 2:
            raise TooFewPlayers(len(there))
        if not options.byes and len(there) != size:
            raise FieldNotFull(len(there), size)
        if self.first_lot(tournament) is FirstLot.LINES:
            raise NoLotForBracket

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """The round before, unless it is closed and nothing in it has become level since."""
        level = round > 1 and self.undecided(tournament, round - 1)
        return (round - 1,) if level else super().closes_first(tournament, round)

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        """Still in, and at this point of the bracket."""
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
        boards = []
        for number, (two, at) in enumerate(pairs, 1):
            white, black = seated(tournament, two, at)
            boards.append(Board(number, white, black))
        return Seating(tuple(boards), None, self.name, self.version)

    def advances_without_game(self, tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
        """Those on a free line, and those whose opponent has left."""
        nodes = self._of_round(tournament, round)
        going = (node.decision.winner for node in nodes if node.decision.by is WonBy.NO_OPPONENT)
        return tuple(id for id in going if id is not None)

    def undecided(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        """Boards with a level match."""
        paired = tournament.round(round)
        return tuple(
            board for board in paired.matches if decision_on_board(tournament, paired, board).by is WonBy.LEVEL
        )

    def next_step(self, tournament: Tournament, round: int, board: int) -> FurtherStep | None:
        return step_after(tournament, tournament.round(round).matches[board])

    def out_of_reach(self, tournament: Tournament, round: int, board: int) -> bool:
        """One is ahead by more than the games left can give."""
        return out_of_reach(tournament, tournament.round(round).matches[board])

    def to_come(self, tournament: Tournament, round: int, board: int) -> tuple[int, ...]:
        """Games played one after the other: those behind the running one, or all once it is decided."""
        return to_come(tournament, tournament.round(round).matches[board])

    def over(self, tournament: Tournament) -> bool:
        """No match is left to play."""
        tree = self.tree(tournament)
        return bool(tree) and all(node.decision.over for node in tree)

    def places(self, tournament: Tournament, after: int) -> Mapping[EntrantId, int]:
        """Places after that round: equals share the better one."""
        keys = keys_of_places(self.tree(tournament, min(after, tournament.published)))
        found = sorted(keys.values(), reverse=True)
        first = {key: place for place, key in reversed(list(enumerate(found, 1)))}
        return {id: first[key] for id, key in keys.items()}

    def ranked_by(self, tournament: Tournament) -> TiebreakList:
        """The place in the bracket and nothing else."""
        return TiebreakList((BY_BRACKET,))


def _by_lot(drawn: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """By seed, so that the lines of the bracket are the lots from the top down; free lines as of the lowest seeds."""
    lines = [seed for seed in seeding(bracket_size(len(drawn))) if seed <= len(drawn)]
    by_seed = dict(zip(lines, drawn, strict=True))
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def seated(tournament: Tournament, two: tuple[EntrantId, EntrantId], at: int) -> tuple[EntrantId, EntrantId]:
    """White of the first game, then Black.

    White is the one who had White less often in first games, then the one who did not have it last. Where that says
    nothing the drawn colour is the better seed's in the odd matches of the round, as in round 1 of a Swiss.
    """
    one, other = (_first_colours(tournament, id) for id in two)
    ahead = one.count(Colour.WHITE) - one.count(Colour.BLACK) - other.count(Colour.WHITE) + other.count(Colour.BLACK)
    if ahead:
        return two if ahead < 0 else two[::-1]
    if one and other and one[-1] is not other[-1]:
        return two if one[-1] is Colour.BLACK else two[::-1]
    drawn = tournament.initial_colour or Colour.WHITE
    return two if (drawn is Colour.WHITE) == (at % 2 == 1) else two[::-1]


def _first_colours(tournament: Tournament, id: EntrantId) -> list[Colour]:
    found = []
    for round in tournament.rounds:
        for first, *_ in round.matches.values():
            if id in (first.white, first.black) and not (first.result and not first.result.played):
                found.append(Colour.WHITE if first.white == id else Colour.BLACK)
    return found
