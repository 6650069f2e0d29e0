"""A practice: a tournament with made-up players, made by one button, private for good, thrown away by one."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players.numbering import draw_initial_colour
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.setup.announcing import announce_in_mode
from domain.decisions.setup.regulations import NAMED_REGULATIONS, outside
from domain.events import Event
from domain.stewards.permissions import Action
from domain.tournament import replay
from domain.words.players import Title
from domain.words.regulations import Details, Visibility
from server.clock import local_now
from server.routes.desk.rows import desk_post, new_seed
from server.routes.desk.visit import Visit, go
from web.wording.chess.regulations import PRACTICE_NAME

PRACTICE_KIND = "club"
MADE_UP = (
    ("Amberfield, Nora", 2412, Title.IM),
    ("Brandholt, Emil", 2365, Title.FM),
    ("Castellar, Inés", 2298, Title.NONE),
    ("Дремова, Лада", 2251, Title.NONE),
    ("Eskildur, Finnur", 2190, Title.NONE),
    ("Farrowby, Giles", 2144, Title.NONE),
    ("Градищенски, Ясен", 2087, Title.NONE),
    ("Hollowen, Petra", 2033, Title.NONE),
    ("Иволгин, Тарас", 1985, Title.NONE),
    ("Jasmundt, Klaas", 1940, Title.NONE),
    ("Keresztlaki, Bence", 1902, Title.NONE),
    ("Linnamäe, Tiina", 1861, Title.NONE),
    ("Montreval, Odile", 1817, Title.NONE),
    ("Nightmarsh, Toby", 1770, Title.NONE),
    ("Осиковска, Мила", 1725, Title.NONE),
    ("Pěnkava, Vojta", 1668, Title.NONE),
    ("Quillmore, Dora", 1612, Title.NONE),
    ("Rosenquell, Udo", 1544, Title.NONE),
    ("Sowarda, Leon", 1490, Title.NONE),
    ("Tamarisk, Zoe", 0, Title.NONE),
)
"""Nobody is called so: name, rating and title."""


def practice(details: Details, seed: str) -> list[Event]:
    """A club evening whose players are registered and whose lot is drawn: the next step is to pair round 1."""
    laws = NAMED_REGULATIONS[PRACTICE_KIND]
    written = announce_in_mode(details, laws, fide_mode=not outside(laws), seen_by=Visibility.PRACTICE)
    t, players = replay(written), [NewPlayer(name, rating=rating, title=title) for name, rating, title in MADE_UP]
    return [*written, *register_many(t, players), *draw_initial_colour(t, seed)]


async def begin_practice(visit: Visit) -> Response:
    today, seed = local_now().date().isoformat(), new_seed(visit)
    details = Details(visit.words.gettext(PRACTICE_NAME), start=today)
    office = await visit.create(details.name, lambda _: practice(details, seed))
    return go(f"/desk/t/{office.id}")


routes: Sequence[BaseRoute] = (desk_post("/desk/practice", begin_practice, "/desk", Action.ANNOUNCE),)
