"""A program creates a tournament: there is none yet that another process could own, and no version to compare."""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from domain.refusals import Refusal
from domain.stewards.events import Role
from server.journal import CommandIdReused
from server.office.stream import Outcome
from server.office.tournaments import TournamentOffice
from server.routes.api.given import (
    NotUnderstood,
    Program,
    asked_by_program,
    done,
    fill_in,
    json_answer,
    once,
    refusal_answer,
)
from server.routes.desk.guards import Endpoint
from server.routes.desk.visit import Previewed, Visit
from web.api.program_answers import creation_previewed

FoundTournament = Callable[[Visit], Awaitable[TournamentOffice]]


def founding_of_tournament(program: Program, found: FoundTournament, least: Role = Role.ARBITER) -> Endpoint:
    """A command by which a tournament comes into being."""
    return partial(_founded, program, found, least)


async def _founded(program: Program, found: FoundTournament, least: Role, request: Request) -> Response:
    visit = Visit(request)
    try:
        asked = await asked_by_program(program, least, visit)
    except NotUnderstood as stop:
        return stop.answer
    return await once(visit, asked, partial(_decided, program, found, visit))


async def _decided(program: Program, found: FoundTournament, visit: Visit) -> Response:
    fill_in(visit, program.fill(visit))
    try:
        if visit.by_program:
            visit.by_program.check(0)
        office = await found(visit)
    except Previewed as seen:
        return json_answer(creation_previewed(seen.events))
    except (CommandIdReused, Refusal) as why:
        return refusal_answer(visit, why)
    await visit.open(office.id)
    written = tuple(entry for entry in office.entries if entry.command_id == visit.command_id)
    return done(visit, office, Outcome(written, office.position))
