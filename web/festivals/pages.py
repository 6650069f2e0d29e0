"""The pages of a festival and their twins, each from its view."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from domain.festival.events import FestivalDetails, SeriesSet
from projections.festivals.finding import FestivalFinds
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.sections import FestivalView
from projections.moment.faces import NO_WORN_FACE, WornFace
from web.api import festivals as twins
from web.api.views import Json
from web.links import Site
from web.rendering import render


@dataclass(frozen=True, slots=True)
class FestivalFrame:
    """The head and the foot of a page of a festival."""

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

    @property
    def asked_at(self) -> str:
        """The query that stays at the moment."""
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
            **context,
        )


def front_html(frame: FestivalFrame, view: FestivalView) -> str:
    return frame.page("public/festival.html", "", view=view)


def front_json(view: FestivalView) -> dict[str, Json]:
    return twins.festival(view)


def prizes_html(frame: FestivalFrame, view: FestivalPrizes) -> str:
    return frame.page("public/festival_prizes.html", "/prizes", view=view)


def prizes_json(slug: str, view: FestivalPrizes) -> dict[str, Json]:
    return {"festival": slug, **twins.prizes_of_all(view)}


def found_html(frame: FestivalFrame, view: FestivalFinds) -> str:
    sites = {one.slug: Site(one.slug) for one in view.sections}
    return frame.page("public/festival_find.html", "/find", view=view, sites=sites)


def found_json(slug: str, view: FestivalFinds) -> dict[str, Json]:
    return {"festival": slug, **twins.found_in_sections(view)}
