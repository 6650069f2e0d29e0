"""The hall's side of a public mirror: what the mirror does not have is sent, whenever the network is there.

The protocol, and the side that receives, are in `server/care/mirror/receiver.py`.
"""

import gzip
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.client import HTTPException
from time import sleep
from typing import cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request as Call
from urllib.request import urlopen

import msgspec

from domain.festival.events import FestivalEvent
from domain.festival.state import replay_festival
from domain.records import dataclass
from domain.words.streams import is_festival, is_tournament, owner_of, owner_of_picture, tournament_of_games
from server.care.mirror.receiver import EMPTY_HEAD
from server.journal import BrokenChain, CannotRead, Head, Journal, JournalTrouble
from server.journal.store import about, in_commands
from server.notice import ServerNotice, Why, notice
from server.notifying.waiting import FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS, REQUEST_TIMEOUT_SECONDS, why_unreached

ROWS_PER_REQUEST = 1000
"""Rows in one request; with gzip about 40 kB."""
VERSIONS_LOOK_SECONDS = 1.0
"""Seconds between two looks at the versions of the hall's streams."""


class RefusedReason(msgspec.Struct):
    error: str


class TokenRefused(Exception):
    """The mirror does not know us."""


@dataclass(eq=False)
class MirrorAway(Exception):
    """No network, no mirror, or a mirror in trouble: worth trying again."""

    why: Why


@dataclass(eq=False)
class MirrorRefuses(Exception):
    """It has looked at the entries and will not have them, now or later."""

    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("mirror-refuses", why=self.why)


@dataclass(eq=False)
class Diverged(JournalTrouble):
    """The mirror's entries are not a beginning of ours."""

    code = "mirror-has-another-history-up"
    stream: str
    version: int


@dataclass(frozen=True, slots=True)
class Mirror:
    url: str
    token: str

    def head(self, stream: str) -> Head:
        return self._call("GET", stream, b"")

    def put(self, stream: str, lines: Sequence[bytes]) -> Head:
        """The mirror's head afterwards, also if it did not want the lines."""
        return self._call("PUT", stream, gzip.compress(b"\n".join(lines), 6, mtime=0))

    def _call(self, method: str, stream: str, body: bytes) -> Head:
        """Raises `TokenRefused`, `MirrorAway`, `MirrorRefuses`."""
        address = f"{self.url.rstrip('/')}/api/mirror/{quote(stream, safe='')}"
        call = Call(address, data=body or None, method=method)
        call.add_header("Authorization", f"Bearer {self.token}")
        call.add_header("Content-Type", "application/jsonl")
        if body:
            call.add_header("Content-Encoding", "gzip")
        try:
            with urlopen(call, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
                return msgspec.json.decode(answer.read(), type=Head)
        except HTTPError as error:
            return _refused(error)
        except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
            raise MirrorAway(notice("mirror-does-not-answer", words=why_unreached(error))) from error
        except (msgspec.DecodeError, ValueError) as error:
            raise MirrorAway(notice("is-no-mirror", address=address)) from error


def _refused(error: HTTPError) -> Head:
    """409 is an answer."""
    with error:
        body = error.read()
    if error.code in (401, 403):
        raise TokenRefused from error
    if error.code == 422:
        why: Why = notice("does-not-say-why")
        with suppress(msgspec.DecodeError):
            why = msgspec.json.decode(body, type=RefusedReason).error
        raise MirrorRefuses(why) from error
    if error.code != 409:
        raise MirrorAway(notice("mirror-answers", code=error.code, reason=error.reason)) from error
    return msgspec.json.decode(body, type=Head)


def push(journal: Journal, mirror: Mirror, stream: str) -> int:
    """Send what the mirror does not have; how many entries.

    Raises `Diverged`, `MirrorAway`, `MirrorRefuses`, `TokenRefused`, and `BrokenChain` for a row of ours.
    """
    head, sent = mirror.head(stream), 0
    while True:
        _same_history(journal, stream, head)
        lines = next(in_commands(journal.lines(stream, head.version), ROWS_PER_REQUEST), None)
        if lines is None:
            return sent
        before, head = head, mirror.put(stream, lines)
        if head == before:
            raise MirrorAway(notice("mirror-does-not-keep-what"))
        sent += len(lines)


def _same_history(journal: Journal, stream: str, head: Head) -> None:
    if head == EMPTY_HEAD:
        return
    mine = list(journal.lines(stream, head.version - 1, head.version))
    if not mine or about(stream, head.version, mine[0]).hash != head.hash:
        raise Diverged(stream, head.version)


def ship(
    journal: Journal, mirror: Mirror, only: Sequence[str], once: bool, say: Callable[[ServerNotice], object]
) -> bool:
    """Keep the mirror up to date until interrupted, or with `once` until it has everything there is now.

    False: it has not, and never will have, something of it; `say` was told.
    """
    known, waiting, stuck = dict[str, int](), set[str](), set[str]()
    pause = FIRST_PAUSE_SECONDS
    while True:
        away: MirrorAway | CannotRead | None
        try:
            versions = journal.versions()
            grown = [stream for stream, _ in versions.items() - known.items()]
            waiting |= {one for stream in grown for one in _with_pictures(journal, stream, only)}
            known = versions
            away = _push_all(journal, mirror, waiting, stuck, say)
        except CannotRead as trouble:
            if once:
                raise
            away = trouble
        if away is None and once:
            return not stuck
        if away is None:
            pause = FIRST_PAUSE_SECONDS
            sleep(VERSIONS_LOOK_SECONDS)
        else:
            say(notice("trying-again", why=away.why, pause=f"{pause:.0f}"))
            sleep(pause)
            pause = min(pause * 2, MAX_PAUSE_SECONDS)


def _push_all(
    journal: Journal, mirror: Mirror, waiting: set[str], stuck: set[str], say: Callable[[ServerNotice], object]
) -> MirrorAway | None:
    """Sends the waiting streams, games after the tournaments that say how much of them is shown.

    One that cannot arrive keeps no other, and a mirror that is away ends it.
    """
    for stream in sorted(waiting, key=lambda one: (bool(tournament_of_games(one)), one)):
        try:
            said = notice("entries-sent", stream=stream, sent=push(journal, mirror, stream))
        except MirrorAway as away:
            return away
        except (Diverged, MirrorRefuses, BrokenChain) as trouble:
            stuck.add(stream)
            said = notice("not-sent", stream=stream, why=trouble.notice)
        else:
            stuck.discard(stream)
        waiting.discard(stream)
        say(said)
    return None


def _wanted(journal: Journal, stream: str, only: Sequence[str]) -> bool:
    """Tournaments with their games, the festivals with one of them as a section, and the pictures of those."""
    owner = owner_of(stream)
    if not is_festival(owner):
        return owner in only if only else is_tournament(owner)
    festival = replay_festival(cast(FestivalEvent, entry.event) for entry in journal.read(owner))
    return not only or any(section in only for section in festival.sections)


def _with_pictures(journal: Journal, stream: str, only: Sequence[str]) -> Iterator[str]:
    """The changed stream if it is wanted, and the pictures of a festival, which may be wanted only from now on."""
    if not _wanted(journal, stream, only):
        return
    yield stream
    if only and is_festival(stream):
        yield from (info.stream for info in journal.streams() if owner_of_picture(info.stream) == stream)
