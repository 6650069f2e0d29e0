"""The playlist of a screen right now: a function of the screens' set-up, the tournaments, and the hour.

`playlist_of(screens, name, part, sources, now)` resolves the desk's decisions into views of the other
projections. A `Playlist` says everything the screen needs for as long as no event happens: when the
focus ends and what a countdown runs to are moments in it, so that nobody has to ask again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import TypeVar

from domain.formats import rules_of
from domain.records import dataclass
from domain.screens.events import Content, ContentKind, Theme
from domain.screens.state import Screen, Screens
from domain.words.streams import SCREENS
from projections.festivals.prizes import festival_prizes
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import LiveBoards
from projections.round.pairings import Pairings
from projections.screens.countdowns import awaited_start, countdown
from projections.screens.panels import (
    Cross,
    NotCheckedIn,
    Notice,
    PanelView,
    Picture,
    Seats,
    Waiting,
    contents_of,
    diagrams,
)
from projections.table.board_tables import BoardTables
from projections.table.crosstable import MeetingTable
from projections.table.podium import is_decided, podium
from projections.table.prize_list import Prizes
from projections.table.standings import Standings


def contents_in_turn(slug: str, snapshot: Snapshot, now: datetime) -> tuple[Content, ...]:
    """At the end the podium, the final table and the prizes; until then the next start, the round and the table."""
    table = Content(natural_table(snapshot), slug)
    if is_decided(snapshot):
        return Content(ContentKind.PODIUM, slug), table, Content(ContentKind.PRIZES, slug)
    start = awaited_start(snapshot, now)
    until = [Content(ContentKind.COUNTDOWN, slug, until=start)] if start else []
    return *until, *_round_and_table(slug, snapshot, table)


def _round_and_table(slug: str, snapshot: Snapshot, table: Content) -> tuple[Content, ...]:
    """Before the first round the starting list alone, if there is one; after a close without a round too."""
    if snapshot.round:
        return Content(ContentKind.PAIRINGS, slug), table
    listed = bool(snapshot.tournament.numbers)
    return (Content(ContentKind.STANDINGS if listed else ContentKind.PAIRINGS, slug),)


def natural_table(snapshot: Snapshot) -> ContentKind:
    """The natural view of a format: where everybody stands."""
    if rules_of(snapshot.tournament).knocks_out:
        return ContentKind.BRACKET
    return ContentKind.CROSSTABLE if snapshot.tournament.regulations.from_tables else ContentKind.STANDINGS


def worth_showing(contents: Sequence[Content], known: Mapping[str, Snapshot], now: datetime) -> Sequence[Content]:
    """Without those that have nothing to show, as long as there are others.

    A countdown without a time is never shown: where it stands alone its tournament stands there instead.
    """
    found = [content for content in contents if _says_something(content, known.get(content.tournament), now)]
    return found or [one for content in contents for one in _instead(content, known, now)]


def _instead(content: Content, known: Mapping[str, Snapshot], now: datetime) -> tuple[Content, ...]:
    """The tournament, in the place of a countdown that has no time."""
    slug = content.tournament
    if content.kind is not ContentKind.COUNTDOWN or slug not in known or countdown(content, known[slug], now).until:
        return (content,)
    return contents_in_turn(slug, known[slug], now)


def _says_something(content: Content, snapshot: Snapshot | None, now: datetime) -> bool:
    match content.kind:
        case ContentKind.COUNTDOWN:
            ends = countdown(content, snapshot, now).gone_at
            return ends is not None and ends > now
        case ContentKind.PODIUM if snapshot is not None:
            return podium(snapshot) is not None
        case ContentKind.PRIZES if snapshot is not None:
            return snapshot.tournament.prizes is not None
        case _:
            return not content.festival or (snapshot is not None and bool(snapshot.round))


CEREMONY = (ContentKind.PODIUM, ContentKind.PRIZES)


def all_decided(sections: Iterable[str], known: Mapping[str, Snapshot]) -> bool:
    return all(slug in known and is_decided(known[slug]) for slug in sections)


def ceremony(contents: Sequence[Content]) -> Sequence[Content]:
    """The podiums of all sections, then their tables, then their prizes."""
    podiums, prizes = ([one for one in contents if one.kind is kind] for kind in CEREMONY)
    return [*podiums, *(one for one in contents if one.kind not in CEREMONY), *prizes]


def winners_of_one_prize(sections: Iterable[str], known: Mapping[str, Snapshot]) -> Mapping[str, Prizes]:
    """The prizes of each section where a player has one prize in all of them.

    Empty until all sections are decided.
    """
    slugs = tuple(sections)
    if not all_decided(slugs, known):
        return {}
    shared = festival_prizes([(slug, "", known[slug]) for slug in slugs], one_each=True)
    return {section.slug: section.prizes for section in shared.sections}


def without_winners(prizes: Prizes) -> Prizes:
    return replace(prizes, rows=(), unclaimed=())


T = TypeVar("T")

ROUND_KINDS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS)
"""Kinds of content that a focus shows."""


@dataclass(frozen=True, slots=True)
class Source:
    slug: str
    snapshot: Snapshot
    published_at: datetime | None = None
    """The time the newest round was published; None = no round yet."""
    face: WornFace = NO_WORN_FACE
    live: LiveBoards | None = None
    """The games of electronic boards; None = none are watched."""
    prizes_depend: bool = False
    """Players have one prize in all sections of a festival: nobody has won here before all sections are decided."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One content, resolved."""

    content: Content
    tournament: str
    body: PanelView
    focus: bool = False
    focus_only: bool = False
    left_fide_mode: int | None = None
    """The round in which the tournament left FIDE mode; None = never, or no tournament."""
    gone_at: datetime | None = None
    """From then on there is nothing to show of it, as long as there are other contents."""


@dataclass(frozen=True, slots=True)
class Playlist:
    screen: Screen
    part: int
    panels: tuple[Panel, ...]
    announcement: str
    focus_until: datetime | None
    positions: Mapping[str, int]
    """Stream to journal position of everything that was looked at."""
    face: WornFace = NO_WORN_FACE
    """The face of the first tournament shown that has one: a screen has one face, whatever takes turns on it."""

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
    """The screen of a tournament that nobody set: it follows the tournament."""
    follows = Content(ContentKind.TOURNAMENT, source.slug)
    screen = Screen(source.slug, source.snapshot.tournament.details.name, contents=(follows,), theme=theme)
    return resolve(screen, 1, {source.slug: source}, Screens(), now)


def festival_playlist(
    name: str, title: str, sections: Sequence[str], sources: Mapping[str, Source], now: datetime
) -> Playlist:
    """The screen of a festival that nobody set: it follows all its sections in turn."""
    follows = tuple(Content(ContentKind.TOURNAMENT, slug, festival=name) for slug in sections)
    shown = resolve(Screen(name, title, contents=follows), 1, sources, Screens(), now)
    return shown if sections else replace(shown, panels=(_nothing("sections"),))


def tournaments_of(screen: Screen) -> frozenset[str]:
    return frozenset(content.tournament for content in screen.contents if content.tournament)


def resolve(screen: Screen, part: int, sources: Mapping[str, Source], screens: Screens, now: datetime) -> Playlist:
    until = _focus_until(screen, sources, now)
    panels = [_panel(content, sources, screens, now) for content in _contents(screen, sources, now)]
    panels = [_with_prizes_of_all(panel, screen, sources) for panel in panels]
    if until is not None:
        panels = _focused(panels, screen, sources, screens, now)
    if screen.parts > 1:
        panels = [replace(panel, body=_share(panel.body, part, screen.parts)) for panel in panels]
    used = sorted(tournaments_of(screen))
    positions = {slug: sources[slug].snapshot.position for slug in used if slug in sources}
    faces = (sources[content.tournament].face for content in screen.contents if content.tournament in sources)
    face = next(filter(None, faces), NO_WORN_FACE)
    return Playlist(screen, part, tuple(panels) or (_nothing("unset"),), "", until, positions, face)


def _contents(screen: Screen, sources: Mapping[str, Source], now: datetime) -> Sequence[Content]:
    known = {slug: source.snapshot for slug, source in sources.items()}
    meant: list[Content] = []
    for (kind, festival), together in groupby(screen.contents, key=lambda content: (content.kind, content.festival)):
        sections = tuple(together)
        in_turn = [one for content in sections for one in _in_turn(content, sources, now)]
        over = festival and all_decided((one.tournament for one in sections), known)
        meant += ceremony(in_turn) if over and kind is ContentKind.TOURNAMENT else in_turn
    return worth_showing(meant, known, now)


def _in_turn(content: Content, sources: Mapping[str, Source], now: datetime) -> list[Content]:
    """The contents that this one stands for now. A section alone shows no prizes that depend on other sections."""
    source = sources.get(content.tournament)
    if source is None or content.kind is not ContentKind.TOURNAMENT:
        return [content]
    alone = source.prizes_depend and not content.festival
    meant = contents_in_turn(content.tournament, source.snapshot, now)
    return [replace(one, festival=content.festival) for one in meant if not (alone and one.kind is ContentKind.PRIZES)]


def _with_prizes_of_all(panel: Panel, screen: Screen, sources: Mapping[str, Source]) -> Panel:
    """The panel with its winners where a player has one prize in all sections; no winners until all are decided."""
    content, body = panel.content, panel.body
    if not isinstance(body, Prizes) or not sources[content.tournament].prizes_depend:
        return panel
    known = {slug: source.snapshot for slug, source in sources.items()}
    sections = [one.tournament for one in screen.contents if one.festival and one.festival == content.festival]
    found = winners_of_one_prize(dict.fromkeys(sections), known) if sections else {}
    return replace(panel, body=found.get(content.tournament, without_winners(body)))


def _nothing(why: str) -> Panel:
    return Panel(Content(ContentKind.ANNOUNCEMENT), "", Waiting(why))


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


def _panel(content: Content, sources: Mapping[str, Source], screens: Screens, now: datetime) -> Panel:
    source = sources.get(content.tournament)
    left = source.snapshot.tournament.left_fide_mode if source else None
    return replace(_content(content, source, screens, now), left_fide_mode=left)


def _content(content: Content, source: Source | None, screens: Screens, now: datetime) -> Panel:
    title = source.snapshot.tournament.details.name if source else ""
    if content.kind is ContentKind.ANNOUNCEMENT:
        return Panel(content, title, Notice(content.text))
    if content.kind is ContentKind.PICTURE:
        known = screens.pictures.get(content.picture)
        return Panel(content, title, Picture(known.picture, known.title) if known else Waiting("picture"))
    if content.kind is ContentKind.COUNTDOWN:
        counted = countdown(content, source.snapshot if source else None, now)
        return Panel(content, title, counted if counted.until else Waiting("unset"), gone_at=counted.gone_at)
    if source is None:
        return Panel(content, title, Waiting("tournament"))
    snapshot = source.snapshot
    if content.kind is ContentKind.LIVE_BOARDS:
        return Panel(content, title, diagrams(content, source.live))
    body = snapshot.now(("screen", content.kind, content.player), lambda _: contents_of(content, snapshot))
    return Panel(content, title, body)


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
        case NotCheckedIn():
            return replace(body, rows=share_of(body.rows, part, parts))
        case MeetingTable():
            return replace(body, rows=share_of(body.rows, part, parts))
        case Prizes():
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
