"""Requests to the other processes over the same journal, and their answers."""

from collections.abc import Mapping
from io import BytesIO

import aiohttp
from starlette.responses import Response
from yarl import URL

from domain.records import dataclass

IDLE_CONNECTION_SECONDS = 3
"""Seconds that an idle connection is kept: less than the other side does."""
RELAY_CONNECT_SECONDS = 1


@dataclass(frozen=True, slots=True)
class NoAnswer:
    sent: bool
    """It may have been carried out."""
    why: str


class Relay:
    """Make it inside a running event loop. `passed_on` are the headers of an answer that go on to the visitor."""

    def __init__(self, passed_on: frozenset[str]) -> None:
        self._passed_on = passed_on
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_CONNECTION_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=RELAY_CONNECT_SECONDS),
            skip_auto_headers=("Accept-Encoding",),
        )

    async def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Response | NoAnswer:
        request = self._session.request(
            method, URL(url, encoded=True), headers=headers, data=BytesIO(body), allow_redirects=False
        )
        try:
            async with request as found:
                answer = Response(await found.read(), found.status)
        except aiohttp.ClientError as error:
            before = isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)
            return NoAnswer(not before, repr(error))
        for name, value in found.headers.items():
            if name.lower() in self._passed_on:
                answer.headers.append(name, value)
        return answer

    async def healthy(self, address: str, seconds: float) -> bool:
        try:
            async with self._session.get(f"{address}/healthz", timeout=aiohttp.ClientTimeout(total=seconds)):
                return True
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def close(self) -> None:
        await self._session.close()
