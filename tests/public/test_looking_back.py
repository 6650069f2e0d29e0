"""The past is made beside the loop, one question at a time: who looks back never holds up who looks at now."""

import asyncio

import httpx
import pytest

from server.turns import NoTurn, Turns
from tests.public.served import served
from tests.public.test_pages import OPEN

PAST = ("/standings?at=9", "/standings.json?at=9", "/standings.csv?at=9", "/players/1?at=9")


def archive_of(client: httpx.AsyncClient) -> Turns:
    archive: Turns = client.app.state.services.snapshots.archive  # type: ignore[attr-defined]
    return archive


async def test_while_the_past_waits_the_present_is_answered() -> None:
    async with served({"open": OPEN}) as client:
        async with archive_of(client).turn():
            past = asyncio.create_task(client.get("/t/open/standings?at=9"))
            assert (await client.get("/t/open/standings")).status_code == 200
            assert not past.done()
        assert "You are looking at the past" in (await past).text


async def test_a_page_of_the_past_that_is_known_waits_for_nobody() -> None:
    async with served({"open": OPEN}) as client:
        await client.get("/t/open/standings?at=9")
        async with archive_of(client).turn():
            assert (await client.get("/t/open/standings?at=9")).status_code == 200


@pytest.mark.parametrize("path", PAST)
async def test_when_too_many_wait_the_next_one_is_told_to_come_again(path: str) -> None:
    async with served({"open": OPEN}) as client:
        client.app.state.services.snapshots.archive = Turns(0)  # type: ignore[attr-defined]
        async with archive_of(client).turn():
            answer = await client.get(f"/t/open{path}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
        assert "Try again in a few seconds" in answer.text
        assert (await client.get(f"/t/open{path}")).status_code == 200


async def test_readers_have_their_turns_in_the_order_in_which_they_came() -> None:
    archive, order = Turns(2), []

    async def read(name: str) -> None:
        async with archive.turn():
            await asyncio.sleep(0)
            order.append(name)

    await asyncio.gather(*(read(name) for name in "abc"))
    assert order == ["a", "b", "c"]


async def test_one_address_does_not_take_the_archive_from_another() -> None:
    """Sixteen questions of one address wait; somebody else has the second turn and not the eighteenth."""
    archive, order = Turns(16), []

    async def read(name: str) -> None:
        async with archive.turn(name[0]):
            await asyncio.sleep(0)
            order.append(name)

    async with archive.turn("a"):
        crowd = [asyncio.create_task(read(f"a{number}")) for number in range(16)]
        await asyncio.sleep(0)
        alone = asyncio.create_task(read("b"))
        await asyncio.sleep(0)
    told = await asyncio.gather(*crowd, alone, return_exceptions=True)
    assert [type(answer) for answer in told if answer is not None] == [NoTurn]
    assert order[:3] == ["a0", "b", "a1"]
    assert "a15" not in order


async def test_an_address_with_its_share_of_the_places_gets_no_more() -> None:
    archive = Turns(4)
    async with archive.turn("a"):
        waiting = [asyncio.create_task(archive.turn(name).__aenter__()) for name in "aaaabb"]
        await asyncio.sleep(0)
        for name in "ab":
            with pytest.raises(NoTurn):
                await archive.turn(name).__aenter__()
        gone, _ = await asyncio.wait(waiting[2:4])
        assert [type(task.exception()) for task in gone] == [NoTurn, NoTurn]
        still = [task for task in waiting if not task.done()]
        assert len(still) == 4
        for task in still:
            task.cancel()
        await asyncio.wait(still)
    async with archive.turn("c"):
        """The places are free again."""


async def test_a_reader_who_goes_away_when_called_passes_the_turn_on() -> None:
    archive = Turns(2)
    async with archive.turn():
        first, second = (asyncio.create_task(archive.turn().__aenter__()) for _ in range(2))
        await asyncio.sleep(0)
    first.cancel()
    await second
    assert (await asyncio.gather(first, return_exceptions=True))[0].__class__ is asyncio.CancelledError


async def test_a_reader_who_goes_away_gives_the_place_back() -> None:
    archive = Turns(1)
    async with archive.turn():
        waiting = asyncio.create_task(archive.turn().__aenter__())
        await asyncio.sleep(0)
        with pytest.raises(NoTurn):
            await archive.turn().__aenter__()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        waiting = asyncio.create_task(archive.turn().__aenter__())
    await waiting
