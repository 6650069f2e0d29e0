"""The JSON twins of the pages of a festival."""

from projections.festivals.finding import FestivalFinds
from projections.festivals.prizes import FestivalPrizes, SectionPrizes
from projections.festivals.sections import FestivalView, NewsRow, SectionRow
from web.api import views
from web.api.followers import found
from web.api.views import Json


def festival(view: FestivalView) -> dict[str, Json]:
    details = view.details
    return {
        "festival": view.slug,
        "position": view.position,
        "name": details.name,
        "city": details.city,
        "start": details.start,
        "end": details.end,
        "sections": [section_json(row) for row in view.sections],
        "news": [_news_json(row) for row in view.news],
    }


def section_json(row: SectionRow) -> dict[str, Json]:
    """Without the figures of a tournament that cannot be read."""
    about = views.overview(row.overview) if row.overview else {}
    leaders: list[Json] = [views.standing(line) for line in row.leaders]
    return {"tournament": row.slug, "title": row.title, **about, "in_groups": row.drawn, "leaders": leaders}


def _news_json(row: NewsRow) -> dict[str, Json]:
    return {
        "tournament": row.slug,
        "title": row.title,
        "winners": [views.standing(line) for line in row.winners],
        "prizes": [
            {"player": views.person(one.person), "names": list(one.award.names), "cents": one.award.cents}
            for one in row.prizes
        ],
        "currency": row.currency,
        "into": row.into,
        "going_on": [views.person(one) for one in row.going_on],
    }


def prizes_of_all(view: FestivalPrizes) -> dict[str, Json]:
    return {
        "one_prize_each": view.one_each,
        "final": view.final,
        "sections": [_section_prizes(section) for section in view.sections],
    }


def _section_prizes(section: SectionPrizes) -> dict[str, Json]:
    return {"tournament": section.slug, "title": section.title, **views.prizes(section.prizes)}


def found_in_sections(view: FestivalFinds) -> dict[str, Json]:
    return {
        "found": sum(len(one.names.rows) + one.names.more for one in view.sections),
        "sections": [{"tournament": one.slug, "title": one.title, **found(one.names)} for one in view.sections],
    }
