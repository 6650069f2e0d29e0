"""The games of somebody who leaves, where the rounds were drawn before anybody moved."""

from collections.abc import Collection, Iterator

from domain import events as e
from domain.formats import current_round, rules_of
from domain.round import Game, Round
from domain.tournament import Tournament
from domain.words.games import Code, Result
from domain.words.players import EntrantId


def first_round_away(tournament: Tournament) -> int:
    """The first round that somebody who leaves now is away in: the one in play, where the boards stay."""
    if rules_of(tournament).predetermined and tournament.published:
        return current_round(tournament)
    return tournament.published + 1


def stays_on_boards(tournament: Tournament) -> bool:
    """Leavers keep their boards, and what is not played on them is forfeited."""
    return bool(rules_of(tournament).predetermined and tournament.published)


def forfeits_of(
    tournament: Tournament, leaver: EntrantId, gone: Collection[EntrantId] = ()
) -> tuple[e.ForfeitedGame, ...]:
    """All published games of the leaver without a result; lost by both where the opponent is gone too."""
    if not stays_on_boards(tournament):
        return ()
    away = {*gone, leaver, *(id for id in tournament.entrants if _has_left(tournament, id))}
    rounds = (round for round in tournament.rounds if round.published)
    return tuple(forfeit for round in rounds for forfeit in _forfeits(round, {leaver}, away))


def forfeits_in_draft(tournament: Tournament, round: Round) -> tuple[e.ForfeitedGame, ...]:
    """Games of a draft on the boards of those who have left."""
    away = {id for id in tournament.entrants if _has_left(tournament, id)} if rules_of(tournament).predetermined else ()
    return tuple(_forfeits(round, away, away)) if away and tournament.published else ()


def reopened_for(tournament: Tournament, entrant: EntrantId) -> tuple[e.ForfeitedGame, ...]:
    """Games of rounds still in play that the entrant forfeited: they are played after all."""
    if not stays_on_boards(tournament):
        return ()
    rounds = (tournament.round(number) for number in rules_of(tournament).in_play(tournament))
    return tuple(
        e.ForfeitedGame(round.number, game.board, game.result, game.number)
        for round in rounds
        for game in round.games
        if game.result is not None and _lost_by(game, game.result) == {entrant}
    )


def _has_left(tournament: Tournament, entrant: EntrantId) -> bool:
    return any(back is None for _, back in tournament.absences.get(entrant, ()))


def _forfeits(round: Round, leavers: Collection[EntrantId], away: Collection[EntrantId]) -> Iterator[e.ForfeitedGame]:
    for game in round.games:
        if game.result is None and not {game.white, game.black}.isdisjoint(leavers):
            yield e.ForfeitedGame(round.number, game.board, _forfeited(game, away), game.number)


def _forfeited(game: Game, away: Collection[EntrantId]) -> Result:
    if game.white in away and game.black in away:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_WINS_BY_FORFEIT if game.white in away else Result.WHITE_WINS_BY_FORFEIT


def _lost_by(game: Game, result: Result) -> set[EntrantId]:
    """Those who forfeited."""
    sides = (game.white, result.white), (game.black, result.black)
    return {entrant for entrant, code in sides if code is Code.FORFEIT_LOSS}
