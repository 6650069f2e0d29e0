"""The default time: whoever is late by more loses the game, unless the arbiter decides otherwise (Laws 2023, 6.7)."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from domain import events as e
from domain import refusals
from domain.decisions import refuse_if_closed
from domain.decisions.rounds.results import record_result
from domain.fields import whole_number
from domain.formats import rules_of
from domain.refusals import BadField
from domain.tournament import Game, RoundState, Tournament
from domain.words.choices.publication import start_of
from domain.words.games import Colour, Result

MAX_DEFAULT_MINUTES = 240


class AbsentSide(NamedTuple):
    board: int
    game: int
    colour: Colour


def set_default_time(tournament: Tournament, minutes: int | None) -> list[e.Event]:
    """Minutes after the start of each round; None = nobody is offered as late. Raises BadField."""
    refuse_if_closed(tournament)
    if minutes is not None:
        whole_number("default_minutes", minutes, 0, MAX_DEFAULT_MINUTES)
    return [] if minutes == tournament.default_minutes else [e.DefaultTimeSet(minutes)]


def default_time(tournament: Tournament, round: int) -> datetime | None:
    """The local time at which it ends; None: it is not set, or the schedule does not say the hour of the start."""
    start = start_of(round, tournament.details.schedule)
    minutes = tournament.default_minutes
    return None if start is None or minutes is None else start + timedelta(minutes=minutes)


def awaited_games(tournament: Tournament, round: int) -> Iterator[Game]:
    """Games of a round in play that nobody has said anything of: none of its sides may be there."""
    rules = rules_of(tournament)
    if round not in rules.in_play(tournament) or tournament.round(round).state is not RoundState.PUBLISHED:
        return
    for game in tournament.round(round).games:
        if game.result is None and game.number not in rules.to_come(tournament, round, game.board):
            yield game


def forfeit_absent(tournament: Tournament, round: int, absent: Iterable[AbsentSide], now: datetime) -> list[e.Event]:
    """Forfeits for those who are not there when the default time is over; a game with another result is refused.

    `now` is local. Raises DefaultTimeNotOver, BadField where nobody is named, and as `record_result`.
    """
    until = default_time(tournament, round)
    if until is None or now < until:
        raise refusals.DefaultTimeNotOver(round, until.isoformat(timespec="minutes") if until else "")
    sides: dict[tuple[int, int], set[Colour]] = {}
    for one in absent:
        sides.setdefault((one.board, one.game), set()).add(one.colour)
    if not sides:
        raise BadField("absent", "", "required")
    return [
        event
        for (board, game), colours in sides.items()
        for event in record_result(tournament, round, board, _lost_by(colours), None, game=game)
    ]


def _lost_by(absent: set[Colour]) -> Result:
    if len(absent) > 1:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_WINS_BY_FORFEIT if Colour.WHITE in absent else Result.WHITE_WINS_BY_FORFEIT
