"""A file of the internet into a file of ours, of bounded size and time."""

import asyncio
import os
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING
from urllib.parse import urljoin

from domain.fields import web_address
from domain.refusals import BadField
from server.notice import Noticed, notice
from server.notifying.calling import Caller, NotAllowed, Unreached, Untrusted

if TYPE_CHECKING:
    from aiohttp import ClientResponse

LARGEST_DOWNLOAD_MEGABYTES = 256
"""FIDE's zip of 2026 has 48 MB."""
LONGEST_DOWNLOAD_MINUTES = 30
SILENT_SECONDS = 15.0
CHUNK_OCTETS = 256 * 1024
MOST_REDIRECTS = 4
MOVED = (301, 302, 303, 307, 308)


class CannotFetch(Noticed):
    """The address did not give the file."""


@dataclass(frozen=True, slots=True)
class FileAsServed:
    """The marks of a file by which its server tells whether it has changed."""

    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class FileToFetch:
    """One file to be fetched."""

    url: str
    target: Path
    known: FileAsServed = FileAsServed()
    """The marks of the file that is here already."""
    caller: Caller = field(default_factory=lambda: Caller(silent_seconds=SILENT_SECONDS))
    longest_octets: int = LARGEST_DOWNLOAD_MEGABYTES * 1024**2

    async def fetch(self) -> FileAsServed | None:
        """The marks of the new file, or None where the one that is here is the newest. Raises CannotFetch."""
        try:
            async with self.caller:
                return await self._fetched(self.url, MOST_REDIRECTS)
        except CannotFetch:
            self.target.unlink(missing_ok=True)
            raise
        except NotAllowed:
            raise self._trouble("list-address-not-allowed") from None
        except Untrusted as untrusted:
            raise self._trouble("list-address-certificate", why=str(untrusted)) from None
        except (Unreached, ValueError) as error:  # a name that cannot be looked up is a ValueError
            self.target.unlink(missing_ok=True)
            raise self._trouble("list-address-silent", why=str(error)) from None

    async def _fetched(self, url: str, redirects: int) -> FileAsServed | None:
        headers = self._headers()
        async with self.caller.asked("GET", url, headers) as answer:
            there = answer.headers.get("Location", "")
            if answer.status not in MOVED or not there:
                return await self._served(
                    answer, conditional=bool(headers.keys() & {"If-None-Match", "If-Modified-Since"})
                )
        return await self._fetched(self._moved(url, there, redirects), redirects - 1)

    async def _served(self, answer: "ClientResponse", *, conditional: bool) -> FileAsServed | None:
        if answer.status == HTTPStatus.NOT_MODIFIED and conditional:
            return None
        if answer.status != HTTPStatus.OK:
            raise self._trouble("list-address-answered", status=answer.status)
        return await self._kept(answer)

    def _headers(self) -> dict[str, str]:
        asked = {"If-None-Match": self.known.etag, "If-Modified-Since": self.known.modified}
        said = {name: value for name, value in asked.items() if value}
        return {"User-Agent": "Tablo", "Accept": "*/*", "Accept-Encoding": "identity", **said}

    def _moved(self, url: str, there: str, redirects: int) -> str:
        """Never from a checked connection to an open one."""
        new = urljoin(url, there)
        try:
            fits = bool(redirects) and (web_address("url", new).scheme == "https" or not url.startswith("https:"))
        except BadField:
            fits = False
        if not fits:
            raise self._trouble("list-address-leads-away", there=there[:200])
        return new

    async def _kept(self, answer: "ClientResponse") -> FileAsServed:
        with self.target.open("wb") as file:
            size = await self._copied(answer, file)
        said = answer.headers.get("Content-Length", "")
        if said.isdigit() and int(said) != size:
            raise self._trouble("list-address-broke-off", size=size, whole=int(said))
        served = FileAsServed(answer.headers.get("ETag", ""), answer.headers.get("Last-Modified", ""))
        _date(self.target, served.modified)
        return served

    async def _copied(self, answer: "ClientResponse", file: IO[bytes]) -> int:
        size, until = 0, monotonic() + LONGEST_DOWNLOAD_MINUTES * 60
        while chunk := await self._next_of(answer):
            size += len(chunk)
            if size > self.longest_octets:
                raise self._trouble("list-address-too-large", megabytes=self.longest_octets // 1024**2)
            if monotonic() > until:
                raise self._trouble("list-address-too-slow", minutes=LONGEST_DOWNLOAD_MINUTES)
            await asyncio.to_thread(file.write, chunk)
        return size

    async def _next_of(self, answer: "ClientResponse") -> bytes:
        """Nothing at the end, and where it breaks off."""
        from aiohttp import ClientPayloadError

        with suppress(ClientPayloadError):
            return await answer.content.read(CHUNK_OCTETS)
        return b""

    def _trouble(self, code: str, **facts: object) -> CannotFetch:
        """One sentence for everything in a network of one's own: the page tells nobody what answers there."""
        if self.caller.nearby:
            return CannotFetch(notice("list-address-no-list", url=self.url))
        return CannotFetch(notice(code, url=self.url, **facts))


def _date(path: Path, modified: str) -> None:
    """The month of a list is that of its file, so the file gets the date that its server gives it."""
    try:
        moment = parsedate_to_datetime(modified).timestamp()
    except (TypeError, ValueError):
        return
    os.utime(path, (moment, moment))
