"""Members log in by a provider of OpenID Connect: against one in a process of its own, which wants PKCE and a nonce."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from server.journal import open_journal
from server.settings import BadSetting, OpenIdProvider, from_environment
from tests.desk.browsers import Browser, browser
from tests.stewards.openid_provider import SECRET, running_provider
from tests.stewards.test_organisers import OWNER_PASSWORD, found, join, link_for, log_in, shared_server

pytestmark = pytest.mark.process

THERE = "/desk/account/login/openid"


@pytest.fixture(scope="module")
def provider() -> Iterator[OpenIdProvider]:
    with running_provider() as issuer:
        yield OpenIdProvider(issuer, "tablo", SECRET, "the federation")


async def sent_to(somebody: Browser, way: str) -> str:
    """The provider's address to which the browser is sent."""
    answer = await somebody.client.get(way, follow_redirects=False)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


def let_in(address: str, who: str) -> str:
    """The path of ours to which the provider sends whoever logs in there."""
    answer = httpx.post(address, data={"who": who})
    assert answer.status_code == 302, answer.text
    return answer.headers["location"].removeprefix("http://localhost")


async def by_provider(somebody: Browser, who: str, way: str = THERE) -> httpx.Response:
    return await somebody.go(let_in(await sent_to(somebody, way), who))


async def link_of_new_club(anna: Browser, club: str = "Levski") -> str:
    return await link_for(anna, await found(anna, club))


async def joined_by_provider(anna: Browser, somebody: Browser, who: str) -> None:
    link = await link_of_new_club(anna)
    await by_provider(somebody, who, f"{THERE}?join={link.rsplit('/', 1)[1]}")
    await somebody.send(link)


async def connected(somebody: Browser, who: str) -> httpx.Response:
    """From somebody's own page."""
    await somebody.go("/desk/account")
    way = re.search(r'href="(/desk/account/openid\?mark=[^"]+)"', somebody.page.text)
    assert way is not None
    return await by_provider(somebody, who, way[1])


async def test_an_invitation_is_accepted_by_the_provider_and_opens_an_account_without_a_password(
    tmp_path: Path, provider: OpenIdProvider
) -> None:
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as later,
    ):
        await joined_by_provider(anna, olga, "olga")
        assert olga.page.url.path == "/desk"
        assert "Olga Ivanova" in (await olga.go("/desk/account")).text
        await by_provider(later, "olga", f"{THERE}?next=/desk/account")
        assert later.page.url.path == "/desk/account"
        later.client.cookies.clear()
        assert (await log_in(later, "olga@example.org", "")).status_code == 403


async def test_whoever_nobody_invited_stays_outside(tmp_path: Path, provider: OpenIdProvider) -> None:
    async with shared_server(tmp_path, provider) as (transport, _), browser(transport) as stranger:
        assert (await by_provider(stranger, "stranger")).status_code == 403
        assert "Nobody here has joined with this account" in stranger.text
        assert (await stranger.go("/desk/account")).url.path == "/desk/account/login"


async def test_an_account_with_a_password_is_connected_from_its_own_page(
    tmp_path: Path, provider: OpenIdProvider
) -> None:
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as later,
    ):
        await join(olga, await link_of_new_club(anna), "Olga")
        await connected(olga, "olga")
        assert "You can log in by the federation." in olga.text
        await by_provider(later, "olga")
        assert later.page.url.path == "/desk"
        await olga.send("/desk/account/openid/remove")
        assert (await by_provider(later, "olga")).status_code == 403


async def test_an_address_that_the_provider_says_takes_over_no_account(
    tmp_path: Path, provider: OpenIdProvider
) -> None:
    """Mallory's account there has the address of Olga's here."""
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as mallory,
    ):
        await join(olga, await link_of_new_club(anna), "Olga")
        assert (await by_provider(mallory, "mallory")).status_code == 403
        link = await link_of_new_club(anna, "Slavia")
        await by_provider(mallory, "mallory", f"{THERE}?join={link.rsplit('/', 1)[1]}")
        await mallory.send(link)
        assert mallory.page.status_code == 409
        assert (await mallory.go("/desk/account")).url.path == "/desk/account/login"


async def test_one_account_there_is_one_account_here(tmp_path: Path, provider: OpenIdProvider) -> None:
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as petar,
    ):
        await join(olga, await link_of_new_club(anna), "Olga")
        await join(petar, await link_of_new_club(anna, "Slavia"), "Petar")
        await connected(olga, "olga")
        assert (await connected(petar, "olga")).status_code == 409
        assert "Connect the federation" in (await petar.go("/desk/account")).text


async def test_a_page_of_others_connects_nothing(tmp_path: Path, provider: OpenIdProvider) -> None:
    """Without the mark of the page it stands on the way is not begun: it could bring in somebody else's account."""
    async with shared_server(tmp_path, provider) as (transport, anna), browser(transport) as olga:
        await join(olga, await link_of_new_club(anna), "Olga")
        answer = await olga.client.get("/desk/account/openid?mark=guessed", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/desk/account")


async def test_a_way_back_holds_in_the_browser_where_it_began_and_once(
    tmp_path: Path, provider: OpenIdProvider
) -> None:
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as mallory,
    ):
        await joined_by_provider(anna, olga, "olga")
        await mallory.go("/desk/account/login")
        way = let_in(await sent_to(mallory, THERE), "olga")
        olga.client.cookies.clear()
        assert (await olga.go(way)).status_code == 403
        assert "This way in has ended" in olga.text
        assert (await mallory.go(way)).url.path == "/desk"
        assert (await mallory.go(way)).status_code == 403


async def test_a_code_for_another_way_is_not_taken(tmp_path: Path, provider: OpenIdProvider) -> None:
    """PKCE: the provider sees that it was asked for by somebody else."""
    async with (
        shared_server(tmp_path, provider) as (transport, anna),
        browser(transport) as olga,
        browser(transport) as mallory,
    ):
        await joined_by_provider(anna, olga, "olga")
        stolen = parse_qs(urlsplit(let_in(await sent_to(olga, THERE), "olga")).query)["code"][0]
        own = parse_qs(urlsplit(await sent_to(mallory, THERE)).query)["state"][0]
        assert (await mallory.go(f"{THERE}/back?code={stolen}&state={own}")).status_code == 403
        assert "does not answer as it should" in mallory.text


async def test_a_provider_that_is_away_or_another_one_is_a_sentence(tmp_path: Path, provider: OpenIdProvider) -> None:
    for issuer in ("http://localhost:1", provider.issuer + "/"):
        (tmp_path / issuer[-1:].replace("/", "s")).mkdir()
        folder = tmp_path / issuer[-1:].replace("/", "s")
        async with shared_server(folder, replace(provider, issuer=issuer)) as (transport, _), browser(transport) as one:
            assert (await one.go(THERE)).status_code == 403, issuer
            assert "does not answer as it should" in one.text


async def test_ways_by_a_provider_are_counted(tmp_path: Path, provider: OpenIdProvider) -> None:
    async with shared_server(tmp_path, provider) as (transport, _), browser(transport) as guesser:
        answers = [(await guesser.go(f"{THERE}/back?code=x&state=y")).status_code for _ in range(62)]
        assert (answers[0], answers[-1]) == (403, 429)


async def test_the_last_way_in_stays(tmp_path: Path, provider: OpenIdProvider) -> None:
    async with shared_server(tmp_path, provider) as (transport, anna), browser(transport) as olga:
        await joined_by_provider(anna, olga, "olga")
        await olga.go("/desk/account")
        await olga.send("/desk/account/openid/remove")
        assert "only way into your account" in olga.text
        await olga.send("/desk/account/password", password=OWNER_PASSWORD, again=OWNER_PASSWORD)
        await olga.send("/desk/account/openid/remove")
        assert "Connect the federation" in olga.text


async def test_a_closed_account_leaves_nothing_of_the_provider(tmp_path: Path, provider: OpenIdProvider) -> None:
    async with shared_server(tmp_path, provider) as (transport, anna), browser(transport) as olga:
        link = await link_for(anna, await found(anna, "Levski"), "arbiter")
        await by_provider(olga, "olga", f"{THERE}?join={link.rsplit('/', 1)[1]}")
        await olga.send(link)
        await olga.go("/desk/account")
        await olga.send("/desk/account/close", sure="1")
        assert (await by_provider(olga, "olga")).status_code == 403
    with closing(open_journal(str(tmp_path / "tablo.sqlite"))) as journal:
        assert journal.identities.account(provider.issuer, "olga") == ""


@pytest.mark.parametrize(
    "issuer", ["login.example.org", "http://login.example.org", "https://", "https://login.example.org?a=1"]
)
def test_an_issuer_that_cannot_be_is_a_sentence_at_the_start(issuer: str) -> None:
    with pytest.raises(BadSetting):
        from_environment({"TABLO_OPENID_ISSUER": issuer, "TABLO_OPENID_CLIENT": "tablo"})


def test_the_settings_say_no_secret() -> None:
    given = {"ISSUER": "https://login.example.org", "CLIENT": "tablo", "SECRET": "abracadabra"}
    settings = from_environment({f"TABLO_OPENID_{name}": text for name, text in given.items()})
    assert settings.openid is not None
    assert "abracadabra" not in repr(settings)
    assert settings.openid.name == "login.example.org"
