"""The public pages of a tournament: for each one the view it shows, its template, and its JSON twin."""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Generic, TypeVar

from domain.words.players import EntrantId
from projections.lists.followed import Followed, followed
from projections.lists.name_search import NamesFound, find
from projections.moment.overview import Overview, overview
from projections.moment.people import IN_LISTS, People
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page, page_ends
from projections.player.card import PlayerCard, player_card
from projections.player.compare import SideBySide, compare
from projections.player.team_page import MatchPage, TeamPage, match_page, team_page
from projections.playoff.bracket import BracketView, bracket_view
from projections.playoff.stages import PlayoffView, playoff_view
from projections.playoff.tree import playoff_tree
from projections.round.latest_results import Latest, latest_results
from projections.round.pairings import Pairings, pairings
from projections.round.seats import seats
from projections.table.board_tables import BoardTables, board_tables
from projections.table.crosstable import Crosstable, crosstable
from projections.table.meetings import MeetingTable, meetings
from projections.table.prize_list import Prizes, prize_list
from projections.table.standings import Standings, standings, standings_then
from web.api import board_tables as by_board
from web.api import brackets, cards, followers, playoffs, team_matches, teams, views
from web.links import Frame
from web.public.topics import match_topic
from web.rendering import render

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
    """Numbers of some in the journal, joined by hyphens."""
    page: int = 0
    """Of a long table; 0 = the first."""
    q: str = ""
    """Words to search for."""


@dataclass(frozen=True, slots=True)
class PublicPage(Generic[T]):
    """`view` answers None where there is nothing of the kind: that is a 404."""

    active: str
    """The tab it belongs to."""
    template: str
    view: Callable[[Snapshot, PageQuery], T | None]
    twin: Callable[[T], dict[str, views.Json]]
    more: Callable[[Snapshot, PageQuery, T], dict[str, object]] = field(default=lambda _sheet, _asked, _view: {})
    """Gives what else the template needs."""
    asks: tuple[str, ...] = ()
    """The words that it takes besides `at` and `lang`; the rest is ignored, so that it is no page of its own."""
    kept: bool = True
    """It may be remembered: not where it can be asked for in any number of ways."""

    def html(self, frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
        view = self.view(snapshot, asked)
        if view is None:
            return None
        more = self.more(snapshot, asked, view)
        topic = f"t/{frame.site.slug}/{more['topic']}" if more.get("topic") else ""
        has_prizes = snapshot.tournament.prizes is not None
        return render(
            self.template, **{**more, "topic": topic}, lang=lang, view=view, frame=frame, has_prizes=has_prizes
        )

    def json(self, snapshot: Snapshot, asked: PageQuery) -> dict[str, views.Json] | None:
        view = self.view(snapshot, asked)
        return None if view is None else self.twin(view)


# The views, each from a snapshot and what was asked


def _overview(snapshot: Snapshot, asked: PageQuery) -> Overview:
    return overview(snapshot.tournament)


def _pairings(snapshot: Snapshot, asked: PageQuery) -> Pairings | None:
    """The whole round, whichever page of it is asked for."""
    view = pairings(snapshot, asked.round or snapshot.current)
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
    """Everybody, whichever page of the list is asked for."""
    return snapshot.people if asked.page <= last_page(len(snapshot.people)) else None


def _player(snapshot: Snapshot, asked: PageQuery) -> PlayerCard | None:
    return player_card(snapshot, EntrantId(asked.player))


def _compare(snapshot: Snapshot, asked: PageQuery) -> SideBySide | None:
    return compare(snapshot, EntrantId(asked.a), EntrantId(asked.b))


def _find(snapshot: Snapshot, asked: PageQuery) -> NamesFound:
    return find(snapshot, asked.q)


def _followed(snapshot: Snapshot, asked: PageQuery) -> tuple[Followed, ...]:
    return followed(snapshot, [int(one) for one in asked.players.split("-") if one])


def _latest(snapshot: Snapshot, asked: PageQuery) -> tuple[Latest, ...]:
    return latest_results(snapshot)


def _prizes(snapshot: Snapshot, asked: PageQuery) -> Prizes | None:
    return prize_list(snapshot)


def _playoff(snapshot: Snapshot, asked: PageQuery) -> PlayoffView | None:
    return playoff_view(snapshot)


# Values for templates besides their views


def _about_overview(snapshot: Snapshot, asked: PageQuery, view: Overview) -> dict[str, object]:
    table = standings(snapshot) if snapshot.round else None
    return {"top": table.rows[:8] if table else (), "latest": latest_results(snapshot, 8)}


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


def _bracket(snapshot: Snapshot, asked: PageQuery) -> BracketView | None:
    return bracket_view(snapshot)


def _about_bracket(snapshot: Snapshot, asked: PageQuery, view: BracketView) -> dict[str, object]:
    return {"topic": "bracket"}


def _about_playoff(snapshot: Snapshot, asked: PageQuery, view: PlayoffView) -> dict[str, object]:
    return {"topic": "playoff", "tree": playoff_tree(view)}


def _topic(name: str, asked: PageQuery, pages: int = 1) -> str:
    """The topic that the page follows: of the newest round, unless it is the page of a certain one."""
    topic = f"{name}/{asked.round}" if asked.round else name
    return f"{topic}/page/{asked.page or 1}" if pages > 1 else topic


def _about_people(snapshot: Snapshot, asked: PageQuery, view: People) -> dict[str, object]:
    page, lines = asked.page or 1, range(1, len(view) + 1)
    return {"columns": IN_LISTS, "rows": on_page(tuple(view.values()), page), "page": page, "ends": page_ends(lines)}


def _about_player(snapshot: Snapshot, asked: PageQuery, view: PlayerCard) -> dict[str, object]:
    rows = standings(snapshot).rows if view.place else ()
    line = next((line for line, row in enumerate(rows) if row.person.id == view.person.id), 0)
    near = [row.person for row in rows[max(0, line - COMPARED_PLACES) : line + COMPARED_PLACES + 1]]
    others = sorted((other for other in near if other.id != view.person.id), key=attrgetter("number"))
    return {"others": others, "team": team_page(snapshot, view.person.id)}


def _team(snapshot: Snapshot, asked: PageQuery) -> TeamPage | None:
    return team_page(snapshot, EntrantId(asked.player))


def _match(snapshot: Snapshot, asked: PageQuery) -> MatchPage | None:
    return match_page(snapshot, asked.round, asked.board)


def _about_match(snapshot: Snapshot, asked: PageQuery, view: MatchPage) -> dict[str, object]:
    return {"topic": match_topic(view.round, view.match.board)}


PAGES: dict[str, PublicPage] = {  # type: ignore[type-arg]
    "overview": PublicPage("overview", "public/overview.html", _overview, views.overview, _about_overview),
    "pairings": PublicPage(
        "pairings", "public/pairings.html", _pairings, team_matches.round_with_matches, _about_pairings, ("by", "page")
    ),
    "standings": PublicPage(
        "standings", "public/standings.html", _standings, views.standings, _about_standings, ("known", "page")
    ),
    "crosstable": PublicPage(
        "crosstable", "public/crosstable.html", _crosstable, views.crosstable, _about_crosstable, ("by", "page")
    ),
    "boards": PublicPage("boards", "public/boards.html", _boards, by_board.tables, _about_boards, ("page",)),
    "players": PublicPage("players", "public/players.html", _people, views.players, _about_people, ("page",)),
    "player": PublicPage("players", "public/player.html", _player, cards.player_card, _about_player),
    "team": PublicPage("players", "public/team.html", _team, teams.team_page),
    "match": PublicPage("pairings", "public/match.html", _match, teams.match_page, _about_match),
    "compare": PublicPage("players", "public/compare.html", _compare, cards.compare, asks=("a", "b")),
    "find": PublicPage("find", "public/find.html", _find, followers.found, asks=("q",), kept=False),
    "mine": PublicPage("mine", "public/mine.html", _followed, followers.followed, asks=("players",), kept=False),
    "results": PublicPage("results", "public/results.html", _latest, views.latest),
    "bracket": PublicPage("bracket", "public/bracket.html", _bracket, brackets.bracket_twin, _about_bracket),
    "playoff": PublicPage("playoff", "public/playoff.html", _playoff, playoffs.playoff_twin, _about_playoff),
    "prizes": PublicPage("prizes", "public/prizes.html", _prizes, views.prizes),
    "embed-pairings": PublicPage(
        "pairings", "embed/pairings.html", _pairings, team_matches.round_with_matches, _about_pairings, ("by", "page")
    ),
    "embed-standings": PublicPage(
        "standings", "embed/standings.html", _standings, views.standings, _about_standings, ("known", "page")
    ),
    "embed-player": PublicPage("players", "embed/player.html", _player, cards.player_card, _about_player),
    "embed-live": PublicPage("overview", "embed/live.html", _overview, views.overview, _about_overview),
}
"""By name; the addresses are in `server/routes/public.py`."""
