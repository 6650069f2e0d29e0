"""Personal data of a player: erasable, kept beside the journal, shown to arbiters, published nowhere."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.words.players import EntrantId
from server.journal.errors import CannotErase
from server.journal.sqlite.backup import erase_everywhere
from server.journal.sqlite.journal import SQLiteJournal
from server.notice import notice
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go
from server.routes.errors import trouble
from server.routes.forms import personal_from


async def show_personal_data(visit: Visit, office: TournamentOffice) -> Response:
    player = office.tournament.players[_known(visit, office)]
    data = await asyncio.to_thread(visit.office.journal.journal.side.find, office.id, player.id)
    return visit.page("desk/personal.html", t=office.tournament, player=player, personal=data)


async def keep(visit: Visit, office: TournamentOffice) -> Response:
    """No event: what may be erased must never be in the chain."""
    player = _known(visit, office)
    visit.ask_again()
    await asyncio.to_thread(visit.office.journal.journal.side.keep, office.id, player, personal_from(visit.form))
    return go(f"/desk/t/{office.id}/players/{player}/personal")


async def erase(visit: Visit, office: TournamentOffice) -> Response:
    """From the journal's file and from the copies beside it."""
    player, journal = _known(visit, office), visit.office.journal.journal
    visit.ask_again()
    if isinstance(journal, SQLiteJournal):
        try:
            await asyncio.to_thread(erase_everywhere, journal, office.id, player)
        except CannotErase as left:
            return trouble(visit.request, 503, notice("copy-not-erased", why=left))
    else:
        await asyncio.to_thread(journal.side.erase, office.id, player)
    return go(f"/desk/t/{office.id}/players/{player}/personal")


def _known(visit: Visit, office: TournamentOffice) -> EntrantId:
    player = EntrantId(visit.number("player"))
    if player not in office.tournament.players:
        raise HTTPException(404)
    return player
