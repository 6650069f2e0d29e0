"""A crosstable of more than 150 lines is turned page by page, so that a phone is not sent all of it at once."""

import re

import pytest

from server.live.frames import Channel
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import big_open
from tests.public.served import served

LONG = {"open": big_open(160, 2)}
ROW = re.compile(r'<tr data-part="(p\d+)"')


@pytest.mark.parametrize("order", ["", "by=number"])
async def test_its_pages_have_every_line_once_and_lead_to_each_other(order: str) -> None:
    async with served(LONG) as client:
        first = (await client.get(f"/t/open/crosstable?{order}")).text
        (link,) = re.findall(r'<a rel="next" href="([^"]+)"', first)
        second = (await client.get(link.replace("&amp;", "&"))).text
        assert (len(ROW.findall(first)), len(ROW.findall(second))) == (150, 10)
        assert len({*ROW.findall(first), *ROW.findall(second)}) == 160
        assert ('rel="prev"' in first, 'rel="prev"' in second, 'rel="next"' in second) == (False, True, False)


async def test_there_is_no_page_behind_the_last_one() -> None:
    async with served(LONG) as client:
        assert (await client.get("/t/open/crosstable?page=3")).status_code == 404
        assert (await client.get("/t/open/crosstable?page=2")).status_code == 200


async def test_programs_get_the_whole_table() -> None:
    async with served(LONG) as client:
        for query in ("", "?page=2"):
            assert len((await client.get(f"/t/open/crosstable.json{query}")).json()["data"]["rows"]) == 160


@pytest.mark.parametrize(
    ("topic", "path"),
    [
        ("crosstable/1", "/crosstable"),
        ("crosstable/2", "/crosstable?page=2"),
        ("crosstable/number/2", "/crosstable?by=number&page=2"),
    ],
)
async def test_a_page_follows_its_own_lines(topic: str, path: str) -> None:
    async with served(LONG) as client:
        page = (await client.get(f"/t/open{path}")).text
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        await office.open("open")
        pushed = Live(office)(Channel(f"t/open/{topic}", "html"))
        assert f'data-topic="t/open/{topic}"' in page
        assert pushed is not None
        assert [key for key in pushed.parts if key[0] == "p"] == ROW.findall(page)
        assert len(list(Live(office)(Channel("t/open/crosstable", "html")).parts)) == 162  # type: ignore[union-attr]
