"""The face of a tournament or a festival at the desk: pictures and a colour, looked at first and then shown."""

from collections.abc import Callable, Mapping
from itertools import islice

from starlette.responses import Response

from domain.decisions.setup import announcing as decide
from domain.events import Event
from domain.festival import decisions as festival_decisions
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.tournament import Tournament
from domain.words.faces import MOST_SPONSORS, EventFace, FacePicture, FacePlace
from domain.words.streams import FESTIVAL
from projections.moment.faces import WornFace
from projections.round.pairings import pairings
from server.office.festivals import FestivalOffice
from server.office.picture_rooms import ROOMS
from server.office.tournaments import TournamentOffice
from server.routes.desk.lists.sent_lists import picture_sent
from server.routes.desk.visit import Visit, go
from web.accents import shades

PREVIEW_BOARDS = 5
"""Boards in the preview."""

FaceChange = Callable[[EventFace], EventFace]


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
    office = _festival(visit)
    state, root = office.festival, f"/desk/festivals/{office.name}/face"
    face = festival_decisions.festival_face_at_desk(state)
    draft = state.face_draft is not None and state.face_draft != state.face
    return _page(visit, WornFace(face, f"/f/{office.name}"), root, draft, {"festival": office, "lines": ()})


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


async def choose_accent(visit: Visit, office: TournamentOffice) -> Response:
    accent = visit.form.text("accent") if not visit.form.ticked("no_accent") else ""
    return await _draft(visit, office, lambda face: _coloured(face, accent))


async def add_face_picture(visit: Visit, office: TournamentOffice) -> Response:
    place = visit.form.choice("place", FacePlace)
    picture = await _kept(visit, place, office.id)
    return await _draft(visit, office, lambda face: face.with_picture(place, picture), picture.digest)


async def remove_face_picture(visit: Visit, office: TournamentOffice) -> Response:
    digest = visit.form.text("digest")
    return await _draft(visit, office, lambda face: face.without_picture(digest))


async def discard(visit: Visit, office: TournamentOffice) -> Response:
    outcome = await visit.command(lambda t: decide.draft_face(t, t.face))
    return go(f"/desk/t/{office.id}/face", outcome)


async def show_face_to_all(visit: Visit, office: TournamentOffice) -> Response:
    return go(f"/desk/t/{office.id}/face", await visit.command(decide.show_face))


async def _draft(visit: Visit, office: TournamentOffice, change: FaceChange, *read: object) -> Response:
    def decided(t: Tournament) -> list[Event]:
        return decide.draft_face(t, change(decide.drafted_or_shown(t)))

    return go(f"/desk/t/{office.id}/face", await visit.command(decided, *read))


async def choose_festival_accent(visit: Visit) -> Response:
    accent = visit.form.text("accent") if not visit.form.ticked("no_accent") else ""
    return await _draft_festival(visit, lambda face: _coloured(face, accent))


async def add_festival_picture(visit: Visit) -> Response:
    place = visit.form.choice("place", FacePlace)
    picture = await _kept(visit, place, FESTIVAL + _festival(visit).name)
    return await _draft_festival(visit, lambda face: face.with_picture(place, picture), picture.digest)


async def remove_festival_picture(visit: Visit) -> Response:
    digest = visit.form.text("digest")
    return await _draft_festival(visit, lambda face: face.without_picture(digest))


async def discard_festival_face(visit: Visit) -> Response:
    return await _of_festival(visit, lambda state: festival_decisions.draft_festival_face(state, state.face))


async def show_festival_face_to_all(visit: Visit) -> Response:
    return await _of_festival(visit, festival_decisions.show_festival_face)


async def _draft_festival(visit: Visit, change: FaceChange, *read: object) -> Response:
    def decided(state: Festival) -> list[FestivalEvent]:
        face = change(festival_decisions.festival_face_at_desk(state))
        return festival_decisions.draft_festival_face(state, face)

    return await _of_festival(visit, decided, *read)


async def _of_festival(visit: Visit, decided: Callable[[Festival], list[FestivalEvent]], *read: object) -> Response:
    office = _festival(visit)
    await office.command(visit.command_id, visit.session.name, decided, visit.digest(*read))
    return go(f"/desk/festivals/{office.name}/face")


def _festival(visit: Visit) -> FestivalOffice:
    return visit.services.festivals.festivals.open(visit.path("festival"))


def _coloured(face: EventFace, accent: str) -> EventFace:
    return EventFace(accent, face.logo, face.sponsors, face.poster)


async def _kept(visit: Visit, place: FacePlace, owner: str) -> FacePicture:
    """The picture of the form, stored for its owner's stream. Raises BadField."""
    sent = await picture_sent(visit, place)
    name, by, command = visit.form.text("name"), visit.session.name, f"{visit.command_id}/p"
    return await visit.services.pictures.keep(owner, sent.octets, place, name, by, command, sent.name)
