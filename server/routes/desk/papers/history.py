"""The history of a tournament or a festival: every entry as a sentence, and the undo of one of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.undoing import dependents, of_one_match, undo
from domain.festival.decisions import undo_decision, undoable
from domain.festival.events import DecisionUndone, FestivalEvent
from domain.festival.state import undone_versions
from domain.records import dataclass
from domain.refusals import CannotUndo
from domain.stewards.permissions import Action
from projections.lists.history import Filter
from projections.moment.name_order import name_order
from server.office.festivals import FestivalOffice
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.done import in_words, written_with
from server.routes.desk.preview import drifts_after, timed_preview
from server.routes.desk.rows import deciding, festival_get, festival_step, get, path_number, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import small
from web.api.commands import Undo
from web.api.commands.festivals import UndoInFestival
from web.wording.events.festivals import festival_event_in_words, festival_teller

PAGE_ENTRIES = 200
"""Rows on one page; older ones are found with the filters or the next page."""


async def show_history(visit: Visit, office: TournamentOffice) -> Response:
    wanted = Filter(
        player=small(visit.asked("player")),
        round=small(visit.asked("round")),
        board=small(visit.asked("board")),
        by=visit.asked("by"),
        grave=bool(visit.asked("grave")),
        without_fees=not visit.grant.arbitrates,
    )
    history, page = visit.history, max(1, small(visit.asked("page")))
    found = history.versions(wanted)
    order = name_order(office.tournament.details.federation)
    shown = found[(page - 1) * PAGE_ENTRIES : page * PAGE_ENTRIES]
    return visit.page(
        "desk/history.html",
        rows=in_words(history, office.tournament, shown, visit.words),
        wanted=wanted,
        found=len(found),
        number=page,
        pages=max(1, -(-len(found) // PAGE_ENTRIES)),
        actors=sorted(history.actors, key=order),
        players=sorted(office.tournament.players.values(), key=lambda player: order(player.name)),
    )


async def ask_undo(visit: Visit, office: TournamentOffice) -> Response:
    version = visit.number("version")
    if not 1 <= version <= office.position:
        raise HTTPException(404)
    t, step = office.tournament, _step(office, version)
    resting = sorted({other for one in (version, *step) for other in dependents(t, one)} - {version, *step})
    try:
        events = undo(t, version, also=tuple(resting), step=step)
    except CannotUndo as refusal:
        visit.refusal = refusal
        events = []
    (row, said), *others = in_words(visit.history, t, [version, *step, *resting], visit.words)
    return visit.page(
        "desk/undo.html",
        row=row,
        said=said,
        together=others[: len(step)],
        resting=others[len(step) :],
        outlook=await timed_preview(await visit.still(), events) if events else None,
        stages=await drifts_after(visit, office, events) if events else (),
    )


async def undo_entry(visit: Visit, office: TournamentOffice) -> Response:
    version = visit.number("version")
    reason = visit.form.line("reason")
    also = tuple(map(small, visit.form.text("also").split()))

    step = _step(office, version) if 1 <= version <= office.position else ()
    outcome = await visit.command(lambda t: undo(t, version, reason=reason, also=also, step=step))
    return go(f"/desk/t/{office.id}/history", outcome)


def _step(office: TournamentOffice, version: int) -> tuple[int, ...]:
    """Other entries that go together with this one: all games of a match were forfeited at once."""
    return of_one_match(office.tournament, version, written_with(office, version))


# The history of a festival, of which the last decision alone can be undone


@dataclass(frozen=True, slots=True)
class FestivalHistoryRow:
    version: int
    at: datetime
    by: str
    what: str
    undone_by: int = 0
    """The version that undid it; 0 = it counts."""


async def show_festival_history(visit: Visit) -> Response:
    office = visit.festival
    version, pages = undoable(office.festival.history), max(1, -(-office.position // PAGE_ENTRIES))
    page = min(max(1, small(visit.asked("page"))), pages)
    first = office.position - (page - 1) * PAGE_ENTRIES
    return visit.page(
        "desk/festival_history.html",
        festival=office,
        rows=_rows(visit, office, range(first, max(0, first - PAGE_ENTRIES), -1)),
        undoable=version,
        redo=version is not None and isinstance(office.festival.history[version - 1], DecisionUndone),
        number=page,
        pages=pages,
    )


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


_UNDO, _OF_FESTIVAL = "/history/{version:int}/undo", "/history"

routes: Sequence[BaseRoute] = (
    get("/history", show_history),
    get(_UNDO, ask_undo, Action.ARBITRATE),
    post(_UNDO, undo_entry, _UNDO, EVERYTHING_KEY(Undo)),
    festival_get(_OF_FESTIVAL, show_festival_history),
    festival_step(
        _UNDO, deciding(undo_decision, path_number("version")), EVERYTHING_KEY(UndoInFestival), on=_OF_FESTIVAL
    ),
)
