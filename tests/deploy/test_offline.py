"""Everything is served without the internet: no page asks another machine for anything."""

import re
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from tests.desk.browsers import desk, with_round_one

ELSEWHERE = re.compile(
    r"<(?:script|link|img|source|iframe|video|audio|form)\b[^>]*\b(?:src|href|action)=\"(?:https?:)?//[^\"]*", re.I
)
PAGES = ("/", "/desk", "/t/open", "/t/open/pairings", "/t/open/standings", "/desk/t/open", "/help", "/screen")
HERE = re.compile(r"https?://(?:test|testserver|localhost|127\.0\.0\.1)\b")


async def test_pages_are_served_without_a_connection_and_ask_no_other_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> NoReturn:
        raise OSError("no network")

    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        monkeypatch.setattr(socket, "getaddrinfo", refused)
        for path in PAGES:
            page = await anna.go(path)
            assert page.status_code == 200, path
            assert [found for found in ELSEWHERE.findall(page.text) if not HERE.search(found)] == [], path
