"""Standings of more than 300 lines are turned page by page; whoever is followed or found is a link away."""

import re
from html import unescape

from server.live.frames import Channel
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import big_open
from tests.public.served import served

LONG = {"open": big_open(310, 2)}
PATHS = ("/t/open/standings", "/t/open/standings/1", "/t/open/standings/1?known=then", "/embed/open/standings")
ROW = re.compile(r'<tr id="(p\d+)"')
LAST_PAGE = re.compile(r'href="(/t/open/standings\?page=2)#(p\d+)"')


async def test_its_pages_have_every_line_once_and_lead_to_each_other() -> None:
    async with served(LONG, at_once=True) as client:
        for path in PATHS:
            first = (await client.get(path)).text
            (link,) = re.findall(r'<a rel="next" href="([^"]+)"', first)
            second = (await client.get(unescape(link))).text
            assert (len(ROW.findall(first)), len(ROW.findall(second))) == (300, 10), path
            assert len({*ROW.findall(first), *ROW.findall(second)}) == 310
            assert ('rel="prev"' in first, 'rel="prev"' in second, 'rel="next"' in second) == (False, True, False)
        assert (await client.get("/t/open/standings?page=3")).status_code == 404
        assert len((await client.get("/t/open/standings.json?page=2")).json()["data"]["rows"]) == 310


async def test_the_places_of_those_who_are_followed_or_found_lead_to_the_page_of_their_rows() -> None:
    async with served(LONG, at_once=True) as client:
        last = ROW.findall((await client.get("/t/open/standings?page=2")).text)[-1]
        rows = (await client.get("/t/open/standings.json")).json()["data"]["rows"]
        name, best = rows[-1]["player"]["name"], rows[0]["player"]["id"]
        for path in (f"/t/open/mine?players={last[1:]}-{best}", f"/t/open/find?q={name}"):
            assert LAST_PAGE.findall((await client.get(path)).text) == [("/t/open/standings?page=2", last)]


async def test_a_page_follows_its_own_lines() -> None:
    async with served(LONG, at_once=True) as client:
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        await office.open("open")
        live = Live(office)
        for topic, path in (("page/1", ""), ("page/2", "?page=2"), ("1/page/2", "/1?page=2")):
            page = (await client.get(f"/t/open/standings{path}")).text
            pushed = live(Channel(f"t/open/standings/{topic}", "html"))
            assert f'data-topic="t/open/standings/{topic}"' in page
            assert pushed is not None
            assert [key for key in pushed.parts if key[0] == "p"] == ROW.findall(page)
        for topic in ("page/3", "page/0", "x/page/1", "9/page/1", "/page/1"):
            assert live(Channel(f"t/open/standings/{topic}", "html")) is None
