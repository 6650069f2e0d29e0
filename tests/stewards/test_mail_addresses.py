"""The address of an account is confirmed, and changed, by a link that comes there by mail."""

import re
from email.message import EmailMessage
from pathlib import Path

from tests.desk.browsers import Browser, browser
from tests.festival.test_mailings import body, free_port, mail_server_at
from tests.stewards.test_organisers import (
    OWNER_PASSWORD,
    found,
    join,
    link_for,
    log_in,
    sends_mail,
    shared_server,
)


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"http://localhost(/desk/account/confirm/\S+)", body(mail))
    assert found is not None, body(mail)
    return found[1]


async def owner(anna: Browser, olga: Browser) -> None:
    await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")


async def change(somebody: Browser, address: str, password: str = OWNER_PASSWORD) -> None:
    await somebody.go("/desk/account")
    await somebody.send("/desk/account/email", email=address, old=password)


async def test_an_address_is_confirmed_by_a_person_who_presses_the_button(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as reader:
        with mail_server_at(free_port()) as mails:
            sends_mail(anna, mails.url)
            await owner(anna, olga)
            link = link_in(mails.mails[0])
            assert "This address is mine" in (await reader.go(link)).text
            assert "not confirmed" in (await olga.go("/desk/account")).text
            await reader.send(link)
            assert "Thank you" in reader.text
            assert "not confirmed" not in (await olga.go("/desk/account")).text


async def test_another_address_holds_once_its_link_is_followed_and_the_old_one_is_told(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as again:
        with mail_server_at(free_port()) as mails:
            sends_mail(anna, mails.url)
            await owner(anna, olga)
            first = link_in(mails.mails[0])
            await change(olga, "New@example.org", "a wrong password")
            assert olga.page.status_code == 403
            await change(olga, "New@example.org")
            assert str(mails.mails[-1]["To"]) == "new@example.org"
            assert (await log_in(again, "new@example.org")).status_code == 403
            await olga.go(link_in(mails.mails[-1]))
            await olga.send(olga.page.url.path)
            assert [str(mail["To"]) for mail in mails.mails[-1:]] == ["olga@example.org"]
            assert (await log_in(again, "new@example.org")).url.path == "/desk"
            assert (await olga.go(first)).status_code == 404


async def test_nobody_takes_the_address_of_somebody_else(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        with mail_server_at(free_port()) as mails:
            sends_mail(anna, mails.url)
            await owner(anna, olga)
            await join(petar, await link_for(anna, await found(anna, "Slavia")), "Petar")
            await change(petar, "olga@example.org")
            await petar.go(link_in(mails.mails[-1]))
            await petar.send(petar.page.url.path)
            assert petar.page.status_code == 409
            assert "petar@example.org" in (await petar.go("/desk/account")).text


async def test_messages_to_one_address_are_counted(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        with mail_server_at(free_port()) as mails:
            sends_mail(anna, mails.url)
            await owner(anna, olga)
            for _ in range(4):
                await change(olga, "victim@example.org")
            assert olga.page.status_code == 409
            assert [str(mail["To"]) for mail in mails.mails].count("victim@example.org") == 2


async def test_where_no_mail_is_sent_another_address_holds_at_once(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as petar:
        await owner(anna, olga)
        await join(petar, await link_for(anna, await found(anna, "Slavia")), "Petar")
        await change(olga, "new@example.org")
        assert "new@example.org" in (await olga.go("/desk/account")).text
        await change(olga, "petar@example.org")
        assert olga.page.status_code == 409


async def test_a_forged_link_confirms_nothing(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, _), browser(transport) as stranger:
        assert (await stranger.go("/desk/account/confirm/forged")).status_code == 404
