"""News and documents of a tournament or a festival at the desk: written, changed, withdrawn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.bulletins import withdraw_bulletin, write_bulletin
from domain.festival import decisions as of_festival
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.pictures import MOST_DOCUMENT_BYTES
from domain.stewards.permissions import Action
from domain.words.choices.bulletins import (
    MAX_BULLETIN_CHARS,
    MAX_BULLETIN_TITLE_CHARS,
    Bulletin,
    BulletinFile,
    BulletinKind,
    Bulletins,
    BulletinText,
)
from domain.words.streams import FESTIVAL
from server.clock import local_now
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.lists.sent_lists import document_sent
from server.routes.desk.rows import festival_get, festival_post, get, post
from server.routes.desk.visit import Visit, go
from web.api.commands import ProgramCommand
from web.api.commands import festivals as of_program
from web.api.commands import tournaments as of_event
from web.wording import LANGUAGES

_NEWS = "/news"
_ONE = "/news/{number:int}"


async def show_bulletins(visit: Visit, office: TournamentOffice | None = None) -> Response:
    return _page(visit, office, 0)


async def show_bulletin(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """One of them, to be changed. A 404 where it is not shown any more."""
    return _page(visit, office, visit.number("number"))


def _page(visit: Visit, office: TournamentOffice | None, number: int) -> Response:
    bulletins = _known(visit, office)
    one = bulletins.find(number)
    if number and one is None:
        raise HTTPException(404)
    about: Mapping[str, object] = {} if office is not None else {"festival": visit.festival}
    return visit.page(
        "desk/bulletins.html",
        200 if visit.refusal is None else 422,
        bulletins=bulletins,
        number=number,
        one=one,
        texts={text.language: text for text in one.texts} if one else {},
        now=local_now().replace(tzinfo=None).isoformat(timespec="minutes"),
        root=f"/desk/t/{office.id}" if office is not None else f"/desk/festivals/{visit.festival.name}",
        public=f"/t/{office.id}" if office is not None else f"/f/{visit.festival.name}",
        most_megabytes=MOST_DOCUMENT_BYTES // 1000**2,
        most_title=MAX_BULLETIN_TITLE_CHARS,
        most_body=MAX_BULLETIN_CHARS,
        **about,
    )


class BulletinStep(Protocol):
    async def __call__(self, visit: Visit, office: TournamentOffice | None = None) -> Response:
        """A step about a bulletin of a tournament; None = of the festival of the address."""


async def add_bulletin(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """A new one."""
    return await _written(visit, office, 0)


async def change_bulletin(visit: Visit, office: TournamentOffice | None = None) -> Response:
    return await _written(visit, office, visit.number("number"))


async def _written(visit: Visit, office: TournamentOffice | None, number: int) -> Response:
    """The document is stored for the stream of its owner. Raises BadField."""
    document = await _document(visit, office, _known(visit, office).find(number))
    bulletin, tell = _bulletin(visit, document), visit.form.ticked("tell")
    return await _decided(
        visit,
        office,
        lambda t: write_bulletin(t, number, bulletin, tell),
        lambda state: of_festival.write_festival_bulletin(state, number, bulletin, tell),
        bulletin.document,
    )


async def remove_bulletin(visit: Visit, office: TournamentOffice | None = None) -> Response:
    number = visit.number("number")
    return await _decided(
        visit,
        office,
        lambda t: withdraw_bulletin(t, number),
        lambda state: of_festival.withdraw_festival_bulletin(state, number),
    )


def _bulletin(visit: Visit, document: BulletinFile | None) -> Bulletin:
    form = visit.form
    texts = (
        BulletinText(code, form.text(f"bulletin_title_{code}"), form.fields.get(f"bulletin_body_{code}", ""))
        for code in LANGUAGES
    )
    return Bulletin(
        form.choice("bulletin_kind", BulletinKind, BulletinKind.NEWS),
        tuple(one for one in texts if one.title or one.body.strip()),
        form.text("bulletin_at") or local_now().isoformat(),
        form.ticked("pinned"),
        form.text("bulletin_link"),
        document,
    )


async def _document(visit: Visit, office: TournamentOffice | None, before: Bulletin | None) -> BulletinFile | None:
    """The one that is sent, or that of before. Raises BadField."""
    sent = await document_sent(visit, "document")
    if sent is None:
        return before.document if before and not visit.form.ticked("no_document") else None
    owner = office.id if office is not None else FESTIVAL + visit.festival.name
    if visit.settings.organisers:
        quotas = visit.services.quotas
        await quotas.refuse_picture(quotas.owner_of(owner), len(sent.octets))
    by, command = visit.session.name, f"{visit.command_id}/d"
    return await visit.services.pictures.keep_document(owner, sent.octets, by, command, sent.name)


async def _decided(
    visit: Visit,
    office: TournamentOffice | None,
    of_tournament: Decide,
    in_festival: Callable[[Festival], list[FestivalEvent]],
    *read: object,
) -> Response:
    if office is not None:
        return go(f"/desk/t/{office.id}{_NEWS}", await visit.command(of_tournament, *read))
    await visit.command_festival(in_festival, *read)
    return go(f"/desk/festivals/{visit.festival.name}{_NEWS}")


def _known(visit: Visit, office: TournamentOffice | None) -> Bulletins:
    return office.tournament.bulletins if office is not None else visit.festival.festival.bulletins


_STEPS: tuple[tuple[str, BulletinStep, str, type[ProgramCommand], type[ProgramCommand]], ...] = (
    (f"{_NEWS}/write", add_bulletin, _NEWS, of_event.WriteBulletin, of_program.WriteFestivalBulletin),
    (f"{_ONE}/write", change_bulletin, _ONE, of_event.ChangeBulletin, of_program.ChangeFestivalBulletin),
    (f"{_ONE}/withdraw", remove_bulletin, _NEWS, of_event.WithdrawBulletin, of_program.WithdrawFestivalBulletin),
)

routes: Sequence[BaseRoute] = (
    get(_NEWS, show_bulletins, Action.ARBITRATE),
    get(_ONE, show_bulletin, Action.ARBITRATE),
    *(post(path, step, on, EVERYTHING_KEY(body)) for path, step, on, body, _ in _STEPS),
    festival_get(_NEWS, show_bulletins),
    festival_get(_ONE, show_bulletin),
    *(festival_post(path, step, EVERYTHING_KEY(body), on=on) for path, step, on, _, body in _STEPS),
)
