"""An arbiter sets up a tournament in a browser: kind, rounds, days, tie-breaks, prizes; a draft, then announced."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import Tablo, log_in, new_tournament, page_of, press, running
from tests.tiers import sample


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    with running(tmp_path / "data") as tablo:
        yield tablo


def names_of_rows(page: Page) -> list[str]:
    return page.locator("#builder li strong").all_inner_texts()


def test_a_tournament_is_set_up_in_private_and_announced(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, tablo.url)

    # the kind of event comes first
    page.goto(f"{tablo.url}/desk/new")
    press(page.get_by_role("link", name="Club evening"))
    expect(page.locator("input[name=rounds]")).to_have_value("5")
    page.locator("input[name=tournament_name]").fill("Sofia Rapid")
    page.locator("input[name=start]").fill("2026-12-04")

    # the number of rounds follows from the players
    page.locator("#f-players_expected").fill("40")
    expect(page.locator("#rounds-advice")).to_contain_text("40 players")
    page.locator("#take-rounds").click()
    expect(page.locator("input[name=rounds]")).to_have_value("8")

    # a line fills the starts of all rounds
    page.locator("#start-of-rounds > summary").click()
    page.locator("#f-first_start").fill("2026-12-04")
    page.locator("#f-start_times").fill("10:00 15:30")
    page.get_by_role("button", name="Fill in the rows").click()
    expect(page.locator("input[name=start_day_8]")).to_have_value("2026-12-07")
    expect(page.locator("input[name=start_time_8]")).to_have_value("15:30")

    # the tie-breaks are moved with buttons and by dragging, and one that does not fit says so
    page.locator("#level > summary").click()
    expect(page.locator("#builder li")).to_have_count(6)
    page.get_by_role("button", name="Up: Buchholz", exact=True).click()
    expect(page.locator("#f-order")).to_have_value(re.compile(r"^BH BH/C1 SB "))
    page.locator("#builder li").nth(2).drag_to(page.locator("#builder li").nth(0))
    expect(page.locator("#f-order")).to_have_value(re.compile(r"^SB BH BH/C1 "))
    page.locator("#builder .adding select").select_option("KS")
    expect(page.locator("#builder li.warned")).to_contain_text("Koya is for round robins")
    page.get_by_role("button", name="Take out: Koya").click()
    expect(page.locator("#builder li.warned")).to_have_count(0)
    assert names_of_rows(page)[0] == "Sonneborn-Berger"

    # nobody sees it before it is announced
    press(page.get_by_role("button", name="Create, keep it private"))
    reader = page_of(browser, 390, 844)
    answer = reader.goto(f"{tablo.url}/t/sofia-rapid")
    assert answer is not None
    assert answer.status == 404
    press(page.get_by_role("button", name="Announce the tournament"))
    reader.goto(f"{tablo.url}/t/sofia-rapid")
    expect(reader.locator("h1").first).to_contain_text("Sofia Rapid")

    # prizes by rows
    page.goto(f"{tablo.url}/desk/t/sofia-rapid/prizes")
    page.locator("input[name=prize_name_1]").fill("First prize")
    page.locator("input[name=prize_amount_1]").fill("300")
    page.locator("input[name=prize_name_2]").fill("Best under 2000")
    page.locator("select[name=prize_for_2]").select_option("below")
    page.locator("input[name=prize_value_2]").fill("2000")
    press(page.get_by_role("button", name="Announce the prizes"))
    expect(page.locator("select[name=prize_for_2]")).to_have_value("below")
    reader.goto(f"{tablo.url}/t/sofia-rapid/prizes")
    expect(reader.locator("main")).to_contain_text("Best under 2000")


@pytest.mark.parametrize("width", sample((390, 1440), 1))
def test_axe_finds_nothing_in_the_forms_of_a_tournament(tablo: Tablo, browser: Browser, width: int) -> None:
    page = page_of(browser, width, 844)
    log_in(page, tablo.url)
    new_tournament(page, tablo.url)
    page.locator("input[name=tournament_name]").fill("Open")
    expect(page.locator("#builder .moves").first).to_be_visible()
    assert violations(page) == []
    press(page.get_by_role("button", name="Create, keep it private"))
    for path in ("", "/settings", "/prizes"):
        page.goto(f"{tablo.url}/desk/t/open{path}")
        page.evaluate("document.querySelectorAll('details.fold').forEach(one => { one.open = true; })")
        assert (path, violations(page)) == (path, [])


def violations(page: Page) -> list[str]:
    return [one["id"] for one in Axe().run(page).response["violations"]]


def test_the_swiss_of_the_portal_has_the_rounds_of_a_knock_out(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/new?like=portal-swiss")
    players, rounds = page.locator("#f-players_expected"), page.locator("input[name=rounds]")
    expect(rounds).to_have_value("5")
    players.fill("40")
    expect(rounds).to_have_value("6")
    rounds.fill("7")
    players.fill("10")
    expect(page.locator("#take-rounds")).to_have_text("Take 4 rounds")
    expect(rounds).to_have_value("7")


def test_kinds_of_few_events_are_folded_away_unless_one_of_them_is_chosen(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/new")
    rare = page.get_by_role("link", name="Dutch system of 1998")
    expect(rare).to_be_hidden()
    page.get_by_text("More kinds").press("Enter")
    press(rare)
    expect(rare).to_be_visible()
    expect(rare).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="Swiss of the chess portal")).to_be_hidden()


def test_what_is_typed_stands_in_the_summary_beside_the_form(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, tablo.url)
    new_tournament(page, tablo.url)
    summary = page.locator("#summary")
    expect(summary).to_contain_text("Swiss, FIDE Dutch system of 2026")
    expect(summary.get_by_text("By the rules of FIDE in force")).to_be_visible()

    page.locator("#f-tournament_name").fill("Sofia Open")
    page.locator("#f-start").fill("2026-12-04")
    page.locator("#f-end").fill("2026-12-08")
    page.locator("#f-rounds").fill("7")
    page.locator("#f-chief_arbiter").fill("Anna Smirnova")
    expect(summary.locator(".say")).to_have_text("Sofia Open")
    expect(summary.locator(".eyebrow")).to_have_text(re.compile(r"^4\s?–\s?8 December 2026$"))
    expect(summary.locator("[data-of=f-rounds]")).to_have_text("7")
    expect(summary).to_contain_text("Anna Smirnova")

    page.get_by_role("button", name="Up: Buchholz", exact=True).click()
    expect(summary.locator("[data-of=builder]")).to_have_text(re.compile("^Buchholz, Buchholz, without the lowest"))
    page.locator("#f-fide_mode").select_option("off")
    expect(summary.get_by_text("Not in FIDE mode")).to_be_visible()
    expect(summary.get_by_text("By the rules of FIDE in force")).to_be_hidden()
    page.locator("#f-format").select_option("knock-out")
    expect(summary.locator("[data-of=pairing]")).to_have_text("knock-out (bracket)")
    page.locator("#f-tournament_name").fill("")
    expect(summary.locator(".say")).to_have_text("Its name")
