"""A match of several games that somebody does not come to: all its games in one step, and the way back."""

from domain import events as e
from domain.decisions.correcting import Choice, correct_result
from domain.decisions.results import match_of, open_round
from domain.refusals import BadField, NothingToCorrect
from domain.round import Game
from domain.tournament import Tournament, replay
from domain.words.games import Result

TURNED = {
    Result.WHITE_WINS_BY_FORFEIT: Result.BLACK_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT: Result.WHITE_WINS_BY_FORFEIT,
    Result.DOUBLE_FORFEIT: Result.DOUBLE_FORFEIT,
}
"""Forfeits as they read with the other colours."""


def forfeit_match(tournament: Tournament, round: int, board: int, result: Result) -> list[e.Event]:
    """All games without a result; `result` is said of the first game of the match, whose colours then alternate."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    _refuse_played(result)
    first = match[0]
    return [
        e.ResultRecorded(round, board, _read(result, first, game), game=game.number)
        for game in match
        if game.result is None
    ]


def take_forfeits_back(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """The forfeited games of a match are to be played after all; those that were played stay."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    return [
        e.ResultCleared(round, board, game.result, game.number) for game in reversed(match) if game.result in TURNED
    ]


def correct_forfeits(
    tournament: Tournament,
    round: int,
    board: int,
    of_game: int,
    result: Result,
    reason: str,
    choice: Choice | None = None,
    override: bool = False,
) -> list[e.Event]:
    """Another forfeit for all forfeited games of a match; `result` is said of the game `of_game`."""
    match = match_of(tournament, round, board)
    _refuse_played(result)
    said_of = match[of_game - 1]
    wrong = [
        (game, wanted)
        for game in match
        if game.result in TURNED and game.result is not (wanted := _read(result, said_of, game))
    ]
    if not wrong:
        raise NothingToCorrect(round, board)
    events: list[e.Event] = []
    ahead = tournament.copy()
    for game, wanted in wrong:
        corrected = correct_result(
            ahead, round, board, wanted, reason, choice if not events else _kept(choice), override, game=game.number
        )
        replay(corrected, ahead)
        events += corrected
    return events


def _kept(choice: Choice | None) -> Choice | None:
    """For the games after the first: the round that is to be paired again has been taken back with it."""
    return None if choice is Choice.PAIR_AGAIN else choice


def _refuse_played(result: Result) -> None:
    if result not in TURNED:
        raise BadField("result", result.value, "one-of:" + ", ".join(TURNED))


def _read(result: Result, said_of: Game, game: Game) -> Result:
    return result if game.white == said_of.white else TURNED[result]
