"""The address on the screen and in the QR code is one that somebody else can open."""

from dataclasses import replace
from pathlib import Path

import pytest

from server.routes.reachable import reachable
from server.settings import Settings

HERE = Settings(data=Path("."))
OPEN = replace(HERE, host="0.0.0.0")
BEHIND = replace(OPEN, public_url="https://chess.example")


@pytest.mark.parametrize(
    ("settings", "asked", "shown"),
    [
        (HERE, ("http", "127.0.0.1", 8080), "http://127.0.0.1:8080"),
        (OPEN, ("http", "localhost", 8080), "http://192.168.1.5:8080"),
        (OPEN, ("http", "192.168.1.9", 8080), "http://192.168.1.9:8080"),
        (OPEN, ("http", "tablo.local", None), "http://tablo.local"),
        (OPEN, ("http", "fe80::1", 8080), "http://[fe80::1]:8080"),
        (BEHIND, ("http", "127.0.0.1", 8080), "https://chess.example"),
    ],
)
def test_the_address_handed_out(settings: Settings, asked: tuple[str, str, int | None], shown: str) -> None:
    assert reachable(settings, *asked, lambda: "192.168.1.5") == shown
