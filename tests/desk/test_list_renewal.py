"""Rating lists from the internet: addresses at the desk, all lists at one press, and each day by themselves."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.notifying.calling import Caller
from server.office.rating_lists import CannotFetch, FileToFetch, ListRenewal, RatingLists
from server.rating_lists.sources import kept_sources
from server.rating_lists.sqlite import lists_folder, shelf_of
from tests.desk.browsers import WORKERS, Browser, desk
from tests.desk.file_server import FileServer, serving
from tests.files.rating_lists import text_list, zipped
from tests.live.test_uvicorn import certificate

LISTS = "/desk/rating-lists"
BUL = "Name;Rating;Year\nТопалов, Веселин;2712;1975\nСтефанова, Антоанета;2410;1979\n".encode()


async def renewed(anna: Browser, **typed: str) -> None:
    """All lists are renewed from the page, and nothing is being read any more."""
    await anna.go(LISTS)
    form = {**anna.form(f"{LISTS}/addresses"), **typed}
    anna.page = await anna.client.post(f"{LISTS}/renew", data=form)
    while anna.page.status_code == 200 and (await anna.go(f"{LISTS}/progress")).json()["underway"]:
        continue
    if anna.page.status_code == 200:
        await anna.go(LISTS)


def files(folder: Path) -> dict[str, bytes]:
    return {"/players_list.zip": zipped(folder, text_list()).read_bytes(), "/bul.csv": BUL}


async def test_all_lists_are_renewed_with_one_press(tmp_path: Path) -> None:
    with serving(files(tmp_path)) as served:
        async with desk(tmp_path) as anna:
            await anna.go(LISTS)
            assert anna.form(f"{LISTS}/addresses")["url-0"] == "https://ratings.fide.com/download/players_list.zip"
            assert kept_sources(lists_folder(tmp_path)).sources == ()
            await anna.send(f"{LISTS}/addresses", **{"url-0": f"{served.url}/players_list.zip"})
            assert served.heard == []
            await renewed(anna, **{"publisher-1": "bul", "url-1": f"{served.url}/bul.csv"})
            assert "FIDE 2026-11 4" in anna.text
            assert "BUL 2025-11 2" in anna.text
            await renewed(anna)
            assert [status for _, status in served.heard] == [200, 200, 304, 304]
        (found,) = shelf_of(tmp_path).search("topalov", publisher="BUL")
        assert found.standard == 2712


async def test_a_list_that_cannot_be_fetched_leaves_the_old_one_and_says_why(tmp_path: Path) -> None:
    with serving(files(tmp_path)) as served:
        async with desk(tmp_path) as anna:
            await renewed(anna, **{"url-0": f"{served.url}/players_list.zip"})
            for address, why in (
                (f"{served.url}/gone.zip", "gave no list"),
                ("http://127.0.0.1:9/list.zip", "gave no list"),
            ):
                await renewed(anna, **{"url-0": address})
                assert why in anna.text
                assert "FIDE 2026-11 4" in anna.text
            served.files["/cut.zip"] = served.files["/players_list.zip"]
            served.cut_off = True
            await renewed(anna, **{"url-0": f"{served.url}/cut.zip"})
            assert "gave no list" in anna.text
            served.cut_off, served.files["/page.html"] = False, b"<html>Please log in</html>"
            await renewed(anna, **{"url-0": f"{served.url}/page.html"})
            assert "The list that was here stays." in anna.text
            assert "FIDE 2026-11 4" in anna.text


async def test_columns_that_were_chosen_once_hold_for_the_next_time(tmp_path: Path) -> None:
    with serving({"/bul.csv": b"Name;Rating;Elo\nTopalov, Veselin;2700;2712\n"}) as served:
        async with desk(tmp_path) as anna:
            await renewed(anna, **{"publisher-0": "BUL", "url-0": f"{served.url}/bul.csv"})
            assert shelf_of(tmp_path).lists() == []
            at = anna.page.text.split(f'href="{LISTS}/columns/')[1].split('"')[0]
            await anna.go(f"{LISTS}/columns/{at}")
            await anna.send(
                f"{LISTS}/columns/{at}", header="1", **{"column-0": "name", "column-1": "", "column-2": "rating"}
            )
            while (await anna.go(f"{LISTS}/progress")).json()["underway"]:
                continue
            served.files["/bul.csv"] = b"Name;Rating;Elo\nTopalov, Veselin;2700;2720\n"
            await renewed(anna)
        (found,) = shelf_of(tmp_path).search("topalov", publisher="BUL")
        assert found.standard == 2720


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"url-0": "ftp://ratings.fide.com/list.zip"}, "is no address of the web"),
        ({"url-0": "https://fide.com@elsewhere.org/list.zip"}, "is no address of the web"),
        ({"url-0": "https://a..b/list.zip"}, "names no server that can be found"),
        ({"url-0": "http://[fd00:ec2::254]/list.zip"}, "may not be called from here"),
        ({"url-0": "http://100.100.100.200/list.zip"}, "may not be called from here"),
        ({"publisher-0": "Bulgaria!"}, "is FIDE or three letters"),
        ({"url-1": "https://ratings.fide.com/other.zip", "publisher-1": "FIDE"}, "has an address already"),
    ],
)
async def test_what_cannot_be_an_address_is_refused(tmp_path: Path, typed: dict[str, str], said: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go(LISTS)
        form = {**anna.form(f"{LISTS}/addresses"), **typed}
        anna.page = await anna.client.post(f"{LISTS}/addresses", data=form)
        assert said in anna.refusal


class Day:
    """A clock that goes on when somebody says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 23, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def daily(folder: Path, served: FileServer) -> tuple[ListRenewal, Day]:
    clock = Day()
    renewal = ListRenewal(RatingLists(shelf_of(folder), lists_folder(folder), WORKERS), clock=clock)
    renewal.keep({"FIDE": f"{served.url}/players_list.zip"}, daily=True)
    return renewal, clock


async def test_lists_are_never_older_than_a_day(tmp_path: Path) -> None:
    with serving(files(tmp_path)) as served:
        renewal, clock = daily(tmp_path, served)
        for hours, asked in ((0, 1), (12, 1), (9, 2), (12, 2), (12, 3)):
            clock.now += timedelta(hours=hours)
            await renewal.renew_old_ones()
            await renewal.ended()
            assert len(served.heard) == asked
        assert renewal.troubles == {}
        renewal.keep({"FIDE": f"{served.url}/players_list.zip"}, daily=False)
        clock.now += timedelta(days=3)
        await renewal.renew_old_ones()
        await renewal.ended()
        assert len(served.heard) == 3


async def test_lists_are_renewed_daily_once_an_address_is_saved_unless_that_is_unticked(tmp_path: Path) -> None:
    address, ticked = "http://127.0.0.1:9/list.zip", '<input type="checkbox" name="daily" value="1" checked>'
    async with desk(tmp_path) as anna:
        await anna.go(LISTS)
        assert ticked in anna.page.text
        for daily in ({"daily": "1"}, {}):
            await anna.send(f"{LISTS}/addresses", **{"url-0": address}, **daily)
            kept = kept_sources(lists_folder(tmp_path))
            assert ([one.url for one in kept.sources], kept.daily) == ([address], bool(daily))
            await anna.go(LISTS)
        assert ticked not in anna.page.text


async def test_what_failed_is_tried_again_after_an_hour(tmp_path: Path) -> None:
    with serving({}) as served:
        renewal, clock = daily(tmp_path, served)
        for minutes, asked in ((0, 1), (30, 1), (31, 2)):
            clock.now += timedelta(minutes=minutes)
            await renewal.renew_old_ones()
            await renewal.ended()
            assert len(served.heard) == asked


async def test_a_list_of_a_silent_server_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()
        writer.close()
        gone.set()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        renewal = ListRenewal(RatingLists(shelf_of(tmp_path), lists_folder(tmp_path), WORKERS))
        renewal.keep({"FIDE": f"http://127.0.0.1:{port}/x.zip"}, daily=False)
        async with renewal.background.running():
            renewal.begin(renewal.sources().sources)
            await asyncio.wait_for(asked.wait(), 10)
        assert not renewal.underway
        await asyncio.wait_for(gone.wait(), 10)


async def test_an_address_that_cannot_be_called_is_a_sentence_and_ends_nothing(tmp_path: Path) -> None:
    """Version 0.2 let such addresses in."""
    with serving(files(tmp_path)) as served:
        renewal = ListRenewal(RatingLists(shelf_of(tmp_path), lists_folder(tmp_path), WORKERS))
        renewal.keep({"FIDE": "https://a..b/x.zip", "BUL": f"{served.url}/bul.csv"}, daily=False)
        renewal.begin(renewal.sources().sources)
        await renewal.ended()
        assert set(renewal.troubles) == {"FIDE"}
        assert [path for path, _ in served.heard] == ["/bul.csv"]
        assert renewal.background.works["list-fetching"].deaths == 0


async def fetched(served: FileServer, target: Path, path: str = "/list", **more: int) -> bytes:
    far_away = Caller(is_nearby=lambda _address: False)
    await FileToFetch(f"{served.url}{path}", target, caller=far_away, **more).fetch()
    return await asyncio.to_thread(target.read_bytes)


async def test_an_address_that_leads_on_is_followed_a_few_times(tmp_path: Path) -> None:
    with serving({"/list": b"1234"}) as served:
        served.leads_to = {"/old": "/list", "/round": "/round", "/file": "file:///etc/passwd"}
        assert await fetched(served, tmp_path / "list", "/old") == b"1234"
        for path in ("/round", "/file"):
            with pytest.raises(CannotFetch, match="list-address-leads-away"):
                await fetched(served, tmp_path / "other", path)
        assert not (tmp_path / "other").exists()


async def test_a_server_that_cannot_be_trusted_gives_no_list(tmp_path: Path) -> None:
    with (
        serving({"/list": b"1234"}, certificate(tmp_path)) as served,
        pytest.raises(CannotFetch, match="list-address-certificate"),
    ):
        await fetched(served, tmp_path / "list")


async def test_a_file_that_is_too_large_is_given_up(tmp_path: Path) -> None:
    with serving({"/list": b"12345"}) as served:
        assert await fetched(served, tmp_path / "list", longest_octets=5) == b"12345"
        with pytest.raises(CannotFetch, match="list-address-too-large"):
            await fetched(served, tmp_path / "list", longest_octets=4)
        assert not (tmp_path / "list").exists()
