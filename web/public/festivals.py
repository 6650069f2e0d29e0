"""The pages of a festival, each from its view, and its topic."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import quote

from domain.festival.events import FestivalDetails, SeriesSet
from domain.records import dataclass
from domain.words.choices.bulletins import NumberedBulletin
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.rankings import EventRanking, RankedPlace, RankedTable
from projections.festivals.sections import FestivalFinds, FestivalView
from projections.festivals.stages_to_come import StageAhead
from projections.lists.bulletins import BulletinBoard
from projections.moment.faces import NO_WORN_FACE, WornFace
from web.api import bulletins, coming, tournaments
from web.links import Site
from web.public.topics import Pieces, TopicForm
from web.rendering import render


@dataclass(frozen=True, slots=True)
class FestivalFrame:
    slug: str
    details: FestivalDetails
    lang: str
    at: int | None = None
    """The journal position of the festival that was asked for; None = now."""
    moment: datetime | None = None
    """The time that was asked for."""
    series: SeriesSet | None = None
    """None = it is no series."""
    face: WornFace = NO_WORN_FACE
    position: int = 0
    """That of the festival's journal now."""
    not_yet: int | datetime | None = None
    """The position or the time that was asked for and is still to come."""
    has_bulletins: bool = False
    ranked: bool = False
    """Its sections count for a ranking."""
    as_files: bool = False
    """The page will lie in a folder: no server answers its reader."""

    @property
    def asked_at(self) -> str:
        return f"?at={quote(self.moment.isoformat())}" if self.at is not None and self.moment else ""

    def page(self, template: str, path: str, here_path: str = "", **context: object) -> str:
        """`path` is the entry of the navigation, `here_path` the whole address where it is not below the festival."""
        return render(
            template,
            lang=self.lang,
            slug=self.slug,
            details=self.details,
            face=self.face,
            path=path,
            past=Site(self.slug, self.at) if self.at is not None else None,
            moment=self.moment,
            asked_at=self.asked_at,
            here_path=here_path or f"/f/{self.slug}{path}",
            series=self.series if self.at is None else None,
            position=self.position,
            not_yet=self.not_yet,
            ranked=self.ranked,
            as_files=self.as_files,
            has_bulletins=self.has_bulletins,
            **context,
        )


def front_html(
    frame: FestivalFrame, view: FestivalView, coming: Mapping[str, str], newest: Sequence[NumberedBulletin]
) -> str:
    """`coming` has the later stages, of which everybody sees who may come, with their titles."""
    return frame.page("public/festival.html", "", view=view, coming=coming, newest=newest)


def news_html(frame: FestivalFrame, view: BulletinBoard, position: int) -> str:
    """`position` is that of the festival with its sections, as the feed counts."""
    return frame.page("public/festival_news.html", "/news", view=view, topic_position=position)


def prizes_html(frame: FestivalFrame, view: FestivalPrizes) -> str:
    return frame.page("public/festival_prizes.html", "/prizes", view=view)


def found_html(frame: FestivalFrame, view: FestivalFinds, ranked: Sequence[RankedPlace]) -> str:
    sites = {one.slug: Site(one.slug) for one in view.sections}
    return frame.page("public/festival_find.html", "/find", view=view, in_ranking=ranked, sites=sites)


_SECTION = TopicForm("festival", "section", tournaments.section_json)


def section_pieces(view: FestivalView) -> Pieces:
    """The sections in the order of the festival, by the address of their tournament."""
    yield _SECTION, {row.slug: row for row in view.sections}


def ranking_html(frame: FestivalFrame, view: EventRanking, position: int, page: int) -> str:
    """`position` is that of the festival and of all its sections; the page turns all tables, 0 = the first."""
    shown = min(max(page, 1), view.pages)
    tables = [(table.page(shown), shown <= table.pages, table.pages > 1) for table in view.tables]
    return frame.page(
        "public/festival_ranking.html",
        "/ranking",
        view=view,
        topic_position=position,
        tables=tables,
        page=shown,
        pages=view.pages,
    )


_BULLETINS = TopicForm("bulletins", "board_of_festival", lambda of: bulletins.festival_bulletins(*of))


def news_pieces(slug: str, view: BulletinBoard) -> Pieces:
    yield _BULLETINS, {"board": (slug, view)}


_RANKED = TopicForm("ranking", "row", tournaments.ranked_json)
_RANKING_STATE = TopicForm("ranking", "state", tournaments.ranking_state)


_PAGE = re.compile(r"(?:(.*)/)?page/([1-9]\d{0,3})", re.ASCII)


def ranking_pieces(view: EventRanking, path: str) -> Pieces | None:
    """A table of the ranking, `W`, or a page of it, `page/2`, `W/page/2`; None = there is no such one."""
    paged = _PAGE.fullmatch(path)
    category, page = (paged[1] or "", int(paged[2])) if paged else (path, 0)
    table = view.table(category)
    if table is None or page > table.pages:
        return None
    return _ranked(view, table.page(page) if page else table)


def _ranked(view: EventRanking, table: RankedTable) -> Pieces:
    if not table.category:
        yield _RANKING_STATE, {"state": view.state}
    yield _RANKED, {row.key: row for row in table.rows}


STAGE_ROOT = "coming"
"""Of the topics of later stages, by the address of their tournament."""
_STAGE = {macro: TopicForm("stages", macro, coming.stage_head) for macro in ("state", "columns", "made_of")}
_MAY_COME = TopicForm("stages", "row", coming.may_come)


def stage_html(frame: FestivalFrame, view: StageAhead, title: str, position: int) -> str:
    """Who may come into a later stage; `position` is that of its topic."""
    path = f"/{STAGE_ROOT}/{view.head.into}"
    return frame.page("public/festival_coming.html", path, view=view, title=title, topic_position=position)


def stage_pieces(view: StageAhead) -> Pieces:
    yield _STAGE["state"], {"state": view.head}
    yield _STAGE["columns"], {"columns": view.head}
    yield _MAY_COME, {row.key: row for row in view.rows}
    yield _STAGE["made_of"], {"made": view.head}
