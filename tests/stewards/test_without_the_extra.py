"""An installation without the extra `accounts` serves organisers by passwords, and says at its start what it lacks."""

import sys
from pathlib import Path

import pytest

from server.cli.serve import announcement
from server.http.auth import open_access
from server.settings import OpenIdProvider, Settings
from tests.desk.browsers import browser
from tests.stewards.test_organisers import shared_server

PROVIDER = OpenIdProvider("https://login.example.org", "tablo", "secret", "the federation")
BRINGS = "pip install 'tablo-chess[accounts]' brings what is missing"


def said_at_the_start(data: Path, *, organisers: bool = True, openid: OpenIdProvider | None = None) -> str:
    settings = Settings(data=data, organisers=organisers, openid=openid)
    return announcement(settings, 8080, open_access(data))


@pytest.fixture
def without_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("authlib", "webauthn"):
        monkeypatch.setitem(sys.modules, library, None)


@pytest.mark.usefixtures("without_libraries")
def test_what_is_missing_is_said_at_the_start(tmp_path: Path) -> None:
    said = said_at_the_start(tmp_path, openid=PROVIDER)
    assert "Nobody can log in by the federation" in said
    assert "Nobody can log in by a passkey" in said
    assert BRINGS in said


@pytest.mark.usefixtures("without_libraries")
def test_a_provider_that_nobody_set_is_not_missed(tmp_path: Path) -> None:
    said = said_at_the_start(tmp_path)
    assert "OpenID" not in said
    assert BRINGS in said


@pytest.mark.usefixtures("without_libraries")
def test_one_desk_alone_misses_nothing(tmp_path: Path) -> None:
    assert BRINGS not in said_at_the_start(tmp_path, organisers=False, openid=PROVIDER)


def test_with_the_extra_nothing_is_missing(tmp_path: Path) -> None:
    assert BRINGS not in said_at_the_start(tmp_path, openid=PROVIDER)


@pytest.mark.usefixtures("without_libraries")
async def test_members_log_in_by_their_passwords_alone(tmp_path: Path) -> None:
    async with shared_server(tmp_path, PROVIDER) as (transport, _), browser(transport) as olga:
        await olga.go("/desk/account/login")
        assert olga.page.status_code == 200
        assert "the federation" not in olga.text
