"""Channels of Telegram are added, tried and told of a round in three languages, from the desk of a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desk.messengers_there import BOT_TOKEN, CHAT, PATIENCE_SECONDS, Messengers, messengers_there
from tests.stories.tablo import announce, begin, enter, log_in, page_of, picture, press, register, running, send

OUT = {
    "en": "Sofia Open: the pairings of round 1 are out.",
    "bg": "Sofia Open: жребият за кръг 1 е обявен.",
    "ru": "Sofia Open: объявлена жеребьёвка тура 1.",
}
OVER = {
    "en": "Sofia Open: round 1 is over.",
    "bg": "Sofia Open: кръг 1 завърши.",
    "ru": "Sofia Open: тур 1 завершён.",
}
BY_CODE = {"en": "English", "bg": "Български", "ru": "Русский"}


def add(page: Page, chat: str, lang: str) -> None:
    page.get_by_text("Telegram", exact=True).last.click()
    form = page.locator("details[open] form")
    form.get_by_label("Token of the bot").fill(BOT_TOKEN)
    form.get_by_label("Channel or group").fill(chat)
    form.get_by_label("Language").select_option(label=BY_CODE[lang])
    press(form.get_by_role("button", name="Add the channel"))


def told(there: Messengers) -> set[str]:
    """The first lines of the next three messages."""
    return {there.got.get(True, PATIENCE_SECONDS)[1].partition("\n")[0] for _ in BY_CODE}


@pytest.mark.usefixtures("browser")
def test_channels_are_told(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with messengers_there() as there:
        monkeypatch.setenv("TABLO_TELEGRAM", there.url)
        with running(tmp_path / "data") as tablo:
            page, phone = page_of(browser), page_of(browser, 390, 844)
            log_in(page, tablo.url)
            desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
            register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - n}" for n in range(8))])
            page.goto(desk)
            page.get_by_text("Set up", exact=True).click()
            press(page.get_by_role("link", name="Messengers"))
            add(page, "@somewhere_else", "en")
            press(page.get_by_role("button", name="Send a test message"))
            expect(page.get_by_role("status")).to_contain_text("The bot is no member there")
            picture(page, "messengers-no-member")
            press(page.get_by_role("button", name="Remove"))
            for lang in BY_CODE:
                add(page, CHAT, lang)
            page.get_by_role("button", name="Send a test message").first.click()
            assert there.got.get(True, PATIENCE_SECONDS)[1].startswith("Sofia Open: a test message.")
            expect(page.locator(".tag.good")).to_have_text("taken")
            send(page, desk, "/colour", colour="w")
            begin(page, desk, 1)
            assert told(there) == {*OUT.values()}
            enter(page, desk, 1, {1: "1-0", 2: "1-0", 3: "1/2-1/2", 4: "0-1"})
            assert told(there) == {*OVER.values()}
            for lang, heading in {"en": "Messengers", "bg": "Месинджъри", "ru": "Мессенджеры"}.items():
                page.goto(f"{desk}/messengers?lang={lang}")
                expect(page.locator("h1")).to_have_text(heading)
                picture(page, f"messengers-{lang}")
            with phone.context as hall:
                hall.add_cookies(page.context.cookies())  # type: ignore[arg-type]
                phone.goto(f"{desk}/messengers?lang=en")
                picture(phone, "messengers-phone")
            assert there.got.empty()
