"""The playlist of a screen right now: a function of the screens' set-up, the tournaments, and the hour.

`playlist_of(screens, name, part, sources, now)` resolves the desk's decisions into views of the other
projections. A `Playlist` says everything the screen needs for as long as no event happens: when the
focus ends and what a countdown runs to are moments in it, so that nobody has to ask again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from domain.formats import rules_of
from domain.screens.events import Content, ContentKind, Theme
from domain.screens.state import Screen, Screens
from domain.words.streams import SCREENS
from projections.board_tables import BoardTables
from projections.meetings import MeetingTable
from projections.pairings import Pairings
from projections.screens.panels import Countdown, Cross, Notice, PanelView, Picture, Seats, Waiting, contents_of
from projections.snapshot import Snapshot
from projections.standings import Standings

T = TypeVar("T")

ROUND_KINDS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS)
"""Kinds of content that a focus shows."""

COUNTDOWN_HOLD = timedelta(minutes=15)
"""The time that a countdown stands at nought before it looks for the next round."""


@dataclass(frozen=True, slots=True)
class Source:
    """A tournament as a screen sees it."""

    slug: str
    snapshot: Snapshot
    published_at: datetime | None = None
    """The time the newest round was published; None = no round yet."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One content, resolved."""

    content: Content
    tournament: str
    """Its name for people; empty = none."""
    body: PanelView
    focus: bool = False
    """To be shown during the focus."""
    focus_only: bool = False


@dataclass(frozen=True, slots=True)
class Playlist:
    screen: Screen
    part: int
    panels: tuple[Panel, ...]
    announcement: str
    focus_until: datetime | None
    positions: Mapping[str, int]
    """Stream to journal position of everything that was looked at."""

    @property
    def position(self) -> int:
        """The sum of the positions of all journals, which moves whenever one of them does."""
        return sum(self.positions.values())


def playlist_of(screens: Screens, name: str, part: int, sources: Mapping[str, Source], now: datetime) -> Playlist:
    """Raises NoSuchScreen. `now` is aware; local times of schedules are in its zone."""
    shown = resolve(screens.named(name), part, sources, screens, now)
    positions = {SCREENS: screens.version, **shown.positions}
    return replace(shown, announcement=screens.announced_on(name), positions=positions)


def tournament_playlist(source: Source, now: datetime, theme: Theme = Theme.DARK) -> Playlist:
    """The screen of a tournament that nobody set: the round and the table in turn; once it is closed, the table."""
    table = Content(_natural(source.snapshot), source.slug)
    closed = source.snapshot.tournament.closed
    contents = (table,) if closed else (Content(ContentKind.PAIRINGS, source.slug), table)
    screen = Screen(source.slug, source.snapshot.tournament.details.name, contents=contents, theme=theme)
    return resolve(screen, 1, {source.slug: source}, Screens(), now)


def _natural(snapshot: Snapshot) -> ContentKind:
    """The natural view of a format: where everybody stands."""
    if rules_of(snapshot.tournament).knocks_out:
        return ContentKind.BRACKET
    return ContentKind.CROSSTABLE if snapshot.tournament.regulations.from_tables else ContentKind.STANDINGS


def tournaments_of(screen: Screen) -> frozenset[str]:
    """Tournaments whose events can change what this screen shows."""
    return frozenset(content.tournament for content in screen.contents if content.tournament)


def resolve(screen: Screen, part: int, sources: Mapping[str, Source], screens: Screens, now: datetime) -> Playlist:
    until = _focus_until(screen, sources, now)
    panels = [_panel(content, sources, screens, now) for content in _worth_showing(screen.contents, sources)]
    if until is not None:
        panels = _focused(panels, screen, sources, screens, now)
    if screen.parts > 1:
        panels = [replace(panel, body=_share(panel.body, part, screen.parts)) for panel in panels]
    used = sorted(tournaments_of(screen))
    positions = {slug: sources[slug].snapshot.position for slug in used if slug in sources}
    return Playlist(screen, part, tuple(panels) or (_unset(),), "", until, positions)


def _worth_showing(contents: Sequence[Content], sources: Mapping[str, Source]) -> Sequence[Content]:
    """Without the sections of a festival in which nothing is published, as long as there are others."""
    begun = [
        content
        for content in contents
        if not content.festival or ((source := sources.get(content.tournament)) and source.snapshot.round)
    ]
    return begun or contents


def _unset() -> Panel:
    return Panel(Content(ContentKind.ANNOUNCEMENT), "", Waiting("unset"))


# Focus: only the pairings for the first minutes after they are published


def _focus_until(screen: Screen, sources: Mapping[str, Source], now: datetime) -> datetime | None:
    """The end of the focus; None when there is none now."""
    if not screen.focus_minutes:
        return None
    length = timedelta(minutes=screen.focus_minutes)
    ends = [
        published + length
        for slug in tournaments_of(screen)
        if slug in sources and (published := sources[slug].published_at) is not None
    ]
    return max((end for end in ends if end > now), default=None)


def _focused(
    panels: Iterable[Panel], screen: Screen, sources: Mapping[str, Source], screens: Screens, now: datetime
) -> list[Panel]:
    """Pairings that are on the screen anyway are the focus; a screen without them gets them for that time."""
    length = timedelta(minutes=screen.focus_minutes)
    fresh = {
        slug: source
        for slug, source in sources.items()
        if slug in tournaments_of(screen) and source.published_at is not None and source.published_at + length > now
    }
    marked = [
        replace(panel, focus=panel.content.kind in ROUND_KINDS and panel.content.tournament in fresh)
        for panel in panels
    ]
    there = {panel.content.tournament for panel in marked if panel.focus}
    added = [Content(ContentKind.PAIRINGS, slug) for slug in sorted(fresh) if slug not in there]
    return marked + [replace(_panel(content, sources, screens, now), focus=True, focus_only=True) for content in added]


# One content


def _panel(content: Content, sources: Mapping[str, Source], screens: Screens, now: datetime) -> Panel:
    source = sources.get(content.tournament)
    title = source.snapshot.tournament.details.name if source else ""
    if content.kind is ContentKind.ANNOUNCEMENT:
        return Panel(content, title, Notice(content.text))
    if content.kind is ContentKind.PICTURE:
        return Panel(content, title, _picture(content, screens))
    if content.kind is ContentKind.COUNTDOWN:
        return Panel(content, title, _countdown(content, source, now))
    if source is None:
        return Panel(content, title, Waiting("tournament"))
    snapshot = source.snapshot
    body = snapshot.now(("screen", content.kind, content.player), lambda _: contents_of(content, snapshot))
    return Panel(content, title, body)


def _picture(content: Content, screens: Screens) -> PanelView:
    known = screens.pictures.get(content.picture)
    return Picture(known.picture, known.title) if known else Waiting("picture")


def _countdown(content: Content, source: Source | None, now: datetime) -> Countdown:
    if content.until:
        return Countdown(local(content.until, now), text=content.text)
    if source is None:
        return Countdown(None, text=content.text)
    return next(_starts(source.snapshot, now), Countdown(None, text=content.text))


def _starts(snapshot: Snapshot, now: datetime) -> Iterator[Countdown]:
    """Starts of rounds that are to come or have just come."""
    for number, start in enumerate(snapshot.tournament.details.schedule, 1):
        moment = local(start, now)
        if moment is not None and moment + COUNTDOWN_HOLD > now:
            yield Countdown(moment, number)


def local(text: str, now: datetime) -> datetime | None:
    """A local date and time of the venue; None for what is not one."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)


# Families: the same list over several televisions


def _share(body: PanelView, part: int, parts: int) -> PanelView:
    match body:
        case Pairings():
            shared = body if part == parts else replace(body, unpaired=())
            if body.matches:
                return replace(shared, matches=share_of(body.matches, part, parts))
            return replace(shared, boards=share_of(body.boards, part, parts))
        case Seats(view=view, rows=rows):
            return Seats(view, share_of(rows, part, parts))
        case Standings():
            return replace(body, rows=share_of(body.rows, part, parts))
        case Cross():
            return replace(body, rows=share_of(body.rows, part, parts))
        case MeetingTable():
            return replace(body, rows=share_of(body.rows, part, parts))
        case BoardTables():
            return replace(body, tables=share_of(body.tables, part, parts))
        case _:
            return body


def share_of(rows: tuple[T, ...], part: int, parts: int) -> tuple[T, ...]:
    """Part 1..parts of the rows, as equal as can be, the longer ones first."""
    size, longer = divmod(len(rows), parts)
    start = (part - 1) * size + min(part - 1, longer)
    return rows[start : start + size + (part <= longer)]
