"""The results of a match of teams at once, board by board as its first team sees them."""

from collections.abc import Sequence

from domain.decisions.results import match_of, record_result
from domain.events import Event
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.games import Result

Seen = tuple[Result | None, ...]
"""The results of the boards as a page showed them, as the first team sees them; None: none yet."""


def record_match(
    tournament: Tournament, round: int, board: int, results: Sequence[Result | None], seen: Seen
) -> list[Event]:
    """Results from board 1 on; None leaves a board as it is, and so do boards that are not said.

    Raises BadField for more results than boards, and what `record_result` raises.
    """
    match = match_of(tournament, round, board)
    if len(results) > len(match):
        raise BadField("results", str(len(results)), f"at-most:{len(match)}")
    events: list[Event] = []
    for game, result, shown in zip(match, results, (*seen, *(None,) * len(match)), strict=False):
        if result is not None:
            number = game.number
            before = turned(shown, number) if shown is not None else None
            events += record_result(tournament, round, board, turned(result, number), before, game=number)
    return events


def turned(result: Result, board: int) -> Result:
    """From the first team's side to White's and back: it has Black on every second board."""
    return result if board % 2 else result.reversed
