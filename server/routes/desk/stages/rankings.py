"""The ranking over the sections of a festival, at the desk."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.festival import rankings as decide
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.refusals import BadField
from domain.words.festivals import Merit, RankingRules, RankingTie
from projections.festivals.rankings import ranking_over
from projections.festivals.sections import edition_numbers
from server.routes.api.commands import EVERYTHING_KEY
from server.routes.desk import rows as r
from server.routes.desk.visit import Visit
from server.routes.forms import Form
from web.api.commands import festivals as c

TIES_TYPED = 3
USUAL_RULES = RankingRules()


async def show_ranking(visit: Visit) -> Response:
    office, views = visit.festival, visit.services.festivals
    await views.read(office)
    return visit.page(
        "desk/ranking.html",
        festival=office,
        view=ranking_over(office.name, office.festival, views.at_desk, views.persons()),
        usual=USUAL_RULES,
        editions=edition_numbers(office.festival),
        merits=list(Merit),
        ties=list(RankingTie),
    )


def _set(state: Festival, form: Form) -> list[FestivalEvent]:
    return decide.set_ranking(state, _rules(form, state))


def _rules(form: Form, state: Festival) -> RankingRules:
    """What the form leaves out stays as it is, or as it usually is. Raises BadField."""
    before = state.ranking or USUAL_RULES
    ties, left_out = before.ties, before.left_out
    if "ranking_tie_1" in form.fields:
        typed = [form.chosen(f"ranking_tie_{n}", RankingTie) for n in range(1, TIES_TYPED + 1)]
        ties = tuple(one for one in typed if one is not None)
    if "sections_shown" in form.fields:
        left_out = tuple(slug for slug in state.sections if slug not in form.all("counted"))
    points, apart = form.fields.get("place_points"), form.fields.get("ranked_apart")
    return RankingRules(
        form.choice("merit", Merit, before.merit),
        before.points if points is None else tuple(map(_point, points.replace(",", " ").split())),
        form.whole("best_events", before.best),
        ties,
        before.categories if apart is None else tuple(apart.split(",")),
        tuple(slug for slug in left_out if slug in state.sections),
    )


def _point(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit()) or len(typed) > 6:
        raise BadField("place_points", typed, "number")
    return int(typed)


_HERE = "/ranking"

routes: Sequence[BaseRoute] = (
    r.festival_get(_HERE, show_ranking),
    r.festival_step(_HERE, r.deciding(_set, lambda visit: visit.form), EVERYTHING_KEY(c.SetRanking), on=_HERE),
    r.festival_step(f"{_HERE}/close", r.deciding(decide.close_ranking), EVERYTHING_KEY(c.CloseRanking), on=_HERE),
    r.festival_step(f"{_HERE}/reopen", r.deciding(decide.reopen_ranking), EVERYTHING_KEY(c.ReopenRanking), on=_HERE),
    r.festival_step(f"{_HERE}/end", r.deciding(decide.end_ranking), EVERYTHING_KEY(c.EndRanking), on=_HERE),
)
