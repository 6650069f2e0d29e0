"""What an entrant of a play-off needs: from the games of the stage that they play in, and from the stages behind it.

Every end of a stage is looked at where few of its games are left; whoever stays level in it may still win. Of places
other than those that the play-off decides, only what follows from these is said.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from domain.formats.playoff.plan import BEST_STAY, PLAN, StepForm
from domain.formats.playoff.reading import read
from domain.formats.playoff.state import PlayoffGame, Position, Stage, StageState, forfeit
from domain.records import dataclass
from domain.words.games import SIDES, Result
from domain.words.players import EntrantId, PairingNumber
from projections.chances.by_playoff import ByPlayoff
from projections.chances.needs.fulfilment import Fulfilment, merged, need_of
from projections.moment.chances_found import Aim, Need, NeedKind

ENDS_OF_GAME = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ENDS_WITHOUT_DRAW = (Result.WHITE_WINS, Result.BLACK_WINS)
GAMES_OF_TWO: Mapping[StepForm, int] = {StepForm.MINI_MATCH: 2, StepForm.ARMAGEDDON: 1}
ALL_PLAY = frozenset({StepForm.ALL_PLAY_ALL, StepForm.ALL_PLAY_ARMAGEDDON})
MOST_ENDS = 1_000
"""Of a stage; each takes some 10 microseconds."""
CERTAIN_ALREADY = Need(NeedKind.CERTAIN, enough=0, needed=0)
OUT_OF_REACH = Need(NeedKind.OUT)
NOTHING_SAID = Need(NeedKind.OPEN, needed=0)


def needs_in_playoff(playoff: ByPlayoff, aims: Sequence[Aim]) -> dict[PairingNumber, tuple[Need, ...]]:
    """Of everybody, in step with the aims, while it goes on."""
    position, places = read(playoff.state), playoff.state.options.places
    found = {playoff.number[id]: _Way(playoff, position, id).need() for id in playoff.state.seeds}
    return {number: tuple(_asked(need, aim.places - places) for aim in aims) for number, need in found.items()}


def _asked(need: Need, more: int) -> Need:
    """Of so many places more than the play-off decides."""
    follows = need.kind is (NeedKind.CERTAIN if more > 0 else NeedKind.OUT)
    return need if follows or not more else NOTHING_SAID


@dataclass(frozen=True, slots=True)
class _Way:
    """Of an entrant, through the stages."""

    playoff: ByPlayoff
    position: Position
    id: EntrantId

    def need(self) -> Need:
        mine = [stage for stage in self.position.stages if self.id in stage.players]
        if any(map(self._lost, mine)):
            return OUT_OF_REACH
        running = [stage for stage in mine if not self._won(stage)]
        behind = sum(self._behind(stage, mine, running) for stage in running)
        here = self._in(running[-1]) if running else CERTAIN_ALREADY
        if not behind or here.kind is NeedKind.OUT:
            return here
        if self.id in _gone(self.playoff):
            return OUT_OF_REACH
        of_teams = self.playoff.boards > 0
        if here.kind in (NeedKind.MUST_WIN, NeedKind.WIN_DECIDES):
            return Need(NeedKind.MUST_WIN, 1, needed=here.needed, matches=of_teams)
        if not all(map(self._of_pairs, running)):
            return NOTHING_SAID
        return Need(NeedKind.WIN_ALL, behind + (not here.certain), needed=0, matches=True)

    def _won(self, stage: Stage) -> bool:
        decided = stage.state in (StageState.OVER, StageState.LEVEL)
        return decided and self.id in stage.order[: stage.places]

    def _lost(self, stage: Stage) -> bool:
        if stage.state in (StageState.OVER, StageState.LEVEL):
            return not self._won(stage) and (stage.state is StageState.OVER or self.id not in stage.level)
        return stage.step.form is StepForm.BEST_EIGHT and self.id in stage.players[BEST_STAY:]

    def _in(self, stage: Stage) -> Need:
        """What is needed to come through it, if it has games of its own."""
        if stage.step.form in GAMES_OF_TWO or stage.step.form in ALL_PLAY:
            return _in_stage(self.playoff, stage, self.id)
        return NOTHING_SAID if stage.step.form in (StepForm.FEWEST_MOVES, StepForm.LOTS) else CERTAIN_ALREADY

    def _behind(self, stage: Stage, mine: Sequence[Stage], running: Sequence[Stage]) -> int:
        """Parts of this stage that come after the one that they play in."""
        if stage.step.form is StepForm.GROUPS:
            final = any(one.name.startswith(f"{stage.name}/final/") for one in running)
            return int(not final and len(stage.step.groups) > stage.places)
        if stage.step.form is StepForm.KNOCKOUT:
            rounds = next(n for n in range(len(stage.players)) if len(stage.players) >> n <= stage.places)
            return rounds - sum(one.name in stage.inside for one in mine)
        return 0

    def _of_pairs(self, stage: Stage) -> bool:
        """Nothing but pairings from here."""
        if stage.step.form is StepForm.GROUPS:
            return PLAN[stage.step.after].form in GAMES_OF_TWO
        leads_on = stage.state is StageState.LEVEL or stage.step.form in (StepForm.KNOCKOUT, StepForm.BEST_EIGHT)
        return leads_on or stage.step.form in GAMES_OF_TWO


class _GameLeft(NamedTuple):
    white: EntrantId
    black: EntrantId
    now: bool
    ends: Sequence[tuple[Result, Mapping[EntrantId, int]]]
    """With the half-points of both."""


def _in_stage(playoff: ByPlayoff, stage: Stage, id: EntrantId) -> Need:
    left = list(_games_left(playoff, stage))
    if prod(len(game.ends) for game in left) > MOST_ENDS:
        return NOTHING_SAID
    games = sum(id in (game.white, game.black) for game in left)
    steps = [_step(stage, left, results, id, id in _gone(playoff)) for results in product(*(g.ends for g in left))]
    return need_of(games, playoff.boards > 0, merged(steps))


def _step(
    stage: Stage,
    left: Sequence[_GameLeft],
    results: Sequence[tuple[Result, Mapping[EntrantId, int]]],
    id: EntrantId,
    gone: bool,
) -> Fulfilment:
    """Those who are level play on, without whoever has gone."""
    points = {**dict.fromkeys(stage.players, 0), **dict(stage.scores)}
    sure, ended = points[id], None
    for game, (result, worth) in zip(left, results, strict=True):
        for one, gain in worth.items():
            points[one] += gain
        if game.now and id in worth:
            ended = SIDES[result][id == game.black]
    above = sum(own > points[id] for own in points.values())
    through = above + sum(own == points[id] for own in points.values()) <= stage.places
    possible = through if gone else above < stage.places
    return Fulfilment(ended, points[id] - sure, possible, possible, through)


def _games_left(playoff: ByPlayoff, stage: Stage) -> Iterator[_GameLeft]:
    for one in stage.games:
        if one.game is None or one.game.open:
            yield _game_left(playoff, stage, one.white, one.black, now=True, colours=True)
    met = [{one.white, one.black} for one in stage.games]
    if stage.step.form in ALL_PLAY:
        for white, black in combinations(stage.players, 2):
            if {white, black} not in met:
                yield _game_left(playoff, stage, white, black)
        return
    for number in range(len(met), GAMES_OF_TWO[stage.step.form]):
        yield _game_left(playoff, stage, *stage.players, now=not number)


def _game_left(
    playoff: ByPlayoff, stage: Stage, white: EntrantId, black: EntrantId, *, now: bool = False, colours: bool = False
) -> _GameLeft:
    """Who has gone forfeits the games that are not seated; a draw of Armageddon is none where colours are not known."""
    armageddon, gone = stage.step.form.armageddon, _gone(playoff)
    seated = any({one.white, one.black} == {white, black} and one.game is not None for one in stage.games)
    results: Sequence[Result] = ENDS_OF_GAME
    if not seated and gone & {white, black}:
        results = (forfeit((black in gone) - (white in gone)),)
    elif armageddon and (playoff.boards or not colours):
        results = ENDS_WITHOUT_DRAW
    played = [PlayoffGame(white, black, result) for result in results]
    worth = [{id: game.points(id, armageddon=armageddon) for id in (white, black)} for game in played]
    return _GameLeft(white, black, now, list(zip(results, worth, strict=True)))


def _gone(playoff: ByPlayoff) -> frozenset[EntrantId]:
    """Those who play none of the games that are still to be seated."""
    state = playoff.state
    return frozenset(id for id, wave in state.refused.items() if wave <= len(state.waves))
