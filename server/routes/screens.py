"""The screens for those who look at them: every television's own address, its set-up page, QR codes, pictures.

`/screen/<name>` stays the same for as long as the television hangs there; what it shows is set at
the desk (`server/routes/desk/screens.py`) and pushed to it.
"""

import io
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import segno
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from domain.hall import Screen
from server.live_screens import Screens, local_now
from server.serving import lan_address
from server.settings import Settings, is_loopback
from web import venue
from web.rendering import render
from web.wording import negotiate

QR_SCALE = 8
LONGEST_LINK = 300
TYPES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
"""Pictures a television can show, and nothing that could carry a script."""


def routes() -> list[BaseRoute]:
    """Before the public routes: `/t/<slug>/screen` is ours."""
    return [
        Route("/t/{slug}/screen", of_tournament),
        Route("/screen", listing),
        Route("/screen/qr.svg", qr),
        Route("/pictures/{picture}", picture),
        Route("/screen/{name}", named),
        Route("/screen/{name}/setup", setup),
        Route("/screen/{name}/{part:int}", named),
    ]


def screens_of(request: Request) -> Screens:
    screens: Screens = request.app.state.screens
    return screens


async def of_tournament(request: Request) -> Response:
    slug = str(request.path_params["slug"])
    return await _screen(request, f"t/{slug}/screen", f"/t/{slug}", slug, _asked_language(request))


async def named(request: Request) -> Response:
    name, part = str(request.path_params["name"]), request.path_params.get("part", 1)
    topic = f"screen/{name}" if "part" not in request.path_params else f"screen/{name}/{part}"
    screens = screens_of(request)
    screen = screens.state.screens.get(name)
    if screen is None:
        return _unknown(request, name)
    label = name if screen.parts == 1 else f"{name}/{part}"
    return await _screen(request, topic, _public_path(screen), label, screens.language_of(screen))


async def listing(request: Request) -> Response:
    """All names, for somebody who stands before a television with a remote control."""
    screens = screens_of(request)
    lang = _asked_language(request)
    return _page(render("venue/list.html", screens=list(screens.state.screens.values()), lang=lang))


async def setup(request: Request) -> Response:
    """What to type into the television, and a QR code for those that have a phone app."""
    name = str(request.path_params["name"])
    screen = screens_of(request).state.screens.get(name)
    if screen is None:
        return _unknown(request, name)
    return _page(render("venue/setup.html", screen=screen, origin=origin(request), lang=_asked_language(request)))


async def qr(request: Request) -> Response:
    """`?to=/t/open` as a QR code: our own addresses only."""
    to = request.query_params.get("to", "/")
    if not to.startswith("/") or to.startswith("//") or len(to) > LONGEST_LINK or not to.isprintable():
        return PlainTextResponse("QR codes lead to this server only.\n", 400)
    out = io.BytesIO()
    segno.make_qr(origin(request) + to, error="m").save(
        out, kind="svg", scale=QR_SCALE, border=2, dark="#000", light="#fff"
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


async def picture(request: Request) -> Response:
    """A picture of the hall, by its fingerprint: it can be kept for ever."""
    known = screens_of(request).state.pictures.get(str(request.path_params["picture"]))
    path = picture_path(request, known.picture, known.media_type) if known else None
    if known is None or path is None or not path.is_file():
        return PlainTextResponse("There is no such picture.\n", 404)
    return FileResponse(
        path, media_type=known.media_type, headers={"Cache-Control": "public, max-age=31536000, immutable"}
    )


def picture_path(request: Request, fingerprint: str, media_type: str) -> Path:
    """Where the bytes of a picture are kept: in the data directory, beside the journal."""
    data: Path = request.app.state.settings.data
    return data / "pictures" / (fingerprint + TYPES[media_type])


def origin(request: Request) -> str:
    """How the world reaches this server."""
    settings: Settings = request.app.state.settings
    return reachable(settings, request.url.scheme, request.url.hostname or "", request.url.port, lan_address)


def reachable(settings: Settings, scheme: str, host: str, port: int | None, lan: Callable[[], str]) -> str:
    """An arbiter who came in through `localhost` still hands out an address that a phone can open."""
    if settings.public_url:
        return settings.public_url
    if is_loopback(host) and not settings.loopback:
        host = lan()
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}" if port else f"{scheme}://{shown}"


async def _screen(request: Request, topic: str, public: str, label: str, lang: str) -> Response:
    """The screen now, or `?at=` a time as it hung there then (an ISO time, or `14:05` of today)."""
    screens = screens_of(request)
    asked = request.query_params.get("at", "")
    when = _moment(asked)
    if asked and when is None:
        return PlainTextResponse("at= takes a time such as 14:05 or 2026-11-21T14:05.\n", 400)
    wall = await screens.look_back(topic, when) if when else screens.look(topic)
    if wall is None:
        return _unknown(request, label)
    shown = origin(request).split("://", 1)[1] + public
    html = render(
        "venue/screen.html",
        wall=wall,
        topic=topic,
        label=label,
        content=screens.venue.page(wall, lang),
        position=venue.positions(wall),
        public=public,
        public_shown=shown,
        qr=f"/screen/qr.svg?to={public}",
        past=when,
        **_clock(when),
        lang=lang,
    )
    return _page(html)


def _moment(asked: str) -> datetime | None:
    """The moment that `?at=` means, in the venue's zone where it names none; None if it means none."""
    today = local_now()
    text = f"{today.date()}T{asked}" if len(asked) <= len("14:05:09") and ":" in asked else asked.replace(" ", "+")
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=today.tzinfo)


def _clock(when: datetime | None) -> dict[str, int]:
    """The time on the wall and the zone of its clocks, in minutes east of Greenwich."""
    now = when or local_now()
    offset = now.utcoffset()
    return {"now": int(now.timestamp() * 1000), "zone": int(offset.total_seconds() // 60) if offset else 0}


def _public_path(screen: Screen) -> str:
    """Where the QR code of a screen leads: to the tournament it shows, or to all of them."""
    shown = [content.tournament for content in screen.contents if content.tournament]
    return f"/t/{shown[0]}" if shown else "/"


def _unknown(request: Request, name: str) -> Response:
    """It looks again by itself: the desk may be about to make this screen."""
    html = render("venue/unknown.html", name=name, lang=_asked_language(request))
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


def _page(html: str) -> Response:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def _asked_language(request: Request) -> str:
    wanted = request.query_params.get("lang") or request.cookies.get("lang")
    return negotiate(wanted, request.headers.get("accept-language", ""))
