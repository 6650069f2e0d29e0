"""The house among several workers: what one of them alone does, and the news of passwords and sessions."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from nats.aio.msg import Msg

from server.cluster.bus import Bus
from server.cluster.holding import HOUSE, Holding
from server.http.auth import Access, no_other_process
from server.supervisor import Supervisor, Work

NEWS_SUBJECT = "house.news"
HOUSE_LOOK_SECONDS = 1.0
"""Between two looks whether the worker that had the house is gone."""


async def keep_house(holding: Holding, background: Supervisor, works: Mapping[str, Work]) -> None:
    """These run at the worker that has the house; whoever takes it over begins them with what was left undone."""
    while True:
        if await holding.mine(HOUSE):
            async with background.keeping(works):
                while holding.owned(HOUSE):  # noqa: ASYNC110 by its own clock a lease ends without an event
                    await asyncio.sleep(HOUSE_LOOK_SECONDS)
        await asyncio.sleep(HOUSE_LOOK_SECONDS)


@asynccontextmanager
async def house_news(bus: Bus, access: Access, background: Supervisor) -> AsyncIterator[None]:
    """What changes here is told to the others, and looked up when they tell; the message itself says nothing."""
    loop = asyncio.get_running_loop()

    async def heard(_message: Msg) -> None:
        await access.news()

    def told() -> None:
        loop.call_soon_threadsafe(lambda: background.begin("house-news", lambda: bus.tell(NEWS_SUBJECT, b"")))

    hearing = await bus.hear(NEWS_SUBJECT, heard)
    access.told = told
    try:
        yield
    finally:
        access.told = no_other_process
        await hearing.unsubscribe()
