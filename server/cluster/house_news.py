"""News of the house between workers: a password was set, or a session ended, at one of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from nats.aio.msg import Msg

from server.cluster.bus import Bus
from server.http.auth import Access, no_other_process
from server.supervisor import Supervisor

SUBJECT = "house.news"


@asynccontextmanager
async def house_news(bus: Bus, access: Access, background: Supervisor) -> AsyncIterator[None]:
    """What changes here is told to the others, and looked up when they tell; the message itself says nothing."""
    loop = asyncio.get_running_loop()

    async def heard(_message: Msg) -> None:
        await access.news()

    def told() -> None:
        loop.call_soon_threadsafe(background.begin, "house-news", lambda: bus.tell(SUBJECT, b""))

    hearing = await bus.hear(SUBJECT, heard)
    access.told = told
    try:
        yield
    finally:
        access.told = no_other_process
        await hearing.unsubscribe()
