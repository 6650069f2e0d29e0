"""The public pages of a tournament, a row each: name, addresses, view, JSON twin, topics, place in the navigation.

The routes, the twins, the feed, the navigation and the OpenAPI document follow from these rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

from domain.decisions.players.teams import team_of
from domain.games.state import NO_GAMES, GamesShown
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.chances.coming import WhatComesNext, coming
from projections.lists.bulletins import board_of_tournament, headlines
from projections.lists.followed import followed
from projections.lists.name_search import find
from projections.moment.overview import Overview, overview
from projections.moment.people import IN_LISTS, People
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page, page_ends
from projections.player.card import PlayerCard, compare, player_card
from projections.player.chances import likely_winners
from projections.player.team_page import match_page, team_page
from projections.playoff.bracket import bracket_view, live_end
from projections.playoff.stages import playoff_view
from projections.playoff.tree import playoff_tree
from projections.round.games import GameView, game_view
from projections.round.live_boards import LiveBoardsPage, live_boards, live_page
from projections.round.pairings import Pairings
from projections.round.results import latest_results
from projections.round.seats import seats
from projections.round.statistics import statistics
from projections.table.arena import games_now
from projections.table.board_tables import BoardTables, board_tables
from projections.table.crosstable import Crosstable, MeetingTable, crosstable, meetings
from projections.table.norm_forecast import may_make_norms, public_norm_forecast
from projections.table.podium import podium
from projections.table.prize_list import prize_list
from projections.table.standings import Standings, standings, standings_then
from projections.table.team_scores import team_scores
from web.api import bulletins, games, knockouts, players, rounds, tables, tournaments
from web.api.coming import coming_json
from web.api.norms import norm_forecast_json
from web.api.statistics import statistics_json
from web.links import Frame, Tab
from web.public import topics
from web.public.coming import BY, COMING_TOPICS, rows_by
from web.public.topics import FeedTopic, Pieces, TopicForm
from web.public.video import embedded_video
from web.rendering import render
from web.wording import N_

T = TypeVar("T")

COMPARED_PLACES = 100
"""Above somebody and below them: with these players their page offers a comparison."""


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The query of an address besides the tournament; 0 and empty = nothing."""

    round: int = 0
    player: int = 0
    board: int = 0
    a: int = 0
    b: int = 0
    by: str = ""
    known: str = ""
    players: str = ""
    page: int = 0
    """Of a long table; 0 = the first."""
    q: str = ""
    game: int = 1
    """Of the match at a board."""
    ply: int | None = None
    """Half-moves of a game after which its position is shown; None = all."""
    side: str = ""
    """`black`: the side whose pieces stand below."""
    watch: bool = False
    """The organiser's stream is to stand in the page."""
    games: GamesShown = NO_GAMES
    """The games of boards, for pages that show them."""


class PageListing(NamedTuple):
    """A page that is one list under its heading: its template has the macros of `parts/<part>.html`."""

    part: str
    rows: Callable[[Any], Mapping[str, object]]
    """The rows of a view by the names of their parts in the feed."""
    twin: Callable[..., object]


@dataclass(frozen=True, slots=True)
class PublicPage(Generic[T]):
    name: str
    paths: tuple[str, ...]
    """Below the tournament; the JSON twin stands at the same with `.json`."""
    view: Callable[[Snapshot, PageQuery], T | None]
    """None where there is nothing of the kind: that is a 404."""
    twin: Callable[[T], Mapping[str, object]]
    """Its return type is the shape of the data."""
    more: Callable[[Snapshot, PageQuery, T], dict[str, object]] = field(default=lambda _sheet, _asked, _view: {})
    """Gives what else the template needs."""
    asks: tuple[str, ...] = ()
    """The words that it takes besides `at` and `lang`; the rest is ignored, so that it is no page of its own."""
    with_games: bool = False
    """It shows games of boards: it moves on with them."""
    kept: bool = True
    """It may be remembered: not where it can be asked for in any number of ways."""
    tab: str = ""
    """The entry of the navigation to which it belongs; empty = that of its name."""
    heading: str = ""
    """The heading of its own entry there; empty = it has none."""
    of_teams: str = ""
    """The heading where teams play, if it is another one."""
    shown: Callable[[Frame], bool] = field(default=lambda _frame: True)
    topics: Mapping[str, FeedTopic] = field(default_factory=dict)
    """Below `t/<slug>/`: what can be followed of it."""
    listing: PageListing | None = None
    folder: str = "public"
    """The folder of its template, which has its name."""
    instead: Callable[[Snapshot, PageQuery], str] = field(default=lambda _sheet, _asked: "")
    """Gives the path of the page that shows what this one has nothing of; empty = none."""

    @property
    def template(self) -> str:
        return "public/list_page.html" if self.listing else f"{self.folder}/{self.name}.html"

    @property
    def shape(self) -> Any:
        return get_type_hints(self.twin)["return"]

    def html(self, frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
        view = self.view(snapshot, asked)
        if view is None:
            return None
        more = self.more(snapshot, asked, view)
        if self.listing:
            list_page = {"part": self.listing.part, "rows": self.listing.rows(view), "topic": next(iter(self.topics))}
            more = {**more, **list_page, "heading": self.heading}
        topic = f"t/{frame.site.slug}/{more['topic']}" if more.get("topic") else ""
        position = frame.position + asked.games.revision
        return render(self.template, **{**more, "topic": topic}, lang=lang, view=view, frame=frame, position=position)

    def json(self, snapshot: Snapshot, asked: PageQuery) -> Mapping[str, object] | None:
        view = self.view(snapshot, asked)
        return None if view is None else self.twin(view)


def list_page(
    name: str,
    heading: str,
    view: Callable[[Snapshot, PageQuery], T | None],
    twin: Callable[[T], Mapping[str, object]],
    listing: PageListing,
) -> PublicPage[T]:
    """A page that is one list: at the address and under the topic of its name."""
    form = TopicForm(listing.part, "row", listing.twin)

    def pieces(snapshot: Snapshot, number: int) -> Pieces | None:
        found = view(snapshot, PageQuery())
        return iter([(form, listing.rows(found))]) if found is not None else None

    topics = {name: FeedTopic(pieces)}
    return PublicPage(name, (f"/{name}",), view, twin, heading=heading, topics=topics, listing=listing)


# The views, each from a snapshot and what was asked


def _pairings(snapshot: Snapshot, asked: PageQuery) -> Pairings | None:
    """The whole round, whichever page of it is asked for."""
    view = games_now(snapshot, asked.round)
    return view if view is not None and asked.page <= _pages_of_round(snapshot, asked, view) else None


def _pages_of_round(snapshot: Snapshot, asked: PageQuery, view: Pairings) -> int:
    return last_page(len(seats(snapshot, view))) if asked.by == "name" else view.last_page()


def _standings(snapshot: Snapshot, asked: PageQuery) -> Standings | None:
    """The whole table, whichever page of it is asked for."""
    if asked.round > snapshot.round:
        return None
    after = asked.round or snapshot.round
    then = standings_then(snapshot, after) if asked.known == "then" else None
    view = then or standings(snapshot, after)
    return view if asked.page <= view.last_page() else None


def _coming(snapshot: Snapshot, asked: PageQuery) -> WhatComesNext | None:
    view = coming(snapshot, snapshot.chances)
    return view if view is not None and asked.page <= view.pages else None


def _crosstable(snapshot: Snapshot, asked: PageQuery) -> Crosstable | MeetingTable | None:
    """A cell for each opponent where everybody meets everybody, else one for each round; the whole table."""
    by_place = asked.by != "number"
    if snapshot.tournament.regulations.from_tables:
        return meetings(snapshot, by_place=by_place)
    view = crosstable(snapshot, by_place=by_place)
    return view if asked.page <= view.last_page() else None


def _boards(snapshot: Snapshot, asked: PageQuery) -> BoardTables | None:
    view = board_tables(snapshot, asked.round or None) if asked.round <= snapshot.round else None
    return view if view is not None and asked.page <= len(view.pages()) else None


def _about_boards(snapshot: Snapshot, asked: PageQuery, view: BoardTables) -> dict[str, object]:
    page, pages = asked.page or 1, view.pages()
    ends = [(shown[0].name, shown[-1].name) for shown in pages if shown]
    return {"topic": _topic("boards", asked, len(pages)), "tables": pages[page - 1], "page": page, "ends": ends}


def _people(snapshot: Snapshot, asked: PageQuery) -> People | None:
    return snapshot.people if asked.page <= last_page(len(snapshot.people)) else None


def _live_boards(snapshot: Snapshot, asked: PageQuery) -> LiveBoardsPage | None:
    return live_page(live_boards(snapshot, asked.games.boards(snapshot.current)), asked.page or 1, _ids(asked.players))


def _ids(players: str) -> list[int]:
    return [int(one) for one in players.split("-") if one]


def _game(snapshot: Snapshot, asked: PageQuery) -> GameView | None:
    return game_view(snapshot, asked.games, asked.round, asked.board, asked.game)


# Values for templates besides their views


def _about_overview(snapshot: Snapshot, asked: PageQuery, view: Overview) -> dict[str, object]:
    """Of an event that is over its end: the podium, the prizes, the head of the final table."""
    ended, bracket = podium(snapshot), bracket_view(snapshot)
    table = standings(snapshot) if snapshot.round and not bracket else None
    return {
        "ended": ended,
        "final": table if ended else None,
        "prizes": prize_list(snapshot) if ended else None,
        "top": table.rows[: topics.LEADERS] if table else (),
        "latest": latest_results(snapshot, 8),
        "bracket": bracket,
        "live_end": live_end(bracket) if bracket else (),
        "newest": headlines(snapshot.tournament.bulletins),
        "can_win": likely_winners(snapshot, topics.LIKELY_WINNERS),
    }


def _about_pairings(snapshot: Snapshot, asked: PageQuery, view: Pairings) -> dict[str, object]:
    by_name, page = asked.by == "name", asked.page or 1
    rows = seats(snapshot, view) if by_name else ()
    ends = [(first.person, last.person) for first, last in page_ends(rows)] if by_name else view.page_ends()
    return {
        "by": asked.by,
        "seats": on_page(rows, page),
        "shown": view.page(page),
        "topic": _topic("seats" if by_name else "pairings", asked, _pages_of_round(snapshot, asked, view)),
        "page": page,
        "ends": ends,
    }


def _about_standings(snapshot: Snapshot, asked: PageQuery, view: Standings) -> dict[str, object]:
    playoff, page, pages = snapshot.tournament.playoff, asked.page or 1, view.last_page()
    return {
        "topic": "" if view.known_then else _topic("standings", asked, pages),
        "playoffs": tuple(playoff.held.values()),
        "decided": playoff.decided,
        "rows": view.page(page),
        "page": page,
        "pages": pages,
    }


def _about_crosstable(snapshot: Snapshot, asked: PageQuery, view: Crosstable | MeetingTable) -> dict[str, object]:
    topic = "crosstable" if view.head.by_place else "crosstable/number"
    shown = {"topic": topic, "paired_off": isinstance(view, MeetingTable), "rows": view.rows, "page": 1, "pages": 1}
    if isinstance(view, MeetingTable) or view.last_page() == 1:
        return shown
    page = asked.page or 1
    return {**shown, "topic": f"{topic}/{page}", "rows": view.page(page).rows, "page": page, "pages": view.last_page()}


def _about_coming(snapshot: Snapshot, asked: PageQuery, view: WhatComesNext) -> dict[str, object]:
    by, page = asked.by if asked.by in BY else "", asked.page or 1
    rows = on_page(rows_by(view, by), page)
    about = {"by": by, "rows": rows, "page": page, "pages": view.pages}
    return {**about, "topic": _topic(BY[by], asked, view.pages), "norms": may_make_norms(snapshot.tournament)}


def _topic(name: str, asked: PageQuery, pages: int = 1) -> str:
    """The topic that the page follows: of the newest round, unless it is the page of a certain one."""
    topic = f"{name}/{asked.round}" if asked.round else name
    return f"{topic}/page/{asked.page or 1}" if pages > 1 else topic


def _about_people(snapshot: Snapshot, asked: PageQuery, view: People) -> dict[str, object]:
    page, lines = asked.page or 1, range(1, len(view) + 1)
    waiting = len(snapshot.tournament.waiting)
    return {
        "waiting": waiting,
        "columns": IN_LISTS,
        "rows": on_page(tuple(view.values()), page),
        "page": page,
        "ends": page_ends(lines),
    }


def _team_page_of(snapshot: Snapshot, asked: PageQuery) -> str:
    """Members of a team have no page of their own."""
    team = team_of(snapshot.tournament, EntrantId(asked.player))
    return f"/teams/{team.id}" if team else ""


def _about_player(snapshot: Snapshot, asked: PageQuery, view: PlayerCard) -> dict[str, object]:
    rows = standings(snapshot).rows if view.place else ()
    line = next((line for line, row in enumerate(rows) if row.person.id == view.person.id), 0)
    near = [row.person for row in rows[max(0, line - COMPARED_PLACES) : line + COMPARED_PLACES + 1]]
    others = sorted((other for other in near if other.id != view.person.id), key=attrgetter("number"))
    return {"others": others, "team": team_page(snapshot, view.person.id)}


def _about_live_boards(snapshot: Snapshot, asked: PageQuery, view: LiveBoardsPage) -> dict[str, object]:
    video = embedded_video(snapshot.tournament.details.video)
    return {"topic": f"live/page/{view.page}" if view.page > 1 else "live", "video": video, "watched": asked.watch}


def _about_game(_snapshot: Snapshot, asked: PageQuery, view: GameView) -> dict[str, object]:
    newest = view.head.plies
    ply = newest if asked.ply is None else min(asked.ply, newest)
    return {"topic": f"game/{view.head.at}", "ply": ply, "follows": asked.ply is None, "turned": asked.side == "black"}


_PAGES: tuple[PublicPage[Any], ...] = (
    PublicPage(
        "overview",
        ("",),
        lambda snapshot, _: overview(snapshot.tournament),
        tournaments.overview,
        _about_overview,
        heading=N_("Home"),
    ),
    PublicPage(
        "pairings",
        ("/pairings", "/pairings/{round:int}"),
        _pairings,
        rounds.pairings,
        _about_pairings,
        ("by", "page"),
        heading=N_("Rounds"),
        topics={
            "pairings": topics.paged(topics.round_by_board),
            "seats": topics.paged(topics.round_by_name),
        },
    ),
    PublicPage(
        "bracket",
        ("/bracket",),
        lambda snapshot, _: bracket_view(snapshot),
        knockouts.bracket_json,
        lambda *_: {"topic": "bracket"},
        heading=N_("Bracket"),
        shown=lambda frame: frame.overview.regulations.with_bracket,
        topics={"bracket": FeedTopic(topics.bracket_topic)},
    ),
    PublicPage(
        "playoff",
        ("/playoff",),
        lambda snapshot, _: playoff_view(snapshot),
        knockouts.playoff_json,
        lambda _snapshot, _asked, view: {"topic": "playoff", "tree": playoff_tree(view)},
        heading=N_("Play-off"),
        shown=lambda frame: frame.overview.regulations.is_playoff,
        topics={"playoff": FeedTopic(topics.playoff_topic)},
    ),
    PublicPage(
        "coming",
        ("/coming",),
        _coming,
        coming_json,
        _about_coming,
        ("by", "page"),
        heading=N_("What comes next"),
        shown=lambda frame: frame.coming,
        topics=COMING_TOPICS,
    ),
    PublicPage(
        "standings",
        ("/standings", "/standings/{round:int}"),
        _standings,
        tables.standings,
        _about_standings,
        ("known", "page"),
        heading=N_("Standings"),
        topics={"standings": topics.paged(topics.standings_feed)},
    ),
    PublicPage(
        "crosstable",
        ("/crosstable",),
        _crosstable,
        tables.crosstable,
        _about_crosstable,
        ("by", "page"),
        heading=N_("Crosstable"),
        topics={
            "crosstable": FeedTopic(topics.crosstable_feed(by_place=True), numbered=True),
            "crosstable/number": FeedTopic(topics.crosstable_feed(by_place=False), numbered=True),
        },
    ),
    PublicPage(
        "boards",
        ("/boards", "/boards/{round:int}"),
        _boards,
        tables.board_tables,
        _about_boards,
        ("page",),
        heading=N_("Boards"),
        shown=lambda frame: frame.of_teams,
        topics={"boards": topics.paged(topics.tables_by_board)},
    ),
    PublicPage(
        "team-scores",
        ("/team-scores",),
        lambda snapshot, _: team_scores(snapshot),
        tables.team_scores_json,
        lambda *_: {"topic": "team-scores"},
        heading=N_("Team scores"),
        shown=lambda frame: frame.has_team_scores,
        topics={"team-scores": FeedTopic(topics.scores_of_teams)},
    ),
    PublicPage(
        "players",
        ("/players",),
        _people,
        players.players,
        _about_people,
        ("page",),
        heading=N_("Players"),
        of_teams=N_("Teams"),
    ),
    PublicPage(
        "player",
        ("/players/{player:int}",),
        lambda snapshot, asked: player_card(snapshot, EntrantId(asked.player)),
        players.player_card,
        _about_player,
        tab="players",
        topics={"player": FeedTopic(topics.player_topic, numbered=True)},
        instead=_team_page_of,
    ),
    PublicPage(
        "team",
        ("/teams/{player:int}",),
        lambda snapshot, asked: team_page(snapshot, EntrantId(asked.player)),
        players.team_page,
        tab="players",
    ),
    PublicPage(
        "match",
        ("/matches/{round:int}/{board:int}",),
        lambda snapshot, asked: match_page(snapshot, asked.round, asked.board),
        rounds.match_page,
        lambda _snapshot, _asked, view: {"topic": topics.match_topic(view.round, view.match.board)},
        tab="pairings",
        topics={"match": FeedTopic(topics.one_match, numbered=True)},
    ),
    PublicPage(
        "compare",
        ("/compare",),
        lambda snapshot, asked: compare(snapshot, EntrantId(asked.a), EntrantId(asked.b)),
        players.compare,
        asks=("a", "b"),
        tab="players",
    ),
    PublicPage(
        "find",
        ("/find",),
        lambda snapshot, asked: find(snapshot, asked.q),
        players.found,
        asks=("q",),
        kept=False,
    ),
    PublicPage(
        "mine",
        ("/mine",),
        lambda snapshot, asked: followed(snapshot, _ids(asked.players)),
        players.followed,
        asks=("players",),
        kept=False,
        topics={"home": FeedTopic(topics.home_topic)},
    ),
    PublicPage(
        "live",
        ("/live",),
        _live_boards,
        games.live_boards,
        _about_live_boards,
        ("page", "players", "watch"),
        with_games=True,
        heading=N_("Live boards"),
        shown=lambda frame: frame.live and not frame.past,
    ),
    PublicPage(
        "statistics",
        ("/statistics", "/statistics/{round:int}"),
        lambda snapshot, asked: statistics(snapshot, asked.games, asked.round),
        statistics_json,
        lambda _snapshot, _asked, view: {"topic": f"statistics/{view.round}" if view.round else "statistics"},
        with_games=True,
        heading=N_("Statistics"),
        shown=lambda frame: bool(frame.overview.round),
    ),
    PublicPage(
        "norms",
        ("/norms",),
        lambda snapshot, _: public_norm_forecast(snapshot),
        norm_forecast_json,
        lambda *_: {"topic": "norms"},
        tab="coming",
        topics={"norms": FeedTopic(topics.norm_pieces)},
    ),
    PublicPage(
        "game",
        ("/game/{round:int}.{board:int}", "/game/{round:int}.{board:int}.{game:int}"),
        _game,
        games.game,
        _about_game,
        ("ply", "side"),
        with_games=True,
        tab="live",
    ),
    list_page(
        "results",
        N_("Latest results"),
        lambda snapshot, _: latest_results(snapshot),
        rounds.latest,
        PageListing("results", lambda rows: {topics.of_result(row): row for row in rows}, rounds.latest_row),
    ),
    PublicPage(
        "news",
        ("/news",),
        lambda snapshot, _: board_of_tournament(snapshot),
        bulletins.bulletin_board_json,
        lambda *_: {"topic": "news"},
        heading=N_("News and documents"),
        shown=lambda frame: frame.has_bulletins,
        topics={"news": FeedTopic(topics.bulletin_pieces)},
    ),
    PublicPage(
        "prizes",
        ("/prizes",),
        lambda snapshot, _: prize_list(snapshot),
        tables.prizes,
        heading=N_("Prizes"),
        shown=lambda frame: frame.has_prizes,
    ),
)
PAGES = {page.name: page for page in _PAGES}

EMBEDDED_PAGES: dict[str, PublicPage[Any]] = {
    path: replace(PAGES[name], folder="embed")
    for path, name in (
        ("/pairings", "pairings"),
        ("/standings", "standings"),
        ("/player/{player:int}", "player"),
        ("/live", "overview"),
    )
}
"""Pages without a frame, for pages of others, by their addresses below `/embed/<slug>`."""

DOWNLOADS = Tab("downloads", "/downloads", N_("Downloads"))


def _navigation() -> Iterator[Tab]:
    for name, page in PAGES.items():
        if page.heading:
            yield Tab(name, page.paths[0], page.heading, page.of_teams, page.shown)
    yield DOWNLOADS


NAVIGATION = tuple(_navigation())

FOLLOWED_TOPICS: dict[str, FeedTopic] = topics.OTHER_TOPICS | {
    name: topic for page in PAGES.values() for name, topic in page.topics.items()
}


MAX_READ_PATHS = 4096


def pieces(snapshot: Snapshot, path: str) -> Pieces | None:
    """The pieces of a topic such as `pairings`, `standings/3` or `player/17`; None = there is none."""
    feed, numbers = _asked(path)
    return feed(snapshot, *numbers) if feed is not None else None


@lru_cache(maxsize=MAX_READ_PATHS)
def _asked(path: str) -> tuple[Callable[..., Pieces | None] | None, Sequence[int]]:
    """The feed and the numbers that a path asks for; it is asked after each result for each player somebody follows."""
    if path in FOLLOWED_TOPICS:
        return FOLLOWED_TOPICS[path].feed, (0,)
    table, paged, page = path.partition("/page/")
    if paged:
        whole, _, round = table.partition("/")
        feed = FOLLOWED_TOPICS[whole].page if whole in FOLLOWED_TOPICS else None
        known = _number(page) and (table == whole or _number(round))
        return feed if known else None, (_number(round), _number(page))
    name, _, written = path.rpartition("/")
    topic, number = FOLLOWED_TOPICS.get(name), _number(written)
    return topic.feed if topic is not None and topic.numbered and number else None, (number,)


def _number(text: str) -> int:
    """A whole number as we write it; 0 = it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 and text[0] != "0" else 0
