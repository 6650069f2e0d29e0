"""Strangers are answered one after the other, each address in turn, and nobody at the desk waits for them."""

import asyncio
import time
from collections import defaultdict
from pathlib import Path

import httpx
from starlette.types import Message, Receive, Scope, Send

from server.http.middleware import LONG_TURN_SECONDS, Door
from tests.desk.browsers import browser, server, with_round_one


class Answers:
    """An application that answers when it is told to, and says who is inside."""

    def __init__(self) -> None:
        self.came: list[str] = []
        self.is_in: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.may_begin: dict[str, asyncio.Event] = {}
        self.may_end: dict[str, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        self.came.append(path)
        self.is_in[path].set()
        await self.may_begin.setdefault(path, asyncio.Event()).wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.may_end.setdefault(path, asyncio.Event()).wait()
        await send({"type": "http.response.body", "body": b""})


async def nothing() -> Message:
    return {"type": "http.disconnect"}


def asked(door: Door, path: str, address: str = "203.0.113.1") -> "asyncio.Task[int]":
    """The status of the answer."""

    async def ask() -> int:
        told: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                told.append(message["status"])

        await door({"type": "http", "path": path, "headers": [], "client": (address, 1)}, nothing, send)
        return told[0]

    return asyncio.create_task(ask())


def at_desk(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/desk"))


async def turns_passed() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_second_stranger_comes_in_when_the_first_answer_begins() -> None:
    app = Answers()
    door = Door(app, at_desk)
    first, second = asked(door, "/a"), asked(door, "/b")
    await turns_passed()
    assert app.came == ["/a"]
    app.may_begin["/a"].set()
    await turns_passed()
    assert app.came == ["/a", "/b"]
    for event in (app.may_end["/a"], app.may_begin["/b"], app.may_end.setdefault("/b", asyncio.Event())):
        event.set()
    assert await asyncio.gather(first, second) == [200, 200]


async def test_whoever_waits_for_something_else_keeps_nobody_waiting() -> None:
    """A body that never comes: the timer ends the turn, because the loop is free."""
    app = Answers()
    door = Door(app, at_desk)
    slow, other = asked(door, "/slow"), asked(door, "/other")
    await app.is_in["/other"].wait()
    slow.cancel()
    other.cancel()
    await asyncio.gather(slow, other, return_exceptions=True)


async def test_somebody_at_the_desk_is_let_in_at_once_and_strangers_wait_for_them() -> None:
    app = Answers()
    door = Door(app, at_desk)
    first = asked(door, "/a")
    await turns_passed()
    arbiter, second = asked(door, "/desk/results"), asked(door, "/b")
    await turns_passed()
    assert app.came == ["/a", "/desk/results"]
    app.may_begin["/a"].set()
    await turns_passed()
    assert app.came == ["/a", "/desk/results"]
    app.may_begin["/desk/results"].set()
    app.may_end.setdefault("/desk/results", asyncio.Event()).set()
    assert await arbiter == 200
    await app.is_in["/b"].wait()
    for task in (first, second):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)


async def test_a_long_turn_is_followed_by_a_rest() -> None:
    app = Answers()
    door = Door(app, at_desk)
    first, second = asked(door, "/a"), asked(door, "/b")
    await turns_passed()
    until = time.thread_time() + 2 * LONG_TURN_SECONDS
    while time.thread_time() < until:
        """The loop has to do with a page."""
    app.may_begin["/a"].set()
    await turns_passed()
    assert app.came == ["/a"]
    await app.is_in["/b"].wait()
    for task in (first, second):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)


async def test_a_crowd_of_one_address_does_not_keep_out_another() -> None:
    app = Answers()
    door = Door(app, at_desk, waiting=3)
    crowd = [asked(door, f"/{n}") for n in range(5)]
    await turns_passed()
    alone = asked(door, "/alone", "198.51.100.7")
    await turns_passed()
    refused = [task for task in crowd if task.done()]
    assert [task.result() for task in refused] == [503, 503]
    app.may_begin.setdefault("/1", asyncio.Event()).set()
    app.may_begin["/0"].set()
    await app.is_in["/alone"].wait()
    assert app.came.index("/alone") <= 2
    for task in (*crowd, alone):
        task.cancel()
    await asyncio.gather(*crowd, alone, return_exceptions=True)


async def test_a_hall_behind_one_address_gets_all_its_pages(tmp_path: Path) -> None:
    """Three hundred phones open four pages at the same moment."""
    pages = ("/t/open", "/t/open/pairings", "/t/open/standings", "/t/open/mine?players=1")
    async with server(tmp_path) as transport:
        async with browser(transport) as anna:
            await with_round_one(await anna.log_in())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as phones:
            answers = await asyncio.gather(*(phones.get(pages[n % len(pages)]) for n in range(300)))
    assert {answer.status_code for answer in answers} == {200}


async def test_who_is_refused_is_told_when_to_come_again(tmp_path: Path) -> None:
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    door = Door(Answers(), at_desk, waiting=0)
    first = asked(door, "/a")
    await turns_passed()
    await door({"type": "http", "path": "/b", "headers": [(b"accept-language", b"bg")]}, nothing, send)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert (told[0]["status"], (b"retry-after", b"10") in told[0]["headers"]) == (503, True)
