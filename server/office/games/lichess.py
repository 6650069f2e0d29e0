"""Sending rounds to broadcasts of lichess (`POST /api/broadcast/round/{id}/push`), each game as everybody may see it.

A change only leaves a mark here. Of several processes the owner of the tournament sends, one call at a time for each
round, at most every three seconds, and of a long round the parts in which something is new.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime
from itertools import islice

import msgspec

from domain.records import dataclass
from server.journal.side.lichess import BroadcastRound, BroadcastStore
from server.notifying.calling import Caller, MayCall, Unreached, not_itself, receiver_of
from server.notifying.outbox import WORTH_ANOTHER_TRY, Fate, Way, WayLimits
from server.office.telling.mailings import nobody_else
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice
from server.supervisor import QuietLog

BETWEEN_PUSHES_SECONDS = 3.0
MOST_GAMES_OF_A_PUSH = 64
LICHESS_PAUSES_SECONDS = (3.0, 10.0, 30.0, 60.0)
"""After tries that failed, one after the other; the last one for all further ones."""
TOO_MANY_SECONDS = 60.0
"""Lichess asks for a minute's rest after a 429."""
REFUSED_SECONDS = 300.0
"""After an answer that the token or the round is not one: somebody may mend it at lichess."""
REFUSED = frozenset({401, 403, 404})
BAD_REQUEST, TOO_MANY_REQUESTS = 400, 429
UNFINISHED_GAME = '[Result "*"]'
LARGEST_ANSWER_BYTES = 1024 * 1024
MOST_REFUSED_SHOWN = 20
MOST_WHY_CHARS = 200

log = logging.getLogger("tablo.lichess")

RoundTexts = Callable[[TournamentOffice, int], Awaitable[Sequence[str]]]
"""The games of a round as everybody may see them now, a PGN text each."""


@dataclass(frozen=True, slots=True)
class GameRefused:
    """A game that lichess did not take, and why, in its words."""

    players: str
    why: str


@dataclass(frozen=True, slots=True)
class PushAnswer:
    """What came of the last try."""

    at: datetime
    status: int
    """Of HTTP; 0 = no answer."""
    games: int = 0
    """Games of the call."""
    refused: tuple[GameRefused, ...] = ()
    why: str = ""
    """The words of lichess about the whole call."""

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


class _GameAnswer(msgspec.Struct):
    tags: dict[str, str] = {}
    error: str = ""


class _Answer(msgspec.Struct):
    games: list[_GameAnswer] = []
    error: str = ""


@dataclass(slots=True, eq=False)
class _Round:
    """A round that is being sent."""

    there: BroadcastRound
    sent: dict[int, str] = field(default_factory=dict)
    """By part, the text that lichess has."""
    changed: bool = True
    next_at: float = 0.0
    failed: int = 0
    """Tries in a row."""
    answer: PushAnswer | None = None


@dataclass(slots=True)
class LichessPush:
    office: Office
    store: BroadcastStore
    texts: RoundTexts
    base: str
    may_call: MayCall = not_itself
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    between_seconds: float = BETWEEN_PUSHES_SECONDS
    way: Way = field(default_factory=lambda: Way("lichess", WayLimits()))
    clock: Callable[[], float] = time.monotonic
    _rounds: dict[str, dict[int, _Round]] = field(default_factory=dict)
    _caller: Caller = field(default_factory=Caller)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["LichessPush"]:
        for slug in await asyncio.to_thread(self.store.streams):
            await self.read(slug)
        async with Caller(self.may_call) as self._caller:
            yield self

    async def read(self, slug: str) -> None:
        """What is set for this tournament; everything is sent again."""
        found = await asyncio.to_thread(self.store.of_stream, slug)
        self._rounds.pop(slug, None)
        if found:
            self._rounds[slug] = {round: _Round(there) for round, there in found.items()}
            self._wake.set()

    async def keep(self, slug: str, round: int, there: BroadcastRound) -> None:
        await asyncio.to_thread(self.store.keep, slug, round, there)
        self._rounds.setdefault(slug, {})[round] = _Round(there)
        self._wake.set()

    async def drop(self, slug: str, round: int) -> None:
        await asyncio.to_thread(self.store.drop, slug, round)
        self._rounds.get(slug, {}).pop(round, None)

    def rounds(self, slug: str) -> dict[int, tuple[BroadcastRound, PushAnswer | None]]:
        return {round: (one.there, one.answer) for round, one in sorted(self._rounds.get(slug, {}).items())}

    def token_of(self, slug: str) -> str:
        """The one that was set last for this tournament; empty = there is none."""
        known = [one.there.token for _, one in sorted(self._rounds.get(slug, {}).items())]
        return known[-1] if known else ""

    def changed(self, slug: str) -> None:
        """A game has moved on, or more of it may be seen: called for each move, so it does next to nothing."""
        if (rounds := self._rounds.get(slug)) is not None:
            for one in rounds.values():
                one.changed = True
            self._wake.set()

    async def work(self) -> None:
        while True:
            due = dict[str, list[tuple[int, _Round]]]()
            for slug, round, one in self.look():
                due.setdefault(slug, []).append((round, one))
            await asyncio.gather(*(self._push_in_turn(slug, rounds) for slug, rounds in due.items()))
            try:
                async with asyncio.timeout(self._pause()):
                    await self._wake.wait()
            except TimeoutError:
                continue
            self._wake.clear()

    async def _push_in_turn(self, slug: str, rounds: Sequence[tuple[int, _Round]]) -> None:
        """One after another, as lichess wants the calls of a token. What cannot be read keeps no other tournament."""
        for round, one in rounds:
            with self._quiet.going_on("a broadcast is not sent", tournament=slug):
                await self._push(slug, round, one)

    def look(self) -> list[tuple[str, int, _Round]]:
        now = self.clock()
        found = ((slug, *one) for slug, rounds in self._rounds.items() for one in rounds.items())
        return [(slug, round, one) for slug, round, one in found if one.changed and one.next_at <= now]

    def _pause(self) -> float | None:
        """Seconds until the next round may be sent; None: none waits."""
        waiting = [one.next_at for rounds in self._rounds.values() for one in rounds.values() if one.changed]
        return max(0.0, min(waiting) - self.clock()) if waiting else None

    async def _push(self, slug: str, round: int, one: _Round) -> None:
        """Send one part that is new."""
        one.changed, one.next_at = False, self.clock() + self.between_seconds
        if not await self.mine(slug):
            return
        try:
            office = await self.office.open(slug)
        except NoSuchTournament:
            return
        parts = _parts(await self.texts(office, round) if office.tournament.public else ())
        fresh = [(number, part) for number, part in parts if one.sent.get(number) != part]
        if not fresh:
            return
        (number, part), (last, text) = fresh[0], parts[-1]
        done = await self._tried(one, number, part)
        if number != last and UNFINISHED_GAME in text:
            one.sent.pop(last, None)
        one.changed = one.changed or not done or len(one.sent) < len(parts) or len(fresh) > 1

    async def _tried(self, one: _Round, number: int, part: str) -> bool:
        """False: it is to be tried again."""
        fate = await self.way.attempt(receiver_of(self.base), lambda: self._call(one, part))
        if one.answer is None or fate is Fate.AWAY:
            one.answer = PushAnswer(datetime.now(UTC), 0, _games_in(part))
        if fate in WORTH_ANOTHER_TRY:
            pause = LICHESS_PAUSES_SECONDS[min(one.failed, len(LICHESS_PAUSES_SECONDS) - 1)]
            one.failed += 1
            one.next_at = max(one.next_at, self.clock() + (REFUSED_SECONDS if one.answer.status in REFUSED else pause))
            return False
        one.sent[number], one.failed = part, 0  # taken, or read and refused: the same again would be in vain
        return True

    async def _call(self, one: _Round, part: str) -> Fate:
        url = f"{self.base}/api/broadcast/round/{one.there.id}/push"
        headers = {"Authorization": f"Bearer {one.there.token}", "Content-Type": "text/plain"}
        try:
            async with self._caller.asked("POST", url, {**headers, "User-Agent": "Tablo"}, part.encode()) as answer:
                body = b""
                async for piece in answer.body:
                    body += piece[: LARGEST_ANSWER_BYTES - len(body)]
        except Unreached:
            return Fate.AWAY
        one.answer = _answer(answer.status, _games_in(part), body)
        if answer.status == TOO_MANY_REQUESTS:
            asked = answer.headers.get("retry-after", "")
            one.next_at = self.clock() + max(TOO_MANY_SECONDS, float(asked) if asked.isdigit() else 0.0)
        if one.answer.taken:
            return Fate.TAKEN
        return Fate.LOST if answer.status == BAD_REQUEST else Fate.NOT_NOW


def _parts(texts: Sequence[str]) -> list[tuple[int, str]]:
    """Parts of a round by their numbers, each so many games; those in which all games have ended first: lichess takes
    a round for finished when all games of its last call have ended.
    """
    games = iter(texts)
    parts = list(enumerate(iter(lambda: list(islice(games, MOST_GAMES_OF_A_PUSH)), [])))
    parts.sort(key=lambda part: any(UNFINISHED_GAME in text for text in part[1]))
    return [(number, "\n".join(part)) for number, part in parts]


def _games_in(part: str) -> int:
    return part.count("[Event ")


def _answer(status: int, games: int, body: bytes) -> PushAnswer:
    """What lichess says of the games; another body says nothing."""
    try:
        said = msgspec.json.decode(body, type=_Answer)
    except (msgspec.DecodeError, UnicodeDecodeError):
        said = _Answer()
    refused = (
        GameRefused(f"{one.tags.get('White', '?')} – {one.tags.get('Black', '?')}", one.error[:MOST_WHY_CHARS])
        for one in said.games
        if one.error
    )
    shown = tuple(islice(refused, MOST_REFUSED_SHOWN))
    return PushAnswer(datetime.now(UTC), status, games, shown, said.error[:MOST_WHY_CHARS])
