"""The face of a tournament, a festival or an organiser at the desk: looked at first, and then shown."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import islice
from typing import Protocol

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup import announcing as decide
from domain.festival import decisions as of_festival
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.organisers import decisions as of_organiser
from domain.organisers.events import OrganiserEvent
from domain.organisers.state import Organisers
from domain.stewards.permissions import Action
from domain.words.choices.faces import MOST_SPONSORS, EventFace, FacePlace
from domain.words.streams import FESTIVAL, ORGANISER
from projections.moment.faces import WornFace
from projections.round.pairings import pairings
from server.office.tournaments import Decide, TournamentOffice
from server.routes.desk.lists.sent_lists import picture_sent
from server.routes.desk.rows import desk_get, desk_post, festival_get, festival_post, get, post
from server.routes.desk.visit import Visit, go
from server.workers.picture_rooms import ROOMS
from web.accents import shades

PREVIEW_BOARDS = 5


async def show_tournament_face(visit: Visit, office: TournamentOffice) -> Response:
    t, view = office.tournament, pairings(visit.snapshot, visit.snapshot.current)
    boards = islice(view.boards if view else (), PREVIEW_BOARDS)
    lines = [(row.spot, row.white.person, row.black.person, row.result) for row in boards]
    face, root = decide.drafted_or_shown(t), f"/desk/t/{office.id}/face"
    draft = t.face_draft is not None and t.face_draft != t.face
    inherited = visit.services.festivals.festivals.face_for(office.id)
    about = {"lines": lines, "t": t, "inherited": inherited}
    return _page(visit, WornFace(face, f"/t/{office.id}"), root, draft, about)


async def show_festival_face(visit: Visit) -> Response:
    office = visit.festival
    state, root = office.festival, f"/desk/festivals/{office.name}/face"
    face = of_festival.festival_face_at_desk(state)
    draft = state.face_draft is not None and state.face_draft != state.face
    return _page(visit, WornFace(face, f"/f/{office.name}"), root, draft, {"festival": office, "lines": ()})


async def show_face_of_organiser(visit: Visit) -> Response:
    organiser = visit.services.organisers.state.organiser(visit.path("organiser"))
    draft = organiser.face_at_desk != organiser.face
    worn, root = WornFace(organiser.face_at_desk, f"/o/{organiser.id}"), f"/desk/organisers/{organiser.id}/face"
    return _page(visit, worn, root, draft, {"organiser": organiser, "lines": ()})


def _page(visit: Visit, worn: WornFace, root: str, draft: bool, about: Mapping[str, object]) -> Response:
    return visit.page(
        "desk/face.html",
        200,
        worn=worn,
        root=root,
        draft=draft,
        places=[(place, ROOMS[place]) for place in FacePlace],
        most_sponsors=MOST_SPONSORS,
        shades=shades(worn.face.accent) if worn.face.accent else (),
        **about,
    )


class FaceStep(Protocol):
    def __call__(self, visit: Visit, office: TournamentOffice | None = None) -> Awaitable[Response]:
        """A step of the face of a tournament; None = of the festival or the organiser of the address."""


async def choose_accent(visit: Visit, office: TournamentOffice | None = None) -> Response:
    accent = visit.form.text("accent") if not visit.form.ticked("no_accent") else ""
    return await _drafted(visit, office, lambda face: EventFace(accent, face.logo, face.sponsors, face.poster))


async def add_face_picture(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """The picture is stored for the stream of its owner. Raises BadField."""
    place, owner = visit.form.choice("place", FacePlace), _owner(visit, office)
    sent = await picture_sent(visit, place)
    if visit.settings.organisers:
        quotas = visit.services.quotas
        await quotas.refuse_picture(quotas.owner_of(owner), len(sent.octets))
    name, by, command = visit.form.text("name"), visit.session.name, f"{visit.command_id}/p"
    picture = await visit.services.pictures.keep(owner, sent.octets, place, name, by, command, sent.name)
    return await _drafted(visit, office, lambda face: face.with_picture(place, picture), picture.digest)


async def remove_face_picture(visit: Visit, office: TournamentOffice | None = None) -> Response:
    digest = visit.form.text("digest")
    return await _drafted(visit, office, lambda face: face.without_picture(digest))


async def discard(visit: Visit, office: TournamentOffice | None = None) -> Response:
    return await _decided(
        visit,
        office,
        lambda t: decide.draft_face(t, t.face),
        lambda state: of_festival.draft_festival_face(state, state.face),
        lambda state, id: of_organiser.draft_organiser_face(state, id, state.organiser(id).face),
    )


async def show_to_all(visit: Visit, office: TournamentOffice | None = None) -> Response:
    shown = decide.show_face, of_festival.show_festival_face, of_organiser.show_organiser_face
    return await _decided(visit, office, *shown)


async def _drafted(
    visit: Visit, office: TournamentOffice | None, change: Callable[[EventFace], EventFace], *read: object
) -> Response:
    return await _decided(
        visit,
        office,
        lambda t: decide.draft_face(t, change(decide.drafted_or_shown(t))),
        lambda state: of_festival.draft_festival_face(state, change(of_festival.festival_face_at_desk(state))),
        lambda state, id: of_organiser.draft_organiser_face(state, id, change(state.organiser(id).face_at_desk)),
        *read,
    )


async def _decided(
    visit: Visit,
    office: TournamentOffice | None,
    of_tournament: Decide,
    in_festival: Callable[[Festival], list[FestivalEvent]],
    at_organiser: Callable[[Organisers, str], list[OrganiserEvent]],
    *read: object,
) -> Response:
    if office is not None:
        return go(f"/desk/t/{office.id}{_FACE}", await visit.command(of_tournament, *read))
    if organiser := _organiser(visit):
        await visit.command_organisers(lambda state: at_organiser(state, organiser), *read)
        return go(f"/desk/organisers/{organiser}{_FACE}")
    festival = visit.festival
    await festival.command(visit.command_id, visit.session.name, in_festival, visit.digest(*read))
    return go(f"/desk/festivals/{festival.name}{_FACE}")


def _owner(visit: Visit, office: TournamentOffice | None) -> str:
    """The stream that pictures are kept for."""
    if office is not None:
        return office.id
    organiser = _organiser(visit)
    return ORGANISER + organiser if organiser else FESTIVAL + visit.festival.name


def _organiser(visit: Visit) -> str:
    return str(visit.request.path_params.get("organiser", ""))


_FACE, _OF_ORGANISER = "/face", "/desk/organisers/{organiser}/face"
_STEPS: tuple[tuple[str, FaceStep], ...] = (
    ("/colour", choose_accent),
    ("/pictures", add_face_picture),
    ("/pictures/remove", remove_face_picture),
    ("/discard", discard),
    ("/show", show_to_all),
)

routes: Sequence[BaseRoute] = (
    get(_FACE, show_tournament_face, Action.ARBITRATE),
    *(post(_FACE + path, handler, _FACE) for path, handler in _STEPS),
    festival_get(_FACE, show_festival_face),
    *(festival_post(_FACE + path, handler, on=_FACE) for path, handler in _STEPS),
)

routes_of_organiser: Sequence[BaseRoute] = (
    desk_get(_OF_ORGANISER, show_face_of_organiser, Action.LEAD),
    *(desk_post(_OF_ORGANISER + path, handler, _OF_ORGANISER, Action.LEAD) for path, handler in _STEPS),
)
