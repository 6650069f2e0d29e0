"""The latest results: what has just been entered, newest first, as the journal tells it."""

from dataclasses import dataclass

from domain import events as e
from domain.tournament import Tournament, undone
from projections.pairings import BoardRow, pairings
from projections.sheet import Sheet

Entered = (
    e.ResultRecorded
    | e.ResultCorrected
    | e.ResultCleared
    | e.ColoursCorrected
    | e.DisputeSettled
    | e.ResultDisputed
    | e.GameAdjourned
    | e.AdjournedGameFinished
)


@dataclass(frozen=True, slots=True)
class Latest:
    """A board as it is now, placed by the last thing that happened to it."""

    position: int
    round: int
    row: BoardRow


def latest_results(sheet: Sheet, count: int = 30) -> tuple[Latest, ...]:
    """Each board once; a board whose result was taken out again is not a result."""
    out: list[Latest] = []
    rounds = {r: pairings(sheet, r) for r in range(1, sheet.round + 1)}
    for position, round, board in newest_entries(sheet.tournament):
        view = rounds.get(round)
        row = next((b for b in view.boards if b.board == board), None) if view else None
        if row is not None and row.result is not None:
            out.append(Latest(position, round, row))
        if len(out) == count:
            break
    return tuple(out)


def newest_entries(t: Tournament) -> list[tuple[int, int, int]]:
    """(position, round, board), newest first, each board once."""
    void = undone(t.history) if any(isinstance(event, e.EventUndone) for event in t.history) else frozenset()
    seen: dict[tuple[int, int], int] = {}
    for position in range(len(t.history), 0, -1):
        event = t.history[position - 1]
        if isinstance(event, Entered) and position not in void:
            seen.setdefault((event.round, event.board), position)
    return [(position, round, board) for (round, board), position in seen.items()]
