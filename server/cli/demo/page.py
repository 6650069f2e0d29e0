"""The first page of the demo: codes for wall, phone and desk, what is being played, and a result to correct."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import Player
from server.cli.demo.event import FESTIVAL_NAME, SECTIONS, THE_OPEN, WRONG
from server.http.lan_address import lan_addresses
from server.routes.question import lang_of, remembering_language
from server.routes.reachable import not_reachable, origin
from server.services import Services, services_of
from server.settings import is_loopback
from web.rendering import render

PATH = "/demo"


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """The slip of a board on which the players wrote their result, and the result that was entered."""

    desk: str
    round: int
    board: int
    white: Player
    black: Player
    played: Result
    entered: Result

    @property
    def corrected(self) -> bool:
        return self.entered is self.played


@dataclass(frozen=True, slots=True)
class DemoPage:
    password: str
    """Of the desk, if it was made for this demo."""
    still: bool

    @property
    def route(self) -> Route:
        return Route(PATH, self.show, methods=["GET"])

    async def show(self, request: Request) -> Response:
        services, lang = services_of(request.app), lang_of(request)
        festival = services.festivals.festivals.open(FESTIVAL_NAME)
        sections = [(await services.office.open(one.slug)).tournament for one in SECTIONS]
        await services.festivals.read(festival)
        html = render(
            "public/demo.html",
            lang=lang,
            name=festival.festival.details.name,
            festival=FESTIVAL_NAME,
            view=services.festivals.look_public(festival),
            walls=[(one.title, f"/t/{one.slug}/screen") for one in SECTIONS],
            over=all(one.closed for one in sections),
            open=THE_OPEN.slug,
            origin=origin(request),
            unreachable=not_reachable(request),
            password=self.password if _at_this_machine(request, services) else "",
            still=self.still,
            slip=slip_of(sections[0]),
        )
        return remembering_language(request, HTMLResponse(html, headers={"Cache-Control": "no-store"}), lang)


def hint(slug: str, t: Tournament) -> ResultSlip | None:
    """For the desk, as long as nobody has corrected it."""
    slip = slip_of(t) if slug == WRONG.slug else None
    return slip if slip and not slip.corrected else None


def slip_of(t: Tournament) -> ResultSlip | None:
    """None: the round of the wrong result is not over yet, or somebody has seated it otherwise."""
    if t.published < WRONG.round or WRONG.board not in t.round(WRONG.round).matches:
        return None
    game = t.round(WRONG.round).game(WRONG.board)
    if game.result not in (WRONG.entered, WRONG.played):
        return None
    white, black = (t.players[seat] for seat in (game.white, game.black))
    desk = f"/desk/t/{WRONG.slug}/rounds/{WRONG.round}/boards/{WRONG.board}/correct"
    return ResultSlip(desk, WRONG.round, WRONG.board, white, black, WRONG.played, game.result)


def _at_this_machine(request: Request, services: Services) -> bool:
    """Whoever reads the terminal too: others get no password. Behind a proxy everybody seems to be here."""
    here = request.client.host if request.client else ""
    return not services.settings.public_url and bool(here) and (is_loopback(here) or here in lan_addresses())
