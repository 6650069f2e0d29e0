"""The history: every entry of the journal as a sentence, and the undo of one of them."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.refusals import CannotUndo
from domain.undoing import dependents, undo
from projections.history import Filter, actors, history
from projections.people import people
from server.office import TournamentOffice
from server.routes.desk.outlook import outlook
from server.routes.desk.visit import Visit, go
from web.wording import language
from web.wording.events import told

ENGLISH = language("en")

SHOWN = 200
"""Rows on one page; older ones are found with the filters or the next page."""


async def show(visit: Visit, office: TournamentOffice) -> Response:
    """Newest first; filtered by player, board, round, person and gravity."""
    wanted = Filter(
        player=_number(visit, "player"),
        round=_number(visit, "round"),
        board=_number(visit, "board"),
        by=visit.asked("by"),
        grave=bool(visit.asked("grave")),
    )
    rows = history(office.entries, wanted)
    known = people(office.tournament)
    page = max(1, _number(visit, "page"))
    shown = rows[(page - 1) * SHOWN : page * SHOWN]
    return visit.page(
        "desk/history.html",
        t=office.tournament,
        rows=[(row, told(row, known, ENGLISH)) for row in shown],
        wanted=wanted,
        found=len(rows),
        number=page,
        pages=max(1, -(-len(rows) // SHOWN)),
        actors=actors(office.entries),
    )


async def ask_undo(visit: Visit, office: TournamentOffice) -> Response:
    """What an undo would take back, what stands in its way, and what would change."""
    version = int(visit.path("version"))
    rows = {row.version: row for row in history(office.entries)}
    if version not in rows:
        raise HTTPException(404)
    resting = dependents(office.tournament, version)
    known = people(office.tournament)
    try:
        events = undo(office.tournament, version, "", also=resting)
    except CannotUndo as refusal:
        visit.refusal = refusal
        events = []
    return visit.page(
        "desk/undo.html",
        t=office.tournament,
        row=rows[version],
        said=told(rows[version], known, ENGLISH),
        resting=[(rows[v], told(rows[v], known, ENGLISH)) for v in resting],
        outlook=await outlook(await visit.still(), events) if events else None,
    )


async def undo_entry(visit: Visit, office: TournamentOffice) -> Response:
    """The label says what was undone, in the words of this moment (who entered it, and when)."""
    version = int(visit.path("version"))
    label, reason = _label(office, version), visit.form.line("reason")
    also = tuple(map(_whole, visit.form.text("also").split()))

    outcome = await visit.command(lambda t: undo(t, version, label, reason, also))
    return go(f"/desk/t/{office.id}/history", outcome)


def _label(office: TournamentOffice, version: int) -> str:
    row = next((row for row in history(office.entries) if row.version == version), None)
    if row is None:
        return ""
    what = told(row, people(office.tournament), ENGLISH).what
    return ENGLISH.gettext("{what}, by {who}, {time}", what=what, who=row.by, time=ENGLISH.clock(row.at.astimezone()))


def _number(visit: Visit, name: str) -> int:
    return _whole(visit.asked(name))


def _whole(text: str) -> int:
    """A small whole number; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
