"""A command of a program: its body becomes the form of a desk step, and the answer says what was written.

A command carries an `Idempotency-Key`. The journal knows the command by it and never writes twice; answers that wrote
nothing, refusals as well, are kept beside the journal for two days. `If-Match` names the version the program decided
on. `?preview=1` writes nothing and says what would be written.
"""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import get_args

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from domain.decisions.integrity import guarded
from domain.events import Event
from domain.refusals import NeedsConfirmation, Refusal
from domain.stewards.events import Role, Scope
from domain.stewards.permissions import NotYourTournament
from domain.stewards.state import ApiKey
from server.journal import CommandIdReused
from server.journal.side_store import KeptAnswer
from server.notice import PROBLEM_TYPE, notice
from server.office.tournaments import Outcome, TournamentOffice
from server.routes.api.bearer import NotLetIn, let_in
from server.routes.desk.guards import Endpoint, TournamentHandler
from server.routes.desk.timed_preview import timed_preview
from server.routes.desk.visit import ByProgram, Previewed, Visit, in_words
from server.routes.forms import Form
from server.routes.problems import problem, refusal_problem
from server.services import services_of
from web.api.commands import ProgramCommand
from web.api.openapi import IF_MATCH
from web.api.program_answers import carried_out, previewed

KEPT_HOURS = 48
"""The time that an answer without an entry in the journal is given again."""
LONGEST_ID_CHARS = 200

Fill = Callable[[Visit], Mapping[str, str]]
"""The values of fields that a program may leave out."""


def nothing_filled(_visit: Visit) -> Mapping[str, str]:
    """A field that is left out is empty."""
    return {}


@dataclass(frozen=True, slots=True)
class Program:
    """How programs take a step of the desk: the body of the request, and the scope of the key."""

    scope: Scope
    body: type[ProgramCommand]
    fill: Fill = nothing_filled


PLAYERS_KEY, PAIRINGS_KEY, RESULTS_KEY, EVERYTHING_KEY = (
    partial(Program, scope) for scope in (Scope.PLAYERS, Scope.PAIRINGS, Scope.RESULTS, Scope.EVERYTHING)
)


class CommandRoute(Route):
    """The address of a command."""

    def __init__(self, path: str, endpoint: Endpoint, program: Program) -> None:
        super().__init__(path, endpoint, methods=["POST"], name=program.body.__name__)
        self.program = program


class NotUnderstood(Exception):
    """The request is no command; `answer` says why."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


def command_of_tournament(program: Program, handler: TournamentHandler, least: Role) -> Endpoint:
    """Carried out by the process that owns the tournament, wherever the request arrives."""
    return partial(_carried_out, program, handler, least)


async def _carried_out(program: Program, handler: TournamentHandler, least: Role, request: Request) -> Response:
    forwarding = services_of(request.app).forwarding
    forwarded = await forwarding.accept(request)
    visit = Visit(request)
    try:
        asked = await asked_by_program(program, least, visit)
    except NotUnderstood as stop:
        return stop.answer
    here = partial(_here, program, handler, visit, asked)
    return await forwarding.carried_out(request, visit.path("slug"), forwarded, here)


async def asked_by_program(program: Program, least: Role, visit: Visit) -> ProgramCommand:
    """The command, once the key, the role and the body are in order. Raises NotUnderstood."""
    try:
        key = await let_in(visit.request, program.scope)
        visit.ask(least)
        if key.made.festival and not visit.request.path_params:
            raise NotYourTournament(key.made.festival)
        return await command_of(program.body, visit, key)
    except NotLetIn as stop:
        raise NotUnderstood(stop.answer) from stop
    except Refusal as refusal:
        raise NotUnderstood(refusal_problem(refusal, visit.words)) from refusal


async def command_of(body: type[ProgramCommand], visit: Visit, key: ApiKey) -> ProgramCommand:
    """The body; the form has what was given. Raises NotUnderstood."""
    id = visit.request.headers.get("idempotency-key", "")
    if (preview := visit.asked("preview")) not in ("", "1"):
        raise NotUnderstood(_said(visit, 400, "preview-not-read"))
    visit.by_program = ByProgram(bool(preview), _version(visit))
    if len(id) > LONGEST_ID_CHARS or not (id or visit.by_program.preview):
        raise NotUnderstood(_said(visit, 400, "idempotency-key-missing"))
    octets = await visit.request.body() or b"{}"
    try:
        asked = msgspec.json.decode(octets, type=body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        data = {"problems": list(_misread(body, octets))} if isinstance(why, msgspec.ValidationError) else {}
        said = notice("body-not-read", why=why).in_words(visit.words)
        raise NotUnderstood(problem(422, "body-not-read", said, data)) from why
    lists = {name: values for name, values in asked.form().items() if values}
    command = hashlib.blake2b(f"{key.made.id} {id}".encode(), digest_size=24).hexdigest()
    visit.form = Form(_last({**lists, "command_id": (f"api-{command}",)}), dict[str, UploadFile](), lists)
    return asked


def _misread(body: type[ProgramCommand], octets: bytes) -> Iterator[dict[str, object]]:
    """Each item of the list of a command that cannot be read, with its place and the field."""
    if body.listed:
        try:
            whole = msgspec.json.decode(octets)
        except (msgspec.DecodeError, RecursionError):  # what is of the wrong kind comes first, and then no JSON
            return
        items = whole.get(body.listed) if isinstance(whole, dict) else None
        kind = {field.name: field.type for field in msgspec.structs.fields(body)}[body.listed]
        [of_each] = get_args(get_args(kind)[0])
        for index, item in enumerate(items if isinstance(items, list) else ()):
            try:
                msgspec.convert(item, of_each)
            except msgspec.ValidationError as why:
                said, _, field = str(why).partition(" - at `$.")
                yield {"index": index, "field": field.rstrip("`"), "code": "body-not-read", "detail": said}


def _last(lists: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {name: values[-1] for name, values in lists.items()}


def _version(visit: Visit) -> int | None:
    """The version of `If-Match`. Raises NotUnderstood."""
    typed = visit.request.headers.get("if-match", "").strip()
    found = re.fullmatch(IF_MATCH, typed)
    if typed and not found:
        raise NotUnderstood(_said(visit, 400, "version-not-read"))
    return None if not found or found[2] == "*" else int(found[2])


async def _here(program: Program, handler: TournamentHandler, visit: Visit, asked: ProgramCommand) -> Response:
    office = await visit.open(visit.path("slug"))

    async def decided() -> Response:
        fill_in(visit, program.fill(visit))
        return await _decided(handler, visit, office)

    return await once(visit, asked, decided)


def fill_in(visit: Visit, now: Mapping[str, str]) -> None:
    """The fields that were left out, as they stand now."""
    visit.form = Form({**now, **visit.form.fields}, {}, visit.form.lists)


async def once(visit: Visit, asked: ProgramCommand, decided: Callable[[], Awaitable[Response]]) -> Response:
    """The answer to a command that has not been given before, else that of the first time."""
    store, digest = visit.office.journal.journal.programs, visit.digest(type(asked).__name__)
    preview = visit.by_program is not None and visit.by_program.preview
    before = None if preview else await asyncio.to_thread(store.answer, visit.command_id)
    if before is not None:
        return _again(before) if before.digest == digest else _said(visit, 422, "sent-before")
    answer = await decided()
    if not preview:
        now = datetime.now(UTC)
        kept = KeptAnswer(digest, answer.status_code, bytes(answer.body).decode())
        at, oldest = (when.isoformat(timespec="seconds") for when in (now, now - timedelta(hours=KEPT_HOURS)))
        await asyncio.to_thread(store.keep, visit.command_id, kept, at, oldest)
    return answer


def _again(before: KeptAnswer) -> Response:
    """The same answer as the first time."""
    kind = "application/json" if before.status < 400 else PROBLEM_TYPE
    return Response(before.body, before.status, {"Cache-Control": "no-store"}, kind)


async def _decided(handler: TournamentHandler, visit: Visit, office: TournamentOffice) -> Response:
    try:
        await handler(visit, office)
    except Previewed as seen:
        return await _previewed(visit, office, seen.events)
    except (CommandIdReused, Refusal) as refusal:
        return refusal_answer(visit, refusal)
    return done(visit, office, visit.outcome or Outcome((), office.position))


def refusal_answer(visit: Visit, why: CommandIdReused | Refusal) -> Response:
    if isinstance(why, CommandIdReused):
        return _said(visit, 422, "sent-before")
    return refusal_problem(why, visit.words, visit.tournament.tournament if visit.tournament else None)


def done(visit: Visit, office: TournamentOffice, outcome: Outcome) -> Response:
    """The entries that were written, in words."""
    position = outcome.entries[-1].version if outcome.entries else outcome.position
    versions = [entry.version for entry in outcome.entries]
    rows = in_words(visit.history, office.tournament, versions, visit.words)
    return json_answer(carried_out(office.id, position, rows), {"ETag": f'"{position}"'})


async def _previewed(visit: Visit, office: TournamentOffice, events: Sequence[Event]) -> Response:
    level, t = 0, office.tournament
    try:
        guarded(t, list(events), 0)
    except NeedsConfirmation as asks:
        level = asks.level
    seen = await timed_preview(await visit.still(), events)
    return json_answer(previewed(office.id, office.position, events, level, seen.effect, seen.rounds, seen.complete))


def json_answer(data: object, headers: Mapping[str, str] | None = None) -> Response:
    """Data for one program alone."""
    octets = msgspec.json.encode(data)
    return Response(octets, 200, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def _said(visit: Visit, status: int, code: str, **facts: object) -> Response:
    return problem(status, code, notice(code, **facts).in_words(visit.words))
