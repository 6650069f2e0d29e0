"""People over their tournaments: found by name, shown with what they did, and hidden where they ask for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.desk.browsers import Browser, browser
from tests.festival.playing import services_of_test
from tests.festival.test_pages import play_first
from tests.stewards.desk import second_tournament
from tests.stewards.test_organisers import found, join, link_for, shared_server

LINES = "Name;Rating;FIDE ID\nЩербаков, Иван;2400;2900084\nPetrova, Anna;2300;\nGuest, Late;2200;"


async def with_people(somebody: Browser, slug: str, lines: str = LINES) -> None:
    await somebody.go(f"/desk/t/{slug}/players/import")
    await somebody.send(f"/desk/t/{slug}/players/import", list=lines)
    await somebody.send(f"/desk/t/{slug}/players/import")
    await services_of_test(somebody).person_index.index(slug)


@asynccontextmanager
async def played_twice(folder: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """Olga of Levski, at whose two opens the same three play, and a guest."""
    async with shared_server(folder) as (transport, anna), browser(transport) as olga, browser(transport) as guest:
        await found(anna, "First")
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        for name in ("Spring", "Autumn"):
            await second_tournament(olga, name)
            await with_people(olga, name.lower())
        yield olga, guest


async def test_somebody_is_found_over_all_tournaments_in_any_script(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (_, guest):
        for wanted in ("Shcherbakov", "щербаков иван", "2900084", "ivan sherb"):
            page = (await guest.go(f"/?q={wanted}")).text
            assert page.count('href="/p/2900084"') == 1, wanted
            assert "2 tournaments" in page
        assert "/p/" not in (await guest.go("/?q=nobody")).text
        assert 'href="/p/2900084"' in (await guest.go("/o/levski?q=sherbakov")).text
        assert "/p/" not in (await guest.go("/o/first?q=sherbakov")).text


async def test_a_tournament_that_is_not_public_tells_of_nobody(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, guest):
        for slug in ("spring", "autumn"):
            await olga.go(f"/desk/t/{slug}/settings")
            await olga.send(f"/desk/t/{slug}/hide")
        assert "/p/" not in (await guest.go("/?q=sherbakov")).text
        assert (await guest.go("/p/2900084")).status_code == 404


async def test_a_person_has_a_page_with_every_tournament(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (_, guest):
        page = (await guest.go("/p/2900084")).text
        assert all(f'href="/t/{slug}' in page for slug in ("spring", "autumn"))
        assert "2900084" in page
        assert 'href="/t/spring' in (await guest.go("/p/spring~2")).text
        assert (await guest.go("/p/spring~1")).url.path == "/p/2900084"
        assert 'href="/p/spring~1"' in (await guest.go("/t/spring/players/1")).text
        assert [(await guest.go(f"/p/{one}")).status_code for one in ("17", "spring~9", "x", "a~b")] == [404] * 4


async def test_the_page_of_a_person_leads_to_their_place_in_rankings(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, guest):
        await olga.go("/desk/festivals")
        await olga.send("/desk/festivals", name="Cup")
        await olga.go("/desk/festivals/cup")
        await olga.send("/desk/festivals/cup/add", tournament="spring", title="A")
        await olga.go("/desk/festivals/cup/ranking")
        await olga.send("/desk/festivals/cup/ranking", merit="score", counted="spring")
        assert "Cup" not in (await guest.go("/p/2900084")).text  # nobody has played
        await play_first(olga, "spring", {1: "1"})
        page = (await guest.go("/p/2900084")).text
        assert 'href="/f/cup/ranking#' in page
        assert 'class="tag live">provisional' in page


DESK = "/desk/organisers/levski/persons"


async def test_an_organiser_says_that_two_are_one_person_and_takes_it_back(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, guest):
        await olga.go(DESK)
        await olga.send(f"{DESK}/same", entrance="http://localhost/p/autumn~2", person="spring~2")
        assert (await guest.go("/p/autumn~2")).url.path == "/p/spring~2"
        assert all(f'href="/t/{slug}' in guest.page.text for slug in ("spring", "autumn"))
        assert (await guest.go("/?q=petrova anna")).text.count('href="/p/') == 1
        await olga.go(DESK)
        await olga.send(f"{DESK}/same", entrance="spring~2", person="autumn~2")
        assert olga.page.status_code == 422
        await olga.go(DESK)
        await olga.send(f"{DESK}/separate")
        assert "autumn" not in (await guest.go("/p/spring~2")).text
        await olga.go(DESK)
        await olga.send(f"{DESK}/same", entrance="autumn~2", person="spring~1")  # who has a FIDE ID
        assert (await guest.go("/p/autumn~2")).url.path == "/p/2900084"


async def test_only_entrances_of_its_own_are_said_by_an_organiser(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, _):
        for typed in ("elsewhere~2", "2900084", "nonsense"):
            await olga.go(DESK)
            await olga.send(f"{DESK}/same", entrance=typed, person="2900084")
            assert olga.page.status_code == 422, typed


async def test_somebody_asks_to_be_hidden_and_is(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, guest):
        await guest.go("/p/2900084/hide")
        await guest.send("/p/2900084/hide", email="no address")
        assert guest.page.status_code == 422
        await guest.send("/p/2900084/hide", email="ivan@example.org", reason="It is me.")
        assert "sent" in guest.text
        await olga.go(DESK)
        assert all(said in olga.text for said in ("ivan@example.org", "It is me."))
        await olga.send(f"{DESK}/hide")
        assert (await guest.go("/p/2900084")).status_code == 404
        assert (await guest.go("/p/2900084/hide")).status_code == 404
        assert "/p/2900084" not in (await guest.go("/?q=sherbakov")).text
        assert '"/p/' not in (await guest.go("/t/spring/players/1")).text
        assert "ivan@example.org" not in (await olga.go(DESK)).text
        await olga.send(f"{DESK}/show")
        assert (await guest.go("/p/2900084")).status_code == 200
        assert '"/p/' in (await guest.go("/t/spring/players/1")).text


async def test_a_request_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with played_twice(tmp_path) as (olga, guest):
        await guest.go("/p/2900084/hide")
        await guest.send("/p/2900084/hide", email="ivan@example.org")
        await olga.go(DESK)
        await olga.send(f"{DESK}/refuse", reason="")
        assert olga.page.status_code == 422
        await olga.send(f"{DESK}/refuse", reason="This is somebody else.")
        assert "ivan@example.org" not in (await olga.go(DESK)).text
        assert (await guest.go("/p/2900084")).status_code == 200
