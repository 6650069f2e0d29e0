"""The bracket in public: a page, its JSON twin, and what the feed pushes to it."""

from domain.events import Event
from server.live.frames import Channel
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import history
from tests.formats.knockouts import all_results, knockout, next_round
from tests.public.served import served


def half_finals_played() -> list[Event]:
    return all_results(next_round(knockout(4))).history


async def test_the_page_lists_matches_round_by_round() -> None:
    async with served({"cup": half_finals_played()}) as client:
        page = (await client.get("/t/cup/bracket")).text
        assert page.index("Semi-finals") < page.index("Final</h3>")
        assert page.count('<div class="duel over"') == 2
        assert page.count('<ol class="duels"') == 2


async def test_the_twin_says_who_goes_on_and_by_what() -> None:
    async with served({"cup": half_finals_played()}) as client:
        first, final = (await client.get("/t/cup/bracket.json")).json()["data"]["columns"]
        sides = first["matches"][0]["sides"]
        assert [(side["player"]["number"], side["goes_on"]) for side in sides] == [(1, True), (4, False)]
        assert first["matches"][0]["decided_by"] == "games"
        assert [side["player"]["number"] for side in final["matches"][0]["sides"]] == [1, 2]


async def test_other_formats_have_no_such_page() -> None:
    async with served({"open": history("A 2000 +w2\nB 1900 -b1")}) as client:
        assert (await client.get("/t/open/bracket")).status_code == 404
        assert "/t/open/bracket" not in (await client.get("/t/open")).text


async def test_the_feed_pushes_the_matches_that_the_page_has() -> None:
    async with served({"cup": half_finals_played()}) as client:
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        await office.open("cup")
        parts = Live(office)(Channel("t/cup/bracket", "html"))
        assert parts is not None
        page = (await client.get("/t/cup/bracket")).text
        assert all(f'data-part="{name}"' in page for name in parts.parts)


async def test_the_front_page_names_the_format_where_it_is_no_swiss() -> None:
    async with served({"open": history("A 2000 +w2\nB 1900 -b1"), "cup": half_finals_played()}) as client:
        assert "FIDE Dutch" in (await client.get("/t/open")).text
        page = (await client.get("/t/cup")).text
        assert ("knock-out (bracket)" in page, "FIDE Dutch" in page) == (True, False)
