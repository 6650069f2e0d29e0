"""The statement of the organiser's account: read, what can be noted is offered, and all of that is noted by one press.

Nothing of it is kept: it names people who have nothing to do with the tournament.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import fees
from domain.files.lists.rows import BadRoster
from domain.files.lists.statements import StatementLine, read_statement, statement_lines
from domain.refusals import BadField, FileKind
from domain.words.choices.fees import Transfer
from domain.words.players import EntrantId
from projections.lists.bank_statement import StatementRow, read_off
from server.clock import local_now
from server.office.tournaments import TournamentOffice
from server.rating_lists.sheets import is_book, rows_at_desk
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk.lists.sent_lists import PASTED, Sent, sent_with
from server.routes.desk.rows import get, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import small
from web.api.commands import fees as of_program

_STATEMENT, _FEES = "/fees/statement", "/fees"


async def show_statement(visit: Visit, office: TournamentOffice, rows: Sequence[StatementRow] = ()) -> Response:
    if not office.tournament.fees.paid_online:
        raise HTTPException(404)
    return visit.page(
        "desk/bank_statement.html",
        offered=[row for row in rows if row.transfer],
        others=[row for row in rows if not row.transfer],
        read=bool(rows),
    )


async def read_it(visit: Visit, office: TournamentOffice) -> Response:
    sent = await sent_with(visit)
    try:
        lines = await _lines(visit, sent)
    except BadRoster:
        raise BadField("file" if sent.name != PASTED else "list", "", "no-statement") from None
    return await show_statement(visit, office, read_off(visit.snapshot, lines, _today()))


async def _lines(visit: Visit, sent: Sent) -> list[StatementLine]:
    """Raises a subclass of BadRoster."""
    if not is_book(sent.octets):
        return await asyncio.to_thread(partial(read_statement, sent.octets, sent.chosen))
    _, rows = await visit.services.workers.run(FileKind.TABLE, sent.name, rows_at_desk, sent.octets, None)
    return list(statement_lines(rows))


async def note_transfers(visit: Visit, office: TournamentOffice) -> Response:
    transfers, by = [_transfer(typed) for typed in visit.form.all("transfer")], visit.steward.name
    outcome = await visit.command(lambda t: fees.take_transfers(t, transfers, by))
    return go(f"/desk/t/{office.id}{_FEES}", outcome)


def _transfer(typed: str) -> Transfer:
    """The value of a box, or what a program says: `12 2500 2026-11-29`."""
    player, cents, day = (*typed.split(" "), "", "")[:3]
    return Transfer(EntrantId(small(player)), small(cents), day or _today())


def _today() -> str:
    return local_now().date().isoformat()


routes: Sequence[BaseRoute] = (
    get(_STATEMENT, show_statement),
    post(_STATEMENT, read_it, _STATEMENT),
    post(f"{_STATEMENT}/paid", note_transfers, _STATEMENT, PLAYERS_KEY(of_program.TakeTransfers)),
)
