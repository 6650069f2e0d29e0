"""The playlist of a screen right now: a function of the screens' set-up, the tournaments, and the hour.

`playlist_of(screens, name, part, sources, now)` resolves the desk's decisions into views of the other
projections. A `Playlist` says everything the screen needs for as long as no event happens: when the
focus ends and what a countdown runs to are moments in it, so that nobody has to ask again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from domain.formats import rules_of
from domain.games.state import NO_GAMES, GamesShown
from domain.records import dataclass
from domain.screens.events import Content, ContentKind
from domain.screens.state import Screen, Screens
from domain.words.choices.bulletins import Bulletin
from domain.words.streams import FESTIVAL, SCREENS
from projections.festivals.prizes import festival_prizes
from projections.festivals.rankings import EventRanking
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import LiveBoard, LiveBoards
from projections.round.pairings import Pairings
from projections.screens import panels as p
from projections.screens.countdowns import awaited_start, countdown
from projections.table.board_tables import BoardTables
from projections.table.crosstable import MeetingTable
from projections.table.podium import Podium, is_decided, podium
from projections.table.prize_list import Prizes
from projections.table.standings import Standings
from projections.table.team_scores import TeamScores


def contents_in_turn(slug: str, snapshot: Snapshot, now: datetime) -> tuple[Content, ...]:
    """At the end the podium, the final table and the prizes; until then the next start, the round and the table."""
    t, table = snapshot.tournament, ContentKind.STANDINGS
    if rules_of(t).knocks_out or t.regulations.from_tables:
        table = ContentKind.BRACKET if rules_of(t).knocks_out else ContentKind.CROSSTABLE
    if is_decided(snapshot):
        kinds = [ContentKind.PODIUM, table, ContentKind.PRIZES]
    elif snapshot.round:
        kinds = [ContentKind.PAIRINGS, table]
    else:  # the starting list alone, if there is one; after a close without a round too
        kinds = [ContentKind.STANDINGS if t.numbers else ContentKind.PAIRINGS]
    start = "" if is_decided(snapshot) else awaited_start(snapshot, now)
    until = [Content(ContentKind.COUNTDOWN, slug, until=start)] if start else []
    return *until, *(Content(kind, slug) for kind in kinds)


def _instead(content: Content, known: Mapping[str, Snapshot], now: datetime) -> tuple[Content, ...]:
    """The tournament instead of what is awaited: a time, the end, prizes, chances. It is not even shown alone."""
    slug, kind = content.tournament, content.kind
    unset = kind is ContentKind.COUNTDOWN and not countdown(content, known.get(slug), now).until
    awaited = unset or kind in (*CEREMONY, ContentKind.CHANCES, ContentKind.NEXT_ROUND)
    return contents_in_turn(slug, known[slug], now) if awaited and slug in known else (content,)


def _says_something(content: Content, snapshot: Snapshot | None, now: datetime) -> bool:
    match content.kind:
        case ContentKind.COUNTDOWN:
            ends = countdown(content, snapshot, now).gone_at
            return ends is not None and ends > now
        case ContentKind.PODIUM if snapshot is not None:
            return podium(snapshot) is not None
        case ContentKind.NEWS if not content.tournament:  # that of the festival
            return True
        case ContentKind.NEWS if snapshot is not None:
            return bool(snapshot.tournament.bulletins.news)
        case ContentKind.PRIZES if snapshot is not None:
            return snapshot.tournament.prizes is not None
        case ContentKind.CHANCES if snapshot is not None:
            return not is_decided(snapshot) and not isinstance(p.who_can_win(snapshot), p.Waiting)
        case ContentKind.RANKING:
            return True
        case ContentKind.NEXT_ROUND if snapshot is not None:
            return not isinstance(p.as_it_would_be(snapshot), p.Waiting)
        case _:
            return not content.festival or (snapshot is not None and bool(snapshot.round))


T = TypeVar("T")

NO_RANKINGS: Mapping[str, EventRanking] = {}


class FestivalNews(NamedTuple):
    """The first news of a festival, and the position of its journal."""

    name: str
    newest: Bulletin
    version: int


NO_FESTIVAL_NEWS: Mapping[str, FestivalNews] = {}

CEREMONY = (ContentKind.PODIUM, ContentKind.PRIZES)
ROUND_KINDS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS)
"""Kinds of content that a focus shows."""


WITH_BOARDS = (ContentKind.PAIRINGS, ContentKind.BOARDS, ContentKind.STANDINGS, ContentKind.LATEST)
"""Kinds of content beside which live boards may stand."""


@dataclass(frozen=True, slots=True)
class Source:
    slug: str
    snapshot: Snapshot
    published_at: datetime | None = None
    """The time the newest round was published; None = no round yet."""
    face: WornFace = NO_WORN_FACE
    live: LiveBoards | None = None
    """The games of electronic boards; None = none are watched."""
    of_festival: WornFace = NO_WORN_FACE
    """The face that its festival has for everything about its sections."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """Its title as a section and the festival, `Group A · Spring Festival`, by the festival's address."""
    prizes_depend: bool = False
    """Players have one prize in all sections of a festival: nobody has won here before all sections are decided."""
    next_time: str = ""
    """The day of the next edition of its series, in ISO; empty = it has none."""
    games: GamesShown = NO_GAMES
    """Those that the hall may see."""


@dataclass(frozen=True, slots=True)
class Panel:
    content: Content
    tournament: str
    body: p.PanelView
    focus: bool = False
    focus_only: bool = False
    left_fide_mode: int | None = None
    """The round in which the tournament left FIDE mode; None = never, or no tournament."""
    beside: tuple[LiveBoard, ...] | None = None
    """Live boards beside its list; None = nobody wants any there."""
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
    """A screen has one face, whatever takes turns on it: nobody's sponsors stand over the event of another."""

    games: int = 0
    """The sum of what rises with each move of the tournaments whose games it shows."""

    @property
    def position(self) -> int:
        """The sum of the positions of all journals, and of games, which moves whenever one of them does."""
        return sum(self.positions.values()) + self.games


def playlist_of(
    screens: Screens,
    name: str,
    part: int,
    sources: Mapping[str, Source],
    now: datetime,
    rankings: Mapping[str, EventRanking] = NO_RANKINGS,
    news: Mapping[str, FestivalNews] = NO_FESTIVAL_NEWS,
) -> Playlist:
    """Raises NoSuchScreen. `now` is aware; local times of schedules are in its zone.

    `rankings` and `news` are by festival.
    """
    shown = resolve(screens.named(name), part, sources, screens, now, rankings, news)
    positions = {SCREENS: screens.version, **shown.positions}
    return replace(shown, announcement=screens.announced_on(name), positions=positions)


def tournament_playlist(source: Source, now: datetime) -> Playlist:
    """The screen of a tournament that nobody set: it follows the tournament."""
    follows = Content(ContentKind.TOURNAMENT, source.slug)
    screen = Screen(source.slug, source.snapshot.tournament.details.name, contents=(follows,))
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


def resolve(
    screen: Screen,
    part: int,
    sources: Mapping[str, Source],
    screens: Screens,
    now: datetime,
    rankings: Mapping[str, EventRanking] = NO_RANKINGS,
    news: Mapping[str, FestivalNews] = NO_FESTIVAL_NEWS,
) -> Playlist:
    fresh = _fresh(screen, sources, now)
    panels = [_panel(content, sources, screens, now) for content in _contents(screen, sources, now, news)]
    panels = [one for panel in panels for one in _ranked(_told(panel, news), rankings)]
    panels = [_with_prizes_of_all(panel, screen, sources) for panel in panels]
    if fresh:
        panels = _focused(panels, fresh, sources, screens, now)
    if screen.parts > 1:
        panels = [replace(panel, body=_share(panel.body, part, screen.parts)) for panel in panels]
    used = sorted(tournaments_of(screen))
    positions = {slug: sources[slug].snapshot.position for slug in used if slug in sources}
    ranked = {FESTIVAL + name: view.version for name, view in sorted(rankings.items())}
    ranked |= {FESTIVAL + name: one.version for name, one in sorted(news.items())}
    until = max(fresh.values(), default=None)
    moving = {content.tournament for content in screen.contents if content.moves_with_games}
    games = sum(sources[slug].games.revision for slug in moving if slug in sources)
    shown = tuple(panels) or (_nothing("unset"),)
    return Playlist(screen, part, shown, "", until, positions | ranked, _face(screen, sources), games)


def _told(panel: Panel, news: Mapping[str, FestivalNews]) -> Panel:
    """The panel of the festival's own news; any other as it is."""
    content = panel.content
    if content.kind is not ContentKind.NEWS or content.tournament or content.festival not in news:
        return panel
    of = news[content.festival]
    return replace(panel, tournament=of.name, body=p.NewestNews(of.newest))


def _ranked(panel: Panel, rankings: Mapping[str, EventRanking]) -> list[Panel]:
    """The panels of a ranking, a table each; any other panel as it is."""
    view = rankings.get(panel.content.festival) if panel.content.kind is ContentKind.RANKING else None
    if view is None:
        return [panel]
    about = view.details.name
    return [replace(panel, tournament=about, body=table, left_fide_mode=None) for table in p.ranked_lists(view)]


def _face(screen: Screen, sources: Mapping[str, Source]) -> WornFace:
    """Of several tournaments, or of a festival: the festival's, else the one that all of them wear. Of one: its own."""
    shown = [sources[slug] for slug in sorted(tournaments_of(screen)) if slug in sources]
    joined = len(shown) > 1 or any(content.festival for content in screen.contents)
    return (_shared([one.of_festival for one in shown]) if joined else None) or _shared([one.face for one in shown])


def _shared(faces: Sequence[WornFace]) -> WornFace:
    return faces[0] if faces and all(face == faces[0] for face in faces) else NO_WORN_FACE


def _contents(
    screen: Screen, sources: Mapping[str, Source], now: datetime, news: Mapping[str, FestivalNews]
) -> Sequence[Content]:
    """Without those that have nothing to show, as long as there are others."""
    known = {slug: source.snapshot for slug, source in sources.items()}
    meant: list[Content] = []
    for (kind, festival), together in groupby(screen.contents, key=lambda content: (content.kind, content.festival)):
        sections = tuple(together)
        in_turn = [one for content in sections for one in _in_turn(content, sources, now)]
        if kind is ContentKind.RANKING:
            in_turn = in_turn[:1]
        if kind is ContentKind.NEWS and festival in news:
            in_turn.insert(0, Content(kind, festival=festival))
        over = festival and all_decided((one.tournament for one in sections), known)
        meant += ceremony(in_turn) if over and kind is ContentKind.TOURNAMENT else in_turn
    shown = [content for content in meant if _says_something(content, known.get(content.tournament), now)]
    return shown or list(dict.fromkeys(one for content in meant for one in _instead(content, known, now)))


def all_decided(sections: Iterable[str], known: Mapping[str, Snapshot]) -> bool:
    return all(slug in known and is_decided(known[slug]) for slug in sections)


def ceremony(contents: Sequence[Content]) -> Sequence[Content]:
    """The podiums of all sections, then their tables, then their prizes."""
    podiums, prizes = ([one for one in contents if one.kind is kind] for kind in CEREMONY)
    return [*podiums, *(one for one in contents if one.kind not in CEREMONY), *prizes]


def _in_turn(content: Content, sources: Mapping[str, Source], now: datetime) -> list[Content]:
    """The contents that this one stands for now. A section alone shows no prizes that depend on other sections."""
    source = sources.get(content.tournament)
    if source is None or content.kind is not ContentKind.TOURNAMENT:
        return [content]
    alone = source.prizes_depend and not content.festival
    meant = contents_in_turn(content.tournament, source.snapshot, now)
    return [
        replace(one, festival=content.festival, boards=content.boards)
        for one in meant
        if not (alone and one.kind is ContentKind.PRIZES)
    ]


def _with_prizes_of_all(panel: Panel, screen: Screen, sources: Mapping[str, Source]) -> Panel:
    """The panel with its winners where a player has one prize in all sections; no winners until all are decided."""
    content, body = panel.content, panel.body
    if not isinstance(body, Prizes) or not sources[content.tournament].prizes_depend:
        return panel
    known = {slug: source.snapshot for slug, source in sources.items()}
    together = (one.tournament for one in screen.contents if one.festival and one.festival == content.festival)
    sections = dict.fromkeys(together)
    won: dict[str, Prizes] = {}
    if all_decided(sections, known):
        shared = festival_prizes([(slug, "", known[slug]) for slug in sections], one_each=True)
        won = {section.slug: section.prizes for section in shared.sections}
    return replace(panel, body=won.get(content.tournament, replace(body, rows=(), unclaimed=())))


def _nothing(why: str) -> Panel:
    return Panel(Content(ContentKind.ANNOUNCEMENT), "", p.Waiting(why))


def _fresh(screen: Screen, sources: Mapping[str, Source], now: datetime) -> Mapping[str, datetime]:
    """The tournaments whose new round is in focus, each with the end of its focus."""
    length = timedelta(minutes=screen.focus_minutes)
    published = {slug: sources[slug].published_at for slug in tournaments_of(screen) if slug in sources and length}
    return {slug: at + length for slug, at in published.items() if at is not None and at + length > now}


def _focused(
    panels: Iterable[Panel],
    fresh: Mapping[str, datetime],
    sources: Mapping[str, Source],
    screens: Screens,
    now: datetime,
) -> list[Panel]:
    """Pairings that are on the screen anyway are the focus; a screen without them gets them for that time."""
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
    panel = _content(content, source, screens, now)
    return panel if left is None else replace(panel, left_fide_mode=left)


def _content(content: Content, source: Source | None, screens: Screens, now: datetime) -> Panel:
    title = source.sections.get(content.festival, source.snapshot.tournament.details.name) if source else ""
    if content.kind is ContentKind.ANNOUNCEMENT:
        return Panel(content, title, p.Notice(content.text))
    if content.kind is ContentKind.PICTURE:
        known = screens.pictures.get(content.picture)
        return Panel(content, title, p.Picture(known.picture, known.title) if known else p.Waiting("picture"))
    if content.kind is ContentKind.RANKING:
        return Panel(content, title, p.Waiting("ranking"))
    if content.kind is ContentKind.COUNTDOWN:
        counted = countdown(content, source.snapshot if source else None, now)
        return Panel(content, title, counted if counted.until else p.Waiting("unset"), gone_at=counted.gone_at)
    if source is None:
        return Panel(content, title, p.Waiting("tournament"))
    snapshot = source.snapshot
    if content.kind is ContentKind.LIVE_BOARDS:
        return Panel(content, title, p.diagrams(content, source.live))
    if content.kind is ContentKind.STATISTICS:
        return Panel(content, title, p.told_by_games(snapshot, source.games))
    if content.kind is ContentKind.CHANCES:
        return Panel(content, title, p.who_can_win(snapshot))
    if content.kind is ContentKind.NEXT_ROUND:
        return Panel(content, title, p.as_it_would_be(snapshot))
    body = snapshot.now(("screen", content.kind, content.player), lambda _: p.contents_of(content, snapshot))
    if isinstance(body, Podium) and source.next_time and not body.details.next_time:
        body = replace(body, details=replace(body.details, next_time=source.next_time))
    boards = p.first_boards(source.live, content.boards) if content.boards and content.kind in WITH_BOARDS else None
    return Panel(content, title, body, beside=boards)


def _share(body: p.PanelView, part: int, parts: int) -> p.PanelView:
    match body:
        case Pairings():
            shared = body if part == parts else replace(body, unpaired=())
            if body.matches:
                return replace(shared, matches=share_of(body.matches, part, parts))
            return replace(shared, boards=share_of(body.boards, part, parts))
        case p.Seats(view=view, rows=rows):
            return p.Seats(view, share_of(rows, part, parts))
        case Standings() | TeamScores() | p.RankedList() | p.Cross() | p.NotCheckedIn() | MeetingTable() | Prizes():
            shared_rows: Any = share_of(body.rows, part, parts)
            return replace(body, rows=shared_rows)
        case BoardTables():
            return replace(body, tables=share_of(body.tables, part, parts))
        case _:
            return body


def share_of(rows: tuple[T, ...], part: int, parts: int) -> tuple[T, ...]:
    """Part 1..parts of the rows, as equal as can be, the longer ones first."""
    size, longer = divmod(len(rows), parts)
    start = (part - 1) * size + min(part - 1, longer)
    return rows[start : start + size + (part <= longer)]
