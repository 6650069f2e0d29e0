"""The JSON twins of the pages of a festival."""

from projections.festivals.prizes import FestivalPrizes, SectionPrizes
from projections.festivals.sections import FestivalView, SectionRow
from web.api import views
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
    }


def section_json(row: SectionRow) -> dict[str, Json]:
    """Without the figures of a tournament that cannot be read."""
    about = views.overview(row.overview) if row.overview else {}
    leaders: list[Json] = [views.standing(line) for line in row.leaders]
    return {"tournament": row.slug, "title": row.title, **about, "disputes": row.disputes, "leaders": leaders}


def prizes_of_all(view: FestivalPrizes) -> dict[str, Json]:
    return {
        "one_prize_each": view.one_each,
        "final": view.final,
        "sections": [_section_prizes(section) for section in view.sections],
    }


def _section_prizes(found: SectionPrizes) -> dict[str, Json]:
    return {"tournament": found.slug, "title": found.title, **views.prizes(found.prizes)}
