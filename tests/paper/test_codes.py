"""The codes of a paper are those that the library draws one by one."""

import re
from random import Random

import segno

from web.codes import PATTERN, InlineCodes, transfer_code

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


def test_the_code_of_a_transfer_says_each_line_as_banks_read_it() -> None:
    """EPC069-12, version 002: UTF-8, a SEPA credit transfer, the creditor, the sum, and a structured reference."""
    lines = ["BCD", "002", "1", "SCT", "BNBGBGSD", "Шахклуб", "BG80BNBG96611020345678", "EUR9.5"]
    whole = "\n".join([*lines, "", "RF407K2Q001"]).encode()
    expected = segno.make_qr(whole, error="m", boost_error=False).svg_data_uri(
        scale=5, border=4, dark="#000", light="#fff"
    )
    assert transfer_code("Шахклуб", "BG80BNBG96611020345678", "BNBGBGSD", 950, "RF407K2Q001") == expected
