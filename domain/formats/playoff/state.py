"""The input and the answer of a reading of a play-off, and the worth of its games.

A match of teams is a game too: its boards are games, more points of them win it. A level one of Armageddon goes to
the team that won at the highest board, since somebody has to win.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from domain.formats.playoff.plan import PlanStep
from domain.records import dataclass
from domain.words.games import Result, Scoring
from domain.words.options import FewestMoves, PlayoffOptions
from domain.words.players import EntrantId

# A game of a play-off, and what it is worth: in Armageddon a draw wins for Black.
# A match of teams is one too: its boards are games, more points of them win it. A level one of Armageddon goes to
# the team that won at the highest board, since somebody has to win.

SCORING = Scoring()


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    white: EntrantId
    black: EntrantId
    result: Result | None = None
    half_moves: int | None = None
    """As on the score sheet: White's 31st move is half-move 61. None = nobody has given it."""
    board: int = 0
    round: int = 0
    """0 = decided without a board: one of the two has refused."""
    boards: tuple["PlayoffGame", ...] = ()

    @property
    def open(self) -> bool:
        if self.boards:
            return any(board.open for board in self.boards)
        return self.result is None or self.result is Result.ADJOURNED

    @property
    def forfeited(self) -> bool:
        """Somebody did not come or refused, or both lost it (article 32.5 is silent: the pairing is lost)."""
        if self.boards:
            lost = [self.board_points(side, armageddon=False) == 0 for side in (self.white, self.black)]
            return any(lost) and all(board.forfeited for board in self.boards)
        return self.result in (
            Result.WHITE_WINS_BY_FORFEIT,
            Result.BLACK_WINS_BY_FORFEIT,
            Result.DOUBLE_FORFEIT,
            Result.BOTH_LOSE,
        )

    def points(self, player: EntrantId, *, armageddon: bool) -> int:
        """Half-points of one of the two; 0 while the game is open."""
        if self.boards:
            return self._match_points(player, armageddon=armageddon)
        if self.result is None:
            return 0
        white, black = SCORING.points(self.result.white), SCORING.points(self.result.black)
        if armageddon and white == black == SCORING.draw:
            white, black = 0, SCORING.win
        return white if player == self.white else black

    def board_points(self, player: EntrantId, *, armageddon: bool) -> int:
        """Half-points of a team at the boards of its match."""
        return sum(board.points(player, armageddon=armageddon) for board in self.boards)

    def _match_points(self, team: EntrantId, *, armageddon: bool) -> int:
        if self.open:
            return 0
        other = self.black if team == self.white else self.white
        ahead = self.board_points(team, armageddon=armageddon) - self.board_points(other, armageddon=armageddon)
        if not ahead and not armageddon:
            return SCORING.draw
        return SCORING.win if (ahead or self._ahead_at_highest_board(team, other)) > 0 else SCORING.loss

    def _ahead_at_highest_board(self, team: EntrantId, other: EntrantId) -> int:
        """The difference at the first board that somebody won; 0 = nobody won any."""
        both = ([board.points(side, armageddon=True) for side in (team, other)] for board in self.boards)
        return next((mine - theirs for mine, theirs in both if mine != theirs), 0)


def match_of_boards(white: EntrantId, black: EntrantId, boards: tuple[PlayoffGame, ...]) -> PlayoffGame:
    match = PlayoffGame(white, black, None, None, boards[0].board, boards[0].round, boards)
    if match.open:
        return match
    ahead = match.points(white, armageddon=False) - match.points(black, armageddon=False)
    if match.forfeited:
        return replace(match, result=forfeit(ahead))
    return replace(match, result=Result.DRAW if not ahead else Result.WHITE_WINS if ahead > 0 else Result.BLACK_WINS)


def forfeit(ahead: int) -> Result:
    """The forfeit won by White if `ahead` is above 0, by Black if it is below, by nobody at 0."""
    if not ahead:
        return Result.DOUBLE_FORFEIT
    return Result.WHITE_WINS_BY_FORFEIT if ahead > 0 else Result.BLACK_WINS_BY_FORFEIT


# The fewest moves (32.5.6.2.3, 32.5.6.4, 32.5.6.6): three wordings of one idea, compared in half-moves.

FewKey = tuple[int | float, ...]
"""The smaller the better."""

_NO_MORE_WINS = float("inf")


def games_that_count(
    games: Sequence[PlayoffGame], player: EntrantId, wording: FewestMoves, *, armageddon: bool
) -> tuple[PlayoffGame, ...]:
    """The games whose moves count for a player: those in which the player gained the point, or all.

    A game that nobody began has no score sheet and does not count.
    """
    own = (game for game in games if player in (game.white, game.black) and not game.forfeited)
    if wording is FewestMoves.ALL_GAMES:
        return tuple(own)
    return tuple(game for game in own if game.points(player, armageddon=armageddon) == SCORING.win)


def key_of_fewest(games: Sequence[PlayoffGame], player: EntrantId, wording: FewestMoves, *, armageddon: bool) -> FewKey:
    """The player's key; moves that nobody has given count as none.

    Shortest win: then the second shortest, and to run out of games won loses. Sum of wins: more games won go first,
    a bare total would reward winning less.
    """
    moves = sorted(game.half_moves or 0 for game in games_that_count(games, player, wording, armageddon=armageddon))
    if wording is FewestMoves.SHORTEST_WIN:
        return (*moves, _NO_MORE_WINS)
    if wording is FewestMoves.SUM_OF_WINS:
        return (-len(moves), sum(moves))
    return (sum(moves),)


def without_moves(
    games: Sequence[PlayoffGame], players: Sequence[EntrantId], wording: FewestMoves, *, armageddon: bool
) -> tuple[PlayoffGame, ...]:
    found = (game for player in players for game in games_that_count(games, player, wording, armageddon=armageddon))
    return tuple(dict.fromkeys(game for game in found if game.half_moves is None))


def key_of_board_points(games: Sequence[PlayoffGame], team: EntrantId, *, armageddon: bool) -> FewKey:
    """Of teams, whose matches have no moves to count: the more points at the boards of the stage the better."""
    own = (game for game in games if team in (game.white, game.black))
    return (-sum(game.board_points(team, armageddon=armageddon) for game in own),)


Wave = tuple[PlayoffGame, ...]
"""The games that are played at the same time: a round of the tournament that the play-off is."""


@dataclass(frozen=True, slots=True)
class PlayoffState:
    seeds: tuple[EntrantId, ...]
    options: PlayoffOptions = field(default_factory=PlayoffOptions)
    lots: Mapping[str, tuple[EntrantId, ...]] = field(default_factory=dict)
    """The drawn order of a stage, by the stage's name."""
    chosen_white: Mapping[str, EntrantId] = field(default_factory=dict)
    """By the stage's name: the player with White, where number 1 of the lot has chosen the colour."""
    waves: tuple[Wave, ...] = ()
    refused: Mapping[EntrantId, int] = field(default_factory=dict)
    """Entrants who do not play on, and the first wave that they are not seated in."""


class DecidedBy(StrEnum):
    """The reason of a place. The values are stored in journals."""

    SCORE = "score"
    ARMAGEDDON = "armageddon"
    FEWEST_MOVES = "fewest-moves"
    BOARD_POINTS = "board-points"
    """Of teams, where players count moves: the points at the boards of the stage that left them level."""
    LOTS = "lots"
    FORFEIT = "forfeit"
    TIEBREAK = "tie-break"
    """The play-off says nothing about this player: the order of the tie-breaks stays."""
    DROPPED = "dropped-by-tie-break"
    """Ninth or lower of eleven or more (32.5.6.10)."""


class StageState(StrEnum):
    NEEDS_LOTS = "needs-lots"
    NEEDS_COLOUR = "needs-colour"
    """Number 1 of the lot is to choose the colour."""
    READY = "ready"
    PLAYING = "playing"
    NEEDS_MOVES = "needs-moves"
    LEVEL = "level"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pairing:
    white: EntrantId
    black: EntrantId
    stage: str
    armageddon: bool


@dataclass(frozen=True, slots=True)
class StageGame:
    white: EntrantId
    black: EntrantId
    wave: int | None
    """From 0; None = not seated yet."""
    game: PlayoffGame | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    """The path to it: `six/A/armageddon`."""
    step: PlanStep
    players: tuple[EntrantId, ...]
    """By tie-break."""
    places: int
    numbers: tuple[EntrantId, ...] = ()
    """Number 1 first; empty until the lots are drawn."""
    games: tuple[StageGame, ...] = ()
    scores: tuple[tuple[EntrantId, int], ...] = ()
    """Half-points, best first; a draw of Armageddon is a point for Black."""
    state: StageState = StageState.READY
    level: tuple[EntrantId, ...] = ()
    next: str = ""
    order: tuple[EntrantId, ...] = ()
    """Its players, best first, once it and all that came out of it is over; while some are level, those before them."""
    inside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayoffOutcome:
    """The order of the tied, and what gave each of them the place."""

    order: tuple[EntrantId, ...]
    by: tuple[DecidedBy, ...]


@dataclass(frozen=True, slots=True)
class NextStage:
    lots: tuple[Stage, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    moves: tuple[PlayoffGame, ...] = ()
    waiting: tuple[PlayoffGame, ...] = ()
    colours: tuple[Stage, ...] = ()
    """Stages whose number 1 is to choose the colour."""


@dataclass(frozen=True, slots=True)
class Position:
    stages: tuple[Stage, ...]
    """In the order in which they were reached."""
    next: NextStage
    outcome: PlayoffOutcome | None
    void: tuple[tuple[int, PlayoffGame], ...]
    """Games that were seated, by wave, and that the plan does not have: something before them was corrected."""


def decided(games: Iterable[StageGame]) -> bool:
    return all(one.game is not None and not one.game.open for one in games)


def after(games: Iterable[StageGame], at: int) -> int:
    return max((one.wave + 1 for one in games if one.wave is not None), default=at)


def with_games(stage: Stage, games: Sequence[StageGame]) -> Stage:
    armageddon = stage.step.form.armageddon
    points = {
        player: sum(
            one.game.points(player, armageddon=armageddon)
            for one in games
            if one.game is not None and player in (one.white, one.black)
        )
        for player in stage.players
    }
    scores = tuple(sorted(points.items(), key=lambda score: -score[1]))
    seated = any(one.game is not None for one in games)
    return replace(stage, games=tuple(games), scores=scores, state=StageState.PLAYING if seated else StageState.READY)
