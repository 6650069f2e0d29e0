"""The address on the screen and in the QR code is one that somebody else can open."""

from dataclasses import replace
from pathlib import Path

import pytest

from server.http.lan_address import is_of_network, lan_addresses
from server.routes.reachable import NotReachable, advice, reachable
from server.settings import Settings

HERE = Settings(data=Path("."))
OPEN = replace(HERE, host="0.0.0.0")
BEHIND = replace(OPEN, public_url="https://chess.example")


@pytest.mark.parametrize(
    ("settings", "asked", "shown"),
    [
        (HERE, ("http", "127.0.0.1", 8080), "http://127.0.0.1:8080"),
        (OPEN, ("http", "localhost", 8080), "http://192.168.1.5:8080"),
        (OPEN, ("http", "0.0.0.0", 8080), "http://192.168.1.5:8080"),
        (OPEN, ("http", "::ffff:127.0.0.1", 8080), "http://192.168.1.5:8080"),
        (OPEN, ("http", "tablo.localhost.", None), "http://192.168.1.5"),
        (OPEN, ("http", "192.168.1.9", 8080), "http://192.168.1.9:8080"),
        (OPEN, ("http", "tablo.local", None), "http://tablo.local"),
        (OPEN, ("http", "fe80::1", 8080), "http://[fe80::1]:8080"),
        (BEHIND, ("http", "127.0.0.1", 8080), "https://chess.example"),
    ],
)
def test_the_address_handed_out(settings: Settings, asked: tuple[str, str, int | None], shown: str) -> None:
    assert reachable(settings, *asked, lambda: "192.168.1.5") == shown


@pytest.mark.parametrize(
    ("handed_out", "lan", "told"),
    [
        ("http://127.0.0.1:8080", "192.168.1.5", NotReachable("http://192.168.1.5:8080")),
        ("http://[::1]:8080", "192.168.1.5", NotReachable("http://192.168.1.5:8080")),
        ("http://127.0.0.1:8080", "127.0.0.1", NotReachable("")),
        ("http://192.168.1.5:8080", "192.168.1.5", None),
        ("https://chess.example", "127.0.0.1", None),
    ],
)
def test_advice_stands_in_place_of_an_address_that_only_this_machine_opens(
    handed_out: str, lan: str, told: NotReachable | None
) -> None:
    assert advice(handed_out, "http", 8080, lambda: lan) == told


def test_this_machine_names_addresses_of_its_network_or_itself() -> None:
    found = lan_addresses()

    assert found == ("127.0.0.1",) or all(is_of_network(address) for address in found)


@pytest.mark.parametrize(
    ("address", "good"), [("192.168.1.5", True), ("169.254.7.7", False), ("127.0.0.1", False), ("0.0.0.0", False)]
)
def test_addresses_that_others_can_open(address: str, good: bool) -> None:
    assert is_of_network(address) is good
