"""Results as they come in: recorded, disputed, settled, adjourned.

Conflicts are a matter of one board. Every command says what its page showed (`seen`); if the
journal holds something else by now, nobody's entry is overwritten silently.
"""

from domain import events as e
from domain.decisions.refusals import (
    NeedsCorrection,
    NoSuchBoard,
    NoSuchRound,
    NotAdjourned,
    NotDisputed,
    ResultDiffers,
    RoundNotPublished,
    TournamentIsClosed,
)
from domain.tournament import Game, Round, Stage, Tournament
from domain.words.games import Code, Result
from domain.words.players import PlayerId


def record_result(
    tournament: Tournament, round: int, board: int, result: Result, seen: Result | None, entered_at: str = ""
) -> list[e.Event]:
    """Nothing happens when the board has this result already, whoever typed it."""
    game = game_of(tournament, round, board)
    if game.result is result and not game.claims:
        return []
    if tournament.closed:
        raise TournamentIsClosed
    if game.result is not Result.ADJOURNED:
        _entry_open(tournament, round, game)
    if game.result is not seen:
        raise ResultDiffers(round, board, seen, game.result, result)
    if game.result is Result.ADJOURNED:
        return finish_adjourned(tournament, round, board, result)
    if game.claims:
        return settle_dispute(tournament, round, board, result)
    if result is Result.ADJOURNED:
        return adjourn(tournament, round, board)
    return [e.ResultRecorded(round, board, result, entered_at)]


def clear_result(tournament: Tournament, round: int, board: int, seen: Result | None) -> list[e.Event]:
    """Takes back a result typed for the wrong board while its round is still being played."""
    game = game_of(tournament, round, board)
    if game.result is None:
        return []
    _entry_open(tournament, round, game)
    if game.result is not seen:
        raise ResultDiffers(round, board, seen, game.result, game.result)
    return [e.ResultCleared(round, board, game.result)]


def dispute_result(tournament: Tournament, round: int, board: int, claimed: Result) -> list[e.Event]:
    """An entry by somebody who may not overwrite: kept beside the first until an arbiter settles it."""
    game = game_of(tournament, round, board)
    if game.result is None:
        return record_result(tournament, round, board, claimed, None)
    if game.result is claimed or claimed in game.claims:
        return []
    _entry_open(tournament, round, game)
    return [e.ResultDisputed(round, board, claimed)]


def settle_dispute(tournament: Tournament, round: int, board: int, result: Result) -> list[e.Event]:
    game = game_of(tournament, round, board)
    if not game.claims or game.result is None:
        raise NotDisputed(round, board)
    return [e.DisputeSettled(round, board, result, game.result)]


def adjourn(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """F.9: a draw for pairing only, until the game is finished."""
    game = game_of(tournament, round, board)
    if game.result is Result.ADJOURNED:
        return []
    _entry_open(tournament, round, game)
    return [e.GameAdjourned(round, board)]


def finish_adjourned(tournament: Tournament, round: int, board: int, result: Result) -> list[e.Event]:
    """Possible at any later time; the pairings made meanwhile took it for a draw."""
    game = game_of(tournament, round, board)
    if game.result is not Result.ADJOURNED:
        raise NotAdjourned(round, board)
    if result is Result.ADJOURNED:
        return []
    return [e.AdjournedGameFinished(round, board, result, tournament.published)]


def did_not_come(tournament: Tournament) -> tuple[PlayerId, ...]:
    """Who lost the newest round by forfeit and would be paired in the next.

    They count as withdrawn unless they are excused before it is paired (F.8): the arbiter knows, we do not.
    """
    newest = tournament.published
    if not newest or not tournament.regulations.absence_means_withdrawal:
        return ()
    sides = [side for game in tournament.round(newest).games.values() for side in _sides(game)]
    return tuple(
        player for player, code in sides if code is Code.FORFEIT_LOSS and tournament.present(player, newest + 1)
    )


def _sides(game: Game) -> tuple[tuple[PlayerId, Code], ...]:
    if not game.versions:
        return ()
    known = game.versions[-1]
    return (known.white, known.result.white), (known.black, known.result.black)


def game_of(tournament: Tournament, round: int, board: int) -> Game:
    """Raises NoSuchRound, RoundNotPublished or NoSuchBoard."""
    games = published_round(tournament, round).games
    if board not in games:
        raise NoSuchBoard(round, board, len(games))
    return games[board]


def published_round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= tournament.paired:
        raise NoSuchRound(number)
    round = tournament.round(number)
    if not round.published:
        raise RoundNotPublished(number)
    return round


def _entry_open(tournament: Tournament, round: int, game: Game) -> None:
    """Entry belongs to the round in play; afterwards there are corrections."""
    if tournament.closed:
        raise TournamentIsClosed
    if round < tournament.published or tournament.round(round).stage is Stage.CLOSED:
        raise NeedsCorrection(round, game.board, game.result)
