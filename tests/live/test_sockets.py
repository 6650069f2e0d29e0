"""A hall full of badly behaved sockets, and how it opens and closes."""

import asyncio
import socket
import struct
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.live.connections import MAX_CLIENT_FRAMES, MAX_MESSAGE_BYTES
from server.live.hub import MAX_RESUMES, Hub
from server.live.limits import FeedLimits
from tests.live.loopback import (
    Board,
    Reader,
    eventually,
    following,
    frames,
    on_both_loops,
    running,
    until,
)
from tests.live.raw import last_words, said, server_frame, spoken, unread

# The slow, the silent and the garbled


@on_both_loops
async def test_who_never_reads_holds_nobody_up_and_one_frame_at_most() -> None:
    board, reader = Board(), Reader()
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub) as address, following(address) as client:
        reader.read(await frames(client, 2))
        deaf = unread(address)
        await eventually(lambda: board.hub.sockets == 2)
        for _ in range(200):
            board.write("row-1", str(board.position) + "x" * 100_000)
            reader.read(await until(client, board.position))
        stuck = [follower for follower in board.hub._followers if follower.transport.get_write_buffer_size()]  # type: ignore[attr-defined]
        assert len(stuck) == 1
        assert stuck[0].transport.get_write_buffer_size() < 200_000  # type: ignore[attr-defined]
        assert reader.path == list(range(1, 202))
        deaf.close()


@on_both_loops
async def test_who_asks_to_resume_and_never_reads_has_one_view_waiting_at_most() -> None:
    """Two topics of 200 kB each: an answer to every question would be 16 MB."""
    board, topics = Board(), "t/open/pairings&topic=t/open/standings"
    board.views["t/open/pairings"]["row-1"] = board.views["t/open/standings"] = {"p1": "x" * 200_000}
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        deaf = unread(address, topics)
        await eventually(lambda: board.hub.sockets == 2)
        for asked in range(40):
            deaf.sendall(said('{"resume": 0}'))
            board.write("row-2", str(board.position))
            await until(client, board.position)
            await eventually(lambda wanted=asked + 1: wanted in [f.resumes for f in board.hub._followers])  # type: ignore[misc]
        unread_by = [follower.transport.get_write_buffer_size() for follower in board.hub._followers]  # type: ignore[attr-defined]
        assert 0 < max(unread_by) < 250_000
        deaf.close()


@on_both_loops
async def test_a_question_that_had_to_wait_is_answered_when_the_buffer_is_empty() -> None:
    board = Board()
    board.views["t/open/pairings"]["row-1"] = "x" * 5_000_000
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub) as address:
        reader, writer = await spoken(address, 1)
        writer.write(said('{"resume": 0}'))
        await eventually(lambda: [follower.resumes for follower in board.hub._followers] == [1])
        first, second = await server_frame(reader), await server_frame(reader)
        assert first == second
        writer.close()


async def asking(client: ClientConnection, often: int) -> None:
    """Ask and ask again, then read on."""
    for _ in range(often):
        await client.send('{"resume": 1}')
    await frames(client, 2)


@pytest.mark.parametrize("settings", [{}, {"ws": "websockets-sansio"}], ids=["handed over", "with a task"])
async def test_questions_without_end_close_the_socket(settings: dict[str, str]) -> None:
    async with running(Board().hub, **settings) as address, following(address, after=1) as client:
        with pytest.raises(ConnectionClosed) as closed:
            await asking(client, MAX_RESUMES + 1)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@on_both_loops
async def test_a_slow_reader_ends_with_the_newest_view() -> None:
    """Two megabytes go by while it sleeps; then it reads on, and gets the view of now instead of all of them."""
    board = Board()
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        slow = connect(f"ws://{address}/live?topic=t/open/pairings", proxy=None, max_size=None, max_queue=1)
        async with slow as sleeper:
            reader = Reader().read(await frames(sleeper, 2))
            for _ in range(300):
                board.write("row-1", str(board.position) + "x" * 100_000)
                await until(client, board.position)
            board.write("row-2", "the end")
            await until(client, board.position)
            reader.read(await until(sleeper, board.position))
        assert reader.parts == board.views["t/open/pairings"]
        assert len(reader.path) < 200
        assert board.hub.counters.snapshots >= 1


@on_both_loops
async def test_who_does_not_answer_is_given_up_after_two_periods() -> None:
    board = Board()
    board.hub = Hub(board, beat=0.02, ping=0.05)
    async with running(board.hub) as address, following(address) as client:
        deaf = unread(address)
        await eventually(lambda: board.hub.sockets == 2)
        receiving = asyncio.create_task(until(client, 99))
        await eventually(lambda: board.hub.sockets == 1)
        assert board.hub.counters.silent == 1
        board.position = 98
        board.write("row-1", "1-0")
        await receiving
        deaf.close()


GARBAGE = {
    "unmasked": (b"\x81\x02hi", 1002),
    "a reserved opcode": (b"\x83\x80\0\0\0\0", 1002),
    "compressed though nobody agreed": (b"\xc1\x80\0\0\0\0", 1002),
    "a control frame too long": (b"\x89\xfe\x01\0\0\0\0\0" + b"x" * 256, 1002),
    "announced as enormous": (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    "larger than any question": (b"\x81\xfe" + struct.pack("!H", MAX_MESSAGE_BYTES + 1) + b"\0\0\0\0", 1009),
    "binary": (b"\x82\x80\0\0\0\0", 1003),
    "in pieces": (b"\x01\x80\0\0\0\0", 1003),
    "not JSON": (b"\x81\x82\0\0\0\0{]", 1008),
    "JSON of another kind": (b'\x81\x8f\0\0\0\0{"resume": "x"}', 1008),
    "JSON without a bottom": (b"\x81\xfe\x07\xd8\0\0\0\0" + b'{"x":   ' + b"[" * 2000, 1008),
    "not UTF-8": (b"\x81\x82\0\0\0\0\xff\xfe", 1008),
    "far too much": (b"\x89\x80\0\0\0\0" * (MAX_CLIENT_FRAMES + 1), 1008),
}


@pytest.mark.parametrize("name", GARBAGE)
async def test_garbage_is_answered_with_a_close_code_and_the_hall_goes_on(name: str) -> None:
    data, code = GARBAGE[name]
    board = Board()
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        assert await last_words(address, data) == code
        await eventually(lambda: board.hub.sockets == 1)
        board.write("row-1", "1-0")
        assert (await frames(client, 1))[0]["position"] == 2


@on_both_loops
async def test_whatever_bytes_come_the_hall_goes_on() -> None:
    """A hundred clients, each with a frame's plausible beginning and then noise."""
    board, noise = Board(), Random(12)
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        for _ in range(100):
            _, writer = await spoken(address, 2)
            writer.write(
                bytes([noise.choice((0x81, 0x88, 0x89, 0x8A, 0x01, 0x80))]) + noise.randbytes(noise.randrange(60))
            )
            writer.close()
        await eventually(lambda: board.hub.sockets == 1)
        board.write("row-1", "1-0")
        assert (await frames(client, 1))[0]["position"] == 2


@on_both_loops
async def test_frames_may_come_in_single_bytes_and_several_at_once() -> None:
    board = Board()
    ping, question = b"\x89\x82\0\0\0\0hi", b'\x81\x8d\0\0\0\0{"resume": 0}'
    async with running(board.hub) as address:
        reader, writer = await spoken(address, 2)
        for byte in ping[:-1] + question[:0]:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)
        writer.write(ping[-1:] + question + ping)
        pong = await server_frame(reader)
        snapshot = await server_frame(reader)
        assert (pong, snapshot[0], await server_frame(reader)) == ((10, b"hi"), 1, (10, b"hi"))
        writer.close()


@on_both_loops
async def test_a_close_is_answered_with_a_close() -> None:
    board = Board()
    async with running(board.hub) as address:
        reader, writer = await spoken(address, 2)
        writer.write(b"\x88\x80\0\0\0\0")
        assert await server_frame(reader) == (8, struct.pack("!H", 1000))
        assert await reader.read() == b""
        writer.close()
        await eventually(lambda: board.hub.sockets == 0)


@on_both_loops
async def test_a_connection_that_is_torn_down_is_forgotten() -> None:
    board = Board()
    async with running(board.hub) as address:
        deaf = unread(address)
        await eventually(lambda: board.hub.sockets == 1)
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        deaf.close()
        for _ in range(3):
            board.write("row-1", str(board.position))
        await eventually(lambda: board.hub.sockets == 0)


# Coming and going


@pytest.mark.parametrize("settings", [{}, {"ws": "websockets-sansio"}], ids=["handed over", "with a task"])
async def test_a_server_that_goes_says_that_it_comes_back(settings: dict[str, str]) -> None:
    board = Board()
    async with running(board.hub, **settings) as address:
        client = await following(address)
        await frames(client, 2)
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


@on_both_loops
async def test_an_open_event_stream_does_not_keep_the_server_from_going() -> None:
    board = Board()
    async with running(board.hub) as address:
        reader, writer = await asyncio.open_connection(*address.split(":"))
        writer.write(f"GET /live/events?topic=t/open/pairings HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        await reader.readuntil(b"snapshot")
    await reader.read()
    writer.close()


@on_both_loops
async def test_a_full_hall_says_try_later() -> None:
    board = Board()
    board.hub = Hub(board, limits=FeedLimits(sockets=1))
    async with running(board.hub) as address, following(address) as client:
        await frames(client, 2)
        async with following(address) as late:
            with pytest.raises(ConnectionClosed) as closed:
                await late.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


@pytest.mark.parametrize("query", ["", "topic=a&form=pdf", "&".join(f"topic={n}" for n in range(9))])
async def test_an_address_that_makes_no_sense_is_refused(query: str) -> None:
    async with running(Board().hub) as address, connect(f"ws://{address}/live?{query}", proxy=None) as client:
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@on_both_loops
async def test_a_thousand_followers_all_end_with_the_newest_view() -> None:
    """Raw sockets that only count bytes: each gets the same frames, to the byte."""
    board = Board()
    board.hub = Hub(board, pace=0.0, beat=30.0)
    async with running(board.hub) as address:
        crowd = [await spoken(address, 2) for _ in range(1000)]
        for result in ("1-0", "0-1", "½-½"):
            board.write("row-1", result)
            await eventually(lambda position=board.position: board.hub.counters.deliveries == 1000 * (position - 1))
        last = [[await server_frame(reader) for _ in range(3)][-1] for reader, _ in crowd]
        assert set(last) == {last[0]}
        assert board.hub.counters.deliveries == 3000
        for _, writer in crowd:
            writer.transport.abort()
        await eventually(lambda: board.hub.sockets == 0)
