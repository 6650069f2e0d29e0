"""Connections of httpcore to addresses that were judged; imported with the first call."""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from typing import Any

import httpcore
from yarl import URL

from server.notifying.calling import AnswerThere, BrokenOff, MayCall, NotAllowed, Unreached, Untrusted, called_address

KEPT_OPEN_SECONDS = 15.0
OTHER_ADDRESS_SECONDS = 2.0
"""The time that an address gets while the name has another one: some machines reach nobody by IPv6."""
NO_CONNECTION = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError)


class Connections:
    """Kept open for a while after an answer."""

    def __init__(self, may_call: MayCall, silent_seconds: float) -> None:
        self._silent = dict.fromkeys(("connect", "read", "write"), silent_seconds)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=None,
            keepalive_expiry=KEPT_OPEN_SECONDS,
            network_backend=Judged(may_call),
        )

    async def close(self) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def asked(
        self, method: str, url: URL, headers: Mapping[str, str], body: bytes | None
    ) -> AsyncIterator[AnswerThere]:
        """Raises NotAllowed, Unreached."""
        said = [("Host", url.host_port_subcomponent or ""), *headers.items()]
        timeouts = {"timeout": self._silent}
        with _reached(Unreached):
            async with (
                self._pool.stream(method, str(url), headers=said, content=body, extensions=timeouts) as answer,
                aclosing(_body_of(answer)) as body_there,
            ):
                named = {name.decode("ascii").lower(): value.decode("latin-1") for name, value in answer.headers}
                yield AnswerThere(answer.status, named, body_there)


async def _body_of(answer: httpcore.Response) -> AsyncGenerator[bytes, None]:
    with _reached(BrokenOff):
        async for chunk in answer.aiter_stream():
            yield chunk


@contextmanager
def _reached(broken: type[Unreached]) -> Iterator[None]:
    """Says what went wrong with a connection; `broken` where it was one already."""
    try:
        yield
    except (httpcore.RemoteProtocolError, httpcore.ReadError) as error:
        raise broken(_why(error)) from error
    except NO_CONNECTION as error:
        if untrusted := next((one for one in _behind(error) if isinstance(one, ssl.SSLCertVerificationError)), None):
            raise Untrusted(untrusted.verify_message) from error
        raise Unreached(_why(error)) from error


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _why(error: BaseException) -> str:
    """The operating system's words, where it said any."""
    said = (one.strerror for one in _behind(error) if isinstance(one, OSError) and one.strerror)
    return next(said, "") or str(error) or type(error).__name__


class Judged(httpcore.AnyIOBackend):
    """Looks a name up once for each connection, which then goes to an address that was judged."""

    def __init__(self, may_call: MayCall) -> None:
        self._may_call = may_call

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 httpcore's own name
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """One address after another. Raises NotAllowed, httpcore's errors."""
        addresses = await self._allowed(host, port)
        for address in addresses[:-1]:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await super().connect_tcp(address, port, OTHER_ADDRESS_SECONDS, local_address, socket_options)
        return await super().connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def _allowed(self, host: str, port: int) -> list[str]:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(there[0]) for *_, there in found]
        allowed = [one for one in addresses if self._may_call(called_address(one))]
        if not allowed:
            raise NotAllowed(host)
        return allowed
