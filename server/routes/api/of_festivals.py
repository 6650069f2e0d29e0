"""Commands of programs about a festival: no process owns one, so each is carried out where it arrives."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from domain.festival import events as f
from domain.festival.events import PetitionGranted
from domain.refusals import Refusal
from domain.stewards.events import Role
from server.journal import CommandIdReused, Entry
from server.office.festivals import FestivalOffice
from server.routes.api.given import (
    NotUnderstood,
    Program,
    asked_by_program,
    fill_in,
    json_answer,
    once,
    refusal_answer,
)
from server.routes.desk.guards import Endpoint, Handler
from server.routes.desk.visit import PreviewedInFestival, Visit
from web.api.program_answers import festival_command_carried_out, festival_command_previewed
from web.wording.events.festivals import festival_event_in_words, festival_teller

FoundFestival = Callable[[Visit], Awaitable[FestivalOffice]]


def command_of_festival(program: Program, handler: Handler, least: Role = Role.ARBITER) -> Endpoint:
    return partial(_carried_out, program, handler, least)


def founding_of_festival(program: Program, found: FoundFestival, least: Role = Role.ARBITER) -> Endpoint:
    """A command by which a festival comes into being."""
    return partial(_founded, program, found, least)


async def _carried_out(program: Program, handler: Handler, least: Role, request: Request) -> Response:
    visit = Visit(request)
    try:
        asked = await asked_by_program(program, least, visit)
    except NotUnderstood as stop:
        return stop.answer
    return await once(visit, asked, partial(_decided, program, handler, visit))


async def _decided(program: Program, handler: Handler, visit: Visit) -> Response:
    office = visit.festival
    before = office.position
    fill_in(visit, program.fill(visit))
    try:
        await handler(visit)
    except PreviewedInFestival as seen:
        return json_answer(festival_command_previewed(office.name, office.position, seen.events))
    except (CommandIdReused, Refusal) as why:
        return refusal_answer(visit, why)
    return _done(visit, office, visit.outcome.entries if visit.outcome else office.entries[before:])


async def _founded(program: Program, found: FoundFestival, least: Role, request: Request) -> Response:
    visit = Visit(request)
    try:
        asked = await asked_by_program(program, least, visit)
    except NotUnderstood as stop:
        return stop.answer

    async def decided() -> Response:
        try:
            office = await found(visit)
        except PreviewedInFestival as seen:
            return json_answer(festival_command_previewed("", 0, seen.events))
        except (CommandIdReused, Refusal) as why:
            return refusal_answer(visit, why)
        return _done(visit, office, [entry for entry in office.entries if entry.command_id == visit.command_id])

    return await once(visit, asked, decided)


def _done(visit: Visit, office: FestivalOffice, entries: Sequence[Entry]) -> Response:
    """The entries that were written, in words, and the tournaments that came of them."""
    teller = festival_teller(office.festival, visit.words)
    events = [cast(f.FestivalEvent, entry.event) for entry in entries]
    told = [(entry, festival_event_in_words(event, teller)) for entry, event in zip(entries, events, strict=True)]
    tournaments = [slug for event in events for slug in _came_of(office, event)]
    position = entries[-1].version if entries else office.position
    return json_answer(
        festival_command_carried_out(office.name, position, told, tournaments), {"ETag": f'"{position}"'}
    )


def _came_of(office: FestivalOffice, event: f.FestivalEvent) -> Sequence[str]:
    """The addresses of the tournaments that an event brought in."""
    festival = office.festival
    match event:
        case f.SectionAdded(tournament=slug) | PetitionGranted(tournament=slug):
            return (slug,)
        case f.GroupsDrawn(pool=pool) if announced := festival.announced.get(pool):
            return (*announced.groups, *announced.stages)
        case f.SeriesSet() if edition := festival.open_edition:
            return (edition.tournament,)
        case _:
            return ()
