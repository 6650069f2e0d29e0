"""A server that organisers share: from nothing to a first tournament, and nothing of anybody else's."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from server.notifying.mail import mail_server
from server.notifying.smtp import MailNotifier
from server.routes.logging_in import named_browser
from server.settings import OpenIdProvider
from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.festival.playing import services_of_test
from tests.festival.test_mailings import body, free_port, mail_server_at
from tests.stewards.desk import enter, second_tournament
from tests.stewards.test_roles import written_in

OWNER_PASSWORD = "the owner's own password"


@asynccontextmanager
async def shared_server(
    folder: Path, openid: OpenIdProvider | None = None
) -> AsyncIterator[tuple[httpx.ASGITransport, Browser]]:
    """The operator is logged in at an empty desk."""
    async with server(folder, organisers=True, openid=openid) as transport, browser(transport) as anna:
        yield transport, await anna.log_in()


async def found(operator: Browser, name: str) -> str:
    """The path of the new organiser's page."""
    await operator.go("/desk/organisers")
    await operator.send("/desk/organisers", name=name)
    return operator.page.url.path


async def link_for(leader: Browser, organiser: str, role: str = "owner", **typed: str) -> str:
    """The path of the link that invites somebody."""
    before = set(links_in(await leader.go(organiser)))
    await leader.send(f"{organiser}/members", role=role, **typed)
    [link] = set(links_in(leader.page)) - before
    return link


def links_in(page: httpx.Response) -> list[str]:
    return re.findall(r'href="http://[^"/]+(/desk/account/join/[^"]+)"', page.text)


async def join(somebody: Browser, link: str, name: str, password: str = OWNER_PASSWORD) -> Browser:
    await somebody.go(link)
    email = f"{name.lower()}@example.org"
    await somebody.send(link, name=name, email=email, password=password, again=password)
    return somebody


async def log_in(somebody: Browser, email: str, password: str = OWNER_PASSWORD) -> httpx.Response:
    await somebody.go("/desk/account/login")
    return await somebody.send("/desk/account/login", email=email, password=password)


async def test_an_organiser_begins_with_a_link_and_has_a_first_tournament_of_its_own(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        hint = "Organisers share this server: add the first one"
        assert hint in (await anna.go("/desk")).text
        link = await link_for(anna, await found(anna, "Levski"))
        assert hint not in (await anna.go("/desk")).text
        await join(olga, link, "Olga")
        assert olga.page.url.path == "/desk"
        await second_tournament(olga, "Levski Open")
        assert olga.page.url.path == "/desk/t/levski-open"
        assert "Levski Open" in (await anna.go("/desk")).text


async def test_each_organiser_sees_its_own_things_alone(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        await second_tournament(anna, "Old Open")
        for somebody, name, club in ((olga, "Olga", "Levski"), (petar, "Petar", "Slavia")):
            await join(somebody, await link_for(anna, await found(anna, club)), name)
            await second_tournament(somebody, f"{club} Open")
            await somebody.go("/desk/festivals")
            await somebody.send("/desk/festivals", name=f"{club} Festival")
        seen = {who: (await who.go("/desk")).text + (await who.go("/desk/festivals")).text for who in (olga, petar)}
        names = ("Old Open", "Levski Open", "Levski Festival", "Slavia Open", "Slavia Festival")
        assert [name in seen[olga] for name in names] == [True, True, True, False, False]
        assert [name in seen[petar] for name in names] == [False, False, False, True, True]
        for path in (
            "/desk/t/levski-open",
            "/desk/festivals/levski-festival",
            "/desk/organisers/levski",
            "/desk/organisers",
        ):
            assert (await petar.go(path)).status_code == 403, path


async def test_a_festival_takes_no_section_of_another_organiser(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await second_tournament(anna, "Old Open")
        await found(anna, "First")
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await olga.go("/desk/festivals")
        await olga.send("/desk/festivals", name="Cup")
        await olga.send("/desk/festivals/cup/add", tournament="old-open")
        assert olga.page.status_code == 422
        assert "Old Open" not in olga.page.text


async def test_a_link_is_for_one_person(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as mallory:
        link = await link_for(anna, await found(anna, "Levski"))
        await mallory.go(link)
        form = mallory.form(link)
        await join(olga, link, "Olga")
        typed = {"name": "M", "email": "m@example.org", "password": OWNER_PASSWORD, "again": OWNER_PASSWORD}
        assert (await mallory.client.post(link, data={**form, **typed})).status_code == 404
        assert (await mallory.go(link)).status_code == 404
        assert (await mallory.go("/desk")).url.path == "/desk/account/login"


async def test_an_address_has_one_account_which_joins_others_too(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as again:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        second = await link_for(anna, await found(anna, "Slavia"))
        await join(again, second, "Olga")
        assert again.page.status_code == 409
        await olga.go(second)
        await olga.send(second)
        text = (await olga.go("/desk/account")).text
        assert "Levski" in text
        assert "Slavia" in text


@pytest.mark.parametrize(
    "typed",
    [
        {"name": "", "email": "o@example.org", "password": OWNER_PASSWORD, "again": OWNER_PASSWORD},
        {"name": "O", "email": "nobody", "password": OWNER_PASSWORD, "again": OWNER_PASSWORD},
        {"name": "O", "email": "o@example.org", "password": "short", "again": "short"},
        {"name": "O", "email": "o@example.org", "password": OWNER_PASSWORD, "again": "another"},
    ],
)
async def test_an_account_that_cannot_be_opens_nothing(tmp_path: Path, typed: dict[str, str]) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        link = await link_for(anna, await found(anna, "Levski"))
        await olga.go(link)
        await olga.send(link, **typed)
        assert olga.page.status_code == 422
        assert 'role="alert"' in olga.page.text
        assert (await olga.go("/desk")).url.path == "/desk/account/login"


async def test_somebody_logs_in_by_address_and_password_and_out_again(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as phone:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        assert (await log_in(phone, "olga@example.org", "a wrong password")).status_code == 403
        assert (await log_in(phone, "nobody@example.org")).status_code == 403
        assert (await log_in(phone, "Olga@Example.org")).url.path == "/desk"
        await phone.send("/desk/logout")
        assert (await phone.go("/desk")).url.path == "/desk/account/login"
        assert (await olga.go("/desk")).url.path == "/desk"


async def test_guesses_are_counted_for_each_address_of_mail(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as mallory:
        transport.app.state.services.access._tries.linger_seconds = 0.0  # type: ignore[attr-defined]
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        said = [(await log_in(mallory, "olga@example.org", f"guess {n}")).status_code for n in range(7)]
        assert said == [403] * 5 + [429] * 2
        assert (await log_in(mallory, "olga@example.org")).status_code == 429


async def test_sessions_are_listed_and_end_at_once(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as phone:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        phone.client.headers["User-Agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
        await log_in(phone, "olga@example.org")
        assert "Firefox, Android" in (await olga.go("/desk/account")).text
        await olga.send("/desk/account/sessions/end", session="")
        assert (await phone.go("/desk")).url.path == "/desk/account/login"
        assert (await olga.go("/desk/account")).url.path == "/desk/account"


async def test_a_new_password_ends_the_other_sessions_of_its_owner_and_nobody_elses(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as phone:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await log_in(phone, "olga@example.org")
        await olga.go("/desk/account")
        new = "quite another password"
        await olga.send("/desk/account/password", old=OWNER_PASSWORD, password=new, again=new)
        assert olga.page.status_code == 200
        assert (await phone.go("/desk")).url.path == "/desk/account/login"
        assert (await log_in(phone, "olga@example.org")).status_code == 403
        assert (await log_in(phone, "olga@example.org", new)).url.path == "/desk"
        assert (await anna.go("/desk/organisers")).status_code == 200


async def test_a_forgotten_password_is_set_anew_once_by_a_link_of_the_operator(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as phone:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await anna.go(club)
        [reset] = re.findall(rf'action="({club}/members/\w+/reset)"', anna.page.text)
        await anna.send(reset)
        made = re.search(r'id="made" href="http://[^"/]+(/desk/account/reset/[^"]+)"', anna.page.text)
        assert made is not None
        await phone.go(made[1])
        new = "quite another password"
        await phone.send(made[1], password=new, again="something else")
        assert phone.page.status_code == 422
        await phone.send(made[1], password=new, again=new)
        assert phone.page.url.path == "/desk/account/login"
        assert (await olga.go("/desk")).url.path == "/desk/account/login"
        assert (await log_in(phone, "olga@example.org")).status_code == 403
        assert (await log_in(phone, "olga@example.org", new)).url.path == "/desk"
        assert (await olga.go(made[1])).status_code == 404
        assert "It was used already" in olga.text
        assert reset not in (await phone.go(club)).text


@pytest.mark.parametrize("token", ["nonsense", "WyJhMSIsIm0iXQ.aSoB.AAAAAAAAAAAAAAAAAAAAAAAAAAA"])
async def test_a_forged_link_sets_no_password(tmp_path: Path, token: str) -> None:
    async with shared_server(tmp_path) as (transport, _anna), browser(transport) as mallory:
        assert (await mallory.go(f"/desk/account/reset/{token}")).status_code == 404


def sends_mail(operator: Browser, url: str) -> None:
    """From now on messages with links go to this server."""
    services, server_of_mail = services_of_test(operator), mail_server(url)
    settings = replace(services.settings, mail=server_of_mail, public_url="http://localhost")
    changed = replace(services, settings=settings, notifier=MailNotifier(server_of_mail))
    operator.client._transport.app.state.services = changed  # type: ignore[attr-defined]


async def test_a_forgotten_password_is_set_anew_by_a_link_that_comes_by_mail(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        with mail_server_at(free_port()) as mails:
            sends_mail(anna, mails.url)
            club = await found(anna, "Levski")
            await anna.go(club)
            await anna.send(f"{club}/members", role="owner", email="olga@example.org")
            [invitation] = links_in(anna.page)
            await join(olga, invitation, "Olga")
            for address in ("olga@example.org", "nobody@example.org"):
                await olga.go("/desk/account/forgotten")
                await olga.send("/desk/account/forgotten", email=address)
                assert "is on its way" in olga.text
        texts = [body(mail) for mail in mails.mails if "/account/confirm/" not in body(mail)]
        assert {str(mail["To"]) for mail in mails.mails} == {"olga@example.org"}
        assert len(texts) == 2
        assert invitation in texts[0]
        link = re.search(r"http://localhost(/desk/account/reset/\S+)", texts[1])
        assert link is not None
        assert (await olga.go(link[1])).status_code == 200


async def test_a_closed_account_leaves_the_decisions_and_erases_the_person(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await join(petar, await link_for(olga, club, "arbiter"), "Petar")
        await olga.go("/desk/account")
        await olga.send("/desk/account/close", sure="1")
        assert "owner" in olga.refusal
        await petar.go("/desk/account")
        await petar.send("/desk/account/close", sure="1")
        assert petar.page.url.path == "/desk/account/login"
        assert (await log_in(petar, "petar@example.org")).status_code == 403
        assert "Petar" not in (await anna.go(club)).text
    stored = written_in(tmp_path)
    assert b"MemberJoined" in stored
    assert b"petar@example.org" not in stored


async def test_an_organiser_removes_a_member_at_once_and_leads_no_owner(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await second_tournament(olga, "Levski Open")
        await join(petar, await link_for(olga, club, "organiser"), "Petar")
        assert (await petar.go("/desk/t/levski-open")).status_code == 200
        await petar.go(club)
        members = re.findall(rf'action="({club}/members/\w+/remove)"', petar.page.text)
        await petar.send(members[0])
        assert petar.page.status_code == 409
        await olga.go(club)
        await olga.send(members[1])
        assert (await petar.go("/desk/t/levski-open")).status_code == 403
        assert 'href="/desk/new"' not in (await petar.go("/desk")).text
        assert "belong to no organiser" in (await petar.go("/desk/account")).text
        await petar.send("/desk/logout")
        assert petar.page.url.path == "/desk/account/login"


async def test_an_organiser_sees_no_link_by_which_somebody_becomes_an_owner(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await join(petar, await link_for(olga, club, "organiser"), "Petar")
        owner, reader = await link_for(olga, club), await link_for(olga, club, "reader")
        assert links_in(await petar.go(club)) == [reader]
        assert set(links_in(await olga.go(club))) == {owner, reader}


async def test_members_of_a_suspended_organiser_look_and_change_nothing(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await second_tournament(olga, "Levski Open")
        await anna.go(club)
        await anna.send(f"{club}/suspend", reason="fees")
        assert (await olga.go("/desk/t/levski-open")).status_code == 200
        assert (await olga.go("/desk/new")).status_code == 403
        assert (await olga.go(club)).status_code == 403
        await anna.send(f"{club}/readmit")
        assert (await olga.go("/desk/new")).status_code == 200


async def test_a_helper_comes_in_by_a_card_of_one_tournament(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as boris:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await with_round_one(olga)
        people = "/desk/t/open/people"
        await olga.go(people)
        await olga.send(people, name="Boris", role="entry", first_board="1", last_board="2", until="")
        card = re.search(r'id="link" href="http://[^"/]+(/join/[^"]+)"', olga.page.text)
        assert card is not None
        await boris.go(card[1])
        assert boris.page.url.path == "/desk/t/open/enter"
        await olga.go(people)
        dismissed = re.search(rf'action="({people}/\w+/dismiss)"', olga.page.text)
        assert dismissed is not None
        await olga.send(dismissed[1])
        assert (await boris.go("/desk/t/open/enter")).status_code == 403


async def test_a_card_of_one_tournament_makes_nobody_chief_and_tells_of_no_other(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await with_round_one(olga)
        people = "/desk/t/open/people"
        await anna.go("/desk/stewards")
        await anna.send("/desk/stewards", name="Clara", role="arbiter", tournament="")
        clara = anna.page.url.path.rpartition("/")[2]
        assert "Clara" not in (await olga.go(people)).text
        form = olga.form(people)
        chief = await olga.client.post(people, data={**form, "name": "Boris", "role": "chief"})
        assert chief.status_code == 422
        assert (await olga.go(f"{people}/{clara}")).status_code == 404
        gone = await olga.client.post(f"{people}/{clara}/dismiss", data={"form_token": form["form_token"]})
        assert gone.status_code == 409
        assert "Clara" in (await anna.go("/desk/stewards")).text
        assert (await anna.go(f"/desk/stewards/{clara}")).status_code == 200


async def test_result_entry_of_all_tournaments_chooses_one_and_enters(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as boris:
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        await with_round_one(olga)
        await join(boris, await link_for(olga, club, "entry"), "Boris")
        assert boris.page.url.path == "/desk"
        assert 'href="/desk/t/open/enter"' in boris.page.text
        await boris.go("/desk/t/open/enter")
        assert (await enter(boris, 1, "1-0")).json()["result"] == "1-0"


async def test_a_tournament_moves_to_another_organiser(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await second_tournament(anna, "Old Open")
        await found(anna, "First")
        club = await found(anna, "Levski")
        await join(olga, await link_for(anna, club), "Olga")
        assert (await olga.go("/desk/t/old-open")).status_code == 403
        await anna.go(club)
        await anna.send(f"{club}/tournaments", tournament="old-open")
        assert (await olga.go("/desk/t/old-open")).status_code == 200


async def test_a_server_of_one_desk_says_nothing_of_all_this(tmp_path: Path) -> None:
    async with server(tmp_path, organisers=True) as transport, browser(transport) as anna, browser(transport) as olga:
        await join(olga, await link_for(await anna.log_in(), await found(anna, "Levski")), "Olga")
        cookies = olga.client.cookies
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as olga:
        await anna.log_in()
        for path in ("/desk/organisers", "/desk/account", "/desk/account/login"):
            assert (await anna.go(path)).status_code == 404
        page = (await anna.go("/desk")).text.casefold()
        assert "organiser" not in page
        assert "account" not in page
        olga.client.cookies = cookies
        assert (await olga.go("/desk")).status_code == 403


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("curl/8.0", ""),
    ],
)
def test_a_browser_is_called_as_its_owner_calls_it(agent: str, name: str) -> None:
    assert named_browser(agent) == name
