"""Forms of the desk on the narrowest phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.tablo import Tablo, log_in, new_tournament, page_of, picture, press, running


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    with running(tmp_path / "data") as tablo:
        yield tablo


def test_a_new_tournament_with_all_details_open_is_no_wider_than_a_phone(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser, 320, 640)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/new")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_head_of_a_section_is_one_line_on_a_phone(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser, 390, 844)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/festivals")
    page.locator("input[name=name]").fill("Festival Albena of the Year 2026")
    press(page.get_by_role("button", name="Announce the festival"))
    page.locator("form[action$='/announce'] input[name=title]").fill("Sofia Open Memorial of Oleg Neikirch")
    page.locator("form[action$='/announce'] input[name=rounds]").fill("9")
    press(page.get_by_role("button", name="Announce the section"))
    page.locator(".list a, main a", has_text="Sofia Open").first.click()
    head = page.locator("header.top").bounding_box()
    picture(page, "phone-desk-head")
    assert head is not None
    assert head["height"] <= 60
    expect(page.locator("header.top .event:visible")).to_have_text("Sofia Open Memorial of Oleg Neikirch")
    page.locator(".me summary").click()
    assert page.locator(".me .menu a", has_text="Festival Albena").is_visible()


LABELS_OVER_FIELDS = """() => {
  const top = label => Math.round(label.getBoundingClientRect().top);
  const tops = [...document.querySelectorAll('#filling label')].map(top);
  const wins = [...document.querySelectorAll('fieldset.points label')].filter(one => one.offsetWidth).map(top);
  return [new Set(tops).size, new Set(wins).size];
}"""
HEADS_AND_FIELDS = """() => {
  const left = node => Math.round(node.getBoundingClientRect().left);
  const heads = [...document.querySelectorAll('.prize-heads span')].map(left);
  const fields = [...document.querySelector('#prize-rows li').querySelectorAll('input, select')].map(left);
  return [heads, fields];
}"""
ROOM_FOR_WORDS = """() => {
  const box = document.querySelector('#prize-rows select'), pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(box).font;
  return box.clientWidth - pen.measureText(box.selectedOptions[0].textContent).width;
}"""
"""What is left of a choice's width beside its words: the arrow takes about 20 px."""


@pytest.mark.parametrize("lang", ["en", "bg", "ru"])
def test_labels_stand_on_one_line_and_heads_over_their_fields(tablo: Tablo, browser: Browser, lang: str) -> None:
    page = page_of(browser, 1280, 720, lang)
    log_in(page, tablo.url)
    new_tournament(page, tablo.url)
    assert page.evaluate(LABELS_OVER_FIELDS) == [1, 1]
    page.locator("input[name=tournament_name]").fill("Open")
    press(page.locator("button[value=public]"))
    page.goto(f"{tablo.url}/desk/t/open/prizes")
    picture(page, f"desk-prizes-{lang}")
    heads, fields = page.evaluate(HEADS_AND_FIELDS)
    assert heads == fields
    assert page.evaluate(ROOM_FOR_WORDS) > 20
    page.close()
