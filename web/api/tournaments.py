"""Tournaments and festivals as JSON: front pages, the list of tournaments, the prizes and finds of all sections."""

from typing import NotRequired, TypedDict, cast

from domain.organisers.state import Organiser
from domain.words.festivals import Merit, RankingTie
from domain.words.regulations import Format
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.rankings import EventRanking, RankedCell, RankedRow, RankingState
from projections.festivals.sections import FestivalFinds, FestivalView, NewsRow, SectionRow
from projections.lists.catalogue import CataloguePage, Summary
from projections.moment.overview import Overview, Phase
from web.api.people import Exact, PersonJson, Points, exact_json, person, points_json
from web.api.players import FoundJson, found
from web.api.tables import PrizesJson, StandingsRowJson, prizes, standing


class OverviewJson(TypedDict):
    """Name, dates, regulations, and how far it has come."""

    name: str
    city: str
    federation: str
    start: str
    end: str
    next_time: str
    video: str
    chief_arbiter: str
    deputies: list[str]
    arbiters: list[str]
    time_control: str
    schedule: list[str]
    system: str
    format: Format
    rounds: int
    tiebreaks: list[str]
    ruleset: str
    phase: Phase
    players: int
    round: int
    round_official: bool
    games: int
    games_decided: int
    matches_level: int
    next_start: str
    next_publication: str


def overview(view: Overview) -> OverviewJson:
    d, r = view.details, view.regulations
    return {
        "name": d.name,
        "city": d.city,
        "federation": d.federation,
        "start": d.start,
        "end": d.end,
        "next_time": d.next_time,
        "video": d.video,
        "chief_arbiter": d.chief_arbiter,
        "deputies": list(d.deputies),
        "arbiters": list(d.arbiters),
        "time_control": d.time_control,
        "schedule": list(d.schedule),
        "system": r.system,
        "format": r.format,
        "rounds": r.rounds,
        "tiebreaks": list(r.order),
        "ruleset": r.ruleset,
        "phase": view.phase,
        "players": view.players,
        "round": view.round,
        "round_official": view.official,
        "games": view.games,
        "games_decided": view.decided,
        "matches_level": view.level,
        "next_start": view.next_start,
        "next_publication": view.next_publication,
    }


class CatalogueRowJson(OverviewJson):
    slug: str


class UnreadJson(TypedDict):
    unread: int


class CatalogueJson(UnreadJson):
    """A page of the list of tournaments; `unread` are still to be read by a server that has just started."""

    tournaments: list[CatalogueRowJson]
    page: int
    pages: int
    found: int


def catalogue(page: CataloguePage, unread_ones: int) -> CatalogueJson:
    return {
        "tournaments": [catalogue_row(row) for row in page.rows],
        "page": page.number,
        "pages": page.pages,
        "found": page.found,
        **unread(unread_ones),
    }


class OrganiserJson(CatalogueJson):
    """An organiser, and a page of the list of its tournaments."""

    organiser: str
    name: str
    about: str
    link: str


def organiser(about: Organiser, page: CataloguePage, unread_ones: int) -> OrganiserJson:
    listed = catalogue(page, unread_ones)
    return {"organiser": about.id, "name": about.name, "about": about.about, "link": about.link, **listed}


def unread(count: int) -> UnreadJson:
    return {"unread": count}


def catalogue_row(row: Summary) -> CatalogueRowJson:
    return {"slug": row.slug, **overview(row.overview)}


class FestivalSectionJson(OverviewJson, total=False):
    """A section; of one that cannot be read only its title."""

    tournament: str
    title: str
    in_groups: bool
    disputes: int
    leaders: list[StandingsRowJson]


class NewsPrizeJson(TypedDict):
    player: PersonJson
    names: list[str]
    cents: int


class NewsJson(TypedDict):
    """A section that has ended, and who goes on to another one."""

    tournament: str
    title: str
    winners: list[StandingsRowJson]
    prizes: list[NewsPrizeJson]
    currency: str
    into: str
    going_on: list[PersonJson]


class FestivalJson(TypedDict):
    """The sections of a festival, and what is new."""

    festival: str
    position: int
    name: str
    city: str
    start: str
    end: str
    sections: list[FestivalSectionJson]
    news: list[NewsJson]
    not_yet: NotRequired[bool]


def festival(view: FestivalView) -> FestivalJson:
    return {
        "festival": view.slug,
        "position": view.position,
        "name": view.details.name,
        "city": view.details.city,
        "start": view.details.start,
        "end": view.details.end,
        "sections": [section_json(row) for row in view.sections],
        "news": [_news(row) for row in view.news],
    }


def section_json(row: SectionRow) -> FestivalSectionJson:
    """Without the figures of a tournament that cannot be read."""
    about = dict(overview(row.overview)) if row.overview else {}
    leaders = [standing(line) for line in row.leaders]
    said = {"tournament": row.slug, "title": row.title, **about, "in_groups": row.drawn, "leaders": leaders}
    return cast(FestivalSectionJson, said)


def _news(row: NewsRow) -> NewsJson:
    return {
        "tournament": row.slug,
        "title": row.title,
        "winners": [standing(line) for line in row.winners],
        "prizes": [
            {"player": person(one.person), "names": list(one.award.names), "cents": one.award.cents}
            for one in row.prizes
        ],
        "currency": row.currency,
        "into": row.into,
        "going_on": [person(one) for one in row.going_on],
    }


class SectionPrizesJson(PrizesJson):
    tournament: str
    title: str


class FestivalPrizesJson(TypedDict):
    """The prizes of all sections."""

    festival: str
    one_prize_each: bool
    final: bool
    sections: list[SectionPrizesJson]
    not_yet: NotRequired[bool]


def festival_prizes(slug: str, view: FestivalPrizes) -> FestivalPrizesJson:
    return {
        "festival": slug,
        "one_prize_each": view.one_each,
        "final": view.final,
        "sections": [{"tournament": one.slug, "title": one.title, **prizes(one.prizes)} for one in view.sections],
    }


class SectionFoundJson(FoundJson):
    tournament: str
    title: str


class FestivalFoundJson(TypedDict):
    """People with these words in their names, section by section."""

    festival: str
    found: int
    sections: list[SectionFoundJson]
    not_yet: NotRequired[bool]


def festival_found(slug: str, view: FestivalFinds) -> FestivalFoundJson:
    return {
        "festival": slug,
        "found": sum(len(one.names.rows) + one.names.more for one in view.sections),
        "sections": [{"tournament": one.slug, "title": one.title, **found(one.names)} for one in view.sections],
    }


class RankedEventJson(TypedDict):
    tournament: str
    title: str
    players: int
    over: bool


class RankedCellJson(TypedDict):
    """What somebody did in an event; null = they did not play there."""

    player: int
    place: int
    points: Points
    worth: Exact
    counts: bool


class RankedRowJson(TypedDict):
    place: int
    person: str
    tournament: str
    player: PersonJson
    total: Exact
    ties: list[Exact]
    events: list[RankedCellJson | None]


class RankedTableJson(TypedDict):
    category: str
    rows: list[RankedRowJson]


class RankingStateJson(TypedDict):
    """Events that are over, of how many; and whether the organiser has closed the ranking."""

    over: int
    events: int
    closed: bool


class RankingJson(TypedDict):
    """The ranking over the sections of a festival: that of everybody first, then the categories ranked apart."""

    festival: str
    merit: Merit
    place_points: list[int]
    best_events: int
    ties: list[RankingTie]
    state: RankingStateJson
    events: list[RankedEventJson]
    tables: list[RankedTableJson]
    not_yet: NotRequired[bool]


def ranking_json(view: EventRanking) -> RankingJson:
    rules = view.rules
    return {
        "festival": view.slug,
        "merit": rules.merit,
        "place_points": list(rules.points),
        "best_events": rules.best,
        "ties": list(rules.ties),
        "state": ranking_state(view.state),
        "events": [
            {"tournament": one.slug, "title": one.title, "players": one.players, "over": one.over}
            for one in view.events
        ],
        "tables": [{"category": one.category, "rows": [ranked_json(row) for row in one.rows]} for one in view.tables],
    }


def ranking_state(state: RankingState) -> RankingStateJson:
    return {"over": state.over, "events": state.events, "closed": state.closed}


def ranked_json(row: RankedRow) -> RankedRowJson:
    return {
        "place": row.place,
        "person": row.key,
        "tournament": row.slug,
        "player": person(row.person),
        "total": exact_json(row.total),
        "ties": [exact_json(one) for one in row.ties],
        "events": [_ranked_cell(one) if one else None for one in row.cells],
    }


def _ranked_cell(cell: RankedCell) -> RankedCellJson:
    return {
        "player": cell.entrant,
        "place": cell.place,
        "points": points_json(cell.score),
        "worth": exact_json(cell.worth),
        "counts": cell.counts,
    }
