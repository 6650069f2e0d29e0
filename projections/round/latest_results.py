"""The latest results: the results entered last, newest first, in the order of the journal."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter

from domain import events as e
from domain.tournament import Tournament
from projections.moment.snapshot import Snapshot
from projections.round.boards import BoardRow
from projections.round.pairings import pairings

ENTERED = (
    e.ResultRecorded,
    e.ResultCorrected,
    e.ResultCleared,
    e.ColoursCorrected,
    e.DisputeSettled,
    e.ResultDisputed,
    e.GameAdjourned,
    e.AdjournedGameFinished,
)
"""Events that make a board news."""

_IN_ORDER = attrgetter("board", "game")


@dataclass(frozen=True, slots=True)
class Latest:
    """A board as it is now, placed by the last thing that happened to it."""

    position: int
    round: int
    row: BoardRow


def latest_results(snapshot: Snapshot, count: int = 30) -> tuple[Latest, ...]:
    """Each game once; a game whose result was taken out again is not a result."""
    found = (_latest(snapshot, *entry) for entry in newest_entries(snapshot.tournament))
    return tuple(islice((one for one in found if one is not None), count))


def newest_entries(t: Tournament) -> Iterator[tuple[int, int, int, int]]:
    """(position, round, board, game of the match), newest first, each game once."""
    void: set[int] = set()
    seen: set[tuple[int, int, int]] = set()
    for position in range(len(t.history), 0, -1):
        event = t.history[position - 1]
        if position in void:
            continue
        if isinstance(event, e.EventUndone):
            void.add(event.version)
        elif isinstance(event, ENTERED) and (event.round, event.board, event.game) not in seen:
            seen.add((event.round, event.board, event.game))
            yield position, event.round, event.board, event.game


def _latest(snapshot: Snapshot, position: int, round: int, board: int, game: int) -> Latest | None:
    view = pairings(snapshot, round) if round else None
    rows = view.boards if view else ()
    at = bisect_left(rows, (board, game), key=_IN_ORDER)
    there = at < len(rows) and _IN_ORDER(rows[at]) == (board, game) and rows[at].result is not None
    return Latest(position, round, rows[at]) if there else None
