"""Somebody is followed once, and their followers are told wherever they play."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx

from domain import events as e
from domain.organisers.events import EntranceIdentified, OrganiserEvent, OrganiserFounded, PersonHidden
from server.app import create_app
from server.http.auth import open_access
from server.journal import AsyncJournal, open_journal
from server.services import Services
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import WORKERS
from tests.public.served import write
from tests.push.service import PushService, push_service
from tests.push.test_push import FOUR, heard


@asynccontextmanager
async def two_halls(folder: Path, service: PushService) -> AsyncIterator[tuple[httpx.AsyncClient, Services]]:
    """`open` and `cup`, each with round 2 drafted; an organiser says that Anna of the one is Anna of the other."""
    settings = replace(Settings(data=folder, chances=False), push_services=(service.host,), organisers=True)
    journal = AsyncJournal(open_journal(settings.journal_url))
    for slug in ("open", "cup"):
        await write(journal, slug, history(FOUR, publish_last=False))
    await journal.close()
    app = create_app(settings, open_access(folder), WORKERS)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hall.example") as client,
    ):
        services: Services = app.state.services
        await says(services, OrganiserFounded("levski", "Levski"), EntranceIdentified("cup", 1, "open~1"))
        for slug in ("open", "cup"):
            await services.person_index.index(slug)
        yield client, services


async def says(services: Services, *events: OrganiserEvent) -> None:
    await services.organisers.step(lambda _: list(events))


async def publish(services: Services, slug: str) -> None:
    office = await services.office.open(slug)
    await office.command(f"{slug}-published", "Anna", lambda _: [e.RoundPublished(2)])


async def follow(client: httpx.AsyncClient, service: PushService, address: str, *players: int) -> str:
    return str((await client.post(f"{address}/push", json=service.subscription(*players))).json()["outcome"])


async def test_one_follow_tells_of_every_tournament_of_a_person(tmp_path: Path) -> None:
    with push_service() as service:
        async with two_halls(tmp_path, service) as (client, services):
            assert await follow(client, service, "/p/open~1") == "taken"
            first = await heard(service)
            told = []
            for slug in ("open", "cup"):
                await publish(services, slug)
                told.append(await heard(service))
    assert "Anna" in first["body"]
    assert [one["url"] for one in told] == ["/t/open/players/1", "/t/cup/players/1"]
    assert all(one["title"] == "Round 2: Anna" for one in told)
    assert service.notices.empty()


async def test_who_follows_a_player_and_the_person_is_told_once(tmp_path: Path) -> None:
    with push_service() as service:
        async with two_halls(tmp_path, service) as (client, services):
            assert await follow(client, service, "/t/open", 1) == "taken"
            assert await follow(client, service, "/p/open~1") == "taken"
            assert [(await heard(service))["title"] for _ in range(2)] == ["Notices are on"] * 2
            await publish(services, "open")
            assert (await heard(service))["title"] == "Round 2: Anna"
            await publish(services, "cup")
            assert (await heard(service))["url"] == "/t/cup/players/1"
    assert service.notices.empty()


async def test_nobody_is_told_of_a_person_who_is_hidden_or_no_longer_followed(tmp_path: Path) -> None:
    with push_service() as service:
        async with two_halls(tmp_path, service) as (client, services):
            assert await follow(client, service, "/p/open~1") == "taken"
            assert await follow(client, service, "/p/open~2") == "taken"
            assert [(await heard(service))["title"] for _ in range(2)] == ["Notices are on"] * 2
            await says(services, PersonHidden("open~1"))
            assert await follow(client, service, "/p/open~1") == "nowhere"
            gone = {"endpoint": service.subscription()["endpoint"]}
            await client.request("DELETE", "/p/open~2/push", json=gone)
            assert await follow(client, service, "/t/cup", 3) == "taken"
            assert (await heard(service))["title"] == "Notices are on"
            for slug in ("open", "cup"):
                await publish(services, slug)
            assert (await heard(service))["title"] == "Round 2: Clara"
    assert service.notices.empty()


async def test_a_person_whom_nobody_knows_is_not_followed(tmp_path: Path) -> None:
    with push_service() as service:
        async with two_halls(tmp_path, service) as (client, _):
            assert await follow(client, service, "/p/2900084") == "nowhere"
