"""A result as somebody at the desk enters it: what becomes of it depends on what was agreed with them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.decisions.rounds.results import clear_result, dispute_result, game_of, record_result
from domain.events import Event, ResultRecorded
from domain.stewards.permissions import Grant, OnlyAnArbiter
from domain.tournament import Game, Tournament
from domain.words.games import Result

SLIP_SECONDS = 120
"""Seconds in which those who only fill boards may take back or replace what they entered themselves."""


@dataclass(frozen=True, slots=True)
class LastEntry:
    event: Event
    own: bool
    recorded_at: datetime
    now: datetime

    def is_slip(self, game: Game) -> bool:
        """They entered this very result themselves a moment ago, and nobody has said anything else since."""
        entered = self.event
        if not (self.own and isinstance(entered, ResultRecorded) and entered.game == game.number):
            return False
        fresh = self.now - self.recorded_at <= timedelta(seconds=SLIP_SECONDS)
        return fresh and not game.claims and entered.result is game.result


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
    last: LastEntry | None = None,
    waited: bool = False,
) -> list[Event]:
    """A result recorded, cleared (None) or disputed.

    A grant that only fills boards gives an empty board its result; on any other board the result is kept beside the
    one that is there, unless that was their own slip (`last`). So is a result that has `waited` for a connection and
    meets another one. Raises OnlyAnArbiter, and what the decisions about results raise.
    """
    if grant.only_fills:
        return _filled(tournament, round, board, game, result, entered_at, last)
    if result is None:
        return clear_result(tournament, round, board, seen, game)
    if waited and _overtaken(game_of(tournament, round, board, game), result, seen):
        return dispute_result(tournament, round, board, result, game)
    return record_result(tournament, round, board, result, seen, entered_at, game)


def _overtaken(known: Game, result: Result, seen: Result | None) -> bool:
    return known.result not in (None, seen, result) and Result.ADJOURNED not in (known.result, result)


def _filled(
    tournament: Tournament,
    round: int,
    board: int,
    game: int,
    result: Result | None,
    entered_at: str,
    last: LastEntry | None,
) -> list[Event]:
    known = game_of(tournament, round, board, game)
    slip = last is not None and known.result is not None and last.is_slip(known)
    if result is Result.ADJOURNED or (result is None and not slip):
        raise OnlyAnArbiter(board)
    if result is None:
        return clear_result(tournament, round, board, known.result, game)
    if known.result is None or slip:
        return record_result(tournament, round, board, result, known.result, entered_at, game)
    return dispute_result(tournament, round, board, result, game)
