"""The front pages of organisers: what is on, what comes and what is over, in their own words and colours."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from icalendar import Calendar

from domain.events import TournamentAnnounced
from domain.organisers.events import OwnedKind, OwnershipGiven
from domain.tournament import replay
from domain.words.regulations import Details, Regulations
from projections.lists.catalogue import Summary
from projections.moment.overview import overview
from server.live.frames import Channel
from server.live.topics import OrganiserViews
from tests.desk.browsers import Browser, browser, server
from tests.faces.drawn import sent
from tests.festival.playing import services_of_test
from tests.stewards.desk import second_tournament
from tests.stewards.test_organisers import found, join, link_for, shared_server
from web.downloads.calendars import rows_of_calendar

SOON = datetime.now(UTC).date() + timedelta(days=20)


@asynccontextmanager
async def two_organisers(folder: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """Olga, who owns Levski with its open, and a guest; the operator's open belongs to the first organiser."""
    async with shared_server(folder) as (transport, anna), browser(transport) as olga, browser(transport) as guest:
        await second_tournament(anna, "Old Open")
        await found(anna, "First")
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await second_tournament(olga, "Levski Open")
        yield olga, guest


async def test_an_organiser_shows_its_own_tournaments_alone(tmp_path: Path) -> None:
    async with two_organisers(tmp_path) as (_, guest):
        pages = {path: (await guest.go(path)).text for path in ("/", "/o/first", "/o/levski")}
        assert ["Old Open" in page for page in pages.values()] == [True, True, False]
        assert ["Levski Open" in page for page in pages.values()] == [True, False, True]
        assert 'href="/o/levski"' in pages["/"]
        assert (await guest.go("/o/nobody")).status_code == 404
        assert [row["slug"] for row in (await guest.go("/o/levski.json")).json()["tournaments"]] == ["levski-open"]
        assert "Old Open" not in (await guest.go("/o/levski?q=open")).text


async def test_a_server_of_one_desk_has_no_pages_of_organisers(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as guest:
        assert [(await guest.go(path)).status_code for path in ("/o", "/o/first", "/calendar.ics")] == [404] * 3


async def test_the_page_says_what_the_organiser_says_and_wears_its_face(tmp_path: Path) -> None:
    async with two_organisers(tmp_path) as (olga, guest):
        await olga.go("/desk/organisers/levski/page")
        words = {"name": "Левски", "about": "A club since 1914.", "link": "https://levski.example/chess"}
        await olga.send("/desk/organisers/levski/page", None, **words)
        face = "/desk/organisers/levski/face"
        await olga.go(face)
        await olga.send(f"{face}/colour", accent="#aa1122")
        data = {**olga.form(f"{face}/pictures"), "place": "logo", "name": "Levski"}
        olga.page = await olga.client.post(f"{face}/pictures", data=data, files={"file": ("l.png", sent())})
        assert "aa1122" not in (await guest.go("/o/levski")).text
        await olga.send(f"{face}/show")
        page = (await guest.go("/o/levski")).text
        assert all(
            word in page for word in ("Левски", "A club since 1914.", "levski.example/chess", "/face/aa1122.css")
        )
        picture = page.split('src="/o/levski/face/')[1].split('"')[0]
        assert (await guest.go(f"/o/levski/face/{picture}")).headers["content-type"] == "image/png"
        assert "Левски" in (await guest.go("/")).text


async def test_the_list_of_an_organiser_is_live(tmp_path: Path) -> None:
    async with two_organisers(tmp_path) as (olga, _):
        services = services_of_test(olga)
        live = OrganiserViews(services.fronts)
        parts = live(Channel("o/levski", "html"))
        assert parts is not None
        assert list(parts.parts) == ["levski-open"]
        assert services.fronts.topics_of("levski-open") == ["o/levski"]
        await second_tournament(olga, "Levski Blitz")
        after = live(Channel("o/levski", "html"), parts)
        assert after is not None
        assert set(after.parts) == {"levski-open", "levski-blitz"}
        assert live(Channel("o/nobody", "html")) is None


async def test_what_an_organiser_was_given_is_sent_to_who_comes_with_an_older_page(tmp_path: Path) -> None:
    """Whose a tournament is stands in no tournament's journal."""
    async with two_organisers(tmp_path) as (olga, _):
        fronts = services_of_test(olga).fronts
        live, page = OrganiserViews(fronts), Channel("o/levski", "html")
        before = live(page)
        given = OwnershipGiven(OwnedKind.TOURNAMENT, "old-open", "levski")
        await fronts.organisers.command("given", "Anna", lambda _: [given])
        after = live(page)
        assert before is not None
        assert after is not None
        assert set(after.parts) - set(before.parts) == {"old-open"}
        assert (after.position == before.position, after.settled) == (True, False)


async def read_back(guest: Browser, path: str) -> list[dict[str, str]]:
    """The events as the library reads them."""
    events = Calendar.from_ical((await guest.go(path)).content).events
    return [{name: value.to_ical().decode() for name, value in event.items()} for event in events]


async def test_the_calendar_is_read_back_with_stable_ids_and_follows_the_dates(tmp_path: Path) -> None:
    async with two_organisers(tmp_path) as (olga, guest):
        assert not await read_back(guest, "/calendar.ics")
        first, last, details = f"{SOON}", f"{SOON + timedelta(days=8)}", "/desk/t/levski-open/details"
        await olga.go("/desk/t/levski-open/settings")
        await olga.send(details, start=first, end=last, city="София")
        [one] = await read_back(guest, "/o/levski/calendar.ics")
        assert (one["UID"], one["SUMMARY"], one["LOCATION"]) == ("levski-open@tablo", "Levski Open", "София")
        assert (one["DTSTART"], one["DTEND"]) == (f"{SOON:%Y%m%d}", f"{SOON + timedelta(days=9):%Y%m%d}")
        assert one["URL"].endswith("/t/levski-open")
        await olga.go("/desk/t/levski-open/settings")
        hours = {"start_day_1": first, "start_time_1": "10:00", "start_day_2": first, "start_time_2": "12:00"}
        await olga.send(details, None, end=first, **hours)
        for path in ("/o/levski/calendar.ics", "/calendar.ics"):
            [one] = await read_back(guest, path)
            assert (one["UID"], one["DTSTART"], one["DTEND"]) == (
                "levski-open@tablo",
                f"{SOON:%Y%m%d}T100000",
                f"{SOON:%Y%m%d}T160000",
            )
            assert "Round 2" in one["DESCRIPTION"]
        assert not await read_back(guest, "/o/first/calendar.ics")
        assert "webcal://localhost/o/levski/calendar.ics" in (await guest.go("/o/levski")).text
        assert "webcal://localhost/calendar.ics" in (await guest.go("/")).text


def test_a_calendar_leaves_out_what_is_over_for_long() -> None:
    long_ago, lately = date(2026, 1, 5), date(2026, 5, 5)
    rows = [listed(day, str(day)) for day in (lately, long_ago)]
    assert [row.slug for row in rows_of_calendar(rows, date(2026, 6, 1))] == ["2026-05-05"]


def listed(day: date, slug: str) -> Summary:
    t = replay([TournamentAnnounced(Details(slug, start=day.isoformat()), Regulations())])
    return Summary(slug, 1, "", overview(t))
