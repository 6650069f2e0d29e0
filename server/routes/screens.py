"""The screens for those who look at them: every television's own address, its set-up page, QR codes.

`/screen/<name>` stays the same for as long as the television hangs there; what it shows is set at
the desk (`server/routes/desk/screens.py`) and pushed to it.
"""

import io
import re
from datetime import datetime
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from domain.records import dataclass
from domain.screens.state import Screen
from domain.words.streams import SCREENS
from server.clock import local_now
from server.live.frames import BEFORE_CODE
from server.live.topics import ScreenViews
from server.notice import ServerNotice, notice
from server.office.past import Moment, dated
from server.routes.question import address_of, lang_of
from server.routes.reachable import by_name, not_reachable, origin
from server.services import services_of
from server.settings import is_loopback
from server.turns import RETRY_AFTER, NoTurn
from web.codes import qr_code
from web.rendering import render
from web.wording import language
from web.wording.public import not_here

SCREEN_QR_SCALE = 8
CODE_WORD = "in"
"""The word of an address behind which the code of a screen in the hall stands."""
MAX_LINK_CHARS = 300
POSITION_PATTERN = re.compile(r"(?:(?P<stream>[a-z0-9-]+)[: ])?(?P<position>[0-9]{1,9})")


@dataclass(eq=False)
class NotAMomentHere(Exception):
    notice: ServerNotice


def screens_of(request: Request) -> ScreenViews:
    return services_of(request.app).screens


async def of_tournament(request: Request) -> Response:
    slug = str(request.path_params["slug"])
    office = screens_of(request).office
    if slug in office:
        await office.open(slug)
    return await _screen(request, f"t/{slug}/screen", f"/t/{slug}", slug, lang_of(request))


async def festival_screen(request: Request) -> Response:
    name = str(request.path_params["festival"])
    return await _screen(request, f"f/{name}/screen", f"/f/{name}", name, lang_of(request))


async def named(request: Request) -> Response:
    name, part = str(request.path_params["name"]), request.path_params.get("part", 1)
    topic = f"screen/{name}" if "part" not in request.path_params else f"screen/{name}/{part}"
    screens = screens_of(request)
    screen = screens.state.by_name.get(name)
    if screen is None:
        return _unknown(request, name)
    label = name if screen.parts == 1 else f"{name}/{part}"
    if screens.is_in_hall(topic, code := request.query_params.get(CODE_WORD, "")):
        topic += BEFORE_CODE + code
    return await _screen(request, topic, _public_path(screen), label, screens.language_of(screen))


async def show_screen_names(request: Request) -> Response:
    names = list(screens_of(request).state.by_name.values())
    return _page(render("screens/list.html", screens=names, lang=lang_of(request)))


async def setup(request: Request) -> Response:
    """The set-up page: the address to type into a television, and a QR code for those that have a phone app."""
    name = str(request.path_params["name"])
    screen = screens_of(request).state.by_name.get(name)
    if screen is None:
        return _unknown(request, name)
    here, unreachable = origin(request), not_reachable(request)
    return _page(
        render(
            "screens/setup.html",
            screen=screen,
            origin=here,
            unreachable=unreachable,
            by_name=by_name(request),
            lang=lang_of(request),
        )
    )


async def code_of_address(request: Request) -> Response:
    """`?to=/t/open` as a QR code: our own addresses only."""
    to = request.query_params.get("to", "/")
    if not to.startswith("/") or to.startswith("//") or len(to) > MAX_LINK_CHARS or not to.isprintable():
        return _said(request, notice("foreign-code"), 400)
    if not_reachable(request):
        return _said(request, notice("code-of-nowhere"), 404)
    out = io.BytesIO()
    qr_code(origin(request) + to, error="m").save(
        out, kind="svg", scale=SCREEN_QR_SCALE, border=2, dark="#000", light="#fff"
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


async def _screen(request: Request, topic: str, public: str, label: str, lang: str) -> Response:
    screens = screens_of(request)
    try:
        moment = await _moment(screens, topic, request.query_params.get("at", ""))
        if moment:
            shown = await screens.look_back(topic, moment, lang, address_of(request))
        else:
            await screens.ready(topic)
            now = screens.look(topic)
            shown = (now, screens.renderer.page(now, lang)) if now else None
    except NotAMomentHere as not_one:
        return _said(request, not_one.notice, 400)
    except NoTurn:
        return PlainTextResponse(f"{not_here('archive', language(lang))}\n", 503, RETRY_AFTER)
    if shown is None and moment:
        return _said(request, notice("nothing-shown-then"), 404)
    if shown is None:
        return _unknown(request, label)
    playlist, content = shown
    when = moment.time if moment else None
    address = urlsplit(origin(request))
    html = render(
        "screens/screen.html",
        playlist=playlist,
        topic=topic,
        label=label,
        content=content,
        public=public,
        # the host that somebody in the hall can type into a phone; empty where only this machine answers
        public_shown="" if is_loopback(address.hostname or "") else address.netloc,
        qr=f"/screen/qr.svg?to={public}",
        past=when,
        **_clock(when),
        lang=lang,
    )
    return _page(html)


async def _moment(screens: ScreenViews, topic: str, asked: str) -> Moment | None:
    """The moment of `?at=`: a position as at the foot of the screen (`open:57`, or `57` where the screen shows one
    tournament), an ISO time, or `14:05` of today in the venue's zone; None = now. Raises `NotAMomentHere`.
    """
    if not asked:
        return None
    when = None if asked.isdigit() else _time(asked)
    if when and when > local_now():
        raise NotAMomentHere(notice("moment-to-come", asked=asked))
    if when:
        return Moment(when)
    found = POSITION_PATTERN.fullmatch(asked)
    if found is None:
        raise NotAMomentHere(notice("not-a-moment"))
    stream = found["stream"] or _only(screens.shown(topic, screens.state))
    entries = await screens.written(stream)
    if not entries:
        raise NotAMomentHere(notice("moment-of-no-tournament", stream=stream, at_is=notice("not-a-moment")))
    position = int(found["position"])
    if not 1 <= position <= len(entries):
        raise NotAMomentHere(notice("moment-beyond-the-journal", stream=stream, last=len(entries)))
    return Moment(entries[position - 1].recorded_at.astimezone(), stream, position)


def _only(shown: frozenset[str]) -> str:
    """The journal that a position without a name is meant for."""
    if len(shown) == 1:
        return min(shown)
    example = " / ".join(f"{stream}:57" for stream in sorted(shown)) or f"{SCREENS}:57"
    raise NotAMomentHere(notice("whose-moment", example=example))


def _time(asked: str) -> datetime | None:
    """A time in the venue's zone where it names none; None if it is no time."""
    now = local_now()
    try:
        when = datetime.fromisoformat(dated(asked, now).replace(" ", "+"))
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=now.tzinfo)


def _clock(when: datetime | None) -> dict[str, int]:
    """The time on the playlist and the zone of its clocks, in minutes east of Greenwich."""
    now = when or local_now()
    offset = now.utcoffset()
    return {"now": int(now.timestamp() * 1000), "zone": int(offset.total_seconds() // 60) if offset else 0}


def _public_path(screen: Screen) -> str:
    """The address in the QR code of a screen: the festival or the tournament that it shows, or all of them."""
    festivals = [f"/f/{content.festival}" for content in screen.contents if content.festival]
    tournaments = [f"/t/{content.tournament}" for content in screen.contents if content.tournament]
    return next(iter((*festivals, *tournaments)), "/")


def _unknown(request: Request, name: str) -> Response:
    """It looks again by itself: the desk may be about to make this screen."""
    html = render("screens/unknown.html", name=name, lang=lang_of(request))
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


def _said(request: Request, what: ServerNotice, status: int) -> Response:
    text = what.in_words(language(lang_of(request)))
    return PlainTextResponse(f"{text}\n", status, {"Cache-Control": "no-store"})


def _page(html: str) -> Response:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


routes: list[BaseRoute] = [
    Route("/t/{slug}/screen", of_tournament),
    Route("/f/{festival}/screen", festival_screen),
    Route("/screen", show_screen_names),
    Route("/screen/qr.svg", code_of_address),
    Route("/screen/{name}", named),
    Route("/screen/{name}/setup", setup),
    Route("/screen/{name}/{part:int}", named),
]
