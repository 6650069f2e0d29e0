"""Money and things are promised: the desk says what is withheld, receipts are signed, spectators see who wins what."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.words.regulations import Details
from tests.crosstable import tournament
from tests.stories.tablo import kept, log_in, page_of, picture, press, running

CROSSTABLE = """
    Angelov    +w3 +b2
    Borisova   +b4 -w1
    Tsvetkov   -b1 +w4
    Dimov      -w2 -b3
"""
WORDS = {"en": ("For the treasurer", "Tax"), "bg": ("За касиера", "Данък"), "ru": ("Для казначея", "Налог")}


@pytest.mark.usefixtures("browser")
def test_prizes_are_paid_out(browser: Browser, tmp_path: Path) -> None:
    t = tournament(CROSSTABLE, details=Details("Sofia Open", start="2026-12-04"), close_last=True)
    slug = kept(tmp_path / "data", t)
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        prizes = f"{tablo.url}/desk/t/{slug}/prizes"
        page.goto(f"{prizes}?lang=en")
        page.get_by_label("Name of prize 1").fill("First prize")
        page.get_by_label("Amount of prize 1").fill("500")
        page.get_by_label("Thing of prize 1", exact=True).fill("cup")
        page.get_by_label("Value of the thing of prize 1").fill("80")
        page.get_by_label("Name of prize 2").fill("Second prize")
        page.get_by_label("Amount of prize 2").fill("300")
        page.locator("#tax-way").select_option("whole")
        page.locator("input[name=tax_threshold]").fill("350")
        press(page.get_by_role("button", name="Announce the prizes"))
        expect(page.locator("#refusal")).to_contain_text("from 0.01 to 100")
        page.locator("input[name=tax_amount]").fill("10")
        press(page.get_by_role("button", name="Announce the prizes"))
        for lang, (treasurer, tax) in WORDS.items():
            page.goto(f"{prizes}?lang={lang}")
            expect(page.locator("#winners tbody tr")).to_have_count(8)
            expect(page.locator("#treasurer caption")).to_have_text(treasurer)
            expect(page.locator("#treasurer")).to_contain_text("750")
            picture(page, f"prizes-desk-{lang}")
            phone.goto(f"{tablo.url}/t/{slug}/prizes?lang={lang}")
            expect(phone.locator("main")).to_contain_text(f"{tax}: ")
            expect(phone.locator("main")).to_contain_text(": cup")
            picture(phone, f"prizes-phone-{lang}")
            for paper in ("prizes", "receipts"):
                answer = page.request.get(f"{tablo.url}/desk/t/{slug}/papers/{paper}.pdf?lang={lang}")
                assert answer.ok
                assert answer.body().startswith(b"%PDF")
                (tmp_path / f"{paper}-{lang}.pdf").write_bytes(answer.body())
