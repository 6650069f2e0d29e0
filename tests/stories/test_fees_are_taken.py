"""An organiser asks fees: the queue pays at a phone, check-in knows, receipts are printed, sums are told."""

from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import announce, log_in, page_of, paste_players, picture, press, running, send

PLAYERS = ["Name;Rating;Birth", "Angelov, Angel;2100;1980", "Borisova, Bela;1900;2012", "Tsvetkov, Tsvetan;1800;1950"]
ACCOUNT = {
    "iban": "BG80 BNBG 9661 1020 3456 78",
    "holder": "Chess Club",
    "pay_page": "https://pay.example.org/{amount}",
}
WORDS = {"en": ("Entry fees", "Paid"), "bg": ("Такси за участие", "Платено"), "ru": ("Взносы за участие", "Оплачено")}


@pytest.mark.usefixtures("browser")
def test_fees_are_taken(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        log_in(phone, tablo.url, "Boris")
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5', start='2026-12-04')}"
        paste_players(page, desk, PLAYERS)
        for lang, (title, paid) in WORDS.items():
            page.goto(f"{desk}/fees/set-up?lang={lang}")
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
            picture(page, f"fees-set-up-{lang}")
            page.locator("input[name=fee]").fill("25")
            page.locator("textarea[name=fee_categories]").fill("U18; 9.50")
            press(page.locator("main form button.primary"))
            expect(page.locator("#people button").first).to_have_text(paid)
            picture(page, f"fees-{lang}")
        phone.goto(f"{desk}/fees?lang=en")
        phone.get_by_label("by card").check()
        picture(phone, "fees-phone")
        press(phone.get_by_role("button", name="Angelov, Angel has paid"))
        expect(phone.locator("#fee-sums")).to_contain_text("paid: 25")
        expect(phone.get_by_label("by card")).to_be_checked()
        send(page, f"{desk}/fees/set-up", how_to_pay="BG80 BNBG\nOpen, your name")
        send(page, f"{desk}/entries", most_entrants="9")
        send(page, f"{desk}/self-help", check_in="1")
        page.goto(f"{desk}/players/2")
        own = page.locator("a[href*='/report/']").first.get_attribute("href")
        for address in (f"{tablo.url}/entry/sofia-open?lang=en", urljoin(tablo.url, own or "")):
            phone.goto(address)
            assert phone.locator(".how-to-pay").inner_text() == "BG80 BNBG\nOpen, your name"
        picture(phone, "fees-own-link")
        phone.goto(f"{desk}/check-in?lang=en")
        expect(phone.locator(".arrival .owes")).to_have_count(2)
        picture(phone, "fees-check-in")
        page.goto(f"{desk}/fees?lang=en")
        page.get_by_role("link", name="Borisova, Bela").click()
        page.locator("#pay-amount").fill("5")
        press(page.locator("form[action$='/fees/paid'] button"))
        expect(page.locator("main .say")).to_contain_text("Still to pay: 4.50")
        pays_from_afar(page, phone, desk, urljoin(tablo.url, own or ""))
        page.goto(f"{desk}/fees/2?lang=en")
        page.locator("#back-amount").fill("5")
        page.locator("#back-reason").fill("does not come")
        press(page.get_by_role("button", name="Given back"))
        picture(page, "fees-of-one")
        page.goto(f"{desk}/fees")
        expect(page.locator("#treasurer")).to_contain_text("Boris")
        picture(page, "fees-sums")
        for lang in WORDS:
            for paper in ("fees", "fee-receipts"):
                answer = page.request.get(f"{desk}/papers/{paper}.pdf?lang={lang}")
                assert answer.ok
                assert answer.body().startswith(b"%PDF")


def pays_from_afar(page: Page, phone: Page, desk: str, own: str) -> None:
    """The account is given, Borisova sees it on her phone and pays, and the bank statement says so."""
    send(page, f"{desk}/fees/set-up", **ACCOUNT)
    for lang in WORDS:
        phone.goto(f"{own}?lang={lang}")
        expect(phone.locator(".transfer-code")).to_be_visible()
        picture(phone, f"fees-from-afar-{lang}")
    reference = phone.locator(".paying dd").last.inner_text()
    for lang in WORDS:
        page.goto(f"{desk}/fees/statement?lang={lang}")
        page.locator("#list").fill(f"27.11.2026;B. Borisova;{reference};4,50 EUR\n28.11.2026;Energy;;-60,00 EUR")
        press(page.locator("main form button.primary"))
        expect(page.locator("#offered tbody tr")).to_have_count(1)
        picture(page, f"fees-statement-{lang}")
    press(page.locator("main form button.primary"))
    phone.reload()
    expect(phone.locator(".paying")).to_have_count(0)
