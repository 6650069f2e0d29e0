"""Rows of the table of addresses at the desk: a page, or a step with the page that its form stands on.

A step that only decides needs no handler of its own: its row names the decision and what it reads.

    act("/players/{player:int}/bye", deciding(grant_bye, PLAYER, whole("round"), choice("kind", Bye)), key, on=PAGE)

Done, it leads back to its page; refused, that page is shown again with what was typed. The key says how programs take
the same step with JSON (`server/routes/api/commands.py`). Pages are named by their addresses, so that no file of
handlers imports another one.
"""

import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar, overload

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.players import attendance
from domain.events import Event
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.players import EntrantId
from server.http.late_route import LateRoute
from server.office.tournaments import Outcome, TournamentOffice
from server.routes.api.commands import CommandRoute, Program, command_of_festival, command_of_tournament
from server.routes.desk.guards import Handler, TournamentHandler, action, page, tournament_action
from server.routes.desk.visit import Visit, go
from server.routes.forms import FormChoice
from server.routes.question import Endpoint

GET, POST = ["GET"], ["POST"]
DESK_OF_TOURNAMENT, TOURNAMENT_FOR_PROGRAMS = "/desk/t/{slug}", "/api/t/{slug}"
OVERVIEW, SETTINGS = "", "/settings"
"""Pages of a tournament that forms of several files stand on."""
DESK_OF_FESTIVAL, FESTIVAL_FOR_PROGRAMS = "/desk/festivals/{festival}", "/api/f/{festival}"

S = TypeVar("S")
E = TypeVar("E")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
F = TypeVar("F")

Read: TypeAlias = Callable[[Visit], A]
"""A value of the form or of the address. Raises BadField."""
Deciding: TypeAlias = Callable[[Visit], Callable[[S], list[E]]]
"""All that a form says, as a decision about a state."""
To: TypeAlias = str | Callable[[Visit], str]
"""The page to go to, with places as in the path of a route, or as the form says."""


class DeskPage(LateRoute):
    """A page of the desk; `show` answers once the guard has let somebody in."""

    def __init__(self, path: str, endpoint: Endpoint, show: Handler, does: Action) -> None:
        super().__init__(path, endpoint, methods=GET)
        self.show = show
        self.does = does


class DeskStep(LateRoute):
    """A step of the desk; `for_programs` is the same step with JSON and a key, where programs may take it."""

    def __init__(
        self,
        path: str,
        endpoint: Endpoint,
        on: str | None,
        does: Action,
        for_programs: CommandRoute | None = None,
    ) -> None:
        """`on` is the page that the form stands on; None = something else shows the refusal."""
        super().__init__(path, endpoint, methods=POST)
        self.on = on
        self.does = does
        self.for_programs = for_programs


async def page_again(visit: Visit, path: str) -> Response:
    """The page of the desk at this path of the table, as an answer to a form that stands on it."""
    there = next(one for one in visit.request.app.routes if isinstance(one, DeskPage) and one.path == path)
    return await there.show(visit)


def address(visit: Visit, path: str) -> str:
    """With the values of this request's own address in the places of the path."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda place: str(visit.request.path_params[place[1]]), path)


# Values that a step reads


def form_line(name: str) -> Read[str]:
    return lambda visit: visit.form.line(name)


def form_text(name: str) -> Read[str]:
    return lambda visit: visit.form.text(name)


def whole(name: str, otherwise: int | None = None) -> Read[int]:
    return lambda visit: visit.form.whole(name, otherwise)


def half_points(name: str, otherwise: int | None = None) -> Read[int]:
    return lambda visit: visit.form.half_points(name, otherwise)


def ticked(name: str) -> Read[bool]:
    return lambda visit: visit.form.ticked(name)


def choice(name: str, kind: type[FormChoice], otherwise: FormChoice | None = None) -> Read[FormChoice]:
    return lambda visit: visit.form.choice(name, kind, otherwise)


def path_number(name: str) -> Read[int]:
    return lambda visit: visit.number(name)


def path_part(name: str) -> Read[str]:
    return lambda visit: visit.path(name)


def lot_seed(visit: Visit) -> str:
    """The seed of a lot, which stays in the journal: as it is typed, or a new one."""
    return visit.form.line("seed") or secrets.token_hex(8)


def new_seed(_visit: Visit) -> str:
    return secrets.token_hex(8)


def first_round_typed(visit: Visit) -> int:
    """The first round that somebody leaves, or comes back to."""
    return visit.form.whole("from_round", attendance.first_round_away(visit.at.tournament))


def chosen_entrant(visit: Visit) -> EntrantId:
    return EntrantId(visit.form.whole("player"))


REASON = form_line("reason")
ROUND = path_number("round")


@overload
def deciding(decide: Callable[[S], list[E]], /) -> Deciding[S, E]: ...
@overload
def deciding(decide: Callable[[S, A], list[E]], a: Read[A], /) -> Deciding[S, E]: ...
@overload
def deciding(decide: Callable[[S, A, B], list[E]], a: Read[A], b: Read[B], /) -> Deciding[S, E]: ...
@overload
def deciding(decide: Callable[[S, A, B, C], list[E]], a: Read[A], b: Read[B], c: Read[C], /) -> Deciding[S, E]: ...
@overload
def deciding(
    decide: Callable[[S, A, B, C, D], list[E]], a: Read[A], b: Read[B], c: Read[C], d: Read[D], /
) -> Deciding[S, E]: ...
@overload
def deciding(
    decide: Callable[[S, A, B, C, D, F], list[E]], a: Read[A], b: Read[B], c: Read[C], d: Read[D], f: Read[F], /
) -> Deciding[S, E]: ...
def deciding(decide: Callable[..., list[E]], /, *reads: Read[object]) -> Deciding[S, E]:
    def of_form(visit: Visit) -> Callable[[S], list[E]]:
        read = [one(visit) for one in reads]
        return lambda state: decide(state, *read)

    return of_form


def handler_of(
    command: Callable[[Visit, Callable[[S], list[E]]], Awaitable[object]], decision: Deciding[S, E], to: To
) -> Handler:
    """A handler that only decides, by a command of the visit, and then goes to a page."""

    async def carry_out(visit: Visit) -> Response:
        outcome = await command(visit, decision(visit))
        there = to if isinstance(to, str) else to(visit)
        return go(address(visit, there), outcome if isinstance(outcome, Outcome) else None)

    return carry_out


# Rows of the whole desk


def desk_get(path: str, show: Handler, does: Action = Action.ARBITRATE) -> DeskPage:
    return DeskPage(path, page(show, does), show, does)


def desk_post(
    path: str,
    handler: Handler,
    on: str | Handler,
    does: Action = Action.ARBITRATE,
    for_programs: CommandRoute | None = None,
) -> DeskStep:
    """`on` is the page that the form stands on, by its path, or whatever shows the refusal."""

    async def back(visit: Visit) -> Response:
        return await (page_again(visit, on) if isinstance(on, str) else on(visit))

    return DeskStep(path, action(handler, back, does), on if isinstance(on, str) else None, does, for_programs)


# Rows of one tournament, whose paths begin below its desk


def get(path: str, show: TournamentHandler, does: Action = Action.READ) -> DeskPage:
    async def opened(visit: Visit) -> Response:
        await visit.open(visit.path("slug"))
        return await again(visit)

    async def again(visit: Visit) -> Response:
        await visit.read_history()
        return await show(visit, visit.at)

    return DeskPage(DESK_OF_TOURNAMENT + path, page(opened, does), again, does)


def post(
    path: str,
    handler: TournamentHandler,
    on: str | TournamentHandler,
    key: Program | None = None,
    does: Action = Action.ARBITRATE,
) -> DeskStep:
    """`on` is the page that the form stands on, or whatever shows the refusal; `key` is how programs take the step."""

    there = DESK_OF_TOURNAMENT + on if isinstance(on, str) else None

    async def back(visit: Visit) -> Response:
        return await (page_again(visit, DESK_OF_TOURNAMENT + on) if isinstance(on, str) else on(visit, visit.at))

    endpoint = tournament_action(handler, back, does)
    for_programs = command(path, handler, key, does) if key else None
    return DeskStep(DESK_OF_TOURNAMENT + path, endpoint, there, does, for_programs)


def act(
    path: str,
    decision: Deciding[Tournament, Event],
    key: Program | None = None,
    *,
    on: str = OVERVIEW,
    to: To | None = None,
) -> DeskStep:
    """A step that only decides, and goes `to` a page of the tournament; None = the one that its form stands on."""
    there = on if to is None else to

    def below(visit: Visit) -> str:
        return DESK_OF_TOURNAMENT + (there if isinstance(there, str) else there(visit))

    carry_out = handler_of(Visit.command, decision, below)

    async def handler(visit: Visit, _office: TournamentOffice) -> Response:
        return await carry_out(visit)

    return post(path, handler, on, key)


def of_teams(office: TournamentOffice) -> Tournament:
    """The tournament, where teams enter it. A 404 where players do."""
    if not office.tournament.regulations.of_teams:
        raise HTTPException(404)
    return office.tournament


def command(path: str, handler: TournamentHandler, key: Program, does: Action = Action.ARBITRATE) -> CommandRoute:
    return command_of_tournament(TOURNAMENT_FOR_PROGRAMS + path, key, handler, does)


# Rows of one festival, whose paths begin below its desk


def festival_get(path: str, show: Handler) -> DeskPage:
    return desk_get(DESK_OF_FESTIVAL + path, show)


def festival_post(path: str, handler: Handler, key: Program | None = None, *, on: str = "") -> DeskStep:
    for_programs = command_of_festival(FESTIVAL_FOR_PROGRAMS + path, key, handler) if key else None
    return desk_post(DESK_OF_FESTIVAL + path, handler, DESK_OF_FESTIVAL + on, for_programs=for_programs)


def festival_step(path: str, decision: Deciding[Festival, FestivalEvent], key: Program, *, on: str = "") -> DeskStep:
    """A step that only decides, and goes back to the page that its form stands on."""
    return festival_post(path, handler_of(Visit.command_festival, decision, DESK_OF_FESTIVAL + on), key, on=on)
