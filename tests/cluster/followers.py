"""Walls and phones that follow by websocket, as the pages do: what they show, and when they know they are behind."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.cluster.arbiters import Acknowledged
from tests.live.loopback import Frame, Reader

WALL_BEAT_SECONDS = 3.0
SILENCE_BEATS = 1.5
"""Beats without a sign of life after which a page says that it is behind."""
RECONNECT_SECONDS = 0.5


@dataclass(slots=True)
class Moment:
    """From this time on the page showed this position, or knew that it heard nothing."""

    at: float
    position: int
    connected: bool


@dataclass(slots=True)
class Follower:
    """One page on a topic of a tournament, at one gateway; a wall names the screen it is."""

    port: int
    stream: str
    topic: str
    screen: str = ""
    form: str = "json"
    lang: str = "en"
    reader: Reader = field(default_factory=Reader)
    moments: list[Moment] = field(default_factory=list)
    """One for each frame of the topic and each end of a connection."""
    asked_again: int = 0
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def address(self) -> str:
        after = str(self.reader.position) if self.reader.path else ""
        query = f"topic={self.topic}&after={after}&form={self.form}&lang={self.lang}"
        if self.screen:
            query += f"&topic=screen/{self.screen}&after=&screen={self.screen}"
        return f"ws://127.0.0.1:{self.port}/live?{query}"

    def __str__(self) -> str:
        last = self.moments[-1] if self.moments else None
        silent = f"{time.monotonic() - last.at:.1f} s ago, connected: {last.connected}" if last else "never"
        return f"{self.topic} {self.form} {self.screen} at port {self.port}: {self.reader.position}, heard {silent}"

    async def follow(self) -> None:
        """Until cancelled; whoever is sent away comes back after a random moment."""
        while True:
            try:
                async with connect(self.address, proxy=None, max_size=None, ping_interval=None) as socket:
                    async for text in socket:
                        await self._heard(socket, json.loads(text))
            except (OSError, EOFError, WebSocketException, InvalidHandshake):
                """The same as an end in order."""
            self._note(connected=False)
            await asyncio.sleep(random.random() * RECONNECT_SECONDS)

    async def until(self, position: int) -> None:
        await self.until_true(lambda: self.reader.position >= position)

    async def until_true(self, shown: Callable[[], bool]) -> None:
        """Until this holds of what is shown."""
        while not shown():
            self._moved.clear()
            await self._moved.wait()

    async def _heard(self, socket: ClientConnection, frame: Frame) -> None:
        if frame.get("topic") != self.topic:
            return
        behind = frame["type"] == "beat" and frame["position"] > self.reader.position
        gap = frame["type"] == "patch" and frame["from"] > self.reader.position
        if behind or gap:
            self.asked_again += 1
            await socket.send(json.dumps({"resume": {self.topic: self.reader.position}}))
        if not gap:
            self.reader.read([frame])
            del self.reader.path[:-1]
        self._note(connected=True)
        self._moved.set()

    def _note(self, *, connected: bool) -> None:
        self.moments.append(Moment(time.monotonic(), self.reader.position, connected))


def unaware(wall: Follower, acknowledged: Sequence[Acknowledged], until: float) -> float:
    """The longest time, in seconds, in which a wall was behind a result and did not know it.

    It knows when its connection ends, and when it has heard nothing for one and a half beats.
    """
    longest = 0.0
    moments = [*wall.moments, Moment(until, wall.reader.position, connected=True)]
    place = 0
    for one in sorted((one for one in acknowledged if one.stream == wall.stream), key=lambda one: one.at):
        while place < len(moments) - 1 and moments[place].at < one.at and moments[place].position < one.position:
            place += 1
        longest = max(longest, _unaware_of(one, moments, place))
    return longest


def _unaware_of(one: Acknowledged, moments: Sequence[Moment], start: int) -> float:
    heard = moments[start - 1].at if start else one.at
    for moment in moments[start:]:
        silent = heard + SILENCE_BEATS * WALL_BEAT_SECONDS
        if silent < moment.at or not moment.connected or moment.position >= one.position:
            return max(0.0, min(silent, moment.at) - one.at)
        heard = moment.at
    return 0.0


@dataclass(slots=True)
class Crowd:
    """All followers of a measurement, each in a task of its own."""

    followers: list[Follower]
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    async def __aenter__(self) -> "Crowd":
        self._tasks = [asyncio.create_task(follower.follow()) for follower in self.followers]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        [failed] = [[one for one in ended if not isinstance(one, asyncio.CancelledError)]]
        if failed:
            raise ExceptionGroup("followers", [one for one in failed if isinstance(one, Exception)])

    async def until(self, positions: dict[str, int], seconds: float = 30.0) -> None:
        """All of them show their tournament at this position. Raises AssertionError with those that do not."""
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(follower.until(positions[follower.stream]) for follower in self.followers))
        except TimeoutError:
            behind = [one for one in self.followers if one.reader.position < positions[one.stream]]
            raise AssertionError("\n".join(map(str, behind))) from None
