"""The organiser sets when rounds are published, and goes to lunch: the clock publishes on the wall and on phones."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import Tournament, replay
from domain.words.choices.publication import PublicationPlan, PublicationTime
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from server.clock import hall_clock
from tests.crosstable import drawn
from tests.stories.tablo import announce, kept, log_in, page_of, picture, press, register, running, send

SECONDS_AHEAD = 25
PATIENCE_MS = 60_000
AWAITED = {"en": ("Pairings: ", "days"), "bg": ("Жребий: ", "дни"), "ru": ("Жеребьёвка: ", "дн.")}


def paired(at: datetime) -> Tournament:
    """Round 1 is paired, and is published at this time."""
    players = [Player(PlayerId(n), f"Player {n}", 2400 - n) for n in range(1, 17)]
    t = drawn(replace(IN_FORCE, rounds=5), Details("Evening Open"), players)
    plan = PublicationPlan(times=(PublicationTime(1, at.isoformat(timespec="seconds")),))
    replay([e.PublicationPlanned(plan)], t)
    return replay(pair_round(t), t)


def set_times(page: Page, own: str) -> None:
    page.get_by_label("Minutes before the start").fill("30")
    page.get_by_label("Own time of round 2").fill(own)
    press(page.locator("#publication").get_by_role("button", name="Save"))


@pytest.mark.usefixtures("browser")
def test_the_wall_and_the_phones_have_the_round_by_the_clock(browser: Browser, tmp_path: Path) -> None:
    at = hall_clock() + timedelta(seconds=SECONDS_AHEAD)
    slug = kept(tmp_path / "data", paired(at))
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        wall.goto(f"{tablo.url}/t/{slug}/screen")
        expect(wall.locator("#panel .label")).to_contain_text("Round 1, pairings: ")
        picture(wall, "by-clock-wall-before")
        phone.goto(f"{tablo.url}/t/{slug}")
        picture(phone, "by-clock-phone-before")
        expect(wall.locator("#panel [data-row=b1]")).to_contain_text("Player 1", timeout=PATIENCE_MS)
        picture(wall, "by-clock-wall")
        phone.goto(f"{tablo.url}/t/{slug}/pairings/1")
        expect(phone.locator("tr[data-part=b8]")).to_contain_text("Player 8")
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{slug}")
        expect(page.locator(".log")).to_contain_text("Round 1 published by the clock. Tablo,")


@pytest.mark.usefixtures("browser")
def test_the_organiser_sets_when_rounds_are_published(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - n}" for n in range(8))])
        days = {f"start_day_{n}": f"2099-12-0{n}" for n in (1, 2, 3)}
        send(page, desk, "/details", on=f"{desk}/settings", **days, start_time_1="15:00")
        send(page, desk, "/colour", colour="w")
        page.goto(f"{desk}/times")
        set_times(page, "2020-01-01T09:00")
        expect(page.locator("#refusal")).to_contain_text("is over already")
        page.get_by_label("Round 3 by hand").check()
        set_times(page, "2099-12-01T20:00")
        expect(page.locator("#by-the-clock")).to_contain_text("if it is paired by then: Tue 1 Dec, 14:30")
        picture(page, "by-clock-times")
        phone.goto(f"{tablo.url}/t/sofia-open")
        expect(phone.locator("[data-part=figures]")).to_contain_text("14:30")
        wall = page_of(browser, 1920, 1080)
        for code, (said, days) in AWAITED.items():
            wall.goto(f"{tablo.url}/t/sofia-open/screen?lang={code}")
            expect(wall.locator("#panel .label").last).to_contain_text(said)
            expect(wall.locator("#panel .remaining")).to_contain_text(days)
            picture(wall, f"by-clock-wall-{code}")
        page.goto(desk)
        press(page.get_by_role("button", name="Pair round 1"))
        expect(page.locator("#by-the-clock")).to_contain_text("Round 1 is published by the clock: Tue 1 Dec, 14:30")
        picture(page, "by-clock-draft")
        for code, said in (("bg", "Кръг 1 се публикува по часовника"), ("ru", "Тур 1 публикуется по часам")):
            other = page_of(browser, lang=code)
            log_in(other, tablo.url)
            other.goto(f"{desk}/times")
            expect(other.locator("#by-the-clock")).to_contain_text(said)
            picture(other, f"by-clock-times-{code}")
        press(page.get_by_role("button", name="Publish round 1"))
        page.goto(f"{desk}/times")
        expect(page.locator("#round-times tbody tr")).to_have_count(4)
