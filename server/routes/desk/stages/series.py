"""A series at the desk of a festival: its editions, entries, petitions, messages, its plan, and its end."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from zoneinfo import ZoneInfo

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.regulations import IN_FORCE
from domain.festival import entering
from domain.festival.events import SeriesSet
from domain.festival.series import end_series as decide_end
from domain.festival.series import move_edition, moved_start, present
from domain.festival.series import set_series as decide_set
from domain.records import dataclass
from domain.refusals import BadField
from domain.words.festivals import NOT_REGISTERED, Carry, EntryForm, EntryRules, Rhythm, Seeding, SeriesPlan
from domain.words.players import Player
from domain.words.regulations import Format
from projections.festivals.sections import EditionRow, FestivalView, edition_row, edition_rows, mailing_rows
from server.office.festivals import FestivalOffice
from server.routes.api.commands import EVERYTHING_KEY, PLAYERS_KEY
from server.routes.desk.rows import REASON, deciding, festival_get, festival_post, festival_step, path_number
from server.routes.desk.setup.announcement import STAGES, regulations_of_stage, stages_from
from server.routes.desk.visit import Visit, go
from web.api.commands import festivals as c
from web.wording import LANGUAGES, OWN_NAMES

NUMBERS = (
    "start_minimum",
    "class_minimum",
    "over_the_board_minimum",
    "share_percent",
    "capacity",
    "extension_days",
    "later_stage_days",
    "qualifying_games",
    "closing_minutes",
)

MAILINGS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class StartToMove:
    """An open edition that keeps its start although the plan says another one."""

    row: EditionRow
    to: str
    """ISO, the local time of the series."""
    players: tuple[Player, ...]
    silent: tuple[Player, ...]
    """Entrants whom no message reaches: without an address, or everybody where no mail server is set."""


async def show_series(visit: Visit) -> Response:
    office = visit.festival
    festival, view = office.festival, await visit.services.festivals.read(office)
    rows = {row.slug: row for row in view.sections}
    return visit.page(
        "desk/series.html",
        festival=office,
        editions=list(edition_rows(festival, rows)),
        to_move=await _to_move(visit, office, view),
        qualified=await _qualified(visit, office),
        waiting=entering.waiting_entries(festival),
        petitions=[one for one in festival.petitions.values() if one.open],
        mailings=list(islice(mailing_rows(festival), MAILINGS_SHOWN)),
        mail_is_set=visit.settings.mail is not None,
        sends_links=visit.settings.sends_links,
        formats=[format for format in Format if format is not Format.PLAYOFF],
        carries=list(Carry),
        seedings=list(Seeding),
        rhythms=list(Rhythm),
        entry_forms=list(EntryForm),
        languages=OWN_NAMES,
        all_play=await _all_play(visit, office),
        others=[one for one in visit.festivals if one is not office and visit.concerns(festival=one.name)],
        usual=SeriesPlan(Rhythm.WEEKLY, "19:30", "Europe/Sofia"),
    )


async def set_series(visit: Visit) -> Response:
    office, form = visit.festival, visit.form
    grouped = form.ticked("grouped")
    wanted = SeriesSet(
        _plan(visit),
        regulations_of_stage(form, "edition", IN_FORCE),
        grouped,
        form.choice("seeding", Seeding, Seeding.SNAKE),
        stages_from(form) if grouped else (),
        form.ticked("begins_by_itself"),
    )
    entered, now = await _entered(visit, office), visit.services.series.clock()
    await visit.command_festival(lambda state: decide_set(state, wanted, entered, now))
    await visit.services.series.follow(office)
    await visit.services.series.advance(office)
    return _back(office)


async def move_to_plan(visit: Visit) -> Response:
    office, entered, now = visit.festival, await _present(visit), visit.services.series.clock()
    visit.before_another_stream(lambda: move_edition(office.festival, entered, now))
    await visit.services.series.move(office, visit.command_id, visit.session.name)
    return _back(office)


async def admit_player(visit: Visit) -> Response:
    office = visit.festival
    number = _entry(visit, office)
    visit.before_another_stream(lambda: entering.admit_entry(office.festival, number, NOT_REGISTERED))
    await visit.services.entries.admit(office, number, visit.session.name)
    return _back(office)


async def turn_down(visit: Visit) -> Response:
    office, reason = visit.festival, visit.form.line("reason")
    number = _entry(visit, office)
    visit.before_another_stream(lambda: entering.turn_down_entry(office.festival, number, reason))
    await visit.services.entries.turn_down(office, number, visit.session.name, reason, visit.command_id)
    return _back(office)


async def grant(visit: Visit) -> Response:
    office, number = visit.festival, visit.number("petition")
    entering.granting(office.festival, number)
    visit.before_another_stream(lambda: entering.grant_petition(office.festival, number, ""))
    made = await visit.services.entries.grant(office, number, visit.session.name)
    return go(f"/desk/t/{made}")


def series_now(visit: Visit) -> Mapping[str, str]:
    """The plan of the series, where the festival is one, for fields that a program leaves out."""
    series = visit.festival.festival.series
    if series is None:
        return {}
    rules, laws = series.plan.entries, series.regulations
    said = {one.name: getattr(series.plan, one.name) for one in fields(series.plan) if one.name != "entries"}
    said |= {one.name: getattr(rules, one.name) for one in fields(rules)}
    said |= {"message_language": said.pop("language"), "organisers": "\n".join(rules.organisers)}
    said |= {"edition_format": laws.format, "edition_rounds": laws.rounds, "seeding": series.seeding}
    said |= {"grouped": series.grouped, "begins_by_itself": series.begins_by_itself}
    for name, stage in zip(STAGES, series.stages, strict=False):
        said |= {f"{name}_{field}": getattr(stage, field) for field in ("title", "places", "carry")}
        said |= {f"{name}_format": stage.regulations.format, f"{name}_rounds": stage.regulations.rounds}
        said["least_games"] = stage.least_games
    return {name: _written(value) for name, value in said.items()}


def _written(value: object) -> str:
    return ("on" if value else "") if isinstance(value, bool) else str(value)


def _plan(visit: Visit) -> SeriesPlan:
    form, usual = visit.form, EntryRules()
    qualifying = form.text("qualifying_festival")
    if qualifying and not visit.concerns(festival=qualifying):
        raise BadField("qualifying_festival", qualifying, "not-here")
    numbers = {name: form.whole(name, getattr(usual, name)) for name in NUMBERS}
    rules = replace(
        usual,
        pre_registration=form.ticked("pre_registration"),
        over_the_board=form.ticked("over_the_board"),
        entry_form=form.choice("entry_form", EntryForm, EntryForm.NONE),
        petitions=form.ticked("petitions"),
        qualifying_festival=qualifying,
        organisers=tuple(filter(None, (line.strip() for line in form.text("organisers").splitlines()))),
        **numbers,
    )
    return SeriesPlan(
        form.choice("rhythm", Rhythm),
        form.text("time"),
        form.text("zone"),
        form.whole("weekday", 5),
        form.whole("monthday", 1),
        rules,
        form.whole("notice_hours", 24),
        _language(visit),
        form.text("first_day"),
    )


def _language(visit: Visit) -> str:
    code = visit.form.text("message_language")
    if code and code not in LANGUAGES:
        raise BadField("message_language", code, "one-of:" + ",".join(LANGUAGES))
    return code


async def _entered(visit: Visit, office: FestivalOffice) -> int:
    edition = office.festival.open_edition
    waiting = (
        sum(one.tournament == edition.tournament for one in entering.waiting_entries(office.festival)) if edition else 0
    )
    return await _present(visit) + waiting


async def _present(visit: Visit) -> int:
    edition = visit.festival.festival.open_edition
    return present((await visit.office.open(edition.tournament)).tournament) if edition else 0


async def _to_move(visit: Visit, office: FestivalOffice, view: FestivalView) -> StartToMove | None:
    festival, series, edition = office.festival, office.festival.series, office.festival.open_edition
    to = moved_start(festival, series.plan, visit.services.series.clock(), moved=True) if series else None
    if series is None or edition is None or to is None:
        return None
    t = (await visit.office.open(edition.tournament)).tournament
    kept = await asyncio.to_thread(visit.side.of_stream, edition.tournament)
    here = {id: player for id, player in t.players.items() if not t.away(id, 1)}
    mail = visit.settings.mail is not None
    silent = tuple(player for id, player in here.items() if not mail or id not in kept or not kept[id].email)
    queue = tuple(one.player for one in entering.waiting_entries(festival) if one.tournament == edition.tournament)
    row = edition_row(festival, edition, {one.slug: one for one in view.sections})
    local = to.astimezone(ZoneInfo(series.plan.zone)).replace(tzinfo=None).isoformat(timespec="minutes")
    return StartToMove(row, local, (*here.values(), *queue), (*silent, *queue))


async def _qualified(visit: Visit, office: FestivalOffice) -> int | None:
    """The number of the qualified of the open edition; None = nobody asks for it."""
    edition, series = office.festival.open_edition, office.festival.series
    if series is None or edition is None:
        return None
    rules = series.plan.entries
    if not rules.over_the_board or not rules.qualifying_games:
        return None
    entered = (await visit.office.open(edition.tournament)).tournament
    return len(await visit.services.series.qualified(office.festival, series, entered))


async def _all_play(visit: Visit, office: FestivalOffice) -> tuple[str, ...]:
    edition = office.festival.open_edition
    if edition is None:
        return ()
    t = (await visit.office.open(edition.tournament)).tournament
    return entering.organisers_who_all_play(
        office.festival, (one for id, one in t.players.items() if not t.away(id, 1))
    )


def _entry(visit: Visit, office: FestivalOffice) -> int:
    number = visit.number("entry")
    if number not in office.festival.entries:
        raise BadField("name", str(number), "not-here")
    return number


def _back(office: FestivalOffice) -> Response:
    return go(f"/desk/festivals/{office.name}{_SERIES}")


_SERIES = "/series"
_ENTRY, _PETITION = f"{_SERIES}/entries/{{entry:int}}", f"{_SERIES}/petitions/{{petition:int}}"

_festival_post = partial(festival_post, on=_SERIES)

routes: Sequence[BaseRoute] = (
    festival_get(_SERIES, show_series),
    _festival_post(_SERIES, set_series, EVERYTHING_KEY(c.SetSeries, series_now)),
    festival_step(f"{_SERIES}/end", deciding(decide_end), EVERYTHING_KEY(c.EndSeries), on=_SERIES),
    _festival_post(f"{_SERIES}/move", move_to_plan, EVERYTHING_KEY(c.MoveEdition)),
    _festival_post(f"{_ENTRY}/admit", admit_player, PLAYERS_KEY(c.AdmitEntry)),
    _festival_post(f"{_ENTRY}/turn-down", turn_down, PLAYERS_KEY(c.TurnDownEntry)),
    _festival_post(f"{_PETITION}/grant", grant, EVERYTHING_KEY(c.GrantPetition)),
    festival_step(
        f"{_PETITION}/decline",
        deciding(entering.decline_petition, path_number("petition"), REASON),
        EVERYTHING_KEY(c.DeclinePetition),
        on=_SERIES,
    ),
)
