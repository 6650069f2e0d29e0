"""The desk's side of the screens: name them, say what they show, split lists, announce, keep pictures.

Every change is an event of the hall; the televisions get it through the feed at once.
"""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from domain import screens as decide
from domain.hall import Content, Hall, HallEvent, Kind, Screen, Theme
from domain.refusals import BadField
from projections.screens import tournaments_of
from server.feed.stream import Screen as Connected
from server.hub import Hub
from server.live_screens import Screens
from server.routes.desk import ENGLISH
from server.routes.desk.doors import action, page
from server.routes.desk.visit import SEE_OTHER, Visit
from server.routes.screens import picture_path, screens_of
from web.wording import LANGUAGES
from web.wording import screens as words

LARGEST_PICTURE = 1_800_000
SPARE_ROWS = 2
SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
"""How a picture begins: what a browser claims about a file is not believed."""

QUICK = (Kind.PAIRINGS, Kind.SEATS, Kind.BOARDS, Kind.STANDINGS, Kind.CROSSTABLE, Kind.LATEST, Kind.COUNTDOWN)
"""What one press can show."""


def desk_routes() -> list[BaseRoute]:
    """To be mounted under `/desk`."""
    return [
        Route("/screens", page(listing), methods=["GET"]),
        Route("/screens", action(name, listing), methods=["POST"]),
        Route("/announcement", action(announce, listing), methods=["POST"]),
        Route("/announcement/withdraw", action(withdraw, listing), methods=["POST"]),
        Route("/pictures", action(add_picture, listing), methods=["POST"]),
        Route("/pictures/{picture}/remove", action(remove_picture, listing), methods=["POST"]),
        Route("/screens/{name}", page(one), methods=["GET"]),
        Route("/screens/{name}", action(set_all, one), methods=["POST"]),
        Route("/screens/{name}/show", action(show_one, listing), methods=["POST"]),
        Route("/screens/{name}/remove", action(remove, listing), methods=["POST"]),
    ]


@dataclass(frozen=True, slots=True)
class Glass:
    """A television that is connected now."""

    label: str
    address: str
    since: float
    position: int
    wanted: int
    lag: int

    @property
    def up_to_date(self) -> bool:
        return self.position == self.wanted


async def listing(visit: Visit) -> Response:
    screens = screens_of(visit.request)
    glasses = [_glass(screens, connected) for connected in _connected(visit)]
    return visit.page(
        "venue/desk_screens.html",
        hall=screens.state,
        glasses=glasses,
        unknown=[g for g in glasses if g.label.split("/")[0] not in screens.state.screens],
        choices=await _choices(visit),
        in_words=lambda content: words.content(content, ENGLISH),
    )


async def one(visit: Visit) -> Response:
    screen = screens_of(visit.request).state.screen(visit.path("name"))
    for content in screen.contents:
        if content.player:  # shown by the number, which is in the tournament
            await visit.office.read(content.tournament)
    return visit.page(
        "venue/desk_screen.html",
        screen=screen,
        rows=[*screen.contents, *[None] * min(SPARE_ROWS, decide.MOST_CONTENTS - len(screen.contents))],
        kinds=[(kind, words.kind(kind, ENGLISH)) for kind in Kind],
        tournaments=await visit.office.names(),
        pictures=list(screens_of(visit.request).state.pictures.values()),
        themes=list(Theme),
        codes=LANGUAGES,
        number_of=lambda content: _number_of(visit, content),
    )


async def name(visit: Visit) -> Response:
    form = visit.form
    await _command(visit, lambda hall: decide.name_screen(hall, form.text("name"), form.text("title")))
    return _back(f"/desk/screens/{form.text('name')}")


async def set_all(visit: Visit) -> Response:
    """The whole form of one screen: what changed becomes events, the rest none."""
    form, screen = visit.form, visit.path("name")
    contents = await _contents(visit)
    seconds, parts, minutes = form.whole("seconds", 15), form.whole("parts", 1), form.whole("minutes", 0)
    theme, code = form.choice("theme", Theme), form.text("language")
    if code and code not in LANGUAGES:
        raise BadField("language", code, "one-of:" + ",".join(LANGUAGES))

    def all_of_it(hall: Hall) -> list[HallEvent]:
        return [
            *(decide.show(hall, screen, contents, seconds) if contents else []),
            *decide.split(hall, screen, parts),
            *decide.focus(hall, screen, minutes),
            *decide.dress(hall, screen, theme, code),
        ]

    before = screens_of(visit.request).state.screen(screen).language
    await _command(visit, all_of_it)
    if code != before and (hub := _hub(visit)) is not None:
        hub.reload([f"screen/{screen}"], "language")
    return _back(f"/desk/screens/{screen}")


async def show_one(visit: Visit) -> Response:
    """One press: this content, now."""
    kind, _, slug = visit.form.text("content").partition("|")
    content = Content(_kind(kind), slug)
    await _command(visit, lambda hall: decide.show(hall, visit.path("name"), [content]))
    return _back("/desk/screens")


async def remove(visit: Visit) -> Response:
    await _command(visit, lambda hall: decide.remove_screen(hall, visit.path("name")))
    return _back("/desk/screens")


async def announce(visit: Visit) -> Response:
    form = visit.form
    await _command(visit, lambda hall: decide.announce(hall, form.text("text"), form.all("on")))
    return _back("/desk/screens")


async def withdraw(visit: Visit) -> Response:
    await _command(visit, decide.withdraw_announcement)
    return _back("/desk/screens")


async def add_picture(visit: Visit) -> Response:
    file = visit.form.files.get("file")
    data = await file.read(LARGEST_PICTURE + 1) if file is not None else b""
    media_type = _media_type(data)
    if not media_type or len(data) > LARGEST_PICTURE:
        raise decide.BadPicture(len(data), LARGEST_PICTURE)
    fingerprint = hashlib.sha256(data).hexdigest()
    await asyncio.to_thread(_keep, picture_path(visit.request, fingerprint, media_type), data)
    title = visit.form.text("title") or (file.filename or "" if file else "")
    await _command(visit, lambda hall: decide.add_picture(hall, fingerprint, media_type, title[: decide.LONGEST_TITLE]))
    return _back("/desk/screens")


async def remove_picture(visit: Visit) -> Response:
    """The bytes stay: an earlier moment of the hall may be looked at."""
    await _command(visit, lambda hall: decide.remove_picture(hall, visit.path("picture")))
    return _back("/desk/screens")


async def _command(visit: Visit, decision: Callable[[Hall], list[HallEvent]]) -> None:
    await screens_of(visit.request).hall.command(visit.command_id, visit.session.name, decision)


def _back(path: str) -> Response:
    return RedirectResponse(path, SEE_OTHER, {"Cache-Control": "no-store"})


# What was typed


async def _contents(visit: Visit) -> list[Content]:
    form, found = visit.form, []
    for row in range(decide.MOST_CONTENTS):
        chosen = form.text(f"kind-{row}")
        if chosen:
            slug = form.text(f"tournament-{row}")
            player = await _player(visit, slug, form.whole(f"player-{row}", 0))
            text, until = form.text(f"text-{row}"), form.text(f"until-{row}")
            found.append(Content(_kind(chosen), slug, player, text, form.text(f"picture-{row}"), until))
    return found


def _kind(typed: str) -> Kind:
    if typed not in list(Kind):
        raise BadField("kind", typed, "one-of:" + ",".join(Kind))
    return Kind(typed)


async def _player(visit: Visit, slug: str, number: int) -> int:
    """The player who has this pairing number; 0 for none."""
    if not number or slug not in visit.office:
        return 0
    numbers = (await visit.office.open(slug)).tournament.numbers
    return numbers[number - 1] if number <= len(numbers) else 0


def _number_of(visit: Visit, content: Content) -> int:
    office = visit.office.known(content.tournament)
    numbers: Sequence[int] = office.tournament.numbers if office else ()
    return numbers.index(content.player) + 1 if content.player in numbers else 0


async def _choices(visit: Visit) -> list[tuple[str, str]]:
    """Value and words of everything that one press can show."""
    said = ENGLISH
    return [
        (f"{kind}|{id}", f"{words.kind(kind, said)} · {name}")
        for id, name in (await visit.office.names()).items()
        for kind in QUICK
    ]


# Televisions


def _hub(visit: Visit) -> Hub | None:
    hub: Hub | None = getattr(visit.request.app.state, "hub", None)
    return hub


def _connected(visit: Visit) -> list[Connected]:
    hub = _hub(visit)
    return hub.screens() if hub is not None else []


def _glass(screens: Screens, connected: Connected) -> Glass:
    """Where it stands, and where it should stand."""
    position = max(connected.seen.values(), default=0)
    screen = screens.state.screens.get(connected.name.split("/")[0])
    wanted = _wanted(screens, screen) if screen else position
    return Glass(connected.name, connected.address, connected.since, position, wanted, connected.lag)


def _wanted(screens: Screens, screen: Screen) -> int:
    """The position of the newest view of a screen: that of the hall and of the tournaments it shows."""
    shown = tournaments_of(screen)
    return screens.state.version + sum(office.position for office in screens.office.folded if office.id in shown)


# Pictures


def _media_type(data: bytes) -> str:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((known for signature, known in SIGNATURES.items() if data.startswith(signature)), "")


def _keep(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)
