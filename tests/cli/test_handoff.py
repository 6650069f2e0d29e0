"""`tablo handoff`: a tournament goes to another journal as a file, is written there alone, and comes back."""

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from domain.events import DetailsAmended, HandoffEnded
from server.care import handoffs
from server.office.tournaments import TournamentOffice
from tests.api.programs import make_key
from tests.cli.conftest import Tablo
from tests.desk.browsers import Browser
from tests.server.offices import office, with_round_one
from tests.stories.tablo import PASSWORD, running


async def beside(tablo: Tablo, *words: object) -> str:
    """In a thread: the command has a loop of its own."""
    answer = await asyncio.to_thread(tablo, "handoff", *words)
    assert answer.code == 0, answer.err
    return answer.out


async def refused(tablo: Tablo, *words: object) -> str:
    return (await asyncio.to_thread(tablo, "handoff", *words)).complaint


async def renamed(tournament: TournamentOffice, city: str) -> None:
    await tournament.step(lambda t: [DetailsAmended(replace(t.details, city=city))], "Boris")


async def test_it_goes_there_and_comes_back_as_files(tablo: Tablo, tmp_path: Path) -> None:
    here, there, out, back = (tmp_path / name for name in ("server", "laptop", "out.tablo", "back.tablo"))
    here.mkdir()
    async with office(here) as running:
        await with_round_one(running)
    gave = await beside(tablo, "give", "club-open", "--to", "the laptop", "--output", out, "--data", here)
    assert gave == "club-open is handed off to the laptop: nothing is entered here until it comes back\n"
    assert "was handed off to the laptop" in await refused(
        tablo, "give", "club-open", "--to", "a", "--output", out, "--data", here
    )
    assert await beside(tablo, "take", out, "--data", there) == "club-open is played on this machine from now on\n"
    async with office(there) as running:
        await renamed(await running.open("club-open"), "Varna")
    sent = await beside(tablo, "return", "club-open", "--output", back, "--data", there)
    assert sent == "club-open is sent with everything that was written here\n"
    assert "was handed off" in await refused(tablo, "give", "club-open", "--to", "a", "--output", out, "--data", there)
    async with office(here) as running:
        tournament = await running.open("club-open")
        file = handoffs.read_handoff("back.tablo", back.read_bytes())
        assert await handoffs.returned(tournament, file, "Anna", "returned-1") == 1
        assert tournament.tournament.details.city == "Varna"
        assert isinstance(tournament.entries[-1].event, HandoffEnded)


async def test_what_cannot_be_done_is_one_sentence(tablo: Tablo, tmp_path: Path) -> None:
    (tmp_path / "x.tablo").write_bytes(b"nothing")
    assert "is no file of a tournament" in await refused(tablo, "take", tmp_path / "x.tablo", "--data", tmp_path)
    assert "Say a file" in await refused(tablo, "take", "--data", tmp_path)
    nobody = ("--from", "http://127.0.0.1:9/t/open", "--key", "k")
    assert "127.0.0.1:9" in await refused(tablo, "take", *nobody, "--data", tmp_path)


async def key_of(url: str) -> str:
    """For everything, made at the desk of a server at work."""
    async with httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=60) as client:
        anna = Browser(client)
        await anna.go("/desk/login")
        await anna.send("/desk/login", name="Anna", password=PASSWORD)
        return await make_key(anna, "everything")


@pytest.mark.process
async def test_it_goes_to_a_machine_and_comes_back_over_the_network(tablo: Tablo, tmp_path: Path) -> None:
    here, there = tmp_path / "server", tmp_path / "laptop"
    here.mkdir()
    async with office(here) as offices:
        await with_round_one(offices)
    with running(here) as server:
        at = (f"{server.url}/t/club-open", "--key", await key_of(server.url))
        take = ("take", "--from", *at, "--to", "the laptop", "--data")
        with running(there) as laptop:
            await key_of(laptop.url)
            assert "stop it first" in await refused(tablo, *take, there)
        assert "is not handed off" in await refused(tablo, "take", "--from", *at, "--data", there)
        for _ in range(2):
            assert "is played on this machine" in await beside(tablo, *take, there)
        other = ("take", "--from", *at, "--to", "another one", "--data", tmp_path / "other")
        assert "was handed off to the laptop" in await refused(tablo, *other)
        with running(there):
            async with office(there) as offices:
                await renamed(await offices.open("club-open"), "Varna")
            back = ("return", "club-open", "--to", *at, "--data", there)
            for words in (("--keep",), (), ()):
                assert "is sent" in await beside(tablo, *back, *words)
    async with office(here) as offices:
        tournament = await offices.open("club-open")
        assert (tournament.tournament.details.city, tournament.tournament.handoff) == ("Varna", None)
