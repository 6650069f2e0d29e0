"""`tablo handoff`: a tournament goes to another journal as a file, is written there alone, and comes back."""

import asyncio
from dataclasses import replace
from pathlib import Path

from domain.events import DetailsAmended, HandoffEnded
from server.care import handoffs
from server.office.tournaments import TournamentOffice
from tests.cli.conftest import Tablo
from tests.server.offices import office, with_round_one


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
