"""The history of a festival at its desk: every entry as a sentence, and the undo of the last decision."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from starlette.responses import Response

from domain.festival.decisions import undo_decision, undoable
from domain.festival.events import DecisionUndone, FestivalEvent
from domain.festival.state import undone_versions
from server.office.festivals import FestivalOffice
from server.routes.desk.visit import Visit, go
from server.routes.forms import small
from web.wording.events.festivals import festival_event_in_words, festival_teller

FESTIVAL_PAGE_ENTRIES = 200


@dataclass(frozen=True, slots=True)
class FestivalHistoryRow:
    version: int
    at: datetime
    by: str
    what: str
    undone_by: int = 0
    """The version that undid it; 0 = it counts."""


async def show_festival_history(visit: Visit) -> Response:
    """Newest first."""
    office = visit.festival
    pages = max(1, -(-office.position // FESTIVAL_PAGE_ENTRIES))
    page = min(max(1, small(visit.asked("page"))), pages)
    first = office.position - (page - 1) * FESTIVAL_PAGE_ENTRIES
    return visit.page(
        "desk/festival_history.html",
        festival=office,
        rows=_rows(visit, office, range(first, max(0, first - FESTIVAL_PAGE_ENTRIES), -1)),
        undoable=undoable(office.festival.history),
        redo=_is_undo(office, undoable(office.festival.history)),
        number=page,
        pages=pages,
    )


async def undo_last(visit: Visit) -> Response:
    version = visit.number("version")
    office = await visit.command_festival(lambda state: undo_decision(state, version))
    return go(f"/desk/festivals/{office.name}/history")


def _rows(visit: Visit, office: FestivalOffice, versions: range) -> list[FestivalHistoryRow]:
    teller, out = festival_teller(office.festival, visit.words), undone_versions(office.festival.history)
    undone_by = {
        entry.version: version
        for version, entry in enumerate(office.festival.history, 1)
        if isinstance(entry, DecisionUndone) and version not in out
    }
    entries = [office.entries[version - 1] for version in versions]
    return [
        FestivalHistoryRow(
            entry.version,
            entry.recorded_at,
            entry.by,
            festival_event_in_words(cast(FestivalEvent, entry.event), teller),
            undone_by.get(entry.version, 0),
        )
        for entry in entries
    ]


def _is_undo(office: FestivalOffice, version: int | None) -> bool:
    """Undoing it brings something back."""
    return version is not None and isinstance(office.festival.history[version - 1], DecisionUndone)
