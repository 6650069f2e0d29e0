"""The outbox: whatever happens while one message is tried concerns that message alone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from server.notifying.outbox import Fate, Way, WayLimits
from server.supervisor import Supervisor

QUICK = WayLimits(tries_at_once=2, tries_at_once_of_one=1, waiting=5, waiting_of_one=2, pauses=(0.0, 0.0))


@dataclass
class Letter:
    """A message that meets these outcomes one after another, the last one for ever."""

    key: str
    outcomes: list[Fate | Exception] = field(default_factory=lambda: [Fate.TAKEN])
    receiver: str = "post.example"
    address: str = ""
    tries: int = 0
    end: Fate | None = None
    held_up: Callable[[], Awaitable[object]] | None = None

    def __post_init__(self) -> None:
        self.address = self.address or self.key

    async def send(self) -> Fate:
        self.tries += 1
        if self.held_up is not None:
            await self.held_up()
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def ended(self, fate: Fate) -> None:
        self.end = fate


@asynccontextmanager
async def working(way: Way) -> AsyncIterator[Way]:
    async with Supervisor().keeping({way.name: way.work}):
        yield way


async def sent(way: Way, *letters: Letter) -> None:
    async with working(way):
        for letter in letters:
            assert way.post(letter)
        await asyncio.wait_for(way.idle(), 10)


ERRORS = [ValueError("x"), UnicodeError("label empty or too long"), AttributeError("y"), OSError("z"), KeyError("k")]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
async def test_an_error_of_any_kind_loses_one_message_and_no_other(error: Exception) -> None:
    before, bad, after = Letter("a"), Letter("b", [error]), Letter("c")
    await sent(Way("test", QUICK), before, bad, after)
    assert [(one.end, one.tries) for one in (before, bad, after)] == [
        (Fate.TAKEN, 1),
        (Fate.LOST, 1),
        (Fate.TAKEN, 1),
    ]


async def test_errors_are_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    await sent(Way("test", QUICK), *(Letter(str(n), [ValueError("x")]) for n in range(5)))
    [record] = caplog.records
    assert record.exc_info is None


async def test_what_is_not_taken_now_is_tried_again_and_dropped_after_the_last_try() -> None:
    late, never = Letter("a", [Fate.NOT_NOW, Fate.TAKEN]), Letter("b", [Fate.NOT_NOW])
    way = Way("test", QUICK)
    await sent(way, late, never)
    assert (late.end, late.tries) == (Fate.TAKEN, 2)
    assert (never.end, never.tries) == (Fate.NOT_NOW, 3)
    assert way.dropped == 1


async def test_a_slow_server_keeps_nobody_else_waiting() -> None:
    open_again = asyncio.Event()
    slow = [Letter(f"s{n}", receiver="slow.example", held_up=open_again.wait) for n in range(3)]
    quick = Letter("q", receiver="quick.example")
    way = Way("test", QUICK)
    async with working(way):
        for letter in (*slow, quick):
            way.post(letter)
        async with asyncio.timeout(10):
            while quick.end is None:  # noqa: ASYNC110 the way tells nobody
                await asyncio.sleep(0)
        assert [one.end for one in slow] == [None] * 3
        open_again.set()
        await asyncio.wait_for(way.idle(), 10)


async def test_a_server_that_never_answers_is_left_in_peace() -> None:
    way = Way("test", WayLimits(pauses=()))
    for _ in range(3):
        assert await way.attempt("silent.example", Letter("a", [Fate.AWAY]).send) is Fate.AWAY
    unasked = Letter("b")
    assert await way.attempt("silent.example", unasked.send) is Fate.AWAY
    assert unasked.tries == 0
    assert await way.attempt("other.example", unasked.send) is Fate.TAKEN


async def test_a_server_that_rests_is_asked_again_afterwards() -> None:
    now = 0.0
    way = Way("test", WayLimits(), lambda: now)
    for _ in range(3):
        await way.attempt("silent.example", Letter("a", [Fate.AWAY]).send)
    now = 6.0
    assert await way.attempt("silent.example", Letter("b").send) is Fate.TAKEN
    assert not way.rests("silent.example")


async def test_a_try_that_takes_too_long_is_given_up() -> None:
    way = Way("test", WayLimits(try_seconds=0.001))
    assert await way.attempt("slow.example", Letter("a", held_up=asyncio.Event().wait).send) is Fate.AWAY


def test_what_waits_is_bounded_for_each_address_and_in_all() -> None:
    way = Way("test", QUICK)
    assert [way.post(Letter(f"a{n}", address="anna")) for n in range(3)] == [True, True, False]
    assert [way.post(Letter(f"b{n}")) for n in range(4)] == [True, True, True, False]
    assert (way.waiting, way.dropped) == (5, 2)


async def test_a_newer_message_takes_the_place_of_one_that_waits() -> None:
    older, newer = Letter("same"), Letter("same")
    await sent(Way("test", QUICK), older, newer)
    assert (older.tries, newer.tries) == (0, 1)


async def test_nothing_is_left_of_messages_that_have_ended() -> None:
    way = Way("test", QUICK)
    await sent(way, *(Letter(str(n), receiver=f"{n}.example") for n in range(5)))
    assert (way.waiting, dict(way._of_one), dict(way._lines), way._later, dict(way._trying)) == (0, {}, {}, [], {})


async def test_a_way_that_was_broken_off_takes_up_what_was_under_way() -> None:
    way, under_way = Way("test", QUICK), asyncio.Event()

    async def hold() -> None:
        if not under_way.is_set():
            under_way.set()
            await asyncio.Event().wait()

    letter = Letter("a", held_up=hold)
    async with working(way):
        way.post(letter)
        await asyncio.wait_for(under_way.wait(), 10)
    async with working(way):
        await asyncio.wait_for(way.idle(), 10)
    assert (letter.end, letter.tries) == (Fate.TAKEN, 2)
