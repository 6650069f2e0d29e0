"""Sentences for desk and public when the journal is in trouble: the trouble, and what to do."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.app import TROUBLES
from server.journal import (
    AsyncJournal,
    BrokenChain,
    CannotOpen,
    CannotRead,
    CannotWrite,
    JournalTrouble,
    UnknownEvent,
    open_journal,
)
from server.journal.errors import CannotErase, JournalClosed
from tests.desk.browsers import browser, desk, server, with_players
from tests.public.served import services_over

FILE = "/srv/tablo.sqlite"
READING, WRITING = "The journal cannot be read", "The journal cannot be written"
DAMAGED = "The journal of this tournament is damaged"


async def answer(trouble: JournalTrouble, path: str, method: str = "GET", accept: str = "text/html") -> httpx.Response:
    """Of an application where this trouble happens everywhere."""

    async def happen(request: Request) -> Response:
        raise trouble

    app = Starlette(routes=[Route("/{path:path}", happen, methods=["GET", "POST"])], exception_handlers=TROUBLES)
    with TemporaryDirectory() as folder:
        journal = AsyncJournal(open_journal(str(Path(folder) / "test.sqlite")))
        app.state.services = services_over(journal, Path(folder))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://tablo") as client:
            answered = await client.request(method, path, headers={"Accept": accept})
        await journal.close()
    return answered


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("method", "trouble", "says", "to_do"),
    [
        ("POST", CannotWrite(FILE, "the disk is full"), WRITING, "results on paper"),
        ("POST", CannotRead(FILE, "the file is damaged"), READING, "tablo verify"),
        ("GET", CannotRead(FILE, "the file is damaged"), READING, "reload this page"),
        ("GET", CannotOpen(FILE, "access is denied"), READING, "reload this page"),
        ("GET", CannotWrite(FILE, "the database server does not answer"), READING, "reload this page"),
        ("GET", BrokenChain("open", 7, "its hash does not fit"), DAMAGED, "tablo restore"),
        ("GET", UnknownEvent("open", 7, "GameStreamed"), "A newer Tablo wrote this tournament", "install"),
        (
            "POST",
            CannotErase("/srv/copy.sqlite", "access is denied"),
            "A copy still has the personal data",
            "erases once",
        ),
        ("POST", JournalClosed(), "The server is stopping", "when it runs again"),
    ],
)
async def test_the_desk_says_what_is_the_case_and_what_to_do(
    method: str, trouble: JournalTrouble, says: str, to_do: str
) -> None:
    page = await answer(trouble, "/desk/t/open", method)
    assert (page.status_code, heading(page.text)) == (503, says)
    assert to_do in page.text
    unchanged = method == "POST" and not isinstance(trouble, CannotErase)
    assert ("Nothing was changed." in page.text) == unchanged


async def test_nobody_who_only_looks_is_told_that_nothing_was_stored() -> None:
    page = await answer(CannotWrite(FILE, "the database server does not answer"), "/desk/t/open/players/1/personal")
    assert f"The journal {FILE} cannot be read: the database server does not answer." in page.text


@pytest.mark.parametrize("path", ["/t/open", "/t/open/standings", "/"])
async def test_the_public_is_not_told_where_the_journal_is(path: str) -> None:
    page = await answer(CannotRead(FILE, "the file is damaged"), path)
    assert (page.status_code, heading(page.text)) == (503, "Not at the moment")
    assert FILE not in page.text
    assert 'http-equiv="refresh"' in page.text


async def test_the_twin_of_a_page_has_a_twin_of_the_trouble() -> None:
    told = await answer(CannotRead(FILE, "the file is damaged"), "/t/open/standings.json", accept="*/*")
    assert told.json()["sentence"].startswith("This cannot be shown at the moment")


async def test_a_program_gets_one_sentence() -> None:
    told = await answer(CannotWrite(FILE, "the disk is full"), "/desk/t/open", "POST", "application/json")
    assert told.json() == {
        "sentence": f"Nothing was stored in the journal {FILE}: the disk is full. Nothing was changed."
    }


async def test_the_desk_works_beside_a_damaged_tournament(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, name="Open")
    file = tmp_path / "tablo.sqlite"
    file.write_bytes(file.read_bytes().replace(b"Player A", b"Player Z"))
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        assert "open : The journal of open is damaged" in anna.text
        assert '<a href="/desk/t/open">What to do</a>' in anna.page.text
        for path in ("/desk/stewards", "/desk/screens", "/desk/new"):
            assert (await anna.go(path)).status_code == 200
        await anna.send("/desk/new", tournament_name="Second", rounds="5")
        assert "Announced: Second" in anna.text
        assert heading((await anna.go("/desk/t/open")).text) == DAMAGED
        assert "\ntablo_unreadable_tournaments 1.0\n" in (await anna.go("/metrics")).text
