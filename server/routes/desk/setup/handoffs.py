"""A tournament that is played on another machine for a time: handed off, taken, given back."""

import binascii
from base64 import b64decode
from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.handing_off import hand_off, take_back
from domain.events import Event, TournamentHandedOff
from domain.organisers.events import OwnedKind
from domain.refusals import NoHandoffFile, NotHandedOff
from domain.stewards.permissions import Action
from domain.stewards.roles import NotYourTournament
from domain.tournament import Tournament
from server.care import handoffs
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk.rows import desk_get, desk_post, get, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.api.commands.tournaments import HandOff, ReturnHandoff

_OF_DESK, _PAGE, _FILE = "/desk/handoff", "/handoff", "/handoff/file"
FILE_TYPE = "application/gzip"


async def show_handoff(visit: Visit, office: TournamentOffice) -> Response:
    handed = (one for one in reversed(office.entries) if isinstance(one.event, TournamentHandedOff))
    return visit.page(
        "desk/handoff.html",
        handed=next(handed, None),
        given_back=await handoffs.is_given_back(office),
        back=bool(visit.asked("back")),
    )


async def hand_off_here(visit: Visit, office: TournamentOffice) -> Response:
    to, id = visit.form.text("handed_to"), await handoffs.prepared(office)
    await visit.command(lambda t: hand_off(t, to, id))
    return go(_of(office))


async def send_file(visit: Visit, office: TournamentOffice) -> Response:
    """Of the whole tournament to the other machine, or of what this one has written back home."""
    home = bool(visit.asked("home"))
    octets = await (handoffs.homeward(office) if home else handoffs.outward(office))
    return _file(handoffs.file_name(office.id, home=home), octets)


async def give_back(visit: Visit, office: TournamentOffice) -> Response:
    """From here on nothing is written on this machine; the file is fetched from the page."""
    visit.ask_again()
    await handoffs.given_back(office)
    return go(_of(office))


async def go_on_here(visit: Visit, office: TournamentOffice) -> Response:
    visit.ask_again()
    await handoffs.played_on(office)
    return go(_of(office))


async def take_home(visit: Visit, office: TournamentOffice) -> Response:
    file = await _sent(visit.form)
    visit.ask_again()
    if visit.by_program:
        visit.by_program.before_another_stream(office.position, ())
    await handoffs.returned(office, file, visit.session.name, visit.command_id)
    return go(f"{_of(office)}?back=1")


async def take_by_force(visit: Visit, office: TournamentOffice) -> Response:
    reason = visit.form.line("reason")

    def decide(t: Tournament) -> list[Event]:
        if not office.elsewhere:
            raise NotHandedOff
        return take_back(t, reason)

    return go(_of(office), await visit.command(decide))


async def show_taking(visit: Visit) -> Response:
    return visit.page("desk/handoff_taking.html")


async def take_here(visit: Visit) -> Response:
    """A tournament of another machine is played on this one."""
    file = await _sent(visit.form)
    slug = file.header.tournament
    if slug not in visit.office:
        await visit.owned_before(OwnedKind.TOURNAMENT)(slug)
    elif not visit.may_there(Action.LEAD, slug):
        raise NotYourTournament("")
    return go(f"/desk/t/{(await handoffs.taken_here(visit.office, file)).id}")


async def _sent(form: Form) -> handoffs.HandoffFile:
    """Raises NoHandoffFile."""
    if coded := form.text("file"):
        try:
            return handoffs.read_handoff("", b64decode(coded, validate=True))
        except binascii.Error as error:
            raise NoHandoffFile("", "unread") from error
    upload = form.files.get("file")
    if upload is None or not upload.filename:
        raise NoHandoffFile("", "unread")
    return handoffs.read_handoff(upload.filename, await upload.read())


def _file(name: str, octets: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(octets, 200, headers, FILE_TYPE)


def _of(office: TournamentOffice) -> str:
    return f"/desk/t/{office.id}{_PAGE}"


routes: Sequence[BaseRoute] = (
    desk_get(_OF_DESK, show_taking, Action.ANNOUNCE),
    desk_post(_OF_DESK, take_here, _OF_DESK, Action.ANNOUNCE),
    get(_PAGE, show_handoff, Action.LEAD),
    post(_PAGE, hand_off_here, _PAGE, EVERYTHING_KEY(HandOff), Action.LEAD),
    get(_FILE, send_file, Action.LEAD),
    post("/handoff/back", give_back, _PAGE, does=Action.LEAD),
    post("/handoff/play-on", go_on_here, _PAGE, does=Action.LEAD),
    post("/handoff/return", take_home, _PAGE, EVERYTHING_KEY(ReturnHandoff), Action.LEAD),
    post("/handoff/take-back", take_by_force, _PAGE, does=Action.LEAD),
)
