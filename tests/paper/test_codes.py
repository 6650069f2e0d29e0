"""The codes of a paper are those that the library draws one by one."""

import re
from random import Random

import segno

from web.links import PATTERN, InlineCodes

STROKE = re.compile(r"M(\d+) (\d+)\.5h(\d+)")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"


def modules(svg: str) -> tuple[bytearray, ...]:
    """Line by line, without the border."""
    size = int(svg.split('"')[1]) - 2
    lines = tuple(bytearray(size) for _ in range(size))
    for x, y, length in (map(int, found) for found in STROKE.findall(svg)):
        lines[y - 1][x - 1 : x - 1 + length] = b"\x01" * length
    return lines


def test_each_address_has_the_code_that_the_library_draws() -> None:
    dice, codes = Random(34), InlineCodes()
    pages = [f"https://tablo.example.org/t/open/players/{number}" for number in range(1, 120)]
    links = [f"http://192.168.1.7:8000/t/open/r/{''.join(dice.choices(LETTERS, k=22))}" for _ in range(20)]
    for address in [*pages, *links, "https://шах.example.org/t/open/players/17"]:
        own = segno.make_qr(address.encode(), mask=PATTERN, mode="byte")
        assert modules(codes.inline(address)) == own.matrix, address
