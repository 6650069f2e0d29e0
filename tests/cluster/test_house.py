"""The house among two workers: what one process alone does is done by one, and by the other when that one is gone."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

from domain.organisers.events import AccountOpened, MemberInvited, MemberJoined, MemberRemoved, OrganiserFounded
from domain.stewards.events import Role
from server.app import works_of_the_house
from server.cluster.bus import bus_address, connected
from server.cluster.lease_keys import HOUSE
from server.http.auth import TRIES_BY_ADDRESS, TRIES_BY_NAME, new_session
from server.journal.side.deliveries import StoredMessage
from server.journal.side.pushes import Subscription
from server.office.telling.deliveries import LEFT_BEHIND_SECONDS
from server.services import Services
from server.supervisor import WorkState
from tests.cluster.nats_servers import nats_servers
from tests.cluster.test_worker import FORMS, Gateway, found, hall, worker
from tests.desk.browsers import form_of
from tests.journal.postgres import Cluster


def at_work(services: Services) -> set[str]:
    """Works of the house that run at this worker."""
    running = {name for name, one in services.background.works.items() if one.state is WorkState.RUNNING}
    return running & works_of_the_house(services).keys()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.to_thread(true)


async def test_works_of_the_house_run_at_one_worker_and_then_at_the_other(tmp_path: Path, cluster: Cluster) -> None:
    database = cluster.database()
    with nats_servers(tmp_path / "nats") as servers:
        async with AsyncExitStack() as two_lives:
            async with worker(tmp_path / "one", database, servers.url) as one:
                await until(lambda: "series" in at_work(one))
                two = await two_lives.enter_async_context(worker(tmp_path / "two", database, servers.url))
                assert not await two.holding.mine(HOUSE)
                assert {"series", "mail", "list-renewal", "entry-queue"} <= at_work(one)
                assert at_work(two) == set()
            await until(lambda: "series" in at_work(two))
            assert two.holding.owned(HOUSE)
            assert at_work(one) == set()


async def test_a_worker_that_loses_the_house_stops_its_works(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        had, other = (one, two) if await one.holding.mine(HOUSE) else (two, one)
        await until(lambda: "mail" in at_work(had))
        assert had.worker is not None
        while not await other.holding.mine(HOUSE):
            await had.worker.leases.give_back(HOUSE)
        await until(lambda: at_work(had) == set() and "mail" in at_work(other))


async def test_ratings_are_checked_where_the_tournament_is(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        slug = await found(one)
        assert await two.holding.mine(f"t/{slug}")
        assert [await services.rating_checks.mine(slug) for services in (one, two)] == [False, True]


async def test_a_message_of_a_webhook_or_a_messenger_is_its_owners_and_later_that_of_the_house(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        with_house, owner = (one, two) if await one.holding.mine(HOUSE) else (two, one)
        slug = await found(with_house)
        assert await owner.holding.mine(f"t/{slug}")
        now = datetime.now(UTC)
        fresh, late = (
            StoredMessage("msg_hook_" + f"{slug}_1", "hook", "result", "{}", at, next_at=at)
            for at in ((now - timedelta(seconds=ago)).isoformat(timespec="seconds") for ago in (0, LEFT_BEHIND_SECONDS))
        )
        for sending in ((with_house.webhooks, owner.webhooks), (with_house.messengers, owner.messengers)):
            assert [await one.sends(fresh) for one in sending] == [False, True]
            assert [await one.sends(late) for one in sending] == [True, True]


async def test_browsers_that_want_notices_are_counted_over_all_processes(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        await asyncio.to_thread(
            one.pushing.store.keep, Subscription("https://push/1", "open", (1,), "en", "key", "auth")
        )
        assert await two.pushing.subscriptions() == 1


async def test_a_guesser_has_one_count_over_several_gateways(tmp_path: Path, cluster: Cluster) -> None:
    """By one gateway after another, from one address, with one name: the owner of the house counts."""
    database = cluster.database()
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            worker(tmp_path / "one", database, servers.url) as one,
            worker(tmp_path / "two", database, servers.url),
            connected(bus_address(servers.url), "gateway 1") as first,
            connected(bus_address(servers.url), "gateway 2") as second,
        ):
            await until(lambda: one.holding.owned(HOUSE))
            answers = [await guess(Gateway((first, second)[n % 2])) for n in range(TRIES_BY_NAME + 1)]
            assert answers == [*[403] * TRIES_BY_NAME, 429]


async def test_guesses_of_a_key_count_at_every_worker(tmp_path: Path, cluster: Cluster) -> None:
    """Each tournament is answered for by one of them: the next guess may be at the other."""
    async with hall(tmp_path, cluster) as (one, two, gateway):
        slugs = [await found(services, name) for services, name in ((one, "Open"), (two, "Rapid"))]
        for services, slug in zip((one, two), slugs, strict=True):
            assert await services.holding.mine(f"t/{slug}")

        async def guessed(slug: str) -> int:
            wrong = (b"authorization", b"Bearer key-1.wrong")
            return (await gateway.asked(f"t/{slug}", f"/api/t/{slug}/drafts", "GET", b"", wrong)).status

        assert [await guessed(slugs[0]) for _ in range(TRIES_BY_ADDRESS)] == [401] * TRIES_BY_ADDRESS
        await until(lambda: [len(tries) for tries in two.program_tries._tries.values()] == [TRIES_BY_ADDRESS])
        assert await guessed(slugs[1]) == 429


async def guess(gateway: Gateway) -> int:
    page = await gateway.asked(HOUSE, "/desk/login")
    cookies = b"; ".join(value.split(b";")[0] for name, value in page.headers if name == b"set-cookie")
    fields = form_of(page.body.decode(), "/desk/login") | {"name": "Anna", "password": "guess"}
    body = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
    answer = await gateway.asked(HOUSE, "/desk/login", "POST", body, FORMS, (b"cookie", cookies))
    return answer.status


async def test_members_and_their_sessions_end_at_every_worker(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        joined = (MemberInvited("m1", "levski", Role.OWNER), MemberJoined("m1", "a1"))
        await one.organisers.step(lambda _: [OrganiserFounded("levski", "Levski"), AccountOpened("a1"), *joined])
        await until(lambda: len(two.organisers.state.memberships("a1", datetime.now(UTC))) == 1)
        session = new_session("Olga", account="a1")
        cookie = one.access.sign(session)
        assert two.access.read(cookie) == session
        await asyncio.to_thread(one.access.end_session, session)
        await until(lambda: two.access.read(cookie) is None)
        await one.organisers.step(lambda _: [MemberRemoved("m1")])
        await until(lambda: two.organisers.state.memberships("a1", datetime.now(UTC)) == [])
