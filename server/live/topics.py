"""Tournaments and festivals as topics of the feed, and how their views are printed for a channel."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import lru_cache
from hmac import compare_digest
from itertools import chain, compress, repeat
from operator import is_not
from typing import cast

from markupsafe import Markup

from domain import events as e
from domain.festival.state import Festival
from domain.games.state import NO_GAMES, GamesShown
from domain.organisers.persons import Persons
from domain.ranking.order import unlike
from domain.records import dataclass
from domain.screens.events import Content, ContentKind, ScreenEvent
from domain.screens.state import Screen, Screens, festivals_of, replay_screens, with_sections
from domain.words.streams import SCREENS
from projections.chances.rest import NotPlayedOut
from projections.festivals.rankings import EventRanking, ranking_over
from projections.festivals.sections import FestivalView, festival_view
from projections.festivals.stages_to_come import StageAhead, StageHead, StageStanding, stage_ahead
from projections.lists.bulletins import bulletin_board
from projections.moment.faces import WornFace
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import LiveBoards, live_boards
from projections.round.results import Withheld
from projections.screens.panels import Waiting
from projections.screens.playlist import (
    FestivalNews,
    Panel,
    Playlist,
    Source,
    festival_playlist,
    playlist_of,
    tournament_playlist,
    tournaments_of,
)
from server.journal import Entry
from server.live.frames import (
    BEFORE_CODE,
    CATALOGUE,
    DESK_ROOT,
    FRONT,
    ORGANISER_ROOT,
    PUBLIC_ROOT,
    Channel,
    NotYet,
    Part,
    Parts,
    others,
    patch_of,
)
from server.office.chances.stages import StageChancesOffice, stages_shown
from server.office.festivals import FestivalOffice, Festivals, bulletins_of, sections_of
from server.office.fronts import Fronts
from server.office.past import Moment
from server.office.snapshots import Snapshots
from server.office.stream import ScreenOffice
from server.office.tournaments import Office, TournamentOffice
from web.links import Site
from web.public.coming import COMING_TOPICS
from web.public.festivals import STAGE_ROOT, news_pieces, ranking_pieces, section_pieces, stage_pieces
from web.public.games import game_pieces, round_of_games, shows_games
from web.public.pages import pieces
from web.public.topics import MOVING_WITH_CHANCES, Pieces, TopicForm, catalogue_pieces
from web.rendering import RENDERED, Arranged, RenderedParts, as_kept
from web.screens import NOTHING_RENDERED, RenderedPlaylist, ScreenRenderer, in_json
from web.wording import LANGUAGES

# Tournaments as topics of the feed: `Live` is the hub's source of views.
# The topics are `catalogue`, and `t/<slug>/<path>` with the paths of `web.public.pages`; `d/<slug>/<path>` is the
# same for the desk, which follows drafts and hidden tournaments too, and boards in dispute. One result costs one row
# and not a thousand: what has not changed is not printed again.

ROOTS = (PUBLIC_ROOT, DESK_ROOT)
SCREEN_ROOT = "screen/"


@dataclass(slots=True)
class Live:
    """Call it with a channel: its parts at the newest position, or None for an unknown topic."""

    office: Office
    snapshots: Snapshots = field(default_factory=Snapshots)

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        if channel.topic == CATALOGUE:
            catalogue = self.office.catalogue
            rows = catalogue.page().rows
            settled = self.office.is_listed_whole and not any_delayed(self.office, (row.slug for row in rows))
            found = catalogue_pieces(rows, self.office.unread)
            return print_view(channel, None, catalogue.positions, found, before, settled=settled)
        root, _, rest = channel.topic.partition("/")
        slug, _, path = rest.partition("/")
        if root not in ROOTS or slug not in self.office or channel.form not in ("html", "json"):
            return None
        office = self.office.known(slug)
        if office is None:
            raise NotYet(slug, soon=slug not in self.office.unreadable)
        if root == PUBLIC_ROOT and not office.tournament.public:
            return None
        if shows_games(path):
            return self._games(channel, office, path, before)
        snapshot = self.snapshots.now(office) if root == PUBLIC_ROOT else self._at_desk(office, path)
        shown = pieces(snapshot, path)
        if shown is None:
            return None
        with_chances = snapshot.chances is not None and path.partition("/")[0] in MOVING_WITH_CHANCES
        settled = not with_chances and not (root == PUBLIC_ROOT and office.tournament.broadcast.delayed)
        return print_view(channel, Site(slug), office.position, shown, before, settled=settled)

    def _at_desk(self, office: TournamentOffice, path: str) -> Snapshot:
        """With the desk's own rows of what comes next where they are shown."""
        snapshot = self.snapshots.at_desk(office)
        if path.partition("/")[0] not in COMING_TOPICS:
            return snapshot
        return replace(snapshot, chances=self.snapshots.chances_at_desk(office))

    def _games(self, channel: Channel, office: TournamentOffice, path: str, before: Parts | None) -> Parts | None:
        """Games move on with their boards and with the journal."""
        public = self.office.games.shown(office.id)
        shown = game_pieces(self.snapshots.now(office), public, path)
        position = office.position + public.revision
        return print_view(channel, Site(office.id), position, shown, before) if shown is not None else None

    async def ready(self, topic: str) -> None:
        """The tournament of this topic is in memory, or in trouble."""
        root, _, rest = topic.partition("/")
        if root in ROOTS:
            slug, _, path = rest.partition("/")
            await self.office.read(slug)
            office = self.office.known(slug)
            if office is not None and shows_games(path):
                await office.games.work_out(round_of_games(path))


def any_delayed(office: Office, slugs: Iterable[str]) -> bool:
    """Whether results of one of these tournaments are shown later than they are entered, when nothing happens."""
    known = map(office.known, slugs)
    return any(found is not None and found.tournament.broadcast.delayed for found in known)


# Festivals as topics of the feed: `f/<festival>`, its sections row by row.


@dataclass(slots=True)
class FestivalViews:
    """Call it with a channel: its parts at the newest position, or None for a topic that is no festival."""

    office: Office
    festivals: Festivals
    snapshots: Snapshots = field(default_factory=Snapshots)
    persons: Callable[[], Persons] = Persons
    """Who is the same person in several tournaments, as organisers have said."""
    stages: StageChancesOffice | None = None
    """None = no stage is played out before it begins."""

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        office = self._named(channel.topic)
        if office is None or channel.form not in ("html", "json"):
            return None
        for slug in office.festival.sections:
            if slug in self.office and self.office.known(slug) is None and slug not in self.office.unreadable:
                raise NotYet(slug)
        view, path = self.look_public(office), channel.topic.split("/", 2)[2:]
        shown = self._below(office, path[0]) if path else section_pieces(view)
        position = self.position_below(view, path[0] if path else "")
        settled = not any_delayed(self.office, office.festival.sections)
        return print_view(channel, None, position, shown, before, settled=settled) if shown is not None else None

    def position_below(self, view: FestivalView, path: str) -> int:
        """What is known of stages moves on without the journal."""
        steps = self.stages.steps if self.stages is not None and path.startswith(f"{STAGE_ROOT}/") else 0
        return view.position + steps

    def _below(self, office: FestivalOffice, path: str) -> Pieces | None:
        """`news`, `ranking`, or `ranking/` and a category that is ranked apart, or a page; `coming/` and a stage."""
        if path == "news":
            return news_pieces(office.name, bulletin_board(office.festival.bulletins))
        root, _, category = path.partition("/")
        if root == STAGE_ROOT:
            stage = self.stage_ahead(self.public(office.festival), category)
            return stage_pieces(stage) if stage else None
        view = self.ranking(office.name, self.public(office.festival)) if root == "ranking" else None
        return ranking_pieces(view, category) if view else None

    def ranking(self, name: str, festival: Festival) -> EventRanking | None:
        """As everybody sees it."""
        return ranking_over(name, festival, self.snapshot_of, self.persons())

    def stage_ahead(self, festival: Festival, into: str) -> StageAhead | None:
        """A later stage from what everybody sees of those before it; None where somebody sees nothing of them.

        `festival` has the sections that everybody sees.
        """
        stage = self.snapshot_of(into) if into in festival.links and into in festival.sections else None
        if stage is None or not stage.chances:
            return None
        if stage.tournament.published:
            return StageAhead(StageHead(into, StageStanding.BEGUN))
        moments = stages_shown(festival.links, into, self.snapshot_of)
        return self._ahead(festival, into, moments) if moments else None

    def _ahead(self, festival: Festival, into: str, moments: Mapping[str, Snapshot]) -> StageAhead:
        """Nothing where somebody at the desk knows of a result that others do not see yet."""
        known = {slug: at.tournament for slug, at in moments.items()}
        head = StageHead(into, StageStanding.NOT_PLAYED_OUT, any(t.regulations.of_teams for t in known.values()))
        if any(at is None or at.tournament is not known[slug] for slug in known for at in [self.at_desk(slug)]):
            return StageAhead(replace(head, state=StageStanding.HELD_BACK))
        try:
            return self.played_out(festival, head, moments)
        except NotPlayedOut:
            return StageAhead(head)

    def played_out(self, festival: Festival, head: StageHead, moments: Mapping[str, Snapshot]) -> StageAhead:
        """What is known of a stage from the moments of it and of those before it. Raises NotPlayedOut."""
        if self.stages is None:
            raise NotPlayedOut
        known = {slug: at.tournament for slug, at in moments.items()}
        answer = self.stages.asked(head.into, known, festival.links)
        return stage_ahead(replace(head, working=answer.working), answer.found, moments, festival.sections)

    def forget(self, slugs: set[str]) -> None:
        if self.stages is not None:
            self.stages.forget(slugs)

    def look(self, office: FestivalOffice) -> FestivalView:
        return festival_view(office.name, office.festival, self.snapshot_of)

    def look_public(self, office: FestivalOffice) -> FestivalView:
        """The festival without tournaments that only the desk may see; at the same position."""
        view = self.look(office)
        shown = self.public(office.festival)
        if shown is office.festival:
            return view
        return replace(festival_view(office.name, shown, self.snapshot_of), position=view.position)

    def public(self, festival: Festival) -> Festival:
        """The festival with the sections that everybody may see."""
        sections = {slug: title for slug, title in festival.sections.items() if not self._private(slug)}
        return festival if len(sections) == len(festival.sections) else replace(festival, sections=sections)

    def _private(self, tournament: str) -> bool:
        """Also one that is not in this journal: a mirror of some tournaments has the sections it was sent."""
        found = self.office.known(tournament)
        return not found.tournament.public if found is not None else tournament not in self.office

    def snapshot_of(self, tournament: str) -> Snapshot | None:
        found = self.office.known(tournament)
        return self.snapshots.now(found) if found is not None else None

    def withheld(self, festival: Festival) -> tuple[Withheld, ...]:
        """What is withheld of its sections now."""
        known = (self.office.known(slug) for slug in festival.sections)
        return tuple(self.snapshots.withheld(found) for found in known if found is not None)

    def at_desk(self, tournament: str) -> Snapshot | None:
        """With what everybody else sees later; boards in dispute count for nothing."""
        found = self.office.known(tournament)
        return self.snapshots.in_hall(found) if found is not None else None

    async def read(self, office: FestivalOffice) -> FestivalView:
        """The festival after everything has been read that can be."""
        for slug in office.festival.sections:
            await self.office.read(slug)
        return self.look(office)

    async def ready(self, topic: str) -> None:
        """The tournaments of this topic's festival are in memory, or in trouble."""
        office = self._named(topic)
        if office is not None:
            await self.read(office)

    def topics_of(self, tournament: str) -> list[str]:
        """The topics that may look different after a change of this tournament."""
        return [f"f/{office.name}" for office in self.festivals.of(tournament)]

    def in_use(self, topic: str) -> frozenset[str]:
        """The tournaments that a follower of this topic looks at."""
        office = self._named(topic)
        return frozenset(office.festival.sections) if office else frozenset()

    def _named(self, topic: str) -> FestivalOffice | None:
        root, _, rest = topic.partition("/")
        name = rest.partition("/")[0]
        return self.festivals.open(name) if root == "f" and name in self.festivals else None


# Organisers as topics of the feed: `o/<organiser>`, the first page of what belongs to one.


@dataclass(slots=True)
class OrganiserViews:
    fronts: Fronts

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        root, _, name = channel.topic.partition("/")
        known = root == ORGANISER_ROOT and name in self.fronts.state.founded
        if not known or channel.form not in ("html", "json"):
            return None
        found, position = catalogue_pieces(self.fronts.page(name).rows), self.fronts.office.catalogue.positions
        return print_view(channel, None, position, found, before, settled=False)  # who owns what has its own journals


@dataclass(frozen=True, slots=True)
class Views:
    tournaments: Live
    screens: "ScreenViews"
    festivals: FestivalViews
    organisers: OrganiserViews

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        """The view of a channel; None for an unknown topic."""
        if channel.topic.startswith(SCREEN_ROOT):
            return self.screens(channel, before)
        if channel.topic.startswith(f"{ORGANISER_ROOT}/"):
            return self.organisers(channel, before)
        return self.tournaments(channel, before) or self.screens(channel, before) or self.festivals(channel, before)

    async def read(self, channel: Channel, _after: int | None = None) -> None:
        """Read the tournaments that this topic shows, unless they cannot be read."""
        for views in (self.tournaments, self.screens, self.festivals):
            await views.ready(channel.topic)


# A view of a tournament printed for a channel: a part is printed again only if its value is another one.
# The parts printed before come from the hub, which has them for as long as somebody follows the channel.

NEVER = object()


@dataclass(frozen=True, slots=True)
class PrintedView(Parts):
    """The parts of a view, and the values by form and part that they were printed from."""

    values: Mapping[TopicForm, Mapping[str, object]]


def print_view(
    channel: Channel,
    site: Site | None,
    position: int,
    found: Pieces,
    before: Parts | None = None,
    *,
    settled: bool = True,
) -> PrintedView:
    """The pieces of a view as parts in their order. A thousand values that stay as they are cost next to nothing."""
    known = before if isinstance(before, PrintedView) else PrintedView(0, {}, {})
    values = dict(found)
    fresh: dict[str, Part] = {}
    html = channel.form == "html"
    for form, group in values.items():
        earlier = known.values.get(form, {})
        for key, value in _unlike(group, earlier):
            old = earlier.get(key, NEVER)
            if old != value and not (html and old is not NEVER and form.looks_alike(old, value)):
                fresh[key] = form.html(key, value, site, channel.language) if html else form.twin(value)
    old, then, now = as_kept(known.parts), list(known.parts), list(chain.from_iterable(values.values()))
    if not fresh and then == now:
        return PrintedView(position, known.parts, values, since=known.parts, settled=settled)
    both = {**old, **fresh}
    if not len(then) == len(both) == len(now):
        return PrintedView(position, {key: both[key] for key in now}, values, settled=settled)
    patch = patch_of(others(fresh.items(), old), (), [(FRONT, then, now)])
    parts = both if list(both) == now else Arranged(both, now)
    return PrintedView(position, parts, values, since=known.parts, patch=patch, settled=settled)


def _unlike(now: Mapping[str, object], before: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """The names that have another object."""
    now, before = as_kept(now), as_kept(before)
    names = list(now)
    if names != list(before):
        return compress(now.items(), map(is_not, now.values(), map(before.get, now, repeat(NEVER))))
    values = list(now.values())
    return [(names[at], values[at]) for at in unlike(values, list(before.values()))]


GENERATION_SECONDS = 600.0
"""A row is forgotten after one to two of these."""


async def forget_in_turn(
    grow_older: Callable[[], None] = RENDERED.grow_older, seconds: float = GENERATION_SECONDS
) -> None:
    """Every so many seconds what is remembered grows older."""
    while True:
        await asyncio.sleep(seconds)
        grow_older()


# The screens as topics of the feed: `screen/<name>`, `screen/<name>/<part>`, `t/<slug>/screen`, `f/<name>/screen`.
# A hundred televisions mostly show the same few lists. Screens that are set alike show the same within a second and
# share one view, and views share their contents, so one more television costs a look into a dictionary.


@dataclass(slots=True)
class Likenesses:
    """A number for each setting that screens have, and who shows what: found once for each version of the screens."""

    _screens: Screens = field(default_factory=Screens)
    _version: int = -1
    _begun: int = 0
    """The times that numbers were given."""
    _numbers: Mapping[str, int] = field(default_factory=dict)
    _found: dict[Channel, tuple[object, ...]] = field(default_factory=dict)
    _showing: dict[str, list[Screen]] = field(default_factory=dict)

    def of(self, channel: Channel, now: Screens) -> tuple[object, ...]:
        """Channels of one likeness show the same, unless they wait and show their name; () = none."""
        if self._screens is not now or self._version != now.version:
            self._begin(now)
        found = self._found.get(channel)
        return found if found is not None else self._of(channel)

    def showing(self, tournament: str, now: Screens) -> list[Screen]:
        """The screens that show something of it."""
        if self._screens is not now or self._version != now.version:
            self._begin(now)
        found = self._showing.get(tournament)
        if found is None:
            found = [screen for screen in now.by_name.values() if tournament in tournaments_of(screen)]
            self._showing[tournament] = found
        return found

    def _begin(self, now: Screens) -> None:
        numbers: dict[tuple[object, ...], int] = {}
        self._numbers = {name: numbers.setdefault(_set(one, now), len(numbers)) for name, one in now.by_name.items()}
        self._begun += 1
        self._screens, self._version = now, now.version
        self._found, self._showing = {}, {}

    def _of(self, channel: Channel) -> tuple[object, ...]:
        match channel.topic.split("/"):
            case ["screen", name, *part] if channel.form == "html" and name in self._numbers:
                found = self._found[channel] = self._begun, channel.language, *part, self._numbers[name]
                return found
            case _:
                return ()


def _set(screen: Screen, screens: Screens) -> tuple[object, ...]:
    shown = screen.contents, screen.seconds, screen.parts, screen.focus_minutes, screen.theme
    return *shown, screen.inches, screen.metres, screens.announced_on(screen.name)


def no_code(_name: str) -> str:
    """No screen shows more than another."""
    return ""


CHANCES_SHOWN_BY = frozenset({ContentKind.CHANCES, ContentKind.NEXT_ROUND})


@dataclass(slots=True)
class ScreenViews:
    office: Office
    screen_office: ScreenOffice
    snapshots: Snapshots
    festivals: Festivals
    renderer: ScreenRenderer = field(default_factory=ScreenRenderer)
    persons: Callable[[], Persons] = Persons
    hall_code: Callable[[str], str] = no_code
    """The code behind the topic of a screen in the hall (`screen/foyer~CODE`), by its name: it shows games at once."""
    _alike: dict[tuple[object, ...], Parts] = field(default_factory=dict)
    """Views made since the last change and in this second, by all else that a view depends on but its name."""
    _found: dict[tuple[TournamentOffice, int, bool], Source] = field(default_factory=dict)
    """What screens show of tournaments at a position, outside the hall or in it; likewise of this second."""
    _second: int = 0
    _likenesses: Likenesses = field(default_factory=Likenesses)
    _expanded: tuple[object, Screens] = ((), Screens())
    """The screens with the sections of festivals in them, and what that was made from."""
    _festivals_shown: tuple[object, frozenset[str]] = ((), frozenset())
    """The festivals that some screen shows, and the state of the screens they were found in."""

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        """The view of a channel; None for a topic that is no screen, or is none any more."""
        self._look_at_the_clock()
        likeness = self._likenesses.of(channel, self.now)
        known = self._alike.get(likeness) if likeness else None
        if known is not None:
            return known
        shown = self.shown(channel.topic, self.now)
        for slug in shown:
            if self._unread(slug) and slug not in self.office.unreadable:
                raise NotYet(slug)
        found = self.look(channel.topic)
        if found is None:
            return None
        with_chances = any(content.kind in CHANCES_SHOWN_BY for content in found.screen.contents)
        settled = not with_chances and not any_delayed(self.office, shown)
        if channel.form == "json":
            return Parts(found.position, cast("Mapping[str, Part]", in_json(found)), settled=settled)
        earlier = before.parts if before and isinstance(before.parts, RenderedPlaylist) else NOTHING_RENDERED
        printed = self.renderer.rendered_playlist(found, channel.language, earlier)
        since, patch = (earlier, patch_of(*printed.step)) if printed.step is not None else (None, None)
        if not likeness or any(isinstance(panel.body, Waiting) for panel in found.panels):
            return Parts(found.position, printed, since=since, patch=patch, settled=settled)
        made = Parts(found.position, printed, since=since, patch=patch, settled=settled, likeness=likeness)
        self._alike[likeness] = made
        return made

    def _look_at_the_clock(self) -> None:
        second = int(time.time())
        if second != self._second:
            self._forget()
            self._second = second

    def _forget(self) -> None:
        self._alike.clear()
        self._found.clear()
        self.renderer.shared.clear()

    async def ready(self, topic: str) -> None:
        """Read what this screen shows, so that after a restart no screen shows half a tournament."""
        for slug in self.shown(topic, self.now):
            await self.office.read(slug)
            office = self.office.known(slug)
            if office is not None and self._shows(ContentKind.STATISTICS, slug):
                await office.games.work_out(0)

    def _shows(self, kind: ContentKind, slug: str) -> bool:
        contents = (content for screen in self.now.by_name.values() for content in screen.contents)
        return any(content.kind is kind and content.tournament == slug for content in contents)

    def look(self, topic: str) -> Playlist | None:
        place, coded, code = topic.partition(BEFORE_CODE)
        if coded and not self.is_in_hall(place, code):
            return None
        return self._look(place, self.now, None, hall=bool(coded))

    def is_in_hall(self, place: str, code: str) -> bool:
        """The code is that of a screen in the hall."""
        name = place.removeprefix("screen/").partition("/")[0]
        screen = self.now.by_name.get(name)
        known = self.hall_code(name) if screen is not None and screen.in_hall else ""
        return bool(known) and compare_digest(code.encode(), known.encode())

    async def look_back(
        self, topic: str, moment: Moment, lang: str, address: str = ""
    ) -> tuple[Playlist, Markup] | None:
        """The playlist of this topic's screen then, and its page: to the entry, and set as it was set then.

        Raises `NoTurn`.
        """
        async with self.snapshots.archive.turn(address):
            entries = await self.written(SCREENS)
            written = entries[: moment.position_in(SCREENS, entries)]
            screens = replay_screens(cast("list[ScreenEvent]", [entry.event for entry in written]))
            sections = {name: sections_of(self.festivals, name, moment) for name in festivals_of(screens)}
            then = with_sections(screens, sections)
            for slug in self.shown(topic, then, moment):
                await self.office.read(slug)
                if (known := self.office.known(slug)) is not None:
                    self.snapshots.withheld(known)
            return await asyncio.to_thread(self._shown_then, topic, then, moment, lang)

    def _shown_then(self, topic: str, screens: Screens, moment: Moment, lang: str) -> tuple[Playlist, Markup] | None:
        """In a thread, so it renders by itself: what is remembered belongs to the loop."""
        found = self._look(topic.partition(BEFORE_CODE)[0], screens, moment)
        return (found, ScreenRenderer(RenderedParts()).page(found, lang)) if found else None

    async def written(self, stream: str) -> Sequence[Entry]:
        """The journal of a tournament or of the screens; empty if there is none of this name."""
        if stream == SCREENS:
            return await self.screen_office.journal.read(SCREENS)
        return (await self.office.open(stream)).entries if stream in self.office else ()

    def shown(self, topic: str, screens: Screens, moment: Moment | None = None) -> frozenset[str]:
        """The tournaments that this screen shows; empty for one that does not exist."""
        match topic.partition(BEFORE_CODE)[0].split("/"):
            case ["t", slug, "screen"]:
                return frozenset({slug})
            case ["f", name, "screen"]:
                return frozenset(sections_of(self.festivals, name, moment))
            case ["screen", name, *_] if name in screens.by_name:
                return tournaments_of(screens.by_name[name])
            case _:
                return frozenset()

    def _look(self, topic: str, screens: Screens, moment: Moment | None, hall: bool = False) -> Playlist | None:
        match topic.split("/"):
            case ["t", slug, "screen"]:
                if self._unread(slug):
                    raise NotYet(slug, soon=False)
                source = self._sources({slug}, moment).get(slug)
                return tournament_playlist(source, _hour(moment)) if source else None
            case ["f", name, "screen"]:
                return self._of_festival(name, moment) if name in self.festivals else None
            case ["screen", name]:
                return self._named(name, 1, screens, moment, hall)
            case ["screen", name, part] if part.isascii() and part.isdigit() and len(part) < 4 and part[0] != "0":
                return self._named(name, int(part), screens, moment, hall)
            case _:
                return None

    def _named(self, name: str, part: int, screens: Screens, moment: Moment | None, hall: bool) -> Playlist | None:
        """A part that the family does not have (any more) shows its last one."""
        screen = screens.by_name.get(name)
        if screen is None:
            return None
        sources = self._sources(tournaments_of(screen), moment, hall)
        rankings = self._rankings(screen, sources)
        news = self._festival_news(screen, moment)
        found = playlist_of(screens, name, min(part, screen.parts), sources, _hour(moment), rankings, news)
        return self._with_unread(found)

    def _rankings(self, screen: Screen, sources: Mapping[str, Source]) -> Mapping[str, EventRanking]:
        """The rankings that this screen shows, by festival, over the sections that everybody sees; rules as of now."""
        wanted = {one.festival for one in screen.contents if one.kind is ContentKind.RANKING}
        found = dict[str, EventRanking]()
        for name in filter(self.festivals.__contains__, wanted):
            festival = self.festivals.open(name).festival
            seen = {slug: title for slug, title in festival.sections.items() if slug in sources}
            moments = {slug: sources[slug].snapshot for slug in seen}
            view = ranking_over(name, replace(festival, sections=seen), moments.get, self.persons())
            if view is not None:
                found[name] = view
        return found

    def _festival_news(self, screen: Screen, moment: Moment | None) -> Mapping[str, FestivalNews]:
        """The first news of each festival whose news this screen shows."""
        wanted = {one.festival for one in screen.contents if one.kind is ContentKind.NEWS}
        found = dict[str, FestivalNews]()
        for name in filter(self.festivals.__contains__, wanted):
            office = self.festivals.open(name)
            if news := bulletins_of(office, moment).news:
                found[name] = FestivalNews(office.festival.details.name, news[0].bulletin, office.position)
        return found

    def _of_festival(self, name: str, moment: Moment | None) -> Playlist:
        """Drafts and hidden tournaments are no sections to those who look at it."""
        sections = sections_of(self.festivals, name, moment)
        sources = self._sources(frozenset(sections), moment)
        here = [slug for slug in sections if slug in sources or self._unread(slug)]
        title = self.festivals.open(name).festival.details.name
        return self._with_unread(festival_playlist(name, title, here, sources, _hour(moment)))

    def _with_unread(self, found: Playlist) -> Playlist:
        """A tournament that is here and cannot be read is called by its address."""
        if not any(panel.content.tournament and self._unread(panel.content.tournament) for panel in found.panels):
            return found
        return replace(found, panels=tuple(map(self._said_if_unread, found.panels)))

    def _said_if_unread(self, panel: Panel) -> Panel:
        slug = panel.content.tournament
        missing = panel.body == Waiting("tournament") and self._unread(slug)
        return replace(panel, tournament=slug, body=Waiting("unread")) if missing else panel

    def _unread(self, slug: str) -> bool:
        return slug in self.office and self.office.known(slug) is None

    def changed(self, slug: str = "") -> list[str]:
        """The topics of the screens that may look different after a change of this tournament, or of the screens."""
        self._forget()
        if not slug:
            return ["screen"]
        shown = map(self.topics, self._likenesses.showing(slug, self.now))
        return [*chain.from_iterable(shown), f"t/{slug}/screen"]

    def topics(self, screen: Screen) -> tuple[str, ...]:
        """Those of all its televisions stand below the first; the second is that of the hall."""
        topic = f"screen/{screen.name}"
        return (topic, topic + BEFORE_CODE + self.hall_code(screen.name)) if screen.in_hall else (topic,)

    def showing_boards(self, slug: str) -> list[str]:
        """The topics of the screens that show live boards of this tournament."""
        return self._showing(slug, lambda content: content.moves_with_games)

    def showing_chances(self, slug: str) -> list[str]:
        """The topics of the screens that show its chances, or its next round as it would be now."""
        return self._showing(slug, lambda content: content.kind in (ContentKind.CHANCES, ContentKind.NEXT_ROUND))

    def showing_next_round(self, slug: str) -> list[str]:
        """The topics of the screens that show its next round as it would be now."""
        return self._showing(slug, lambda content: content.kind is ContentKind.NEXT_ROUND)

    def with_chances(self, slug: str) -> Iterator[str]:
        """The names of the screens that show its chances, or its next round as it would be now."""
        for screen in self.now.by_name.values():
            if any(one.tournament == slug and one.kind in CHANCES_SHOWN_BY for one in screen.contents):
                yield screen.name

    def _showing(self, slug: str, sought: Callable[[Content], bool]) -> list[str]:
        self._forget()
        return [
            topic
            for screen in self.now.by_name.values()
            for topic in self.topics(screen)
            if any(sought(content) and content.tournament == slug for content in screen.contents)
        ]

    @property
    def tournaments(self) -> frozenset[str]:
        """All that some screen shows."""
        return frozenset().union(*map(tournaments_of, self.now.by_name.values()))

    @property
    def state(self) -> Screens:
        return self.screen_office.state

    @property
    def now(self) -> Screens:
        """The screens with a content for each section of a festival."""
        state = self.screen_office.state
        standing = id(state), state.version
        if self._festivals_shown[0] != standing:
            self._festivals_shown = standing, festivals_of(state)
        if not (shown := self._festivals_shown[1]):
            return state
        sections = {name: sections_of(self.festivals, name) for name in shown}
        made_of = *standing, sections
        if self._expanded[0] != made_of:
            self._expanded = made_of, with_sections(state, sections)
        return self._expanded[1]

    def language_of(self, screen: Screen) -> str:
        return screen.language or LANGUAGES[0]

    def _sources(
        self, slugs: set[str] | frozenset[str], moment: Moment | None, hall: bool = False
    ) -> Mapping[str, Source]:
        offices = [one for one in map(self.office.known, slugs) if one is not None and one.tournament.public]
        if moment is None:
            return {office.id: self._source_now(office, hall) for office in offices}
        found = (self._source_then(office, moment) for office in offices)
        return {source.slug: source for source in found if source is not None}

    def _source_now(self, office: TournamentOffice, hall: bool) -> Source:
        self._look_at_the_clock()
        at = office, office.position, hall
        if at not in self._found:
            self._found[at] = self._source(office, hall)
        return self._found[at]

    def _source(self, office: TournamentOffice, hall: bool) -> Source:
        now = self.snapshots.in_hall(office) if hall else self.snapshots.now(office)
        round = office.tournament.published
        published = now.now(("published at", round), lambda _: published_at(office.entries, round))
        face = self.festivals.worn_by(office.id, office.tournament.face)
        games = self.office.games.in_hall(office.id) if hall else self.office.games.shown(office.id)
        boards, depend = _boards(now, games), self._prizes_depend(office.id)
        festivals, coming = self._in_festivals(office.id), self.festivals.next_time(office.id)
        return Source(office.id, now, published, face, boards, *festivals, depend, coming, games)

    def _source_then(self, office: TournamentOffice, moment: Moment) -> Source | None:
        """None: the tournament had not been announced by then. Of its festivals it has what they say now."""
        position = moment.position_in(office.id, office.entries)
        if not position:
            return None
        then = self.snapshots.then(office, position)
        published = published_at(office.entries[:position], then.round)
        face = self.festivals.worn_by(office.id, then.tournament.face)  # its own then, or its festival's now
        has, depend = self.office.games.has(office.id), self._prizes_depend(office.id)
        games = self.office.games.shown_then(office.id, moment.time) if has else NO_GAMES
        festivals, coming = self._in_festivals(office.id), self.festivals.next_time(office.id)
        return Source(office.id, then, published, face, _boards(then, games), *festivals, depend, coming, games)

    def _in_festivals(self, slug: str) -> tuple[WornFace, Mapping[str, str]]:
        """The face that its festivals give it, and its title in each of them."""
        titles = {
            one.name: f"{one.festival.sections[slug]} · {one.festival.details.name}" for one in self.festivals.of(slug)
        }
        return self.festivals.face_for(slug), titles

    def _prizes_depend(self, slug: str) -> bool:
        """The tournament is a section of a festival with one prize for each player."""
        return any(office.festival.details.one_prize_each for office in self.festivals.of(slug))


def _boards(snapshot: Snapshot, games: GamesShown) -> LiveBoards | None:
    found = games.boards(snapshot.current)
    return live_boards(snapshot, found) if found else None


def published_at(entries: Sequence[Entry], round: int) -> datetime | None:
    """The time `round` was published last; None for round 0."""
    if not round:
        return None
    for entry in reversed(entries):
        if isinstance(entry.event, e.RoundPublished) and entry.event.round == round:
            return entry.recorded_at
    return None


def _hour(moment: Moment | None) -> datetime:
    return moment.time if moment else _hour_of(int(time.time()))


@lru_cache(maxsize=1)
def _hour_of(second: int) -> datetime:
    """The kernel is asked for the zone each time, so once for all screens."""
    return datetime.fromtimestamp(second).astimezone()
