"""A program creates a tournament: there is none yet that another process could own, and no version to compare."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from domain.refusals import Refusal
from domain.stewards.events import Role, Scope
from domain.stewards.permissions import NotYourTournament
from domain.tournament import Tournament
from server.journal import CommandIdReused
from server.office.commands import Outcome
from server.office.tournaments import TournamentOffice
from server.routes.api.bearer import NotLetIn, let_in
from server.routes.api.given import (
    Fill,
    NotUnderstood,
    command_of,
    done,
    fill_in,
    json_answer,
    once,
    refusal_answer,
)
from server.routes.desk.by_program import Previewed
from server.routes.desk.guards import Endpoint
from server.routes.desk.visit import Visit
from server.routes.problems import refusal_problem
from web.api.commands import ProgramCommand
from web.api.program_answers import creation_previewed
from web.wording.refusals import sentence


@dataclass(frozen=True, slots=True)
class Founding:
    """A command by which a tournament comes into being."""

    path: str
    body: type[ProgramCommand]
    found: Callable[[Visit], Awaitable[TournamentOffice]]
    fill: Fill
    scope: Scope = Scope.EVERYTHING
    least: Role = Role.ARBITER

    def endpoint(self) -> Endpoint:
        return partial(_founded, self)


async def _founded(given: Founding, request: Request) -> Response:
    visit = Visit(request)
    try:
        key = await let_in(request, given.scope)
        visit.ask(given.least)
        if key.made.festival:
            raise NotYourTournament(key.made.festival)
        asked = await command_of(given.body, visit, key)
    except (NotLetIn, NotUnderstood) as stop:
        return stop.answer
    except Refusal as refusal:
        return refusal_problem(refusal, sentence(refusal, None, visit.words))
    return await once(visit, asked, partial(_decided, given, visit))


async def _decided(given: Founding, visit: Visit) -> Response:
    fill_in(visit, given.fill(Tournament(), visit))
    try:
        if visit.by_program:
            visit.by_program.check(0)
        office = await given.found(visit)
    except Previewed as seen:
        return json_answer(creation_previewed(seen.events))
    except (CommandIdReused, Refusal) as why:
        return refusal_answer(visit, why)
    await visit.open(office.id)
    written = tuple(entry for entry in office.entries if entry.command_id == visit.command_id)
    return done(visit, office, Outcome(written, office.position))
