"""The pages of a festival and their twins, each from its view."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from domain.festival.events import FestivalDetails
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.sections import FestivalView
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
    enter: bool = False
    """Players can enter by themselves."""
    petitions: bool = False

    @property
    def asked_at(self) -> str:
        """The query that stays at the moment."""
        return f"?at={quote(self.moment.isoformat())}" if self.at is not None and self.moment else ""

    def page(self, template: str, path: str, **context: object) -> str:
        return render(
            template,
            lang=self.lang,
            slug=self.slug,
            details=self.details,
            path=path,
            past=Site(self.slug, self.at) if self.at is not None else None,
            moment=self.moment,
            asked_at=self.asked_at,
            enter=self.enter and self.at is None,
            petitions=self.petitions and self.at is None,
            **context,
        )


def front_html(frame: FestivalFrame, view: FestivalView) -> str:
    return frame.page("public/festival.html", "", view=view)


def front_json(view: FestivalView) -> Json:
    return twins.festival(view)


def prizes_html(frame: FestivalFrame, view: FestivalPrizes) -> str:
    return frame.page("public/festival_prizes.html", "/prizes", view=view)


def prizes_json(slug: str, view: FestivalPrizes) -> Json:
    return {"festival": slug, **twins.prizes_of_all(view)}
