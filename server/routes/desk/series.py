"""A series at the desk of a festival: its rhythm, its rules, and its end."""

from dataclasses import replace

from starlette.responses import Response

from domain.decisions.rules_in_force import IN_FORCE
from domain.festival.editions import end_series as decide_end
from domain.festival.editions import set_series as decide_set
from domain.festival.events import SeriesSet
from domain.words.regulations import Regulations
from domain.words.series import EntryRules, Rhythm, SeriesPlan
from domain.words.stages import Seeding
from server.office.festivals import FestivalOffice
from server.routes.desk.stages_typed import regulations_of, stages_from
from server.routes.desk.visit import Visit, go

NUMBERS = (
    "start_minimum",
    "class_minimum",
    "over_the_board_minimum",
    "share_percent",
    "capacity",
    "extension_days",
    "later_stage_days",
)
"""The portal's numbers, each a field of the form."""


async def set_series(visit: Visit) -> Response:
    """The next edition is scheduled at once."""
    office, form = _office(visit), visit.form
    grouped = form.ticked("grouped")
    wanted = SeriesSet(
        _plan(visit),
        _regulations(visit),
        grouped,
        form.choice("seeding", Seeding, Seeding.SNAKE),
        stages_from(form) if grouped else (),
        form.ticked("begins_by_itself"),
    )
    await office.command(visit.command_id, visit.session.name, lambda state: decide_set(state, wanted), visit.digest())
    await visit.services.series.advance(office)
    return go(f"/desk/festivals/{office.name}")


async def end_series(visit: Visit) -> Response:
    office = _office(visit)
    await office.command(visit.command_id, visit.session.name, decide_end, visit.digest())
    return go(f"/desk/festivals/{office.name}")


def _plan(visit: Visit) -> SeriesPlan:
    form, usual = visit.form, EntryRules()
    rules = replace(
        usual,
        pre_registration=form.ticked("pre_registration"),
        over_the_board=form.ticked("over_the_board"),
        **{name: form.whole(name, getattr(usual, name)) for name in NUMBERS},
    )
    return SeriesPlan(
        form.choice("rhythm", Rhythm),
        form.text("time"),
        form.text("zone"),
        form.whole("weekday", 5),
        form.whole("monthday", 1),
        rules,
        form.whole("notice_hours", 24),
    )


def _regulations(visit: Visit) -> Regulations:
    return regulations_of(visit.form, "edition", IN_FORCE)


def _office(visit: Visit) -> FestivalOffice:
    return visit.services.festivals.festivals.open(visit.path("festival"))
