"""The pages of a festival and their twins, each from its view."""

from domain.festival.events import FestivalDetails
from projections.festivals.prizes import FestivalPrizes
from projections.festivals.sections import FestivalView
from web.api import festivals as twins
from web.api.views import Json
from web.rendering import render


def front_html(view: FestivalView, lang: str) -> str:
    return render("public/festival.html", lang=lang, slug=view.slug, details=view.details, path="", view=view)


def front_json(view: FestivalView) -> Json:
    return twins.festival(view)


def prizes_html(slug: str, details: FestivalDetails, view: FestivalPrizes, lang: str) -> str:
    return render("public/festival_prizes.html", lang=lang, slug=slug, details=details, path="/prizes", view=view)


def prizes_json(slug: str, view: FestivalPrizes) -> Json:
    return {"festival": slug, **twins.prizes_of_all(view)}
