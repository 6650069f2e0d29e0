"""The desk's side of the screens: name them, say what they show, split lists, announce.

Every change is an event of the screens; the televisions get it through the feed at once.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.organisers.events import OwnedKind
from domain.records import dataclass
from domain.refusals import BadField, FileKind
from domain.screens import decisions as decide
from domain.screens.events import (
    DEFAULT_DISTANCE_METRES,
    DEFAULT_GLASS_INCHES,
    Content,
    ContentKind,
    ScreenEvent,
    Theme,
)
from domain.screens.state import Screens
from domain.stewards.permissions import Action
from projections.screens import letters
from projections.screens.playlist import tournaments_of
from server.live.channels import ConnectedScreen as Connected
from server.live.topics import ScreenViews
from server.routes.desk.guards import in_tabs_of_tournament
from server.routes.desk.lists.sent_lists import picture_sent
from server.routes.desk.rows import Deciding, DeskStep, deciding, desk_get, desk_post, form_text, handler_of, path_part
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin
from server.workers.picture_rooms import SCREEN_ROOM, made_anew
from web.wording import LANGUAGES
from web.wording import screens as words

SPARE_ROWS = 2
OF_A_FESTIVAL = "f/"
"""Before the address of a festival in a list of tournaments."""
QUICK = (
    ContentKind.TOURNAMENT,
    ContentKind.PAIRINGS,
    ContentKind.SEATS,
    ContentKind.BOARDS,
    ContentKind.STANDINGS,
    ContentKind.CROSSTABLE,
    ContentKind.LATEST,
    ContentKind.PLAYOFF,
    ContentKind.BRACKET,
    ContentKind.BOARD_TABLES,
    ContentKind.TEAM_SCORES,
    ContentKind.STATISTICS,
    ContentKind.CHANCES,
    ContentKind.NEXT_ROUND,
    ContentKind.NEWS,
    ContentKind.PODIUM,
    ContentKind.PRIZES,
    ContentKind.RANKING,
    ContentKind.NOT_CHECKED_IN,
    ContentKind.COUNTDOWN,
)


async def show_screens(visit: Visit) -> Response:
    await in_tabs_of_tournament(visit)
    screens = _own(visit)
    connected = [_status(visit.services.screens, one) for one in visit.services.hub.screens()]
    if visit.steward.organiser:
        connected = [one for one in connected if one.screen in screens.by_name]
    shown = [content.tournament for screen in screens.by_name.values() for content in screen.contents]
    names = {**await visit.choices(shown), **visit.festival_names}
    return visit.page(
        "desk/screens.html",
        screens=screens,
        connected=connected,
        unknown=[shown for shown in connected if shown.screen not in screens.by_name],
        choices=await _choices(visit),
        page=visit.searched,
        in_words=lambda content: words.content(content, names, visit.words),
    )


def _own(visit: Visit) -> Screens:
    """All screens, or those of the organiser; announcements over all of them and pictures are the operator's."""
    screens, organiser = visit.services.screens.state, visit.steward.organiser
    if not organiser:
        return screens
    owner = visit.services.organisers.state.owner
    mine = {name: one for name, one in screens.by_name.items() if owner(OwnedKind.SCREEN, name) == organiser}
    return replace(screens, by_name=mine, pictures={}, announcement=None)


async def show_screen(visit: Visit) -> Response:
    await in_tabs_of_tournament(visit)
    screen = visit.services.screens.state.named(visit.path("screen"))
    for content in screen.contents:
        if content.player:  # shown by the number, which is in the tournament
            await visit.office.read(content.tournament)
    return visit.page(
        "desk/screen.html",
        screen=screen,
        rows=[*screen.contents, *[None] * min(SPARE_ROWS, decide.MAX_SCREEN_CONTENTS - len(screen.contents))],
        kinds=[(kind, words.kind(kind, visit.words)) for kind in ContentKind],
        tournaments=await visit.choices([*(content.tournament for content in screen.contents), _from(visit)]),
        come_from=_from(visit),
        festivals=_festivals(visit),
        page=visit.searched,
        pictures=list(_own(visit).pictures.values()),
        themes=list(Theme),
        codes=LANGUAGES,
        hall_address=f"{origin(visit.request)}/screen/{screen.name}",
        hall_code=visit.services.screens.hall_code(screen.name) if screen.in_hall else "",
        mm_per_inch=letters.SHORT_SIDE_MM_PER_INCH,
        mm_per_metre=letters.CAPITAL_MM_PER_METRE,
        least_share=letters.LEAST_CAPITAL_SHARE,
        largest_share=letters.LARGEST_CAPITAL_SHARE,
        players=_players_on(visit, screen.contents),
        just_set=bool(visit.asked("set")) and visit.refusal is None,
        number_of=lambda content: _number_of(visit, content),
    )


def _players_on(visit: Visit, contents: Sequence[Content]) -> int:
    """Those of the first tournament that it shows; 0 = it shows none."""
    found = (visit.services.office.catalogue.get(content.tournament) for content in contents)
    return next((summary.overview.players for summary in found if summary), 0)


async def name_screen(visit: Visit) -> Response:
    form, name = visit.form, visit.form.text("name")
    there = visit.services.screens.state
    if name in there.by_name and name not in _own(visit).by_name:
        raise decide.ScreenNameTaken(name)
    decide.name_screen(there, name, form.text("title"))  # refused before it belongs to anybody
    if name not in there.by_name:
        await visit.owned_before(OwnedKind.SCREEN)(name)
    await visit.command_screens(lambda screens: decide.name_screen(screens, name, form.text("title")))
    return go(f"/desk/screens/{form.text('name')}{_of(visit, '?')}")


async def set_screen(visit: Visit) -> Response:
    """The whole form of one screen: what changed becomes events, the rest none."""
    form, screen = visit.form, visit.path("screen")
    contents = await _contents(visit)
    seconds, parts, minutes = form.whole("seconds", 15), form.whole("parts", 1), form.whole("minutes", 0)
    inches, metres = form.whole("inches", DEFAULT_GLASS_INCHES), form.whole("metres", DEFAULT_DISTANCE_METRES)
    theme, code, in_hall = form.choice("theme", Theme), form.text("language"), form.ticked("in_hall")
    if code and code not in LANGUAGES:
        raise BadField("language", code, "one-of:" + ",".join(LANGUAGES))

    def all_of_it(screens: Screens) -> list[ScreenEvent]:
        return [
            *(decide.show_contents(screens, screen, contents, seconds) if contents else []),
            *decide.split_screen(screens, screen, parts),
            *decide.focus_screen(screens, screen, minutes),
            *decide.set_look(screens, screen, theme, code),
            *decide.set_glass(screens, screen, inches, metres),
            *decide.put_in_hall(screens, screen, in_hall),
        ]

    await visit.command_screens(all_of_it)
    return go(f"/desk/screens/{screen}?set=1{_of(visit, '&')}")


def _from(visit: Visit) -> str:
    """The tournament from whose tabs somebody came here, which is the one they mean; empty = from the whole desk."""
    return visit.tournament.id if visit.tournament else ""


def _of(visit: Visit, sign: str) -> str:
    slug = visit.asked("of")
    return f"{sign}of={quote(slug, safe='')}" if slug in visit.office else ""


def _shown_at_once(visit: Visit) -> list[Content]:
    kind, _, slug = visit.form.text("content").partition("|")
    return [_content_of(visit, _kind(kind), slug)]


# Pictures: the journal keeps their fingerprints; their bytes are beside it


async def add_picture(visit: Visit) -> Response:
    """Made anew, so that nothing else that stood in the file comes to a television."""
    sent = await picture_sent(visit, SCREEN_ROOM.field)
    made = await visit.services.workers.run(FileKind.PICTURE, sent.name, made_anew, sent.octets, SCREEN_ROOM)
    fingerprint = hashlib.sha256(made.data).hexdigest()
    await visit.services.pictures.keep_for_screens(fingerprint, made)
    title = (visit.form.text("title") or sent.name)[: decide.MAX_TITLE_CHARS]
    await visit.command_screens(
        lambda screens: decide.add_picture(screens, fingerprint, made.type.value, title), fingerprint
    )
    return go(_SCREENS)


# Typed values


async def _contents(visit: Visit) -> list[Content]:
    form, found = visit.form, []
    for row in range(decide.MAX_SCREEN_CONTENTS):
        if chosen := form.text(f"kind-{row}"):
            slug = form.text(f"tournament-{row}")
            content, picture = _content_of(visit, _kind(chosen), slug), form.text(f"picture-{row}")
            if picture and picture not in _own(visit).pictures:
                raise decide.NoSuchPicture(picture)
            found.append(
                replace(
                    content,
                    player=await _player(visit, slug, form.whole(f"player-{row}", 0)),
                    text=form.text(f"text-{row}"),
                    picture=picture,
                    until=form.text(f"until-{row}"),
                    boards=form.whole(f"boards-{row}", 0),
                )
            )
    return found


def _content_of(visit: Visit, kind: ContentKind, chosen: str) -> Content:
    """The content of a tournament by its address, or of all sections of a festival: `f/<festival>`."""
    slug, festival = ("", chosen.removeprefix(OF_A_FESTIVAL)) if chosen.startswith(OF_A_FESTIVAL) else (chosen, "")
    if visit.steward.organiser and chosen and not visit.may_there(Action.READ, slug, festival):
        raise BadField("tournament", chosen, "not-here")
    if chosen.startswith(OF_A_FESTIVAL):
        return Content(kind, festival=chosen.removeprefix(OF_A_FESTIVAL))
    return Content(kind, chosen)


def _kind(typed: str) -> ContentKind:
    if typed not in list(ContentKind):
        raise BadField("content", typed, "one-of:" + ",".join(ContentKind))
    return ContentKind(typed)


async def _player(visit: Visit, slug: str, number: int) -> int:
    if not number or slug not in visit.office:
        return 0
    numbers = (await visit.office.open(slug)).tournament.numbers
    return numbers[number - 1] if number <= len(numbers) else 0


def _number_of(visit: Visit, content: Content) -> int:
    office = visit.office.known(content.tournament)
    numbers: Sequence[int] = office.tournament.numbers if office else ()
    return numbers.index(content.player) + 1 if content.player in numbers else 0


def _festivals(visit: Visit) -> dict[str, str]:
    return {OF_A_FESTIVAL + name: title for name, title in visit.festival_names.items()}


async def _choices(visit: Visit) -> list[tuple[str, str]]:
    """The contents of the tournament from which somebody came stand first."""
    here = _from(visit)
    names = sorted((await visit.choices([here])).items(), key=lambda one: one[0] != here)
    return [
        (f"{kind}|{id}", f"{words.kind(kind, visit.words)} · {name}")
        for id, name in [*names, *_festivals(visit).items()]
        for kind in QUICK
        if _has(visit, id, kind)
    ]


def _has(visit: Visit, id: str, kind: ContentKind) -> bool:
    """The tournament has contents of this kind, as far as its summary says."""
    if kind is ContentKind.RANKING:
        festivals, name = visit.services.festivals.festivals, id.removeprefix(OF_A_FESTIVAL)
        return id.startswith(OF_A_FESTIVAL) and festivals.open(name).festival.ranking is not None
    if kind not in (ContentKind.PLAYOFF, ContentKind.BOARD_TABLES):
        return True
    summary = visit.office.catalogue.get(id)
    laws = summary.overview.regulations if summary is not None else None
    if laws is None:
        return False
    return laws.is_playoff if kind is ContentKind.PLAYOFF else laws.of_teams


# The televisions that are connected now, and whether they show the newest.


@dataclass(frozen=True, slots=True)
class ScreenStatus:
    label: str
    """The name of its screen, and its part in a family: `hall-2/1`."""
    address: str
    since: float
    position: int
    wanted: int
    lag: int

    @property
    def screen(self) -> str:
        return self.label.partition("/")[0]

    @property
    def up_to_date(self) -> bool:
        return self.position == self.wanted


def _status(screens: ScreenViews, connected: Connected) -> ScreenStatus:
    position = max(connected.seen.values(), default=0)
    wanted = _newest(screens, connected.name.partition("/")[0]) or position
    return ScreenStatus(connected.name, connected.address, connected.since, position, wanted, connected.lag)


def _newest(screens: ScreenViews, name: str) -> int:
    """The position of the newest view, of the screens and the tournaments together; 0 = no such screen."""
    screen = screens.state.by_name.get(name)
    if screen is None:
        return 0
    shown = tournaments_of(screen)
    return screens.state.version + sum(office.position for slug in shown if (office := screens.office.known(slug)))


_SCREENS, _SCREEN = "/desk/screens", "/desk/screens/{screen}"


def _step(path: str, decision: Deciding[Screens, ScreenEvent]) -> DeskStep:
    """A step that only decides; its form stands on the page of all screens."""
    return desk_post(path, handler_of(Visit.command_screens, decision, _SCREENS), _SCREENS)


routes: Sequence[BaseRoute] = (
    desk_get(_SCREENS, show_screens, Action.ANNOUNCE),
    desk_post(_SCREENS, name_screen, _SCREENS, Action.ANNOUNCE),
    desk_get(_SCREEN, show_screen),
    desk_post(_SCREEN, set_screen, _SCREEN),
    _step(f"{_SCREEN}/show", deciding(decide.show_contents, path_part("screen"), _shown_at_once)),
    _step(f"{_SCREEN}/remove", deciding(decide.remove_screen, path_part("screen"))),
    _step(
        "/desk/announcement", deciding(decide.show_announcement, form_text("text"), lambda visit: visit.form.all("on"))
    ),
    _step("/desk/announcement/withdraw", deciding(decide.withdraw_announcement)),
    desk_post("/desk/pictures", add_picture, _SCREENS),
    # the bytes of a picture that is removed stay: an earlier moment of the screens may be looked at
    _step("/desk/pictures/{picture}/remove", deciding(decide.remove_picture, path_part("picture"))),
)
