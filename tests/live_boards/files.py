"""Files as programs of electronic boards write them."""

from collections.abc import Mapping

TWO_ROUNDS = """
    Carlsen, Magnus      2830  +w4 ?b2
    Щербаков, Константин 2400  +b3 ?w1
    Nguyen, Van Anh      2300  -w2 ?b4
    David                2200  -b1 ?w3
"""
OPENING = "1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:40]} 2. Nf3 {[%clk 1:30:12]}"


def game(moves: str = OPENING, result: str = "*", **tags: str) -> str:
    """One game; `Round`, `White` and so on as they stand in the file."""
    all_tags: Mapping[str, str] = {"Event": "?", **tags, "Result": result}
    lines = [f'[{name} "{value}"]' for name, value in all_tags.items()]
    return "\n".join([*lines, "", f"{moves} {result}", "", ""])
