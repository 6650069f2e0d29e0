"""The door: how many strangers are answered beside the people at the desk.

One event loop answers everybody, and a result takes it several times for a moment. Were a hundred strangers answered
between two of these moments, the arbiter would wait for all of them. So whoever is not known at the desk has a turn:
one after the other, each address in turn. Pages that are ready never come here (`fast_path`): they cost nothing.

A turn ends when the answer begins, or when what is asked for waits for something else (a body that comes slowly, a
thread, a database): then the loop is free, and the next one need not wait. After a turn with much work the loop rests
twice as long, and while somebody at the desk is being answered nobody is let in. What is made in threads has turns of
its own (`Snapshots.archive`).
"""

import asyncio
from collections.abc import Callable
from time import perf_counter, thread_time

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.neighbourhood import neighbourhood
from server.notice import notice
from server.turns import RETRY_AFTER, NoTurn, Turns
from web.wording import language, negotiate

MOST_AT_THE_DOOR = 1000
"""Requests that may wait at the door: a hall of three hundred phones, each with a page and what belongs to it."""
LONG_TURN_SECONDS = 0.002
"""A turn that kept the processor longer is followed by a rest."""
RESTS_BY_TURN = 2.0
"""The rest after it, by the time that it took: a result that comes meets a free loop two times out of three."""
IDLE_TURN_SECONDS = 0.01
"""A turn is over after this time at the latest: a timer comes only when the loop is free."""
COURTESY_SECONDS = 0.1
"""Seconds that the door stays closed at most because somebody at the desk is being answered."""
CLOSED_LOOK_SECONDS = 0.002

KnownAtDesk = Callable[[Scope], bool]
"""Whether a request comes from somebody who is logged in, or with a key that holds."""


class Door:
    """Middleware; inside of `Sessions`, which says who is logged in."""

    def __init__(self, app: ASGIApp, known: KnownAtDesk, waiting: int = MOST_AT_THE_DOOR) -> None:
        self.app = app
        self.known = known
        self.turns = Turns(waiting)
        self.at_desk = 0
        """Requests of people at the desk that are being answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self.known(scope):
            await self._at_once(scope, receive, send)
        else:
            await self._in_turn(scope, receive, send)

    async def _at_once(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_desk += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.at_desk -= 1

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        try:
            await self.turns.take(neighbourhood(client[0]) if client else "")
        except NoTurn:
            await _come_again(scope)(scope, receive, send)
            return
        turn = StrangersTurn(self)

        async def sending(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            turn.end()

    def open_again(self, rest: float) -> None:
        """Let in the next one after a rest, as soon as nobody at the desk is being answered."""
        loop = asyncio.get_running_loop()
        closed_until = loop.time() + rest + COURTESY_SECONDS

        def open_now() -> None:
            if self.at_desk and loop.time() < closed_until:
                loop.call_later(CLOSED_LOOK_SECONDS, open_now)
            else:
                self.turns.give_back()

        if rest:
            loop.call_later(rest, open_now)
        else:
            open_now()


class StrangersTurn:
    """The time of one stranger on the loop."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._began = perf_counter()
        self._busy = thread_time()
        self._over = False
        self._timer = asyncio.get_running_loop().call_later(IDLE_TURN_SECONDS, self.end)

    def end(self) -> None:
        """Once; the door is opened for the next one."""
        if self._over:
            return
        self._over = True
        self._timer.cancel()
        long = thread_time() - self._busy > LONG_TURN_SECONDS
        self._door.open_again(RESTS_BY_TURN * (perf_counter() - self._began) if long else 0.0)


def _come_again(scope: Scope) -> PlainTextResponse:
    words = language(negotiate(None, HTTPConnection(scope).headers.get("accept-language", "")))
    return PlainTextResponse(f"{notice('door-full').in_words(words)}\n", 503, RETRY_AFTER)
