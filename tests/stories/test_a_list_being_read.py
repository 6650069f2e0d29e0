"""The first rating list is searched while it is being read: who is not found yet appears when they are read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from domain.words.rating_lists import FIDE, ListName
from server.rating_lists import sqlite
from server.rating_lists.reading import opened_list
from server.rating_lists.sqlite import shelf_of
from tests.files.rating_lists import text_list, zipped
from tests.stories.tablo import Tablo, announce, log_in, page_of, patiently, picture, running, with_rating_list


@contextmanager
def half_read(folder: Path, data: Path) -> Iterator[Event]:
    """A list of four whose second half is read when the event is set."""
    half, go_on = Event(), Event()
    path = zipped(folder, text_list())

    def progress(share: float) -> None:
        about = shelf_of(data).about()
        if about and about.findable:
            half.set()
            go_on.wait(60)

    def read() -> None:
        with opened_list(path, lambda share: None) as file:
            shelf_of(data).put(ListName(FIDE, file.month), file, progress)

    reading = Thread(target=read)
    reading.start()
    try:
        half.wait(60)
        yield go_on
    finally:
        go_on.set()
        reading.join()


def page_of_players(browser: Browser, tablo: Tablo) -> Page:
    """The players of a tournament that has just been announced."""
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='7')}/players")
    return page


@pytest.mark.usefixtures("browser")
def test_a_player_is_found_as_soon_as_they_are_read(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "INDEX_BATCH_PLAYERS", 2)
    data = tmp_path / "data"
    with half_read(tmp_path, data) as go_on, running(data) as tablo:
        page = page_of_players(browser, tablo)
        expect(page.locator("#f-name")).to_be_focused()
        page.keyboard.type("antoaneta")
        expect(page.locator("#listed")).to_contain_text("2 of 4 players can be found so far")
        page.keyboard.press("Enter")
        expect(page.locator("#people tbody tr")).to_have_count(1)
        expect(page.locator("#f-name")).to_be_focused()
        page.keyboard.type("karp")
        expect(page.locator("#listed")).to_contain_text("Not found yet")
        picture(page, "players-being-read")
        page.keyboard.press("Enter")
        expect(page.locator("#listed")).to_contain_text("Not found yet")
        go_on.set()
        expect(page.locator("#listed li")).to_contain_text("Karpov, Anatoly")
        page.keyboard.press("Enter")
        expect(page.locator("#people")).to_contain_text("4100026")
        expect(page.locator("#people tbody tr")).to_have_count(2)


@pytest.mark.usefixtures("browser")
def test_a_namesake_who_is_read_later_appears_too(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "INDEX_BATCH_PLAYERS", 2)
    data = tmp_path / "data"
    with half_read(tmp_path, data) as go_on, running(data) as tablo:
        page = page_of_players(browser, tablo)
        expect(page.locator("#f-name")).to_be_focused()
        page.keyboard.type("stefanova")
        expect(page.locator("#listed li")).to_have_count(1)
        go_on.set()
        expect(page.locator("#listed li")).to_have_count(2)
        expect(page.locator("#listed")).to_contain_text("FIDE 2026-11, 4 players")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#people")).to_contain_text("34188771")


@pytest.mark.usefixtures("browser")
def test_letters_typed_before_the_script_is_there_are_looked_up_by_it(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with_rating_list(tmp_path, data, text_list())
    with running(data) as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        slug = announce(page, tablo.url, "Sofia Open", rounds="7")
        held: list[Route] = []
        page.route("**/desk-player-search.js*", lambda route: held.append(route))
        page.goto(f"{tablo.url}/desk/t/{slug}/players", wait_until="commit")
        expect(page.locator("#f-name")).to_be_focused()
        page.keyboard.type("karp")
        patiently(page, lambda: bool(held))
        held[0].continue_()
        expect(page.locator("#listed li")).to_contain_text("Karpov, Anatoly")
        page.keyboard.press("Enter")
        expect(page.locator("#people")).to_contain_text("4100026")
