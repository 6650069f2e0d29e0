"""The home page when an event is over, and of a knock-out: what one comes to see then."""

import httpx

from domain import events as e
from domain.words.games import Result
from server.live.frames import Channel
from server.live.topics import Live
from tests.crosstable import history
from tests.formats.knockouts import all_results, knockout, next_round
from tests.public.served import served

OVER = history(
    """
    Alice GM 2500  +w4 =b2
    Bruno    2400  +b3 =w1
    Carla    2300  -w2 +w4
    David    2200  -b1 -b3
    """
)
"""Alice and Bruno are level; the opponents of Bruno have more points."""


async def home(client: httpx.AsyncClient, slug: str) -> str:
    return (await client.get(f"/t/{slug}")).text


async def test_an_event_that_is_over_begins_with_its_podium() -> None:
    async with served({"open": OVER}) as client:
        page = await home(client, "open")

    steps = page.split('<ol class="steps">')[1].split("</ol>")[0]
    assert steps.index("Bruno") < steps.index("Alice") < steps.index("Carla")
    assert "2 ended on 1½; decided by" in page
    assert "Final standings" in page
    assert "Latest results" not in page.split("<main")[1]


async def test_an_event_in_play_has_no_podium_yet() -> None:
    playing = history("A 2000 +w2 ?b2\nB 1900 -b1 ?w1")
    async with served({"open": playing}) as client:
        page = await home(client, "open")

    assert '<ol class="steps">' not in page
    assert "Leaders" in page


async def test_who_won_what_stands_beside_the_podium() -> None:
    prizes = e.PrizesAnnounced((e.Prize("First prize", 10_000),))
    async with served({"open": [*OVER, prizes]}) as client:
        page = await home(client, "open")

    assert "First prize" in page
    assert 'href="/t/open/prizes">More</a>' in page  # all of them stand here


async def test_its_papers_are_there_to_take_home() -> None:
    async with served({"open": OVER}) as client:
        page = await home(client, "open")

    for path in ("/standings/2.pdf", "/report.trf", "/pairings/2.pgn", "/workbook.xlsx"):
        assert f'href="/t/open{path}"' in page


async def test_the_home_of_a_knockout_shows_the_end_of_its_tree_that_is_played() -> None:
    events = all_results(next_round(knockout(8))).history
    async with served({"cup": [*events]}) as client:
        page = await home(client, "cup")
        office = client.app.state.services.office  # type: ignore[attr-defined]
        parts = Live(office)(Channel("t/cup/bracket", "html"))

    assert "Leaders" not in page
    assert page.count('<section class="column">') == 2
    assert "Semi-finals" in page
    shown = page.split('data-only="')[1].split('"')[0].split()
    assert parts is not None
    assert len(shown) == 3
    assert set(shown) < set(parts.parts)


async def test_a_corrected_result_moves_the_podium() -> None:
    async with served({"open": OVER}) as client:
        before = await home(client, "open")
        office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
        corrected = e.ResultCorrected(2, 1, Result.WHITE_WINS, Result.DRAW, 3, "read again")
        await office.command("corrected-by-hand", "Anna", lambda _: [corrected])
        after = await home(client, "open")

    assert "2 ended on" in before
    assert "2 ended on" not in after
