"""Stages at the desk of a festival: groups, who goes on into which section, and their registration."""

import secrets
from dataclasses import replace

from starlette.responses import Response

from domain.decisions.qualifying import ComesFrom
from domain.decisions.rules_in_force import IN_FORCE
from domain.festival import decisions as decide
from domain.festival.drawing_groups import GroupRules, draw_groups
from domain.festival.events import PlannedStage
from domain.festival.groups import LEAST_GROUP, MOST_GROUP
from domain.refusals import BadField
from domain.words.regulations import Format, Regulations
from domain.words.stages import Carry, Seeding
from server.office.festivals import FestivalOffice
from server.routes.desk.visit import Visit, go

STAGES = ("final", "super")
"""The stages that the form of the groups offers, in their order."""


async def draw(visit: Visit) -> Response:
    """Groups of the entrants of a section, and the stages after them; all tournaments are announced at once."""
    office, pool = _office(visit), visit.form.text("pool")
    if pool not in visit.office:
        raise BadField("pool", pool, "not-here")
    entered = (await visit.office.open(pool)).tournament
    rules, seed = _group_rules(visit), visit.form.line("seed") or secrets.token_hex(8)
    await office.command(
        visit.command_id,
        visit.session.name,
        lambda state: draw_groups(state, pool, entered, rules, seed),
        visit.digest(),
    )
    await visit.services.stages.announce(office, pool, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


async def link(visit: Visit) -> Response:
    office, form = _office(visit), visit.form
    sources, into, carry = form.all("sources"), form.text("into"), form.choice("carry", Carry, Carry.NONE)
    places, least_games = form.whole("qualifying_places"), form.whole("least_games", 1)
    await office.command(
        visit.command_id,
        visit.session.name,
        lambda state: decide.link_sections(state, sources, places, into, carry, least_games),
        visit.digest(),
    )
    return go(f"/desk/festivals/{office.name}")


async def unlink(visit: Visit) -> Response:
    office, into = _office(visit), visit.form.text("into")
    decision = lambda state: decide.unlink_sections(state, into)  # noqa: E731
    await office.command(visit.command_id, visit.session.name, decision, visit.digest())
    return go(f"/desk/festivals/{office.name}")


async def send(visit: Visit) -> Response:
    """Register those who go on from one source now, as its table stands, closed or not."""
    office, form = _office(visit), visit.form
    into, source = form.text("into"), form.text("source")
    known = office.festival.links.get(into)
    if known is None or source not in known.sources:
        raise BadField("source", source, "not-here")
    rule = ComesFrom(source, known.places, known.carry, known.least_games)
    await visit.services.stages.send(into, rule, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


def _group_rules(visit: Visit) -> GroupRules:
    form = visit.form
    return GroupRules(
        _regulations(visit, "group"),
        form.whole("least", LEAST_GROUP),
        form.whole("most", MOST_GROUP),
        form.choice("seeding", Seeding, Seeding.SNAKE),
        tuple(stage for name in STAGES if (stage := _stage(visit, name))),
        form.line("group_title"),
    )


def _stage(visit: Visit, name: str) -> PlannedStage | None:
    """None: it is left out, for it has no title."""
    title = visit.form.line(f"{name}_title")
    if not title:
        return None
    carry = visit.form.choice(f"{name}_carry", Carry, Carry.NONE)
    least_games = visit.form.whole("least_games", 1)
    return PlannedStage(title, visit.form.whole(f"{name}_places", 2), carry, _regulations(visit, name), least_games)


def _regulations(visit: Visit, name: str) -> Regulations:
    """The rules in force, with the rounds and the format that were chosen for these tournaments."""
    form = visit.form
    return replace(
        IN_FORCE,
        rounds=form.whole(f"{name}_rounds", 3),
        format=form.choice(f"{name}_format", Format, Format.SWISS),
    )


def _office(visit: Visit) -> FestivalOffice:
    return visit.services.festivals.festivals.open(visit.path("festival"))
