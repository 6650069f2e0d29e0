"""Previews of a change beside a form as it is filled in."""

from collections.abc import Callable

from starlette.responses import HTMLResponse, Response

from domain.events import Event
from domain.refusals import Refusal
from domain.tournament import Tournament
from projections.round.matches import match_effects
from server.office.tournaments import TournamentOffice
from server.routes.desk.stages_after import drifts_after
from server.routes.desk.timed_preview import table_effect, timed_preview
from server.routes.desk.visit import Visit
from web.rendering import part
from web.wording.refusals import sentence


async def preview(visit: Visit, office: TournamentOffice, decide: Callable[[Tournament], list[Event]]) -> Response:
    """A fragment of a page: the effect of a decision, or why it cannot be taken.

    `?part=table` answers at once; `?part=pairings` asks the engine.
    """
    lang = visit.words.code
    try:
        events = decide(office.tournament)
    except Refusal as refusal:
        said = sentence(refusal, office.tournament, visit.words)
        return _fragment(part("desk/effect.html", "refused", said, lang=lang))
    if visit.asked("part") == "pairings":
        return _fragment(
            part("desk/effect.html", "pairings", await timed_preview(await visit.still(), events), lang=lang)
        )
    table = part("desk/effect.html", "table", await table_effect(await visit.still(), events), lang=lang)
    matches = tuple(match_effects(await visit.still(), events))
    after = await drifts_after(visit, office, events)
    before = part("desk/effect.html", "matches", matches, lang=lang)
    return _fragment(before + table + part("desk/effect.html", "stages", after, lang=lang))


def _fragment(html: str) -> Response:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
