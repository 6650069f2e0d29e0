"""Rounds and lists of players of more than 300 lines are turned page by page, as standings are."""

import re
from html import unescape

import httpx

from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from server.live.frames import Channel
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import big_open
from tests.public.served import served
from tests.team_events import team_events

ROUND = " ".join(f"{n}-{35 + n} ????????" for n in range(1, 36))
SHOWN = Regulations(rounds=1, teams=TeamOptions(open_lineups=True))
LONG = {"open": big_open(604, 1, played=0), "league": team_events(70, [ROUND], boards=8, regulations=SHOWN)}
"""302 boards; 35 matches of nine lines, and 70 teams with 560 players by name."""
SPANS = re.compile(r'<div class="switch spans"[^>]*>(.*?)</div>')
LINK = re.compile(r'<a href="([^"]+)"( aria-current="page")?>([^<]+)</a>')


async def pages_of(client: httpx.AsyncClient, path: str) -> list[tuple[str, str]]:
    """The words of the links to the pages of a list, and each of these pages."""
    spans = SPANS.findall((await client.get(path)).text)[0]
    return [(said, (await client.get(unescape(link))).text) for link, _, said in LINK.findall(spans)]


def rows(page: str) -> list[str]:
    return re.findall(r'<tr[^>]* data-part="([bsmu][\d.]+)"', page) or re.findall(r'<tr data-players="(\d+)"', page)


async def test_pages_of_long_lists_have_every_line_once_say_what_they_have_and_follow_it() -> None:
    async with served(LONG, at_once=True) as client:
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        for slug, path, topic, lines, said in (
            ("open", "/pairings", "pairings", [300, 2], ["1 – 300", "301 – 302"]),
            ("open", "/pairings/1", "pairings/1", [300, 2], ["1 – 300", "301 – 302"]),
            ("open", "/pairings?by=name", "seats", [300, 300, 4], ["Player0001 – Player0300"]),
            ("open", "/players", "", [300, 300, 4], ["1 – 300", "301 – 600", "601 – 604"]),
            ("league", "/pairings", "pairings", [297, 18], ["1 – 33", "34 – 35"]),
            ("league", "/pairings?by=name", "seats", [300, 300, 30], []),
        ):
            await office.open(slug)
            found = await pages_of(client, f"/t/{slug}{path}")
            assert [len(rows(page)) for _, page in found] == lines, path
            assert len({row for _, page in found for row in rows(page)}) == sum(lines)
            assert [label for label, _ in found][: len(said)] == said
            for number, (_, page) in enumerate(found, 1):
                pushed = Live(office)(Channel(f"t/{slug}/{topic}/page/{number}", "html")) if topic else None
                assert not topic or (pushed and [key for key in pushed.parts if key[-1].isdigit()] == rows(page)), path
                assert not topic or f'data-topic="t/{slug}/{topic}/page/{number}"' in page


async def test_there_is_no_page_behind_the_last_one() -> None:
    async with served({"open": LONG["open"]}, at_once=True) as client:
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        await office.open("open")
        for path in ("/pairings?page=3", "/pairings?by=name&page=4", "/players?page=4", "/players.json?page=4"):
            assert (await client.get(f"/t/open{path}")).status_code == 404, path
        for topic in ("pairings/page/3", "seats/page/4", "pairings/page/0", "pairings/2/page/1", "players/page/1"):
            assert Live(office)(Channel(f"t/open/{topic}", "html")) is None, topic
        assert len((await client.get("/t/open/pairings.json?page=2")).json()["data"]["boards"]) == 302
        embed = (await client.get("/embed/open/pairings?by=name")).text
        assert 'href="/embed/open/pairings?by=name&amp;page=2"' in embed


async def test_a_card_and_a_search_lead_to_the_page_of_the_row() -> None:
    async with served({"open": LONG["open"]}, at_once=True) as client:
        card = (await client.get("/t/open/mine?players=604")).text
        found = (await client.get("/t/open/find?q=604")).text
    assert 'href="/t/open/pairings/1?page=2#b302"' in card
    assert 'data-row-boards="/t/open/pairings/1?page=2#b302"' in card
    assert 'data-row-seats="/t/open/pairings/1?by=name&amp;page=3#s604"' in card
    assert 'data-row-players="/t/open/players?page=3#p604"' in card
    assert 'href="/t/open/pairings?page=2#b302"' in found
