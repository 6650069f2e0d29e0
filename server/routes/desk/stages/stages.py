"""Stages at the desk of a festival: groups, who goes on into which section, and their registration."""

import secrets

from starlette.responses import Response

from domain.decisions.qualifying import ComesFrom
from domain.decisions.setup.regulations import IN_FORCE
from domain.festival import decisions as decide
from domain.festival.groups import LEAST_GROUP, MOST_GROUP, GroupRules, draw_groups
from domain.refusals import BadField
from domain.words.festivals import Carry, Seeding
from server.routes.desk.stages.stages_typed import regulations_of_stage, stages_from
from server.routes.desk.visit import Visit, go


async def draw(visit: Visit) -> Response:
    """Groups of the entrants of a section, and the stages after them; all tournaments are announced at once."""
    pool = visit.form.text("pool")
    if pool not in visit.office:
        raise BadField("pool", pool, "not-here")
    entered = (await visit.office.open(pool)).tournament
    rules, seed = _group_rules(visit), visit.form.line("seed") or secrets.token_hex(8)
    office = await visit.command_festival(lambda state: draw_groups(state, pool, entered, rules, seed))
    await visit.services.stages.announce(office, pool, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


async def link(visit: Visit) -> Response:
    form = visit.form
    sources, into, carry = form.all("sources"), form.text("into"), form.choice("carry", Carry, Carry.NONE)
    places, least_games = form.whole("qualifying_places"), form.whole("least_games", 1)
    office = await visit.command_festival(
        lambda state: decide.link_sections(state, sources, places, into, carry, least_games)
    )
    return go(f"/desk/festivals/{office.name}")


async def unlink(visit: Visit) -> Response:
    into = visit.form.text("into")
    office = await visit.command_festival(lambda state: decide.unlink_sections(state, into))
    return go(f"/desk/festivals/{office.name}")


async def send(visit: Visit) -> Response:
    """Register those who go on from one source now, as its table stands, closed or not."""
    office, form = visit.festival, visit.form
    into, source = form.text("into"), form.text("source")
    known = office.festival.links.get(into)
    if known is None or source not in known.sources:
        raise BadField("source", source, "not-here")
    rule = ComesFrom(source, known.places, known.carry, known.least_games)
    if visit.by_program:
        coming = await visit.services.stages.sending(into, rule)
        visit.before_another_stream(lambda: coming)
    await visit.services.stages.send(into, rule, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


def _group_rules(visit: Visit) -> GroupRules:
    form = visit.form
    return GroupRules(
        regulations_of_stage(form, "group", IN_FORCE),
        form.whole("least", LEAST_GROUP),
        form.whole("most", MOST_GROUP),
        form.choice("seeding", Seeding, Seeding.SNAKE),
        stages_from(form),
        form.line("group_title"),
    )
