"""A command of a program: its body becomes the form of a desk step, and the answer says what was written.

A command carries an `Idempotency-Key`. The journal knows the command by it and never writes twice; answers that wrote
nothing, refusals as well, are kept beside the journal for two days. `If-Match` names the version the program decided
on. `?preview=1` writes nothing and says what would be written.
"""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeAlias, cast, get_args

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from domain.decisions.integrity import guarded
from domain.events import Event
from domain.festival import events as f
from domain.records import dataclass
from domain.refusals import NeedsConfirmation, Refusal
from domain.stewards.events import Scope
from domain.stewards.permissions import Action
from domain.stewards.state import ApiKey
from server.http.trouble import PROBLEM_TYPE
from server.journal import CommandIdReused, Entry
from server.journal.side.programs import KeptAnswer
from server.notice import notice
from server.office.festivals import FestivalOffice
from server.office.tournaments import Outcome, TournamentOffice
from server.routes.api.bearer import Answered, let_in
from server.routes.api.problems import problem, refusal_problem
from server.routes.desk.done import in_words
from server.routes.desk.guards import Handler, TournamentHandler
from server.routes.desk.preview import timed_preview
from server.routes.desk.visit import ByProgram, Previewed, Visit
from server.routes.forms import Form
from server.routes.question import Endpoint, QueryRoute
from web.api import programs
from web.api.commands import ProgramCommand
from web.api.openapi import IF_MATCH
from web.wording.events.festivals import festival_event_in_words, festival_teller

KEPT_HOURS = 48
"""The time that an answer without an entry in the journal is given again."""
LONGEST_ID_CHARS = 200

Fill: TypeAlias = Callable[[Visit], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Program:
    """The way programs take a step of the desk: the scope of the key, and the body of the request."""

    scope: Scope
    body: type[ProgramCommand]
    fill: Fill = field(default=lambda _visit: {})


PLAYERS_KEY, PAIRINGS_KEY, RESULTS_KEY, EVERYTHING_KEY = (
    partial(Program, scope) for scope in (Scope.PLAYERS, Scope.PAIRINGS, Scope.RESULTS, Scope.EVERYTHING)
)


class CommandRoute(QueryRoute):
    def __init__(self, path: str, endpoint: Endpoint, program: Program, does: Action) -> None:
        super().__init__(path, endpoint, program.body.__name__, ("preview", "lang"), "POST")
        self.program = program
        self.does = does


# Four kinds of commands: about a tournament, about a festival, and a new one of either.


def command_of_tournament(path: str, program: Program, handler: TournamentHandler, does: Action) -> CommandRoute:
    async def opened(visit: Visit) -> None:
        await visit.open(visit.path("slug"))

    async def decided(visit: Visit) -> Response:
        office = await visit.open(visit.path("slug"))
        await handler(visit, office)
        await visit.read_history()
        return _done(visit, office, visit.outcome or Outcome((), office.position))

    async def seen(visit: Visit, events: Sequence[Event]) -> Response:
        return await _previewed(visit, visit.at, events)

    return _command(path, program, decided, seen, does, opened)


def founding_of_tournament(
    path: str, program: Program, found: Callable[[Visit], Awaitable[TournamentOffice]]
) -> CommandRoute:
    """There is no version to compare yet."""

    async def decided(visit: Visit) -> Response:
        if visit.by_program:
            visit.by_program.check(0)
        office = await found(visit)
        await visit.open(office.id)
        await visit.read_history()
        written = tuple(entry for entry in office.entries if entry.command_id == visit.command_id)
        return _done(visit, office, Outcome(written, office.position))

    async def seen(visit: Visit, events: Sequence[Event]) -> Response:
        return json_answer(programs.previewed("", 0, events))

    return _command(path, program, decided, seen, Action.ANNOUNCE)


def command_of_festival(path: str, program: Program, handler: Handler) -> CommandRoute:
    async def decided(visit: Visit) -> Response:
        office = visit.festival
        before = office.position
        await handler(visit)
        return _done_in_festival(visit, office, visit.outcome.entries if visit.outcome else office.entries[before:])

    async def seen(visit: Visit, events: Sequence[object]) -> Response:
        return json_answer(programs.festival_command_previewed(visit.festival.name, visit.festival.position, events))

    return _command(path, program, decided, seen)


def founding_of_festival(
    path: str, program: Program, found: Callable[[Visit], Awaitable[FestivalOffice]]
) -> CommandRoute:
    async def decided(visit: Visit) -> Response:
        office = await found(visit)
        written = [entry for entry in office.entries if entry.command_id == visit.command_id]
        return _done_in_festival(visit, office, written)

    async def seen(visit: Visit, events: Sequence[object]) -> Response:
        return json_answer(programs.festival_command_previewed("", 0, events))

    return _command(path, program, decided, seen, Action.ANNOUNCE)


async def _nothing_to_open(_visit: Visit) -> None:
    """It is about no tournament."""


def _command(
    path: str,
    program: Program,
    decided: Handler,
    seen: Callable[[Visit, Sequence[Event]], Awaitable[Response]],
    does: Action = Action.ARBITRATE,
    opened: Callable[[Visit], Awaitable[None]] = _nothing_to_open,
) -> CommandRoute:
    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        try:
            asked = await _asked(program, does, visit)
        except Answered as stop:
            return stop.answer
        await opened(visit)
        here = partial(_carried_out, visit, program, partial(decided, visit), partial(seen, visit))
        return await _once(visit, asked, here)

    return CommandRoute(path, endpoint, program, does)


async def _carried_out(
    visit: Visit,
    program: Program,
    decided: Callable[[], Awaitable[Response]],
    seen: Callable[[Sequence[Event]], Awaitable[Response]],
) -> Response:
    """The step of the desk, with the fields that were left out as they stand now."""
    visit.form = Form({**program.fill(visit), **visit.form.fields}, {}, visit.form.lists)
    try:
        return await decided()
    except Previewed as preview:
        return await seen(cast(Sequence[Event], preview.events))
    except CommandIdReused:
        return _said(visit, 422, "sent-before")
    except Refusal as why:
        return refusal_problem(why, visit.words, visit.tournament.tournament if visit.tournament else None)


# The request, understood


async def _asked(program: Program, does: Action, visit: Visit) -> ProgramCommand:
    """The command, once the key, the role and the body are in order. Raises Answered."""
    try:
        key = await let_in(visit, does, program.scope)
        return await _command_of(program.body, visit, key)
    except Refusal as refusal:
        raise Answered(refusal_problem(refusal, visit.words)) from refusal


async def _command_of(body: type[ProgramCommand], visit: Visit, key: ApiKey) -> ProgramCommand:
    id = visit.request.headers.get("idempotency-key", "")
    if (preview := visit.asked("preview")) not in ("", "1"):
        raise Answered(_said(visit, 400, "preview-not-read"))
    visit.by_program = ByProgram(bool(preview), _version(visit))
    if len(id) > LONGEST_ID_CHARS or not (id or visit.by_program.preview):
        raise Answered(_said(visit, 400, "idempotency-key-missing"))
    octets = await visit.request.body() or b"{}"
    try:
        asked = msgspec.json.decode(octets, type=body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        data = {"problems": list(_misread(body, octets))} if isinstance(why, msgspec.ValidationError) else {}
        said = notice("body-not-read", why=why).in_words(visit.words)
        raise Answered(problem(422, "body-not-read", said, data)) from why
    lists = {name: values for name, values in asked.form().items() if values}
    command = hashlib.blake2b(f"{key.made.id} {id}".encode(), digest_size=24).hexdigest()
    last = {name: values[-1] for name, values in lists.items()}
    visit.form = Form({**last, "command_id": f"api-{command}"}, dict[str, UploadFile](), lists)
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


def _version(visit: Visit) -> int | None:
    """The version of `If-Match`. Raises Answered."""
    typed = visit.request.headers.get("if-match", "").strip()
    found = re.fullmatch(IF_MATCH, typed)
    if typed and not found:
        raise Answered(_said(visit, 400, "version-not-read"))
    return None if not found or found[2] == "*" else int(found[2])


# The answer


async def _once(visit: Visit, asked: ProgramCommand, decided: Callable[[], Awaitable[Response]]) -> Response:
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
    kind = "application/json" if before.status < 400 else PROBLEM_TYPE
    return Response(before.body, before.status, {"Cache-Control": "no-store"}, kind)


def _done(visit: Visit, office: TournamentOffice, outcome: Outcome) -> Response:
    """The entries that were written, in words."""
    position = outcome.entries[-1].version if outcome.entries else outcome.position
    versions = [entry.version for entry in outcome.entries]
    rows = in_words(visit.history, office.tournament, versions, visit.words)
    return json_answer(programs.carried_out(office.id, position, rows), position)


def _done_in_festival(visit: Visit, office: FestivalOffice, entries: Sequence[Entry]) -> Response:
    """The entries that were written, in words, and the tournaments that came of them."""
    teller = festival_teller(office.festival, visit.words)
    events = [cast(f.FestivalEvent, entry.event) for entry in entries]
    told = [(entry, festival_event_in_words(event, teller)) for entry, event in zip(entries, events, strict=True)]
    tournaments = [slug for event in events for slug in _came_of(office, event)]
    position = entries[-1].version if entries else office.position
    return json_answer(programs.festival_command_carried_out(office.name, position, told, tournaments), position)


def _came_of(office: FestivalOffice, event: f.FestivalEvent) -> Sequence[str]:
    festival = office.festival
    match event:
        case f.SectionAdded(tournament=slug) | f.PetitionGranted(tournament=slug):
            return (slug,)
        case f.GroupsDrawn(pool=pool) if announced := festival.announced.get(pool):
            return (*announced.groups, *announced.stages)
        case f.SeriesSet() if edition := festival.open_edition:
            return (edition.tournament,)
        case _:
            return ()


async def _previewed(visit: Visit, office: TournamentOffice, events: Sequence[Event]) -> Response:
    level, t = 0, office.tournament
    try:
        guarded(t, list(events), 0)
    except NeedsConfirmation as asks:
        level = asks.level
    seen = await timed_preview(await visit.still(), events)
    changes, rounds = seen.effect.changes, seen.rounds
    return json_answer(programs.previewed(office.id, office.position, events, level, changes, rounds, seen.complete))


def json_answer(data: object, position: int | None = None) -> Response:
    """Data for one program alone, as they stood at this position of the journal."""
    headers = {"Cache-Control": "no-store"} | ({} if position is None else {"ETag": f'"{position}"'})
    return Response(msgspec.json.encode(data), 200, headers, "application/json")


def _said(visit: Visit, status: int, code: str) -> Response:
    return problem(status, code, notice(code).in_words(visit.words))
