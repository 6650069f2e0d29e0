"""The screens as topics of the feed: `screen/<name>`, `screen/<name>/<part>`, `t/<slug>/screen`, `f/<name>/screen`.

A hundred televisions mostly show the same few lists. Screens that look alike share one view, and
views share their contents, so one more television costs a look into a dictionary.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from markupsafe import Markup

from domain import events as e
from domain.screens.events import ContentKind, ScreenEvent
from domain.screens.state import Screen, Screens, festivals_of, replay_screens, with_sections
from domain.tournament import Tournament
from domain.words.streams import SCREENS
from projections.moment.faces import WornFace
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import LiveBoards, live_boards
from projections.screens.panels import Waiting
from projections.screens.playlist import (
    Panel,
    Playlist,
    Source,
    festival_playlist,
    playlist_of,
    tournament_playlist,
    tournaments_of,
)
from server.journal import Entry
from server.live.parts import Channel, NotYet, Part, Parts
from server.live_boards.watching import BoardWatch
from server.office.festivals import Festivals, sections_of
from server.office.house import ScreenOffice
from server.office.snapshots import Moment, Snapshots
from server.office.tournaments import Office, TournamentOffice
from web.rendered_parts import RenderedParts
from web.screens.panels import PrintedLists, ScreenRenderer, in_json

# Screens that are set alike: they show the same within a second, and one view is made for all of them.


@dataclass(slots=True)
class Likenesses:
    """A number for each setting that screens have, found once for each version of the screens."""

    _screens: Screens = field(default_factory=Screens)
    _version: int = -1
    _numbers: Mapping[str, int] = field(default_factory=dict)

    def of(self, channel: Channel, now: Screens) -> tuple[object, ...]:
        """Channels of one likeness show the same, unless they wait and show their name; () = none."""
        match channel.topic.split("/"):
            case ["screen", name, *part] if channel.form == "html" and name in now.by_name:
                return channel.language, *part, self._by_name(now)[name]
            case _:
                return ()

    def _by_name(self, now: Screens) -> Mapping[str, int]:
        if self._screens is not now or self._version != now.version:
            numbers: dict[tuple[object, ...], int] = {}
            self._numbers = {
                name: numbers.setdefault(_set(one, now), len(numbers)) for name, one in now.by_name.items()
            }
            self._screens, self._version = now, now.version
        return self._numbers


def _set(screen: Screen, screens: Screens) -> tuple[object, ...]:
    """All that the view of a screen depends on but its name."""
    shown = screen.contents, screen.seconds, screen.parts, screen.focus_minutes, screen.theme
    return *shown, screen.inches, screen.metres, screens.announced_on(screen.name)


@dataclass(frozen=True, slots=True)
class PrintedScreen(Parts):
    """The parts of a screen, and the lists that they were printed from."""

    lists: PrintedLists


@dataclass(slots=True)
class ScreenViews:
    """The views of all screens; the application has one."""

    office: Office
    screen_office: ScreenOffice
    snapshots: Snapshots
    festivals: Festivals
    language: str = "en"
    """The language of screens that have none of their own."""
    renderer: ScreenRenderer = field(default_factory=ScreenRenderer)
    boards: BoardWatch | None = None
    """The files of live boards; None = none can be watched."""
    _alike: dict[tuple[object, ...], Parts] = field(default_factory=dict)
    """Views made since the last change and in this second, by all else that a view depends on but its name."""
    _second: int = 0
    _likenesses: Likenesses = field(default_factory=Likenesses)
    _expanded: tuple[object, Screens] = ((), Screens())
    """The screens with the sections of festivals in them, and what that was made from."""
    _festivals_shown: tuple[object, frozenset[str]] = ((), frozenset())
    """The festivals that some screen shows, and the state of the screens they were found in."""

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        """The view of a channel; None for a topic that is no screen, or is none any more."""
        self._forget_the_last_second(int(time.time()))
        likeness = self._likenesses.of(channel, self.now)
        known = self._alike.get(likeness) if likeness else None
        if known is not None:
            return known
        for slug in self.shown(channel.topic, self.now):
            if self._unread(slug) and slug not in self.office.unreadable:
                raise NotYet(slug)
        found = self.look(channel.topic)
        if found is None:
            return None
        if channel.form == "json":
            return Parts(found.position, cast("Mapping[str, Part]", in_json(found)))
        lists = before.lists if isinstance(before, PrintedScreen) else {}
        printed = self.renderer.rendered_playlist(found, channel.language, lists)
        made = PrintedScreen(found.position, printed.parts, printed.lists)
        if likeness and not any(isinstance(panel.body, Waiting) for panel in found.panels):
            self._alike[likeness] = made
        return made

    def _forget_the_last_second(self, second: int) -> None:
        if second != self._second:
            self._alike.clear()
            self._second = second

    async def ready(self, topic: str) -> None:
        """Read what this screen shows, so that after a restart no screen shows half a tournament."""
        for slug in self.shown(topic, self.now):
            await self.office.read(slug)

    def look(self, topic: str) -> Playlist | None:
        """The playlist of this topic's screen now."""
        return self._look(topic, self.now, None)

    async def look_back(
        self, topic: str, moment: Moment, lang: str, address: str = ""
    ) -> tuple[Playlist, Markup] | None:
        """The playlist of this topic's screen then, and its page: to the entry, and set as it was set then.

        Raises `NoTurn`.
        """
        async with self.snapshots.archive.turn(address):
            entries = await self.written(SCREENS)
            written = entries[: moment.position_in(SCREENS, entries)]
            then = self._then(replay_screens(cast("list[ScreenEvent]", [entry.event for entry in written])), moment)
            for slug in self.shown(topic, then, moment):
                await self.office.read(slug)
            return await asyncio.to_thread(self._shown_then, topic, then, moment, lang)

    def _shown_then(self, topic: str, screens: Screens, moment: Moment, lang: str) -> tuple[Playlist, Markup] | None:
        """In a thread, so it renders by itself: what is remembered belongs to the loop."""
        found = self._look(topic, screens, moment)
        return (found, ScreenRenderer(RenderedParts()).page(found, lang)) if found else None

    async def written(self, stream: str) -> Sequence[Entry]:
        """The journal of a tournament or of the screens; empty if there is none of this name."""
        if stream == SCREENS:
            return await self.screen_office.journal.read(SCREENS)
        return (await self.office.open(stream)).entries if stream in self.office else ()

    def shown(self, topic: str, screens: Screens, moment: Moment | None = None) -> frozenset[str]:
        """The tournaments that this screen shows; empty for one that does not exist."""
        match topic.split("/"):
            case ["t", slug, "screen"]:
                return frozenset({slug})
            case ["f", name, "screen"]:
                return frozenset(sections_of(self.festivals, name, moment))
            case ["screen", name, *_] if name in screens.by_name:
                return tournaments_of(screens.by_name[name])
            case _:
                return frozenset()

    def _look(self, topic: str, screens: Screens, moment: Moment | None) -> Playlist | None:
        match topic.split("/"):
            case ["t", slug, "screen"]:
                if self._unread(slug):
                    raise NotYet(slug, soon=False)
                source = self._sources({slug}, moment).get(slug)
                return tournament_playlist(source, _hour(moment)) if source else None
            case ["f", name, "screen"]:
                return self._of_festival(name, moment) if name in self.festivals else None
            case ["screen", name]:
                return self._named(name, 1, screens, moment)
            case ["screen", name, part] if part.isascii() and part.isdigit() and len(part) < 4 and part[0] != "0":
                return self._named(name, int(part), screens, moment)
            case _:
                return None

    def _named(self, name: str, part: int, screens: Screens, moment: Moment | None) -> Playlist | None:
        """A part that the family does not have (any more) shows its last one."""
        screen = screens.by_name.get(name)
        if screen is None:
            return None
        sources = self._sources(tournaments_of(screen), moment)
        found = playlist_of(screens, name, min(part, screen.parts), sources, _hour(moment))
        return replace(found, panels=tuple(map(self._said_if_unread, found.panels)))

    def _of_festival(self, name: str, moment: Moment | None) -> Playlist:
        """Drafts and hidden tournaments are no sections to those who look at it."""
        sections = sections_of(self.festivals, name, moment)
        sources = self._sources(frozenset(sections), moment)
        here = [slug for slug in sections if slug in sources or self._unread(slug)]
        title = self.festivals.open(name).festival.details.name
        found = festival_playlist(name, title, here, sources, _hour(moment))
        return replace(found, panels=tuple(map(self._said_if_unread, found.panels)))

    def _said_if_unread(self, panel: Panel) -> Panel:
        """A tournament that is here and cannot be read is called by its address."""
        slug = panel.content.tournament
        missing = panel.body == Waiting("tournament") and self._unread(slug)
        return replace(panel, tournament=slug, body=Waiting("unread")) if missing else panel

    def _unread(self, slug: str) -> bool:
        return slug in self.office and self.office.known(slug) is None

    def changed(self, slug: str = "") -> list[str]:
        """The topics of the screens that may look different after a change of this tournament, or of the screens."""
        self._alike.clear()
        if not slug:
            return ["screen"]
        shown = [f"screen/{screen.name}" for screen in self.now.by_name.values() if slug in tournaments_of(screen)]
        return [*shown, f"t/{slug}/screen"]

    def showing_boards(self, slug: str) -> list[str]:
        """The topics of the screens that show live boards of this tournament."""
        self._alike.clear()
        wanted = ContentKind.LIVE_BOARDS
        return [
            f"screen/{screen.name}"
            for screen in self.now.by_name.values()
            if any(content.kind is wanted and content.tournament == slug for content in screen.contents)
        ]

    def _boards_of(self, slug: str, now: Snapshot) -> LiveBoards | None:
        games = self.boards.games(slug) if self.boards else ()
        return live_boards(now, games) if games else None

    @property
    def tournaments(self) -> frozenset[str]:
        """All that some screen shows."""
        return frozenset().union(*map(tournaments_of, self.now.by_name.values()))

    @property
    def state(self) -> Screens:
        """The screens as they were set at the desk."""
        return self.screen_office.screens

    @property
    def now(self) -> Screens:
        """The same with a content for each section of a festival."""
        state = self.state
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

    def _then(self, screens: Screens, moment: Moment) -> Screens:
        """As `now`, with the sections of that moment."""
        return with_sections(
            screens, {name: sections_of(self.festivals, name, moment) for name in festivals_of(screens)}
        )

    def language_of(self, screen: Screen) -> str:
        return screen.language or self.language

    def _sources(self, slugs: set[str] | frozenset[str], moment: Moment | None) -> Mapping[str, Source]:
        offices = (self.office.known(slug) for slug in slugs)
        found = (self._source(one, moment) for one in offices if one is not None and one.tournament.public)
        return {source.slug: source for source in found if source is not None}

    def _source(self, office: TournamentOffice, moment: Moment | None) -> Source | None:
        """None: the tournament had not been announced by then."""
        if moment is None:
            now, published = self.snapshots.now(office), published_at(office.entries, office.tournament.published)
            face = self._face(office.id, office.tournament)
            boards, depend = self._boards_of(office.id, now), self._prizes_depend(office.id)
            return Source(office.id, now, published, face, boards, depend)
        position = moment.position_in(office.id, office.entries)
        if not position:
            return None
        then = self.snapshots.then(office, position)
        published = published_at(office.entries[:position], then.round)
        face = self._face(office.id, then.tournament)
        return Source(office.id, then, published, face, prizes_depend=self._prizes_depend(office.id))

    def _prizes_depend(self, slug: str) -> bool:
        """The tournament is a section of a festival with one prize for each player."""
        return any(office.festival.details.one_prize_each for office in self.festivals.of(slug))

    def _face(self, slug: str, tournament: Tournament) -> WornFace:
        """Its own as it was then, or the one that its festival has now."""
        return self.festivals.worn_by(slug, tournament.face)


def published_at(entries: Sequence[Entry], round: int) -> datetime | None:
    """The time `round` was published last; None for round 0."""
    if not round:
        return None
    for entry in reversed(entries):
        if isinstance(entry.event, e.RoundPublished) and entry.event.round == round:
            return entry.recorded_at
    return None


def _hour(moment: Moment | None) -> datetime:
    return moment.time if moment else local_now()


def local_now() -> datetime:
    """The hour in the venue's zone, which is the server's."""
    return datetime.now().astimezone()
