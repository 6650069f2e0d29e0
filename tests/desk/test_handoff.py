"""A tournament is played on another machine for a time: one of the two writes at any moment, and nothing forks."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from domain import refusals
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.setup.handing_off import hand_off, not_played_elsewhere, take_back
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from server.care import handoffs
from server.journal.side.personal import PersonalData
from server.services import Services
from tests.crosstable import entered
from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.festival.playing import services_of_test
from tests.stewards.desk import enter, invite

AT = "/desk/t/open/handoff"
LOCKED = "A copy of this tournament was handed off to the laptop of the club"


def away() -> Tournament:
    t = entered(4, Regulations())
    return replay(hand_off(t, "the laptop", "a1"), t)


def test_only_the_machine_with_the_copy_writes() -> None:
    t = away()
    more = register_many(t, [NewPlayer("Clara")])
    with pytest.raises(refusals.PlayedElsewhere):
        not_played_elsewhere(t, more, "")
    with pytest.raises(refusals.PlayedElsewhere):
        not_played_elsewhere(t, more, "another")
    assert not_played_elsewhere(t, more, "a1") == more


def test_one_copy_is_away_at_a_time() -> None:
    with pytest.raises(refusals.PlayedElsewhere):
        hand_off(away(), "another laptop", "a2")


def test_it_is_taken_back_by_force_with_a_reason() -> None:
    t = away()
    with pytest.raises(refusals.ReasonMissing):
        take_back(t, " ")
    back = take_back(t, "the laptop fell into the river")
    assert not_played_elsewhere(t, back, "") == back
    assert replay(back, t).handoff is None
    with pytest.raises(refusals.NotHandedOff):
        take_back(t, "again")


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """The desks of the server, with a first round, and of a laptop."""
    async with (
        server(folder / "server") as at_server,
        server(folder / "laptop") as at_laptop,
        browser(at_server) as anna,
        browser(at_laptop) as boris,
    ):
        await with_round_one(await anna.log_in())
        await boris.log_in("Boris")
        yield anna, boris


async def handed_off(anna: Browser) -> bytes:
    await anna.go(AT)
    await anna.send(AT, handed_to="the laptop of the club")
    return (await anna.client.get(f"{AT}/file")).content


async def taken(boris: Browser, file: bytes) -> None:
    await boris.go("/desk/handoff")
    await boris.send("/desk/handoff", files={"file": ("open.tablo", file)})


async def given_back(boris: Browser) -> bytes:
    await boris.go(AT)
    await boris.send(f"{AT}/back")
    return (await boris.client.get(f"{AT}/file?home=1")).content


async def returned(anna: Browser, file: bytes) -> httpx.Response:
    await anna.go(AT)
    return await anna.send(f"{AT}/return", files={"file": ("open-back.tablo", file)})


async def typed(somebody: Browser, board: int, result: str) -> httpx.Response:
    await somebody.go("/desk/t/open/rounds/1")
    return await enter(somebody, board, result)


def rows(services: Services) -> list[bytes]:
    return list(services.office.journal.journal.lines("open"))


async def test_it_goes_out_is_played_and_comes_back(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        there, here = services_of_test(boris), services_of_test(anna)
        here.office.journal.journal.side.keep("open", 1, PersonalData("2001-02-03", "a@example.org"))
        file = await handed_off(anna)
        assert LOCKED in (await typed(anna, 1, "1-0")).json()["sentence"]
        await taken(boris, file)
        assert there.office.journal.journal.side.find("open", 1).birth_date == "2001-02-03"
        assert (await typed(boris, 1, "1-0")).status_code == 200
        back = await given_back(boris)
        assert (await typed(boris, 2, "0-1")).status_code == 409
        await returned(anna, back)
        assert "played elsewhere" not in anna.text
        assert "It is back, with everything that was written there." in anna.text
        assert (await typed(anna, 2, "0-1")).status_code == 200
        carried = rows(there)
        assert rows(here)[: len(carried)] == carried
        assert here.office.known("open").tournament.rounds[0].results[0] is Result.WHITE_WINS


async def test_the_server_says_where_it_is_played(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        file = await handed_off(anna)
        await taken(boris, file)
        said = "This tournament is being played without a connection to this server."
        assert said in (await anna.client.get("/t/open")).text
        assert said not in (await boris.client.get("/t/open")).text
        await anna.go("/desk/t/open/history")
        assert f"{LOCKED}: nothing is entered here until it comes back." in anna.text
        assert "Anna handed it off to the laptop of the club." in (await anna.go(AT)).text
        assert "handed off to the laptop of the club. When the hall is done" in (await boris.go(AT)).text
        await anna.go("/desk/t/open/history")
        assert "Handed off to the laptop of the club" in anna.text


async def test_the_same_files_again_change_nothing(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        file = await handed_off(anna)
        await taken(boris, file)
        await typed(boris, 1, "1-0")
        await taken(boris, file)
        assert (await typed(boris, 2, "1-0")).status_code == 200
        back = await given_back(boris)
        services, token = services_of_test(anna), (await anna.go(AT)) and anna.form(f"{AT}/return")
        await returned(anna, back)
        before = rows(services)
        for id in (token["command_id"], "another-command"):
            sent = {"form_token": token["form_token"], "command_id": id}
            answer = await anna.client.post(f"{AT}/return", data=sent, files={"file": ("b.tablo", back)})
            assert answer.status_code == 200, answer.text
        assert rows(services) == before
        await taken(boris, file)
        assert (await typed(boris, 3, "1-0")).status_code == 409


async def test_nobody_makes_up_or_changes_a_file(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        file = await handed_off(anna)
        await taken(boris, file)
        await typed(boris, 1, "1-0")
        back = await given_back(boris)
        before = rows(services_of_test(anna))
        false = gzip.compress(gzip.decompress(back).replace(b'"by":"Boris"', b'"by":"Clara"'))
        for sent, says in (
            (false, "is damaged, or somebody has changed it"),
            (file, "is the file that went out"),
            (b"no file", "is no file of a tournament that was handed off"),
        ):
            await returned(anna, sent)
            assert says in anna.refusal
        assert rows(services_of_test(anna)) == before
        await taken(boris, gzip.compress(gzip.decompress(file).replace(b'"by":"Anna"', b'"by":"Clara"')))
        assert "is damaged, or somebody has changed it" in boris.refusal
        await taken(boris, back)
        assert "is on its way back" in boris.refusal


async def test_what_was_taken_back_by_force_is_out(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        file = await handed_off(anna)
        await taken(boris, file)
        await typed(boris, 1, "1-0")
        await anna.go(AT)
        await anna.send(f"{AT}/take-back", reason="the laptop is lost")
        assert (await typed(anna, 1, "0-1")).status_code == 200
        back, before = await given_back(boris), rows(services_of_test(anna))
        form = {"form_token": anna.form("/desk/logout")["form_token"]}
        answer = await anna.client.post(f"{AT}/return", data=form, files={"file": ("b.tablo", back)})
        assert "Anna took this tournament back by force" in answer.text
        assert rows(services_of_test(anna)) == before
        again = await handed_off(anna)
        await taken(boris, again)
        assert "Both machines went on from entry" in boris.refusal


async def test_two_laptops_with_one_file_do_not_fork_it(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris), server(tmp_path / "third") as third, browser(third) as clara:
        file = await handed_off(anna)
        for laptop in (boris, await clara.log_in("Clara")):
            await taken(laptop, file)
        await typed(boris, 1, "1-0")
        await typed(clara, 1, "0-1")
        first, second = await given_back(boris), await given_back(clara)
        await returned(anna, first)
        form = {"form_token": anna.form("/desk/logout")["form_token"]}
        answer = await anna.client.post(f"{AT}/return", data=form, files={"file": ("b.tablo", second)})
        assert "here it was written by Boris, in the file by Clara" in answer.text


async def test_it_was_given_back_too_early(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, boris):
        await taken(boris, await handed_off(anna))
        await given_back(boris)
        await boris.go(AT)
        await boris.send(f"{AT}/play-on")
        assert (await typed(boris, 1, "1-0")).status_code == 200
        await returned(anna, await given_back(boris))
        assert services_of_test(anna).office.known("open").tournament.handoff is None


async def test_only_who_leads_hands_it_off(tmp_path: Path) -> None:
    async with club(tmp_path) as (anna, _), browser(anna.client._transport) as helper:
        await helper.go(await invite(anna, "Helper", "arbiter"))
        assert (await helper.go(AT)).status_code == 403
        assert (await helper.go(f"{AT}/file")).status_code == 403


async def test_what_is_played_elsewhere_until_now_shows_on_the_server(tmp_path: Path) -> None:
    """A copy that is still played may send what it has; the server goes on following, and writes nothing."""
    async with club(tmp_path) as (anna, boris):
        await taken(boris, await handed_off(anna))
        await typed(boris, 1, "1-0")
        there, here = (services_of_test(one).office.known("open") for one in (boris, anna))
        for result in ("1-0", "0-1"):
            await typed(boris, 2, result)
            sent = handoffs.read_handoff("open", await handoffs.homeward(there))
            await handoffs.returned(here, sent, "Boris", "sent")
            assert here.position == there.position
            assert LOCKED in (await typed(anna, 3, "1-0")).json()["sentence"]
        await returned(anna, await given_back(boris))
        assert (await typed(anna, 3, "1-0")).status_code == 200


@pytest.mark.parametrize("stream", ["stewards", "hall", "house/organisers", "festival/cup"])
def test_a_file_is_about_a_tournament_and_nothing_else(stream: str) -> None:
    """Somebody could make one who wants to be chief arbiter of a server on which nobody was invited yet."""
    header = f'{{"handoff":"a1","tournament":"{stream}","home":false}}'
    with pytest.raises(refusals.NoHandoffFile):
        handoffs.read_handoff("made-up", gzip.compress(header.encode()))
