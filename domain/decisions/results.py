"""Results as they come in: recorded, disputed, settled, adjourned.

Conflicts are a matter of one board. Every command says what its page showed (`seen`); if the
journal holds something else by now, nobody's entry is overwritten silently.
"""

from collections.abc import Iterator

from domain import events as e
from domain.formats import rules_of
from domain.refusals import (
    GameToCome,
    HandPairingOpen,
    NeedsCorrection,
    NoSuchBoard,
    NoSuchGame,
    NoSuchRound,
    NotAdjourned,
    NotDisputed,
    PlayedByOthers,
    ResultDiffers,
    RoundNotPublished,
    TournamentIsClosed,
)
from domain.tournament import Game, Match, Round, RoundState, Tournament
from domain.words.games import Code, Result
from domain.words.players import EntrantId


def record_result(
    tournament: Tournament,
    round: int,
    board: int,
    result: Result,
    seen: Result | None,
    entered_at: str = "",
    game: int = 1,
) -> list[e.Event]:
    """Nothing happens when the board has this result already, whoever typed it."""
    known = game_of(tournament, round, board, game)
    if known.result is result and not known.claims:
        return []
    if tournament.closed:
        raise TournamentIsClosed
    if known.result is not Result.ADJOURNED:
        open_round(tournament, round, known)
    if known.result is not seen:
        raise ResultDiffers(round, board, seen, known.result, result, game)
    if known.result is Result.ADJOURNED:
        return finish_adjourned(tournament, round, board, result, game)
    if known.claims and known.result is not None:
        return settle_dispute(tournament, round, board, result, game)
    if result is Result.ADJOURNED:
        return adjourn(tournament, round, board, game)
    return [e.ResultRecorded(round, board, result, entered_at, game)]


def clear_result(tournament: Tournament, round: int, board: int, seen: Result | None, game: int = 1) -> list[e.Event]:
    """Takes back a result typed for the wrong board while its round is still being played."""
    known = game_of(tournament, round, board, game)
    if known.result is None:
        return []
    open_round(tournament, round, known)
    if known.result is not seen:
        raise ResultDiffers(round, board, seen, known.result, known.result, game)
    if known.played_by_others:
        raise PlayedByOthers(round, board)
    return [e.ResultCleared(round, board, known.result, game)]


def dispute_result(tournament: Tournament, round: int, board: int, claimed: Result, game: int = 1) -> list[e.Event]:
    """An entry by somebody who may not overwrite: kept beside the first until an arbiter settles it."""
    known = game_of(tournament, round, board, game)
    if known.result is None:
        return record_result(tournament, round, board, claimed, None, game=game)
    if known.result is claimed or claimed in known.claims:
        return []
    open_round(tournament, round, known)
    return [e.ResultDisputed(round, board, claimed, game)]


def settle_dispute(tournament: Tournament, round: int, board: int, result: Result, game: int = 1) -> list[e.Event]:
    """The arbiter's word; on players who contradict each other it is the first entry."""
    known = game_of(tournament, round, board, game)
    if not known.claims:
        raise NotDisputed(round, board)
    if known.result is None:
        open_round(tournament, round, known)
        return [e.ResultRecorded(round, board, result, game=game)]
    return [e.DisputeSettled(round, board, result, known.result, game)]


def adjourn(tournament: Tournament, round: int, board: int, game: int = 1) -> list[e.Event]:
    """F.9: a draw for pairing only, until the game is finished."""
    known = game_of(tournament, round, board, game)
    if known.result is Result.ADJOURNED:
        return []
    open_round(tournament, round, known)
    return [e.GameAdjourned(round, board, game)]


def finish_adjourned(tournament: Tournament, round: int, board: int, result: Result, game: int = 1) -> list[e.Event]:
    """Possible at any later time; the pairings made meanwhile took it for a draw."""
    known = game_of(tournament, round, board, game)
    if known.result is not Result.ADJOURNED:
        raise NotAdjourned(round, board)
    if result is Result.ADJOURNED:
        return []
    return [e.AdjournedGameFinished(round, board, result, tournament.published, game)]


def adjourned_games(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """(round, board) of games that are adjourned now."""
    return tuple((r.number, board) for r in tournament.rounds for board in r.adjourned)


def did_not_come(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Entrants who lost the newest round by forfeit, a match by all of its games, and would be paired in the next.

    They count as withdrawn unless they are excused before it is paired (F.8): the arbiter knows, we do not.
    """
    newest = tournament.published
    drawn = rules_of(tournament).predetermined
    if drawn or not newest or not tournament.regulations.absence_means_withdrawal:
        return ()
    sides = [side for match in tournament.round(newest).matches.values() for side in _lost_by_forfeit(match)]
    return tuple(entrant for entrant in sides if tournament.present(entrant, newest + 1))


def _lost_by_forfeit(match: Match) -> Iterator[EntrantId]:
    """White and Black of the first game, if they forfeited every game of the match."""
    for entrant, _ in _sides(match[0]):
        if all((entrant, Code.FORFEIT_LOSS) in _sides(game) for game in match):
            yield entrant


def _sides(game: Game) -> tuple[tuple[EntrantId, Code], ...]:
    if not game.versions:
        return ()
    known = game.versions[-1]
    return (known.white, known.result.white), (known.black, known.result.black)


def game_of(tournament: Tournament, round: int, board: int, game: int = 1) -> Game:
    """Raises NoSuchRound, RoundNotPublished, NoSuchBoard or NoSuchGame."""
    games = match_of(tournament, round, board)
    if not 1 <= game <= len(games):
        raise NoSuchGame(round, board, game, len(games))
    return games[game - 1]


def match_of(tournament: Tournament, round: int, board: int) -> Match:
    """Raises NoSuchRound, RoundNotPublished or NoSuchBoard."""
    matches = published_round(tournament, round).matches
    if board not in matches:
        raise NoSuchBoard(round, board, len(matches))
    return matches[board]


def published_round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= tournament.paired:
        raise NoSuchRound(number)
    round = tournament.round(number)
    if not round.published:
        raise RoundNotPublished(number)
    return round


def open_round(tournament: Tournament, round: int, game: Game) -> None:
    """Raises what stands in the way of an entry: it belongs to the round in play, afterwards there are corrections."""
    if tournament.closed:
        raise TournamentIsClosed
    if tournament.by_hand == round:
        raise HandPairingOpen(round)
    if round not in rules_of(tournament).in_play(tournament) or tournament.round(round).state is RoundState.CLOSED:
        raise NeedsCorrection(round, game.board, game.result, game.number)
    rules = rules_of(tournament)
    if game.result is None and game.number in rules.to_come(tournament, round, game.board):
        decided = rules.out_of_reach(tournament, round, game.board)
        raise GameToCome(round, game.board, game.number, decided)
