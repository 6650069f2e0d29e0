"""Push notices: encrypted for one browser, tried again, and never in the way of a result."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register
from domain.festival import events as f
from domain.moves.games import pgn_games
from domain.words.choices.broadcasts import Broadcast
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from server.app import create_app
from server.http.auth import open_access
from server.journal import AsyncJournal, open_journal
from server.notifying.outbox import Fate
from server.notifying.push import BadSubscription, check_subscription
from server.office.telling.pushing import MOST_GIVEN_UP
from server.settings import Settings
from tests.crosstable import announcement, history
from tests.desk.browsers import WORKERS
from tests.live_boards.files import game
from tests.public.served import write
from tests.push.service import PushService, push_service
from tests.team_events import team_events, team_id

LAWS = Regulations(rounds=3)
FOUR = """
    Anna  2400 +w2 ?b3
    Boris 2300 -b1 ?w4
    Clara 2200 +w4 ?w1
    David 2100 -b3 ?b2
"""


@asynccontextmanager
async def hall(folder: Path, *services: PushService, story: Sequence[e.Event] = ()) -> AsyncIterator[httpx.AsyncClient]:
    """A server that may call these services; without another story round 2 is drafted, not published."""
    settings = replace(Settings(data=folder, chances=False), push_services=tuple(one.host for one in services))
    journal = AsyncJournal(open_journal(settings.journal_url))
    await write(journal, "open", story or history(FOUR, publish_last=False))
    await journal.close()
    app = create_app(settings, open_access(folder), WORKERS)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hall.example") as client,
    ):
        client.app = app  # type: ignore[attr-defined]
        app.state.services.push_tries.linger_seconds = 0.0
        way = app.state.services.pushing.way
        way.limits = replace(way.limits, pauses=(0.0, 0.0))
        yield client


async def test_without_its_libraries_a_server_starts_and_says_that_it_sends_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "py_vapid", None)
    async with hall(tmp_path) as client:
        answer = await client.get("/push/key")
        assert (answer.status_code, answer.json()) == (404, {"outcome": "off"})
        assert "This server sends no notices." in (await client.get("/t/open")).text
    assert "pip install 'tablo-chess[push]'" in caplog.text


async def subscribed(client: httpx.AsyncClient, service: PushService, *players: int) -> str:
    answer = await client.post("/t/open/push", json=service.subscription(*players))
    return str(answer.json()["outcome"])


async def happens(client: httpx.AsyncClient, *events: e.Event) -> None:
    office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
    await office.command(f"push-{office.position}", "Anna", lambda _: list(events))


async def heard(service: PushService) -> dict[str, str]:
    return await asyncio.to_thread(service.notices.get, True, 20)


def kept(client: httpx.AsyncClient) -> int:
    return len(client.app.state.services.pushing.store.all())  # type: ignore[attr-defined]


async def test_a_follower_is_told_of_the_pairing_and_of_the_result(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            assert await subscribed(client, service, 1) == "taken"
            first = await heard(service)
            await happens(client, e.RoundPublished(2))
            pairing = await heard(service)
            await happens(client, e.ResultRecorded(2, 2, Result.DRAW), e.ResultRecorded(2, 1, Result.BLACK_WINS))
            result = await heard(service)

    assert first["title"] == "Notices are on"
    assert "Anna" in first["body"]
    assert (pairing["title"], pairing["url"]) == ("Round 2: Anna", "/t/open/players/1")
    assert pairing["body"] in ("Board 1, Black against Clara", "Board 2, Black against Clara")
    assert result["title"] == "Result of Anna"
    assert "Anna has" in result["body"]
    assert service.notices.empty()
    assert [headers["Content-Encoding"] for headers in service.headers] == ["aes128gcm"] * 3


async def moves(client: httpx.AsyncClient, written: str, **tags: str) -> None:
    sent = pgn_games(game(written, **tags))
    await client.app.state.services.games.take("open", "folder", sent, "Tablo")  # type: ignore[attr-defined]


async def test_a_follower_is_told_once_that_a_game_can_be_watched(tmp_path: Path) -> None:
    names = {"Round": "2", "White": "Clara", "Black": "Anna"}
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await happens(client, e.RoundPublished(2), e.BroadcastSet(Broadcast(moves=1)))
            assert await subscribed(client, service, 1) == "taken"
            await heard(service)
            await moves(client, "1. e4 e5", **names)  # everybody sees none of it yet
            await moves(client, "1. e4 e5 2. Nf3", **names)
            live = await heard(service)
            await moves(client, "1. e4 e5 2. Nf3 Nc6 3. Bb5", **names)
            await happens(client, e.BroadcastSet(Broadcast()), e.ResultRecorded(2, 1, Result.BLACK_WINS))
            await happens(client, e.ResultRecorded(2, 2, Result.BLACK_WINS))
            result = await heard(service)
            page = await client.get(live["url"])

    assert live["title"] == "The game of Anna is live"
    assert re.fullmatch(r"Board [12]: Clara – Anna", live["body"])
    assert page.status_code == 200
    assert "Clara" in page.text
    assert result["title"] == "Result of Anna"
    assert service.notices.empty()


async def test_a_follower_of_a_team_is_told_of_its_first_game_alone(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service, story=team_events(4, ["1-2 ????  4-3 ????"])) as client:
            assert await subscribed(client, service, team_id(4)) == "taken"
            await heard(service)
            await moves(client, "1. e4", Round="1.2.3", White="?", Black="?")
            live = await heard(service)
            await moves(client, "1. d4", Round="1.2.1", White="?", Black="?")
            await happens(client, e.BulletinWritten(1, NEWS, tell=True))
            after = await heard(service)

    assert live["body"].startswith("Board 2.3: ")
    assert live["url"] == "/t/open/game/1.2.3"
    assert after["url"] == "/t/open/news#n1"


async def test_a_game_that_is_well_under_way_when_it_is_found_is_no_news(tmp_path: Path) -> None:
    names = {"Round": "2", "White": "Clara", "Black": "Anna"}
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await happens(client, e.RoundPublished(2))
            assert await subscribed(client, service, 1) == "taken"
            await heard(service)
            await moves(client, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O", **names)
            await happens(client, e.BulletinWritten(1, NEWS, tell=True))
            assert (await heard(service))["url"] == "/t/open/news#n1"


NEWS = Bulletin(BulletinKind.NEWS, (BulletinText("en", "Lunch", "At noon."),), "2026-11-29T10:00")


async def test_followers_are_told_of_news_once_where_the_organiser_wants_it(tmp_path: Path) -> None:
    def news(title: str) -> Bulletin:
        body = "It starts at **five**, [see](https://example.org)."
        return Bulletin(BulletinKind.NEWS, (BulletinText("en", title, body),), "2026-11-29T10:00")

    with push_service() as service:
        async with hall(tmp_path, service) as client:
            assert await subscribed(client, service, 1, 2) == "taken"
            await heard(service)
            await happens(client, e.BulletinWritten(1, news("Not told")))
            await happens(client, e.BulletinWritten(2, news("Round 2 is moved"), tell=True))
            told = await heard(service)

    assert (told["title"], told["url"]) == ("Test Open: Round 2 is moved", "/t/open/news#n2")
    assert told["body"] == "It starts at five, see."
    assert service.notices.empty()


async def test_followers_of_any_section_are_told_of_the_news_of_the_festival_once(tmp_path: Path) -> None:
    text = BulletinText("en", "Blitz at nine", "In the foyer.")
    bulletin = Bulletin(BulletinKind.NEWS, (text,), "2026-11-29T10:00")
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            services = client.app.state.services  # type: ignore[attr-defined]
            await services.office.create("Second", "second", "Anna", lambda _: history(FOUR.replace("Anna", "Zoe")))
            first = [f.FestivalAnnounced(f.FestivalDetails("Summer")), f.SectionAdded("open", "A")]
            festival = await services.festivals.festivals.create("Summer", "summer", "Anna", lambda _: first)
            assert await subscribed(client, service, 1, 2) == "taken"
            await heard(service)
            both = service.subscription(1)
            await client.post("/t/second/push", json=both)
            told = [
                f.SectionAdded("second", "B"),
                f.SectionAdded("elsewhere", "C"),  # not in this journal, as on a mirror
                f.FestivalBulletinWritten(1, replace(bulletin, pinned=True)),
                f.FestivalBulletinWritten(2, bulletin, tell=True),
            ]
            await festival.command("news", "Anna", lambda _: told)
            news = await heard(service)
            while news["title"] == "Notices are on":
                news = await heard(service)
            await services.pushing.way.idle()

    assert (news["title"], news["body"]) == ("Summer: Blitz at nine", "In the foyer.")
    assert (news["url"], news["tag"]) == ("/f/summer/news#n2", "festival/summer-f2")
    assert service.notices.empty()


async def test_a_new_owner_tells_what_the_one_before_has_not_told_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the same tag, so that a phone that was told shows it once; what is older than a minute is no news."""
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            pushing = client.app.state.services.pushing  # type: ignore[attr-defined]
            pushing.shared = True
            await subscribed(client, service, 1)
            await heard(service)
            before = pushing.store.told("open")
            await happens(client, e.RoundPublished(2))
            told = await heard(service)
            await pushing.way.idle()
            office = await pushing.office.open("open")
            assert (before, pushing.store.told("open")) == (office.position - 1, office.position)
            await pushing.taken(office)
            assert not pushing._changed
            pushing.store._run("UPDATE push_told SET position = ?", (before,))
            pushing._posted.clear()  # as in a process that has told nothing
            await pushing.taken(office)
            assert await heard(service) == told
            await pushing.way.idle()
            pushing.store._run("UPDATE push_told SET position = ?", (before,))
            monkeypatch.setattr("server.office.telling.pushing.RETOLD", timedelta())
            await pushing.taken(office)
            assert not pushing._changed


async def test_a_new_owner_tells_once_what_it_heard_while_it_took_over(tmp_path: Path) -> None:
    """The command that it takes over with is told by its own change, and what is noted is still the position before."""
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            pushing = client.app.state.services.pushing  # type: ignore[attr-defined]
            pushing.shared = True
            await subscribed(client, service, 1)
            await heard(service)
            before = pushing.store.told("open")
            await happens(client, e.RoundPublished(2))
            assert (await heard(service))["title"] == "Round 2: Anna"
            await pushing.way.idle()
            pushing.store._run("UPDATE push_told SET position = ?", (before,))
            await pushing.taken(await pushing.office.open("open"))
            await happens(client, e.BulletinWritten(1, NEWS, tell=True))
            assert (await heard(service))["url"] == "/t/open/news#n1"


async def test_what_is_under_way_is_not_yet_told(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            pushing = client.app.state.services.pushing  # type: ignore[attr-defined]
            pushing.shared = True
            await subscribed(client, service, 1)
            await heard(service)
            while not service.asked.empty():
                service.asked.get()
            before = pushing.store.told("open")
            service.open.clear()
            await happens(client, e.RoundPublished(2))
            await asyncio.to_thread(service.asked.get, True, 20)
            assert pushing.store.told("open") == before
            service.open.set()
            await pushing.way.idle()
            assert pushing.store.told("open") == before + 1


async def test_a_follower_is_told_that_the_start_has_moved(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            offices = client.app.state.services.office  # type: ignore[attr-defined]
            details = Details("Daily 1", schedule=("2026-11-25T19:30",))
            office = await offices.create("Daily 1", "soon", "Anna", lambda _: announcement(LAWS, details))
            await office.command("entered", "Anna", lambda t: register(t, NewPlayer("Tal, Mihail")))
            await client.post(f"/t/{office.id}/push", json=service.subscription(1))
            await heard(service)
            city = replace(details, city="Sofia")
            await office.command("city", "Anna", lambda _: [e.DetailsAmended(city)])
            moved = replace(city, schedule=("2026-11-26T19:30",))
            await office.command("moved", "Anna", lambda _: [e.DetailsAmended(moved)])
            told = await heard(service)
    assert told["title"] == "Daily 1 has a new start: Thu 26 Nov, 19:30"
    assert told["body"] == "Tal, Mihail is still entered. It was to start on Wed 25 Nov, 19:30."


async def test_a_server_that_starts_again_goes_on_telling(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 4)
            await heard(service)
        settings = replace(Settings(data=tmp_path, chances=False), push_services=(service.host,))
        app = create_app(settings, open_access(tmp_path), WORKERS)
        async with app.router.lifespan_context(app):
            office = await app.state.services.office.open("open")
            await office.command("again", "Anna", lambda _: [e.RoundPublished(2)])

            assert (await heard(service))["title"] == "Round 2: David"


async def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    with push_service([201, 410]) as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1)
            assert kept(client) == 1
            await happens(client, e.RoundPublished(2))
            await asyncio.to_thread(service.asked.get, True, 20)
            await asyncio.to_thread(service.asked.get, True, 20)
            await client.app.state.services.pushing.way.idle()  # type: ignore[attr-defined]
            assert kept(client) == 0


async def test_a_service_in_trouble_is_tried_again(tmp_path: Path) -> None:
    with push_service([201, 503, 429, 201]) as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 3)
            await heard(service)
            await happens(client, e.RoundPublished(2))

            assert (await heard(service))["title"] == "Round 2: Clara"
            assert kept(client) == 1


async def test_a_result_does_not_wait_for_a_push_service(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1, 2, 3, 4)
            await heard(service)
            service.open.clear()
            await happens(client, e.RoundPublished(2))
            await asyncio.to_thread(service.asked.get, True, 20)
            await happens(client, e.ResultRecorded(2, 1, Result.DRAW))
            page = await client.get("/t/open/pairings")

            assert "½ – ½" in page.text
            assert service.notices.empty()


@pytest.mark.parametrize(("status", "outcome"), [(503, "not-now"), (410, "gone"), (400, "lost")])
async def test_a_browser_is_kept_only_when_its_service_takes_the_first_notice(
    tmp_path: Path, status: int, outcome: str
) -> None:
    with push_service([status]) as service:
        async with hall(tmp_path, service) as client:
            assert await subscribed(client, service, 1) == outcome
            assert kept(client) == 0


async def test_notices_can_be_switched_off(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1)
            body = {"endpoint": service.subscription()["endpoint"]}
            answer = await client.request("DELETE", "/t/open/push", json=body)

            assert answer.json() == {"outcome": "off"}
            assert kept(client) == 0


async def test_the_key_is_that_of_the_server_for_ever(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            first = (await client.get("/push/key")).json()["key"]
        settings = Settings(data=tmp_path, chances=False)
        app = create_app(settings, open_access(tmp_path), WORKERS)
        async with app.router.lifespan_context(app):
            assert app.state.services.pushing.pusher.public_key == first


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/for/anna",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://user@evil.example/x",
        "file:///etc/passwd",
        "https://fcm.googleapis.com/" + "x" * 900,
        "https://a..push.apple.com/x",
        "https://" + "a" * 64 + ".push.apple.com/x",
        "https://fcm.googleapis.com:99999/x",
        "https://fcm.googleapis.com:22/x",
        "https://evil.example\\@fcm.googleapis.com/x",
    ],
)
async def test_only_known_push_services_are_ever_called(tmp_path: Path, endpoint: str) -> None:
    with push_service() as service:
        good = service.subscription()
        keys = good["keys"]
        assert isinstance(keys, dict)
        check_subscription(str(good["endpoint"]), keys["auth"], (service.host,))
        check_subscription("https://fcm.googleapis.com/fcm/send/x", keys["auth"], ())
        with pytest.raises(BadSubscription):
            check_subscription(endpoint, keys["auth"], (service.host,))


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"endpoint": 1}', b"x" * 5000])
async def test_nonsense_is_refused(tmp_path: Path, body: bytes) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            answer = await client.post("/t/open/push", content=body, headers={"content-type": "application/json"})

    assert (answer.status_code, answer.json()) == (422, {"outcome": "unknown-service"})


async def test_the_manifest_leads_to_the_tournament_and_its_icons_are_there(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            manifest = (await client.get("/t/open/app.webmanifest")).json()
            icons = [(await client.get(icon["src"])).status_code for icon in manifest["icons"]]
            worker = await client.get("/sw.js")

    assert (manifest["start_url"], manifest["display"], set(icons)) == ("/t/open", "standalone", {200})
    assert worker.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "https://["},
        {"endpoint": "https://fcm.googleapis.com/\u00e9"},
        {"endpoint": "https://fcm.googleapis.com/a b"},
        {"endpoint": "\ud800"},
        {"keys": {"p256dh": "!!", "auth": "\u00e9"}},
        {"keys": {"p256dh": "!!", "auth": "MDAwMDAwMDAwMDAwMDAwMA"}},
        {"keys": {"p256dh": "", "auth": ""}},
        {"players": "all"},
    ],
)
async def test_what_cannot_be_a_subscription_is_refused(tmp_path: Path, changed: dict[str, object]) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            body = json.dumps({**service.subscription(1), **changed})
            answer = await client.post("/t/open/push", content=body, headers={"Content-Type": "application/json"})
            assert (answer.status_code, answer.json()) == (422, {"outcome": "unknown-service"})


async def test_a_body_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            kind = {"Content-Type": "application/json"}
            answer = await client.post("/t/open/push", content=b'{"endpoint":"\xe9"}', headers=kind)
            assert answer.status_code == 422


def another(service: PushService, name: str, *players: int) -> dict[str, object]:
    """The subscription of another browser at the same service."""
    return {**service.subscription(*players), "endpoint": f"http://{service.host}/for/{name}"}


async def test_one_address_brings_ten_new_browsers_a_minute(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            answers = [await client.post("/t/open/push", json=another(service, str(n), 1)) for n in range(12)]
            assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
            assert answers[-1].json() == {"outcome": "later"}
            assert kept(client) == 10


async def test_a_browser_that_is_kept_changes_its_players_without_another_notice(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1)
            await heard(service)
            assert await subscribed(client, service, 3) == "taken"
            await happens(client, e.RoundPublished(2))
            assert (await heard(service))["title"] == "Round 2: Clara"
            assert service.notices.empty()


async def test_a_service_that_is_silent_keeps_nobody_of_another_address_waiting(tmp_path: Path) -> None:
    with push_service() as silent, push_service() as quick:
        silent.open.clear()
        async with hall(tmp_path, silent, quick) as client:
            flood = [
                asyncio.create_task(client.post("/t/open/push", json=another(silent, str(n), 1))) for n in range(10)
            ]
            await asyncio.to_thread(silent.asked.get, True, 20)
            elsewhere = httpx.ASGITransport(app=client.app, client=("198.51.100.7", 1))  # type: ignore[attr-defined]
            async with httpx.AsyncClient(transport=elsewhere, base_url="http://hall.example") as honest:
                assert await subscribed(honest, quick, 2) == "taken"
            assert not any(one.done() for one in flood)
            assert silent.asked.empty(), "one address has one first notice under way"
            silent.open.set()
            await asyncio.gather(*flood)


async def test_a_kept_address_that_nobody_can_call_is_forgotten_and_keeps_no_other(tmp_path: Path) -> None:
    """Version 0.2 kept such addresses."""
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1)
            await heard(service)
            pushing = client.app.state.services.pushing  # type: ignore[attr-defined]
            for endpoint in ("https://a..push.apple.com/1", "https://[", "http://127.0.0.1:1/x"):
                [good] = pushing.store.all()[:1]
                await pushing._keep(replace(good, endpoint=endpoint))
            await happens(client, e.RoundPublished(2))
            assert (await heard(service))["title"] == "Round 2: Anna"
            await pushing.way.idle()
            left = {one.endpoint for one in pushing.store.all()}
            assert left == {str(service.subscription()["endpoint"]), "http://127.0.0.1:1/x"}


async def test_a_browser_whose_notices_are_never_taken_is_forgotten(tmp_path: Path) -> None:
    with push_service() as service:
        async with hall(tmp_path, service) as client:
            await subscribed(client, service, 1)
            pushing = client.app.state.services.pushing  # type: ignore[attr-defined]
            [one] = pushing.store.all()
            for _ in range(MOST_GIVEN_UP - 1):
                await pushing.judge(one, Fate.NOT_NOW)
            assert kept(client) == 1
            await pushing.judge(one, Fate.NOT_NOW)
            assert kept(client) == 0
