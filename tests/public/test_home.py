"""The spectator's home: cards, search without scripts, previews, and nothing for axe to find."""

import io
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser

from domain import events as e
from domain.words.games import Result
from domain.words.regulations import Details, Format, Regulations
from tests.crosstable import history
from tests.public.served import served
from tests.public.test_browser import Site, site  # noqa: F401
from tests.tiers import sample

OPEN = history(
    """
    Петрова  2400 +w2 ?b3
    Łukasz   2300 -b1 ?w4
    Çelik    2200 +w4 ?w1
    Þór      2100 -b3 ?b2
    """,
    rounds=5,
    details=Details("Open", schedule=("2026-11-21T15:00", "2026-11-21T19:30")),
)


async def test_the_home_page_names_the_tie_breaks_of_a_list() -> None:
    announced, *more = OPEN
    by_list = Regulations(rounds=5, order=("C07-SWISS",), ruleset="c07_2026")
    async with served({"open": [replace(announced, regulations=by_list), *more]}) as client:
        page = (await client.get("/t/open")).text

    assert "C07-SWISS" not in page
    assert "<dd>Buchholz" in page


async def test_a_table_that_nobody_has_entered_has_no_number_of_rounds() -> None:
    announced, *_ = OPEN
    table = replace(announced, regulations=Regulations(format=Format.ROUND_ROBIN, rounds=0))
    async with served({"open": [table]}) as client:
        page = (await client.get("/t/open")).text

    assert "<dt>Round</dt><dd>–</dd>" in page
    assert "<dt>Rounds</dt>" not in page


async def test_the_card_of_a_followed_player_says_all_of_this_round() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/mine?players=1-4-99")).text
        data = (await client.get("/t/open/mine.json?players=1-4-99")).json()["data"]["players"]

    assert page.count("<article") == 2
    assert "starts Sat 21 Nov, 19:30" in page
    assert [one["player"]["name"] for one in data] == ["Петрова", "Þór"]
    assert (data[0]["game"]["board"], data[0]["game"]["colour"], data[0]["points"], data[0]["place"]) == (1, "b", 1, 1)
    assert data[0]["game"]["opponent"]["name"] == "Çelik"


@pytest.mark.parametrize("wrong", ["", "x", "1,2", "-", "1-2-" * 20])
async def test_what_is_no_list_of_players_is_nobody(wrong: str) -> None:
    async with served({"open": OPEN}) as client:
        answer = await client.get("/t/open/mine", params={"players": wrong})

    assert answer.status_code == 200
    assert "<article" not in answer.text


@pytest.mark.parametrize(
    ("wanted", "found"), [("petrova", "Петрова"), ("celik", "Çelik"), ("thor", "Þór"), ("2", "Łukasz")]
)
async def test_without_scripts_the_search_is_a_page(wanted: str, found: str) -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/find", params={"q": wanted})).text

    assert page.count("<li data-players") == 1
    assert found in page


async def test_what_was_typed_stands_on_the_page_as_text() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/find", params={"q": "<script>alert(1)</script>"})).text

    assert "<script>alert" not in page


async def test_the_preview_of_a_player_is_a_picture_that_changes_with_the_game() -> None:
    async with served({"open": OPEN}) as client:
        first = await client.get("/t/open/players/1/preview.png")
        again = await client.get("/t/open/players/1/preview.png")
        office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
        await office.command("a-result-of-1", "Anna", lambda _: [e.ResultRecorded(2, 1, Result.BLACK_WINS)])
        later = await client.get("/t/open/players/1/preview.png")
        nobody = await client.get("/t/open/players/99/preview.png")
        page = (await client.get("/t/open/players/1")).text

    assert Image.open(io.BytesIO(first.content)).size == (1200, 630)
    assert first.content == again.content != later.content
    assert nobody.status_code == 404
    assert 'content="http://tablo.test/t/open/players/1/preview.png"' in page


@pytest.mark.parametrize("width", sample((390, 1440), 1))
def test_axe_finds_nothing(site: Site, browser: Browser, width: int) -> None:  # noqa: F811
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(f"{site.base}/t/open/players/2")
    page.click("button.follow")
    for path in ("/t/open", "/t/open/mine?players=1-2", "/t/open/find?q=car", "/t/open/players/2", "/embed/open/live"):
        page.goto(site.base + path)
        page.wait_for_load_state("networkidle")
        assert [(path, one["id"]) for one in Axe().run(page).response["violations"]] == []
    context.close()
