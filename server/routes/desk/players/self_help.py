"""What players do by links of their own: the organiser allows it here, and decides about byes that players ask for."""

import asyncio
from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import self_help
from domain.fields import email
from domain.words.choices.self_help import ByeWay, SelfHelp
from domain.words.players import EntrantId
from server.journal.side.personal import PersonalData
from server.office.telling.entry_letters import ORGANISER_ROW
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY, PLAYERS_KEY
from server.routes.desk.rows import REASON, act, deciding, get, post, whole
from server.routes.desk.visit import Visit, go
from server.routes.reachable import not_reachable
from web.api.commands import arranging as arranging
from web.wording import LANGUAGES


async def show_self_help(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page(
        "desk/self_help.html",
        rules=office.tournament.self_help,
        asked=self_help.byes_to_decide(office.tournament),
        unreachable=not_reachable(visit.request),
        sends_links=visit.settings.sends_links,
        told_at=(await asyncio.to_thread(visit.side.find, office.id, ORGANISER_ROW)).email,
    )


async def keep_address(visit: Visit, office: TournamentOffice) -> Response:
    """No event: an address is personal, and may be erased."""
    address = email("email", visit.form.text("email"))
    visit.ask_again()
    await asyncio.to_thread(visit.side.keep, office.id, ORGANISER_ROW, PersonalData(email=address))
    return go(f"/desk/t/{office.id}{_PAGE}")


def _rules(visit: Visit) -> SelfHelp:
    form = visit.form
    return SelfHelp(
        check_in=form.ticked("check_in"),
        check_in_opens=form.whole("check_in_opens", 0),
        check_in_closes=form.whole("check_in_closes", 0),
        byes=form.choice("own_byes", ByeWay, ByeWay.OFF),
        most_byes=form.whole("most_byes", 0),
        bye_closes=form.whole("bye_closes", 0),
        withdraw=form.ticked("own_withdrawal"),
        norms=form.ticked("own_norms"),
        language=form.text("letter_language") if form.text("letter_language") in LANGUAGES else "",
    )


def _player(visit: Visit) -> EntrantId:
    return EntrantId(visit.form.whole("player", 0))


_PAGE = "/self-help"

routes: Sequence[BaseRoute] = (
    get(_PAGE, show_self_help),
    act(
        _PAGE, deciding(self_help.allow_self_help, _rules), EVERYTHING_KEY(arranging.AllowSelfHelp), on=_PAGE, to=_PAGE
    ),
    post(f"{_PAGE}/told", keep_address, _PAGE),
    act(f"{_PAGE}/byes/grant", deciding(self_help.grant_asked_bye, _player, whole("round")), on=_PAGE, to=_PAGE),
    act(
        f"{_PAGE}/byes/decline",
        deciding(self_help.decline_bye, _player, whole("round"), REASON),
        PLAYERS_KEY(arranging.DeclineBye),
        on=_PAGE,
        to=_PAGE,
    ),
)
