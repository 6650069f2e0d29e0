"""Previews of a change beside a form as it is filled in."""

import asyncio
from collections.abc import Callable, Sequence

from starlette.responses import HTMLResponse, Response

from domain.events import EntrantsQualified, Event
from domain.refusals import Refusal
from domain.tournament import Tournament
from projections.festivals.qualifiers import Drift, drift
from projections.moment.snapshot import Snapshot, snapshot
from projections.round.matches import match_effects
from projections.table.preview import branch
from server.office.tournaments import TournamentOffice
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


# The stages after a tournament, for its desk and the preview of a correction in it.


async def drifts_after(visit: Visit, office: TournamentOffice, events: Sequence[Event]) -> list[tuple[str, Drift]]:
    """The name of each stage that has taken entrants from here, and who would have come with these events.

    A stage that cannot be read is passed over: its own desk says why.
    """
    found = list[tuple[str, Drift]]()
    for festival in visit.services.festivals.festivals.of(office.id):
        into = [link.into for link in festival.festival.links.values() if office.id in link.sources]
        for slug in into:
            await visit.office.read(slug)
            known = visit.office.known(slug)
            target = known.tournament if known is not None else Tournament()
            came = target.qualified.get(office.id)
            changed = await _drift_then(target, came, await visit.still(), events) if came else None
            if changed is not None:
                found.append((target.details.name, changed))
    return found


async def _drift_then(
    target: Tournament, came: EntrantsQualified, now: Snapshot, events: Sequence[Event]
) -> Drift | None:
    """The drift of a tournament that nobody evolves meanwhile, worked out in a thread."""
    return await asyncio.to_thread(lambda: drift(target, came, snapshot(branch(now.tournament, events))))
