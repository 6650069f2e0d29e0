"""The addresses of the faces of tournaments and festivals at the desk."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role
from server.player_addresses import GET, POST, get, post
from server.routes.desk.guards import Handler, action, page
from server.routes.desk.setup import faces

FESTIVAL_FACE = "/desk/festivals/{festival}/face"


def of_festival_face(path: str, handler: Handler) -> Route:
    """A step of the face of a festival; every form stands on its page."""
    return Route(FESTIVAL_FACE + path, action(handler, faces.show_festival_face), methods=POST)


FACE_ROUTES: Sequence[BaseRoute] = (
    get("/face", faces.show_tournament_face, Role.ARBITER),
    post("/face/colour", faces.choose_accent, faces.show_tournament_face),
    post("/face/pictures", faces.add_face_picture, faces.show_tournament_face),
    post("/face/pictures/remove", faces.remove_face_picture, faces.show_tournament_face),
    post("/face/discard", faces.discard, faces.show_tournament_face),
    post("/face/show", faces.show_face_to_all, faces.show_tournament_face),
    Route(FESTIVAL_FACE, page(faces.show_festival_face), methods=GET),
    of_festival_face("/colour", faces.choose_festival_accent),
    of_festival_face("/pictures", faces.add_festival_picture),
    of_festival_face("/pictures/remove", faces.remove_festival_picture),
    of_festival_face("/discard", faces.discard_festival_face),
    of_festival_face("/show", faces.show_festival_face_to_all),
)
