"""A result as somebody at the desk enters it: what becomes of it depends on what was agreed with them."""

from domain.decisions.results import clear_result, dispute_result, game_of, record_result
from domain.events import Event
from domain.stewards.permissions import Grant, OnlyAnArbiter
from domain.tournament import Tournament
from domain.words.games import Result


def enter_result(
    tournament: Tournament,
    grant: Grant,
    round: int,
    board: int,
    result: Result | None,
    *,
    seen: Result | None,
    entered_at: str = "",
    game: int = 1,
) -> list[Event]:
    """A result recorded, cleared (None) or disputed.

    A grant that only fills boards gives an empty board its result; on any other board the result is kept beside the
    one that is there. Raises OnlyAnArbiter, and what the decisions about results raise.
    """
    if grant.only_fills:
        return _filled(tournament, round, board, game, result, entered_at)
    if result is None:
        return clear_result(tournament, round, board, seen, game)
    return record_result(tournament, round, board, result, seen, entered_at, game)


def _filled(
    tournament: Tournament, round: int, board: int, game: int, result: Result | None, entered_at: str
) -> list[Event]:
    if result is None or result is Result.ADJOURNED:
        raise OnlyAnArbiter(board)
    if game_of(tournament, round, board, game).result is None:
        return record_result(tournament, round, board, result, None, entered_at, game)
    return dispute_result(tournament, round, board, result, game)
