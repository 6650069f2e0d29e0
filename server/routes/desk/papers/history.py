"""The history: every entry of the journal as a sentence, and the undo of one of them."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.undoing import dependents, of_one_match, undo
from domain.refusals import CannotUndo
from projections.lists.history import Filter
from projections.moment.name_order import name_order
from server.office.tournaments import TournamentOffice
from server.routes.desk.rounds.preview import drifts_after
from server.routes.desk.timed_preview import timed_preview
from server.routes.desk.visit import Visit, go, in_words, written_with
from server.routes.forms import small

PAGE_ENTRIES = 200
"""Rows on one page; older ones are found with the filters or the next page."""


async def show_history(visit: Visit, office: TournamentOffice) -> Response:
    """Newest first; filtered by player, board, round, person and gravity."""
    wanted = Filter(
        player=small(visit.asked("player")),
        round=small(visit.asked("round")),
        board=small(visit.asked("board")),
        by=visit.asked("by"),
        grave=bool(visit.asked("grave")),
    )
    history = visit.history
    found = history.versions(wanted)
    page = max(1, small(visit.asked("page")))
    order = name_order(office.tournament.details.federation)
    shown = found[(page - 1) * PAGE_ENTRIES : page * PAGE_ENTRIES]
    return visit.page(
        "desk/history.html",
        t=office.tournament,
        rows=in_words(history, office.tournament, shown, visit.words),
        wanted=wanted,
        found=len(found),
        number=page,
        pages=max(1, -(-len(found) // PAGE_ENTRIES)),
        actors=sorted(history.actors, key=order),
        players=sorted(office.tournament.players.values(), key=lambda player: order(player.name)),
    )


async def ask_undo(visit: Visit, office: TournamentOffice) -> Response:
    """The page of an undo: what it would take back, what stands in its way, and what would change."""
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
        t=t,
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
