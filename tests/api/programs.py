"""A program with a key, and the arbiter who made it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import httpx
from starlette.applications import Starlette

from tests.desk.browsers import Browser, browser, server, with_round_one

EVERY_SCOPE = ("drafts", "players", "pairings", "results", "everything")


@dataclass
class Program:
    """Speaks JSON; each command gets an id of its own unless it is told one."""

    client: httpx.AsyncClient
    key: str
    ids: "count[int]" = field(default_factory=count)

    async def post(
        self, path: str, body: object = None, id: str = "", *, at: str = "/api/t/open", **headers: str
    ) -> httpx.Response:
        """A command about `open`, or at another address."""
        sent = {"Idempotency-Key": id or f"command-{next(self.ids)}", **headers}
        return await self.client.post(f"{at}{path}", json=body or {}, headers={**self._key, **sent})

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(path, headers=self._key)

    @property
    def _key(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


async def make_key(
    somebody: Browser, *scopes: str, name: str = "Uploader", where: str = "", until: str = "", at: str = "/desk/keys"
) -> str:
    """Through the form; the key that the page shows once."""
    await somebody.go(at)
    data = {**somebody.form(at), "name": name, "where": where, "until": until}
    somebody.page = await somebody.client.post(at, data={**data, "scopes": list(scopes or EVERY_SCOPE)})
    found = re.search(r'id="made">([^<]+)<', somebody.page.text)
    return found[1] if found else ""


@asynccontextmanager
async def hall(folder: Path, *scopes: str) -> AsyncIterator[tuple[Browser, Program]]:
    """Anna at the desk of `open` with round 1 published, and a program with her key."""
    async with server(folder) as transport, browser(transport) as anna, browser(transport) as other:
        await with_round_one(await anna.log_in())
        yield anna, Program(other.client, await make_key(anna, *scopes))


def app_of(somebody: Browser) -> Starlette:
    """The server behind a browser without a screen."""
    transport = somebody.client._transport
    if not isinstance(transport, httpx.ASGITransport) or not isinstance(transport.app, Starlette):
        raise AssertionError("this browser is at no server of ours")
    return transport.app


def version(answer: httpx.Response) -> int:
    return int(answer.json()["position"])
