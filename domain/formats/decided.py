"""The winner of a match, and by what: its games, further games, the lower rating, lots, or the arbiter."""

from collections.abc import Iterable
from enum import StrEnum

from domain.records import dataclass
from domain.round import Game, Match, Round
from domain.state import Tournament
from domain.words.games import Code, GameKind, Result
from domain.words.options import FurtherStep, LevelRule
from domain.words.players import EntrantId
from domain.words.regulations import Entrants


class WonBy(StrEnum):
    """The values stand in JSON."""

    OPEN = "open"
    LEVEL = "level"
    GAMES = "games"
    FURTHER_GAMES = "further-games"
    LOWER_RATING = "lower-rating"
    LOTS = "lots"
    RULING = "ruling"
    NOBODY = "nobody"
    NO_OPPONENT = "no-opponent"


@dataclass(frozen=True, slots=True)
class Decision:
    by: WonBy
    winner: EntrantId | None = None

    @property
    def over(self) -> bool:
        return self.by not in (WonBy.OPEN, WonBy.LEVEL)


@dataclass(frozen=True, slots=True)
class RunningScore:
    """Half-points of a match for its first and its second entrant."""

    main: tuple[int, int]
    further: tuple[int, int]
    """The points of the further games; Black wins a drawn Armageddon."""


def entrants_of(match: Match) -> tuple[EntrantId, EntrantId]:
    """White of the first game, then Black."""
    return match[0].white, match[0].black


def running_score(t: Tournament, match: Match, by: int | None = None) -> RunningScore:
    """The score so far as the pairing of round `by` sees it; None: as known now."""
    main = _sum(t, match, (game for game in match if game.kind.counts), by)
    further = _sum(t, match, (game for game in match if not game.kind.counts), by)
    return RunningScore(main, further)


def _sum(t: Tournament, match: Match, games: Iterable[Game], by: int | None) -> tuple[int, int]:
    points = dict.fromkeys(entrants_of(match), 0)
    for game in games:
        seen = game.seen(by)
        if seen is None:
            continue
        white, black = seen.result.white, seen.result.black
        if game.kind is GameKind.ARMAGEDDON and seen.result is Result.DRAW:
            white, black = Code.LOSS, Code.WIN
        for id, code in ((seen.white, white), (seen.black, black)):
            points[id] = points.get(id, 0) + t.regulations.game_scoring.points(code)
    one, other = entrants_of(match)
    return points[one], points[other]


def decision(t: Tournament, round: Round, board: int, by: int | None = None) -> Decision:
    """The winner as the pairing of round `by` sees the games; None: as known now."""
    match = round.matches[board]
    results = [seen.result if (seen := game.seen(by)) else None for game in match]
    left = any(result is None or result is Result.ADJOURNED for result in results)
    if left and not (one_after_the_other(t) and out_of_reach(t, match, by)):
        return Decision(WonBy.OPEN)
    score = running_score(t, match, by)
    if (better := _better(match, score.main)) is not None:
        return Decision(WonBy.GAMES, better)
    if (better := _better(match, score.further)) is not None:
        return Decision(WonBy.FURTHER_GAMES, better)
    if (settled := round.settled.get(board)) is not None:
        return Decision(WonBy(settled.by.value), settled.winner)
    if all(result in (Result.DOUBLE_FORFEIT, Result.BOTH_LOSE) for result in results):
        return Decision(WonBy.NOBODY)
    return _by_rating(t, match)


def decision_on_board(t: Tournament, round: Round, board: int, by: int | None = None) -> Decision:
    """The winner; of a match that a correction has opened again, as the next round saw it once that is published.

    A published pairing stands (F.7): who was seated by it goes on.
    """
    made, following = decision(t, round, board, by), round.number + 1
    if made.over or t.published < following or (by is not None and by <= following):
        return made
    seen = decision(t, round, board, following)
    return seen if seen.over else made


def _better(match: Match, points: tuple[int, int]) -> EntrantId | None:
    one, other = entrants_of(match)
    return None if points[0] == points[1] else one if points[0] > points[1] else other


def _by_rating(t: Tournament, match: Match) -> Decision:
    """The lower rating of the start, where the regulations say so (document 003, KO6); else level."""
    one, other = entrants_of(match)
    known = t.first_ratings
    if t.regulations.knockout.level is LevelRule.LOWER_RATING and one in known and other in known:
        ratings = known[one], known[other]
        if ratings[0] != ratings[1]:
            return Decision(WonBy.LOWER_RATING, one if ratings[0] < ratings[1] else other)
    return Decision(WonBy.LEVEL)


def step_after(t: Tournament, match: Match) -> FurtherStep | None:
    """The games that the regulations have next for a level match; None: lots."""
    options = t.regulations.knockout
    if options.level is not LevelRule.FURTHER_GAMES:
        return None
    played = sum(not game.kind.counts for game in match)
    for step in options.further:
        if played < step.games:
            return step
        played -= step.games
    return None


def one_after_the_other(t: Tournament) -> bool:
    """The next game of a match begins when the one before is over; the boards of two teams always play at once."""
    return t.regulations.entrants is Entrants.PLAYERS and not t.regulations.knockout.games_at_once


def to_come(t: Tournament, match: Match) -> tuple[int, ...]:
    if len(match) == 1 or not one_after_the_other(t):
        return ()
    first = next((at for at, game in enumerate(match) if not game.decided), len(match))
    running = first + (0 if out_of_reach(t, match) else 1)
    return tuple(game.number for game in match[running:] if game.result is None)


def out_of_reach(t: Tournament, match: Match, by: int | None = None) -> bool:
    """True if the lead is more than the games without a result can give; an adjourned game is still played.

    As the pairing of round `by` sees the games; None: as known now.
    """
    results = [seen.result if (seen := game.seen(by)) else None for game in match]
    unplayed = [game for game, result in zip(match, results, strict=True) if result is None]
    if not unplayed or Result.ADJOURNED in results:
        return False
    score = running_score(t, match, by)
    one, other = score.main if unplayed[0].kind.counts else score.further
    scoring = t.regulations.game_scoring
    return abs(one - other) > len(unplayed) * (scoring.win - scoring.loss)
