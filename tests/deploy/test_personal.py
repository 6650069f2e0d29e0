"""Personal data: the desk sees it, the federation's file has the date of birth, nobody else ever does."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from server.http.auth import new_session, open_access
from server.http.middleware import COOKIE
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import Server, published_round, serving

SECRETS = ("1990-05-17", "tigran@example.org", "+359 888 123 456")
PAGES = ("", "/players", "/players/1", "/pairings", "/standings", "/crosstable", "/players.json", "/players/1.json")


@dataclass
class Desk:
    """An arbiter's browser."""

    server: Server
    data: Path
    client: httpx.AsyncClient
    token: str

    async def send(self, path: str, **fields: str) -> httpx.Response:
        return await self.client.post(f"{self.server.url}/desk/t/open{path}", data={"form_token": self.token, **fields})

    async def look(self, path: str) -> str:
        answer = await self.client.get(f"{self.server.url}{path}")
        assert answer.status_code == 200, (path, answer.text)
        return answer.text

    async def keep(self) -> httpx.Response:
        born, email, phone = SECRETS
        return await self.send("/players/1/personal", birth_date=born, email=email, phone=phone)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("personal")
    data = folder / "data"
    data.mkdir()
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
    with serving(folder, TABLO_DATA=str(data)) as running:
        yield running, data


def at_the_desk(server: tuple[Server, Path], doing: Callable[[Desk], Awaitable[None]]) -> None:
    running, data = server
    access, session = open_access(data), new_session("Anna")

    async def visit() -> None:
        async with httpx.AsyncClient(timeout=30, cookies={COOKIE: access.sign(session)}) as client:
            await doing(Desk(running, data, client, access.form_token(session)))

    asyncio.run(visit())


def test_what_is_kept_is_on_the_page_of_the_player_at_the_desk(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        assert (await desk.keep()).status_code == 303
        page = await desk.look("/desk/t/open/players/1/personal")
        assert all(secret in page for secret in SECRETS)

    at_the_desk(server, doing)


def test_it_is_on_no_page_for_everybody(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        await desk.keep()
        async with httpx.AsyncClient(timeout=30) as visitor:
            for page in PAGES:
                shown = await visitor.get(f"{desk.server.url}/t/open{page}")
                assert shown.status_code == 200, page
                assert [secret for secret in SECRETS if secret in shown.text] == []

    at_the_desk(server, doing)


def test_nobody_sees_it_without_having_come_in(server: tuple[Server, Path]) -> None:
    answer = httpx.get(f"{server[0].url}/desk/t/open/players/1/personal", timeout=30)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/desk/login")


def test_it_is_not_in_the_journal_that_is_taken_away(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        await desk.keep()
        taken = await desk.look("/desk/t/open/exports/journal")
        assert [secret for secret in SECRETS if secret in taken] == []

    at_the_desk(server, doing)


def test_the_report_file_has_the_date_of_birth_and_nothing_else(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        await desk.keep()
        report = await desk.look("/desk/t/open/exports/trf16")
        assert "1990/05/17" in report
        assert [secret for secret in SECRETS if secret in report] == []

    at_the_desk(server, doing)


@pytest.mark.parametrize(
    ("field", "typed"),
    [("birth_date", "17.5.1990"), ("birth_date", "0001-01-01"), ("email", "no address"), ("phone", "1" * 41)],
)
def test_what_cannot_be_one_is_refused_with_a_sentence(server: tuple[Server, Path], field: str, typed: str) -> None:
    async def doing(desk: Desk) -> None:
        answer = await desk.send("/players/1/personal", **{field: typed})
        assert answer.status_code == 422
        assert 'id="refusal"' in answer.text

    at_the_desk(server, doing)


def test_a_player_who_is_not_there_has_none(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        assert (await desk.send("/players/99/personal", phone="1")).status_code == 404

    at_the_desk(server, doing)


def test_erased_data_are_in_no_byte_of_the_file(server: tuple[Server, Path]) -> None:
    async def doing(desk: Desk) -> None:
        await desk.keep()
        assert (await desk.send("/players/1/personal/erase")).status_code == 303
        page = await desk.look("/desk/t/open/players/1/personal")
        assert [secret for secret in SECRETS if secret in page] == []
        assert "1990/05/17" not in await desk.look("/desk/t/open/exports/trf16")

    at_the_desk(server, doing)
    assert server[0].stop() == 0
    left = b"".join(path.read_bytes() for path in server[1].rglob("*") if path.is_file())
    assert [secret for secret in SECRETS if secret.encode() in left] == []
