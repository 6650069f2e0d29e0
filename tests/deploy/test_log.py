"""The log after a day at the desk: facts that it tells, and facts that it must never tell."""

import asyncio
import json
import re
from pathlib import Path

import httpx
import msgspec
import pytest

from server.http.kept_access import StoredAccess
from tests.deploy.processes import AS_PROGRAM, PASSWORD, log_in, serving, token_of

WRONG = "what-eve-guessed"
NEW = "another-horse-battery"


async def a_day(url: str) -> set[str]:
    """Logins that fit and do not, a tournament, a new password, nonsense; everything secret that was on the wire."""
    secret = {PASSWORD, WRONG, NEW}
    async with httpx.AsyncClient(timeout=30) as eve:
        page = await eve.get(f"{url}/desk/login")
        sent = {"form_token": token_of(page.text), "name": "Eve", "password": WRONG}
        assert (await eve.post(f"{url}/desk/login", data=sent)).status_code == 403
        secret |= {token_of(page.text), *eve.cookies.values()}
    async with httpx.AsyncClient(timeout=30) as anna:
        token = await log_in(anna, url)
        await anna.get(f"{url}/desk?token={token}")
        await anna.post(f"{url}/desk/new", data={"form_token": token, "tournament_name": "Day", "rounds": "5"})
        what = {"name": "Petrosian, Tigran", "rating": "2500"}
        await anna.post(f"{url}/desk/t/day/players", data={"form_token": token, **what})
        await anna.post(f"{url}/desk/t/day/rounds/1/results", data={"form_token": token}, headers=AS_PROGRAM)
        secret |= {token, *anna.cookies.values()}
        await anna.post(
            f"{url}/desk/password", data={"form_token": token, "old": PASSWORD, "password": NEW, "again": NEW}
        )
        secret |= set(anna.cookies.values())
    return secret


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("log")


@pytest.fixture(scope="module")
def told(folder: Path) -> tuple[str, set[str]]:
    """The log, and the secrets of the day."""
    with serving(folder, TABLO_DATA=str(folder / "data")) as server:
        secret = asyncio.run(a_day(server.url))
        assert server.stop() == 0
    stored = msgspec.json.decode((folder / "data" / "access.json").read_bytes(), type=StoredAccess)
    return server.log.read_text() + server.said.read_text(), secret | {stored.key, stored.password_hash}


def test_no_password_cookie_or_token_is_in_it(told: tuple[str, set[str]]) -> None:
    log, secret = told
    assert len(secret) >= 8
    assert [word for word in secret if word in log] == []


def test_every_line_is_an_object_with_a_time(told: tuple[str, set[str]]) -> None:
    lines = [json.loads(line) for line in told[0].splitlines() if line.startswith("{")]
    assert len(lines) > 10
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT.*", line["at"]) and line["level"] for line in lines)


def test_a_refused_login_is_in_it_with_its_address(told: tuple[str, set[str]]) -> None:
    refused = [json.loads(line) for line in told[0].splitlines() if '"login refused"' in line]
    assert [line["address"] for line in refused] == ["127.0.0.1"]


def test_what_was_asked_for_is_in_it_without_the_question(told: tuple[str, set[str]]) -> None:
    paths = [json.loads(line).get("path", "") for line in told[0].splitlines() if line.startswith("{")]
    assert "/desk/t/day/players" in paths
    assert all("?" not in path for path in paths)


def test_names_of_players_are_not_in_it(told: tuple[str, set[str]]) -> None:
    assert "Petrosian" not in told[0]


def test_only_the_owner_reads_the_key_of_the_sessions(folder: Path, told: tuple[str, set[str]]) -> None:
    assert oct((folder / "data" / "access.json").stat().st_mode & 0o777) == "0o600"
