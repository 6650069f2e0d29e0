"""The state of a play-off: the decision table walked from the beginning along the games that were played.

read(state) -> Position                all stages, what comes next, and the outcome once there is one
outcome(state) -> PlayoffOutcome | None

Nothing is remembered between two readings: a corrected game gives another walk, and the games behind it that the
plan does not have any more are void (`Position.void`).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from domain.formats.playoff import state as s
from domain.formats.playoff.plan import BEST_STAY, GROUP_NAMES, PLAN, NumberedBy, StepForm, as_held, beginning
from domain.formats.tables.bracket import seeding
from domain.formats.tables.round_robin import berger_round, berger_rounds
from domain.records import dataclass
from domain.words.options import ArmageddonColours
from domain.words.players import EntrantId

Players = tuple[EntrantId, ...]
"""Level players, in the order of the tie-breaks."""


def read(state: s.PlayoffState) -> s.Position:
    walk = _Walk(state)
    found = walk.play(beginning(len(state.seeds)), state.seeds, state.options.places, 0, "")
    upcoming = s.NextStage(
        tuple(walk.undrawn), tuple(walk.pairings), tuple(walk.moves), tuple(walk.waiting), tuple(walk.unchosen)
    )
    end = None
    if found is not None:
        order = (*found.order, *(player for player in state.seeds if player not in found.order))
        end = s.PlayoffOutcome(order, tuple(found.by.get(player, s.DecidedBy.TIEBREAK) for player in order))
    return s.Position(tuple(walk.stages.values()), upcoming, end, walk.void())


def outcome(state: s.PlayoffState) -> s.PlayoffOutcome | None:
    """The order of all tied players, once it is decided."""
    return read(state).outcome


@dataclass(frozen=True, slots=True)
class _Found:
    order: Players
    """Entrants whose places it decided, best first, and entrants who stayed level with them until then."""
    by: dict[EntrantId, s.DecidedBy]
    ended: int


class _Walk:
    """One walk through the table; what is met on the way is kept for `read`."""

    def __init__(self, state: s.PlayoffState) -> None:
        self.state = state
        self.stages: dict[str, s.Stage] = {}
        self.undrawn: list[s.Stage] = []
        self.pairings: list[s.Pairing] = []
        self.moves: list[s.PlayoffGame] = []
        self.waiting: list[s.PlayoffGame] = []
        self.unchosen: list[s.Stage] = []
        self._met: set[tuple[int, s.PlayoffGame]] = set()

    def void(self) -> tuple[tuple[int, s.PlayoffGame], ...]:
        seated = ((number, game) for number, wave in enumerate(self.state.waves) for game in wave)
        return tuple(one for one in seated if one not in self._met)

    def play(self, step: str, players: Players, places: int, at: int, inside: str) -> _Found | None:
        """The order of the players once the step and all that comes out of it is decided; None = not yet."""
        held = as_held(step, self.state.options)
        stage = s.Stage(f"{inside}/{held}" if inside else held, PLAN[held], players, places)
        stage = replace(stage, numbers=self._numbers(stage))
        if not stage.numbers:
            self.undrawn.append(self._note(replace(stage, state=s.StageState.NEEDS_LOTS)))
            return None
        self._note(stage)
        found = self._ways[stage.step.form](self, stage, at)
        if found is not None:
            self._note(replace(self.stages[stage.name], state=s.StageState.OVER, order=found.order))
        return found

    def _numbers(self, stage: s.Stage) -> Players:
        """The players by number; empty where lots are to be drawn."""
        if stage.step.numbers is NumberedBy.TIEBREAK:
            return stage.players
        drawn = self.state.lots.get(stage.name, ())
        return drawn if set(drawn) == set(stage.players) else ()

    def _note(self, stage: s.Stage) -> s.Stage:
        self.stages[stage.name] = stage
        return stage

    def _meet(self, stage: s.Stage, white: EntrantId, black: EntrantId, at: int) -> s.StageGame:
        """The game of these two from wave `at` on: played, forfeited by refusal, being played, or to be seated."""
        gone = [player for player in (white, black) if self.state.refused.get(player, at + 1) <= at]
        if gone:
            ahead = 0 if len(gone) > 1 else -1 if gone[0] == white else 1
            return s.StageGame(white, black, None, s.PlayoffGame(white, black, s.forfeit(ahead)))
        for number, wave in enumerate(self.state.waves[at:], at):
            for game in wave:
                if {game.white, game.black} == {white, black} and (number, game) not in self._met:
                    self._met.add((number, game))
                    if game.open:
                        self.waiting.append(game)
                    return s.StageGame(game.white, game.black, number, game)
        self.pairings.append(s.Pairing(white, black, stage.name, stage.step.form.armageddon))
        return s.StageGame(white, black, None)

    def _pairing(self, stage: s.Stage, at: int) -> _Found | None:
        if self._chooses(stage, at):
            self.unchosen.append(self._note(replace(stage, state=s.StageState.NEEDS_COLOUR)))
            return None
        one, other = stage.numbers  # number 1 of the lot has White first, unless they chose Black in Armageddon
        if self.state.chosen_white.get(stage.name) == other:
            one, other = other, one
        games: list[s.StageGame] = []
        for white, black in ((one, other), (other, one)) if stage.step.level else ((one, other),):
            games.append(self._meet(stage, white, black, at))
            stage = self._note(s.with_games(stage, games))
            if not s.decided(games):
                return None
            at = s.after(games, at)
            if (game := games[-1].game) is not None and game.forfeited:
                order = tuple(sorted(stage.players, key=lambda player: -game.points(player, armageddon=False)))
                return _Found(order, dict.fromkeys(order, s.DecidedBy.FORFEIT), at)
        (winner, best), (loser, least) = stage.scores
        if best == least:
            return self._play_on(stage, (), stage.players, 1, at)
        by = s.DecidedBy.ARMAGEDDON if stage.step.form.armageddon else s.DecidedBy.SCORE
        return _Found((winner, loser), {winner: by, loser: by}, at)

    def _chooses(self, stage: s.Stage, at: int) -> bool:
        """Whether number 1 of the lot is still to choose the colour of this game, which is to be seated next."""
        wanted = self.state.options.armageddon_colours is ArmageddonColours.WINNER_CHOOSES
        if not wanted or stage.step.level or stage.name in self.state.chosen_white:
            return False
        pair = set(stage.players)
        seated = any({game.white, game.black} == pair for wave in self.state.waves[at:] for game in wave)
        return not seated and all(self.state.refused.get(player, at + 1) > at for player in pair)

    def _all_play_all(self, stage: s.Stage, at: int) -> _Found | None:
        games: list[s.StageGame] = []
        for round in range(1, berger_rounds(len(stage.numbers)) + 1):
            seats = berger_round(len(stage.numbers), round)
            met = [self._meet(stage, stage.numbers[w - 1], stage.numbers[b - 1], at) for w, b in seats]
            games += met
            stage = self._note(s.with_games(stage, games))
            if not s.decided(met):
                return None
            at = s.after(met, at)
        points = dict(stage.scores)
        by = s.DecidedBy.ARMAGEDDON if stage.step.form.armageddon else s.DecidedBy.SCORE
        if all(one.game is not None and one.game.forfeited for one in games):
            by = s.DecidedBy.FORFEIT
        return self._settle(stage, lambda player: (-points[player],), by, at)

    def _settle(
        self, stage: s.Stage, key: Callable[[EntrantId], tuple[int | float, ...]], by: s.DecidedBy, at: int
    ) -> _Found | None:
        placed: Players = ()
        for _, equals in groupby(sorted(stage.players, key=key), key=key):
            group, left = tuple(equals), stage.places - len(placed)
            if len(group) > left:
                found = self._play_on(stage, placed, group, left, at)
                return found and replace(found, by={**dict.fromkeys(placed, by), **found.by})
            placed += group
            if len(placed) == stage.places:
                break
        return _Found(placed, dict.fromkeys(placed, by), at)

    def _play_on(self, stage: s.Stage, placed: Players, level: Players, places: int, at: int) -> _Found | None:
        step = as_held(stage.step.level[len(level)], self.state.options)
        self._note(replace(self.stages[stage.name], level=level, next=step, order=placed, state=s.StageState.LEVEL))
        found = self.play(step, level, places, at, stage.name)
        return found and replace(found, order=(*placed, *found.order))

    def _fewest(self, stage: s.Stage, at: int) -> _Found | None:
        before = self.stages[stage.name.rpartition("/")[0]]
        games = [one.game for one in before.games if one.game is not None]
        armageddon, wording = before.step.form.armageddon, self.state.options.fewest_moves
        if any(game.boards for game in games):
            points = {team: s.key_of_board_points(games, team, armageddon=armageddon) for team in stage.players}
            return self._settle(stage, points.__getitem__, s.DecidedBy.BOARD_POINTS, at)
        if missing := s.without_moves(games, stage.players, wording, armageddon=armageddon):
            self.moves += missing
            self._note(replace(stage, state=s.StageState.NEEDS_MOVES))
            return None
        keys = {player: s.key_of_fewest(games, player, wording, armageddon=armageddon) for player in stage.players}
        return self._settle(stage, keys.__getitem__, s.DecidedBy.FEWEST_MOVES, at)

    def _lots(self, stage: s.Stage, at: int) -> _Found:
        return _Found(stage.numbers, dict.fromkeys(stage.numbers, s.DecidedBy.LOTS), at)

    def _knockout(self, stage: s.Stage, at: int) -> _Found | None:
        left: Players = tuple(stage.numbers[seed - 1] for seed in seeding(len(stage.numbers)))
        found: list[_Found] = []
        for round in range(1, len(left).bit_length()):
            pairs = tuple(zip(left[::2], left[1::2], strict=True))
            names = (f"{stage.name}/{round}{letter}" for letter in GROUP_NAMES)
            parts = [(stage.step.inside, pair, name) for pair, name in zip(pairs, names, strict=False)]
            both = self._side_by_side(stage, parts, at)
            if both is None:
                return None
            found, at = both, max(one.ended for one in both)
            left = tuple(one.order[0] for one in both)
            if len(left) <= stage.places:
                break
        by = {player: one.by[player] for one in found for player in one.order if player in left or len(found) == 1}
        return _Found(found[0].order if len(found) == 1 else self._by_tiebreak(left), by, at)

    def _groups(self, stage: s.Stage, at: int) -> _Found | None:
        """Each group plays for itself; then its winners play for the place, unless there is one for each."""
        members = (tuple(stage.numbers[number - 1] for number in group) for group in stage.step.groups)
        names = (f"{stage.name}/{letter}" for letter in GROUP_NAMES)
        parts = [(stage.step.inside, group, name) for group, name in zip(members, names, strict=False)]
        found = self._side_by_side(stage, parts, at)
        if found is None:
            return None
        winners = self._by_tiebreak(one.order[0] for one in found)
        at = max(one.ended for one in found)
        if len(winners) > stage.places:
            return self.play(stage.step.after, winners, stage.places, at, f"{stage.name}/final")
        return _Found(winners, {one.order[0]: one.by[one.order[0]] for one in found}, at)

    def _side_by_side(self, stage: s.Stage, parts: Iterable[tuple[str, Players, str]], at: int) -> list[_Found] | None:
        """Stages that are played at the same time, for one place each; None until all are decided."""
        found = []
        for step, players, inside in parts:
            name = f"{inside}/{as_held(step, self.state.options)}"
            known = self.stages[stage.name]
            self._note(replace(known, inside=(*known.inside, name)))
            found.append(self.play(step, self._by_tiebreak(players), 1, at, inside))
        known_now = [one for one in found if one is not None]
        return known_now if len(known_now) == len(found) else None

    def _best_eight(self, stage: s.Stage, at: int) -> _Found | None:
        stay, drop = stage.players[:BEST_STAY], stage.players[BEST_STAY:]
        found = self.play(stage.step.after, stay, stage.places, at, stage.name)
        if found is None:
            return None
        others = tuple(player for player in stay if player not in found.order)
        by = {**found.by, **dict.fromkeys(drop, s.DecidedBy.DROPPED)}
        return _Found((*found.order, *others, *drop), by, found.ended)

    def _by_tiebreak(self, players: Iterable[EntrantId]) -> Players:
        return tuple(sorted(players, key=self.state.seeds.index))

    _ways = {
        StepForm.MINI_MATCH: _pairing,
        StepForm.ARMAGEDDON: _pairing,
        StepForm.ALL_PLAY_ALL: _all_play_all,
        StepForm.ALL_PLAY_ARMAGEDDON: _all_play_all,
        StepForm.KNOCKOUT: _knockout,
        StepForm.GROUPS: _groups,
        StepForm.BEST_EIGHT: _best_eight,
        StepForm.FEWEST_MOVES: _fewest,
        StepForm.LOTS: _lots,
    }
