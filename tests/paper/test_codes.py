"""The codes of a paper are those that the library draws one by one."""

import re
from random import Random

import segno

from web.codes import PATTERN, InlineCodes

STEP = re.compile(r"([Mmh])(\d+)(?: (\d+))?")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"


def modules(svg: str) -> tuple[bytearray, ...]:
    """Line by line, without the border."""
    size = int(svg.split('"')[1]) - 2
    lines = tuple(bytearray(size) for _ in range(size))
    x = y = 0
    for step, along, down in STEP.findall(svg.partition(' d="')[2]):
        if step == "M":
            x, y = int(along) - 1, int(down) - 1
            continue
        if step == "h":
            lines[y][x : x + int(along)] = b"\x01" * int(along)
        x += int(along)
    return lines


def test_each_address_has_the_code_that_the_library_draws() -> None:
    dice, codes = Random(34), InlineCodes()
    codes.get_ready(f"http://192.168.1.7:8000/t/open/r/{'a' * 22}", 22)
    pages = [f"https://tablo.example.org/t/open/players/{number}" for number in range(1, 120)]
    links = [f"http://192.168.1.7:8000/t/open/r/{''.join(dice.choices(LETTERS, k=22))}" for _ in range(20)]
    for address in [*pages, *links, "https://шах.example.org/t/open/players/17"]:
        own = segno.make_qr(address.encode(), mask=PATTERN, mode="byte")
        assert modules(codes.inline(address)) == own.matrix, address
