"""The rest of a play-off: its games, lots and moves by lot, step after step as the decision table has them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from domain.cards.card import PairingTask, RoundPairing
from domain.formats.playoff.reading import read
from domain.formats.playoff.rules import state_of
from domain.formats.playoff.state import NextStage, PlayoffGame, PlayoffState, Position, Wave, match_of_boards
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.players import EntrantId, PairingNumber
from projections.chances.courses import Course, WentOn
from projections.chances.lots import Lot
from projections.chances.playoffs import in_drawn_order

FEWEST_HALF_MOVES = 61
"""Of the shortest game of those whose moves a lot gives; each further one is a move longer."""

Decides = Callable[[PlayoffGame, bool], PlayoffGame]
"""Ends a game by lot; True: of Armageddon."""


@dataclass(frozen=True, slots=True)
class ByPlayoff(Course):
    points_place = False

    state: PlayoffState
    number: Mapping[EntrantId, PairingNumber]
    boards: int
    """Of a match of teams; 0 = of players."""
    goes_on: bool
    order: tuple[EntrantId, ...] = ()
    """Best first, once it is decided."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        raise AssertionError("no round of a play-off is paired by itself")

    def over(self, all_played: bool) -> bool:
        """Decided, be it with games left that nobody needs any more; with none open its next step may be to come."""
        return not self.goes_on

    def worth(self, order: tuple[EntrantId, ...]) -> Mapping[int, int]:
        """Half-points of the play-off that put the entrants in this order."""
        return {self.number[id]: 2 * behind for behind, id in enumerate(reversed(order))}

    def played_on(self, decides: Decides, lot: Lot) -> tuple[EntrantId, ...]:
        """The order in which it ends."""
        state = self.state
        while (position := read(state)).outcome is None:
            state = self._stepped(state, position, decides, lot)
        return position.outcome.order

    def _stepped(self, state: PlayoffState, position: Position, decides: Decides, lot: Lot) -> PlayoffState:
        """Open games first, then lots and choices, then the next games; moves where nothing else is left."""
        upcoming = position.next
        if upcoming.waiting:
            armageddon = _games_of_armageddon(position)
            return _with_games(state, {game: decides(game, game in armageddon) for game in upcoming.waiting})
        if upcoming.lots:
            drawn = {stage.name: tuple(in_drawn_order(stage.players, lot)) for stage in upcoming.lots}
            return replace(state, lots={**state.lots, **drawn})
        if upcoming.colours:
            chosen = {stage.name: stage.numbers[0] for stage in upcoming.colours}
            return replace(state, chosen_white={**state.chosen_white, **chosen})
        if upcoming.pairings:
            return replace(state, waves=(*state.waves, tuple(self._seated(state, upcoming, decides))))
        lengths = enumerate(in_drawn_order(upcoming.moves, lot))
        return _with_games(state, {game: replace(game, half_moves=FEWEST_HALF_MOVES + 2 * at) for at, game in lengths})

    def _seated(self, state: PlayoffState, upcoming: NextStage, decides: Decides) -> Iterator[PlayoffGame]:
        round = len(state.waves) + 1
        for board, pair in enumerate(upcoming.pairings, 1):
            game = PlayoffGame(pair.white, pair.black, board=board, round=round)
            if self.boards:
                sides = (pair.white, pair.black), (pair.black, pair.white)
                games = (PlayoffGame(*sides[at % 2], board=board, round=round) for at in range(self.boards))
                game = match_of_boards(pair.white, pair.black, tuple(games))
            yield decides(game, pair.armageddon)


def _games_of_armageddon(position: Position) -> frozenset[PlayoffGame]:
    stages = (stage for stage in position.stages if stage.step.form.armageddon)
    return frozenset(one.game for stage in stages for one in stage.games if one.game is not None)


def _with_games(state: PlayoffState, known: Mapping[PlayoffGame, PlayoffGame]) -> PlayoffState:
    def of(wave: Wave) -> Wave:
        return tuple(known.get(game, game) for game in wave)

    return replace(state, waves=tuple(map(of, state.waves)))


def by_playoff(t: Tournament) -> ByPlayoff:
    state, boards = state_of(t), t.regulations.match_games if t.regulations.of_teams else 0
    outcome = read(state).outcome
    return ByPlayoff(state, numbers_of(t), boards, outcome is None, outcome.order if outcome else ())
