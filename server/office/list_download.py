"""A file of the internet into a file of ours, of bounded size and time. It blocks: call it in a thread."""

import os
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from time import monotonic
from typing import IO
from urllib.parse import urljoin

from server.notice import Noticed, notice
from server.notifying.posting import MayCall, anywhere, connection_to, request_target
from server.rating_lists.sources import is_list_address

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


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class FileToFetch:
    """One file to be fetched."""

    url: str
    target: Path
    known: FileAsServed = FileAsServed()
    """The marks of the file that is here already."""
    may_call: MayCall = anywhere
    given_up: Callable[[], bool] = never
    """Asked between two pieces."""
    longest_octets: int = LARGEST_DOWNLOAD_MEGABYTES * 1024**2

    def fetch(self) -> FileAsServed | None:
        """The marks of the new file, or None where the one that is here is the newest. Raises CannotFetch."""
        try:
            return self._fetched(self.url, MOST_REDIRECTS)
        except CannotFetch:
            self.target.unlink(missing_ok=True)
            raise
        except PermissionError:
            raise self._trouble("list-address-not-allowed") from None
        except ssl.SSLCertVerificationError as error:
            raise self._trouble("list-address-certificate", why=error.verify_message) from None
        except (OSError, HTTPException) as error:
            self.target.unlink(missing_ok=True)
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise self._trouble("list-address-silent", why=why) from None

    def _fetched(self, url: str, redirects: int) -> FileAsServed | None:
        calling = connection_to(url, self.may_call, SILENT_SECONDS)
        try:
            calling.request("GET", request_target(url), headers=self._headers())
            answer = calling.getresponse()
            there = answer.getheader("Location", "")
            if answer.status in MOVED and there:
                return self._fetched(self._moved(url, there, redirects), redirects - 1)
            if answer.status == HTTPStatus.NOT_MODIFIED and self._headers().keys() & {
                "If-None-Match",
                "If-Modified-Since",
            }:
                return None
            if answer.status != HTTPStatus.OK:
                raise self._trouble("list-address-answered", status=answer.status)
            return self._kept(answer)
        finally:
            calling.close()

    def _headers(self) -> dict[str, str]:
        asked = {"If-None-Match": self.known.etag, "If-Modified-Since": self.known.modified}
        said = {name: value for name, value in asked.items() if value}
        return {"User-Agent": "Tablo", "Accept": "*/*", "Accept-Encoding": "identity", **said}

    def _moved(self, url: str, there: str, redirects: int) -> str:
        """Never from a checked connection to an open one."""
        new = urljoin(url, there)
        if not redirects or not is_list_address(new) or (url.startswith("https:") and not new.startswith("https:")):
            raise self._trouble("list-address-leads-away", there=there[:200])
        return new

    def _kept(self, answer: HTTPResponse) -> FileAsServed:
        with self.target.open("wb") as file:
            size = self._copied(answer, file)
        said = answer.getheader("Content-Length", "")
        if said.isdigit() and int(said) != size:
            raise self._trouble("list-address-broke-off", size=size, whole=int(said))
        served = FileAsServed(answer.getheader("ETag", ""), answer.getheader("Last-Modified", ""))
        _date(self.target, served.modified)
        return served

    def _copied(self, answer: HTTPResponse, file: IO[bytes]) -> int:
        size, until = 0, monotonic() + LONGEST_DOWNLOAD_MINUTES * 60
        while chunk := answer.read1(CHUNK_OCTETS):
            size += len(chunk)
            if size > self.longest_octets:
                raise self._trouble("list-address-too-large", megabytes=self.longest_octets // 1024**2)
            if monotonic() > until or self.given_up():
                raise self._trouble("list-address-too-slow", minutes=LONGEST_DOWNLOAD_MINUTES)
            file.write(chunk)
        return size

    def _trouble(self, code: str, **facts: object) -> CannotFetch:
        return CannotFetch(notice(code, url=self.url, **facts))


def _date(path: Path, modified: str) -> None:
    """The month of a list is that of its file, so the file gets the date that its server gives it."""
    try:
        moment = parsedate_to_datetime(modified).timestamp()
    except (TypeError, ValueError):
        return
    os.utime(path, (moment, moment))
