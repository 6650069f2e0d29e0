"""A rich event kept by version 0.1, in both stores, looks today as it looked then.

`0.1-event.sqlite.sql.xz` (`iterdump`) and `0.1-event.postgresql.sql.xz` (`pg_dump --inserts`) hold the same six
streams, written by the decisions of 0.1 (commit b7a636b): an open of 23 with a late entry, byes, leavers, somebody who
comes back, a draft thrown away, a round withdrawn and altered by hand, an undo undone, corrections of all three
kinds, a dispute, adjourned games, prizes and a name taken back; a club of nine with C.12 in its last brackets; a file
with faults; the demo; screens; and people at the desk. `0.1-event.pages.json.xz` has what its server answered.
"""

import lzma
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from html.parser import HTMLParser
from pathlib import Path

import httpx
import msgspec
import psycopg

from domain.tournament import Tournament
from projections.round.results import Withheld
from server.app import create_app
from server.http.auth import open_access
from server.journal import open_journal
from server.services import services_of
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.journal.changed_since_0_1 import KEYS, ORDERS, VALUES, WORDS, meant
from tests.locked_door import lock_door

HERE = Path(__file__).parent.parent / "journals"
THEN: dict[str, str] = msgspec.json.decode(lzma.decompress((HERE / "0.1-event.pages.json.xz").read_bytes()))
"""Address -> the answer of 0.1, byte for byte."""
STREAMS = {"open": 129, "club": 66, "imported": 60, "demo": 49, "hall": 6, "stewards": 4}


IS_JSON = re.compile(r".*\.json(\?.*)?")
IS_HTML = re.compile(r"(?!.*\.(json|csv|trf|ics)).*")


def restore(url: str) -> None:
    """The store of 0.1, as its dump has it."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(lzma.decompress((HERE / "0.1-event.postgresql.sql.xz").read_bytes()))
    else:
        with closing(sqlite3.connect(url)) as disk:
            disk.executescript(lzma.decompress((HERE / "0.1-event.sqlite.sql.xz").read_bytes()).decode())


@asynccontextmanager
async def desk_of(url: str, folder: Path) -> AsyncIterator[Browser]:
    """Somebody who is logged in at today's desk over the old store."""
    restore(url)
    lock_door(folder, PASSWORD)
    database = url if url.startswith("postgresql:") else f"sqlite://{url}"
    app = create_app(Settings(data=folder, database=database, chances=False), open_access(folder), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as somebody:
        services_of(app).snapshots.public = with_disputes
        yield await somebody.log_in()


def with_disputes(t: Tournament, _withheld: Withheld) -> Tournament:
    """As 0.1 showed it: today a board in dispute is in play for everybody but the desk."""
    return t


class Text(HTMLParser):
    """The pieces of text of a page, without its head."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._in_head = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._in_head |= tag == "head"

    def handle_endtag(self, tag: str) -> None:
        self._in_head &= tag != "head"

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._in_head:
            self.pieces.append(" ".join(data.split()))


def text_of(path: str, answer: str) -> str:
    return "".join(f"{piece}\n" for piece in Text(answer).pieces) if IS_HTML.fullmatch(path) else answer


def read_back(path: str, text: str, used: set[int]) -> str:
    """Today's text in the words of 0.1."""
    for row in meant(WORDS, path):
        text, times = re.subn(WORDS[row].today, WORDS[row].then, text, flags=re.MULTILINE)
        used |= {row} if times else set()
    return text


def in_lines(path: str, text: str) -> list[str]:
    lines = text.splitlines()
    return sorted(lines) if meant(ORDERS, path) else lines


def without(value: object, key: str) -> bool:
    """Takes a key out; true if it was there."""
    head, _, rest = key.partition(".")
    if head.endswith("[]"):
        found = [without(one, rest) for one in value[head[:-2]]]  # type: ignore[index]
        return any(found)
    if rest:
        return without(value[head], rest)  # type: ignore[index]
    return value.pop(head, value) is not value  # type: ignore[attr-defined]


def as_then(value: object, key: str, today: object, then: object) -> bool:
    """Puts back a value of 0.1; true if today's was there."""
    head, _, rest = key.partition(".")
    if head.endswith("[]"):
        found = [as_then(one, rest, today, then) for one in value[head[:-2]]]  # type: ignore[index]
        return any(found)
    if rest:
        return as_then(value[head], rest, today, then)  # type: ignore[index]
    if value[head] != today:  # type: ignore[index]
        return False
    value[head] = then  # type: ignore[index]
    return True


def test_every_row_of_the_old_store_is_there(url: str) -> None:
    restore(url)
    with closing(open_journal(url)) as journal:
        assert {info.stream: journal.verify(info.stream).version for info in journal.streams()} == STREAMS


async def test_old_json_is_the_same_byte_for_byte_but_for_keys_that_are_new(url: str, tmp_path: Path) -> None:
    used: set[int] = set()
    changed: set[int] = set()
    async with desk_of(url, tmp_path) as somebody:
        for path in filter(IS_JSON.fullmatch, THEN):
            today = msgspec.json.decode((await somebody.client.get(path)).content)
            used |= {row for row in meant(KEYS, path) if without(today, KEYS[row].key)}
            changed |= {row for row in meant(VALUES, path) if as_then(today, *VALUES[row][1:4])}
            assert msgspec.json.encode(today).decode() == THEN[path], path
    assert (used, changed) == (set(range(len(KEYS))), set(range(len(VALUES))))


async def test_old_pages_and_files_say_the_same_but_for_words_changed_on_purpose(url: str, tmp_path: Path) -> None:
    used: set[int] = set()
    async with desk_of(url, tmp_path) as somebody:
        for path in (path for path in THEN if not IS_JSON.fullmatch(path) and "/print/" not in path):
            today = text_of(path, (await somebody.client.get(path)).text)
            assert in_lines(path, read_back(path, today, used)) == in_lines(path, text_of(path, THEN[path])), path
    assert [WORDS[row] for row in range(len(WORDS)) if row not in used] == []


async def test_old_pages_for_printing_lead_to_the_paper(url: str, tmp_path: Path) -> None:
    async with desk_of(url, tmp_path) as somebody:
        for path in (path for path in THEN if "/print/" in path):
            answer = await somebody.client.get(path, follow_redirects=True)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf"), path
