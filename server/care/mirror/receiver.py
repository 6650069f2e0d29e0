"""A hall ships its journal to a public mirror, which is the same program, whenever the network is there.

    GET /api/mirror/<stream>    the mirror's head: {"version": 17, "hash": "..."}
    PUT /api/mirror/<stream>    rows that continue it, one canonical line each (gzip welcome); the new head

Both want `Authorization: Bearer <token>`. The mirror checks the hash chain before it stores anything, so what it has
is a true beginning of the hall's journal, whatever the network did. A PUT that does not continue the mirror's head is
answered with 409 and that head; the sender (`server/care/mirror/sender.py`) goes on from there. A row that could not
be shown (a history that cannot have happened, fields of a newer program) is refused with 422 and the reason.
"""

import asyncio
import hmac
import zlib
from collections.abc import Callable
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from domain.festival.events import FestivalEvent
from domain.festival.state import Festival, replay_festival
from domain.games.state import GamesState
from domain.tournament import Tournament, replay
from domain.words.streams import is_festival, is_tournament, owner_of, owner_of_picture, tournament_of_games
from server.care.metrics import Metrics
from server.http.auth import REMEMBERED_SECONDS, TRIES_BY_ADDRESS, GuesserKey, TooManyTries, Tries
from server.journal import AsyncJournal, BrokenChain, Codec, Entry, Head, UnknownEvent
from server.journal.chain import GENESIS
from server.journal.jsonl import check_story, check_understood
from server.journal.store import about
from server.notice import Noticed, notice
from server.office.tournaments import Office
from server.turns import neighbourhood
from web.wording import Language, language
from web.wording.language_choice import negotiate

MAX_UNPACKED_BYTES = 64 * 1024 * 1024
EMPTY_HEAD = Head(0, GENESIS)
encode_answer = msgspec.json.Encoder().encode


def mirror_routes(
    token: str, office: Callable[[Request], Office], metrics: Callable[[Request], Metrics]
) -> list[Route]:
    """To be mounted at `/api/mirror`; `office` and `metrics` are those of a request's application. No token: no mirror.

    Guesses of the token are counted by address, before one is looked at; a right one does not count.
    """
    guesses = Tries()

    async def head(request: Request) -> Response:
        return refused(request) or _answer(await _head(office(request).journal, _stream(request)))

    async def receive(request: Request) -> Response:
        return refused(request) or await take(office(request), _stream(request), request)

    def refused(request: Request) -> Response | None:
        if not token:
            return JSONResponse({"error": notice("this-server-is-no-mirror").in_words(_words(request))}, 404)
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        near = neighbourhood(request.client.host) if request.client is not None else ""
        guesser: dict[GuesserKey, int] = {("mirror", near): TRIES_BY_ADDRESS}
        try:
            guesses.count(guesser)
        except TooManyTries:
            return JSONResponse({"error": "too-many-guesses"}, 429, {"Retry-After": str(REMEMBERED_SECONDS)})
        if hmac.compare_digest(given.encode(), token.encode()):
            guesses.take_back(guesser)
            return None
        metrics(request).note_refused_login(request, "", "mirror token")
        return JSONResponse({"error": "token"}, 401)

    return [Route("/{stream:path}", head, methods=["GET"]), Route("/{stream:path}", receive, methods=["PUT"])]


async def take(office: Office, stream: str, request: Request) -> Response:
    """Store rows that continue the head and can be shown; any others change nothing."""
    journal = office.journal
    try:
        lines = unpacked(await request.body(), request.headers.get("content-encoding", "")).split(b"\n")
        first = about(stream, 0, lines[0])
        before = await _head(journal, stream)
        if first.version != before.version + 1:
            return _answer(before, 409)
        rows = [line for line in lines if line]
        entries = await asyncio.to_thread(_check, stream, rows, before, await _state(office, stream, before))
        await journal.adopt(stream, rows, entries)
    except (BrokenChain, UnknownEvent, NotRows) as trouble:
        after, says = await _head(journal, stream), trouble.in_words(_words(request))
        return JSONResponse({"error": says, "version": after.version, "hash": after.hash}, 422)
    return _answer(await _head(journal, stream))


def _check(stream: str, rows: list[bytes], before: Head, state: Tournament | Festival | GamesState) -> list[Entry]:
    """The entries of rows that everybody will read once they are stored. Raises `NotRows`, `BrokenChain`."""
    owner = owner_of(stream)
    shown = is_tournament(owner) or is_festival(owner)
    if not shown or (owner_of_picture(stream) and before.version):
        raise NotRows(notice("no-tournament-is-called", stream=repr(stream[:80])))
    codec, entries = Codec(), list[Entry]()
    for version, row in enumerate(rows, before.version + 1):
        entries.append(codec.read(about(stream, version, row).name, row, stream, version))
        check_understood(codec, row, stream, version)
    check_story(stream, entries, state)
    return entries


async def _state(office: Office, stream: str, head: Head) -> Tournament | Festival | GamesState:
    """The tournament, festival or games up to `head`, to be folded on; a picture has nothing before it."""
    if is_festival(stream):
        before = await office.journal.read(stream, 0, head.version)
        return replay_festival(cast(FestivalEvent, entry.event) for entry in before)
    if owner_of_picture(stream):
        return Tournament()
    if tournament := tournament_of_games(stream):
        await office.read(tournament)  # its games are in memory as long as more of them come
        return (await office.games.upto(tournament, head.version)).copy()
    known = office.known(stream)
    if known is not None and known.position == head.version:
        return known.tournament.copy()
    return replay(entry.event for entry in await office.journal.read(stream, 0, head.version))


class NotRows(Noticed):
    """The body is not rows of a journal."""


def _words(request: Request) -> Language:
    return language(negotiate(None, request.headers.get("accept-language", "")))


def unpacked(body: bytes, encoding: str) -> bytes:
    """Never more than `MAX_UNPACKED_BYTES`, whatever a small body claims to contain. Raises `NotRows`."""
    if encoding != "gzip":
        return body
    unzip = zlib.decompressobj(wbits=31)
    try:
        rows = unzip.decompress(body, MAX_UNPACKED_BYTES)
    except zlib.error as error:
        raise NotRows(notice("body-is-not-gzip")) from error
    if unzip.unconsumed_tail or not unzip.eof:
        raise NotRows(notice("body-is-too-large-or-cut-off"))
    return rows


def _stream(request: Request) -> str:
    stream: str = request.path_params["stream"]
    return stream


async def _head(journal: AsyncJournal, stream: str) -> Head:
    found = await journal.head(stream)
    return EMPTY_HEAD if found is None else Head(found.version, found.hash)


def _answer(head: Head, status: int = 200) -> Response:
    return Response(encode_answer(head), status, media_type="application/json")
