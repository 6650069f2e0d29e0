"""Files as programs of electronic boards write them."""

from collections.abc import Mapping

OPENING = "1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:40]} 2. Nf3 {[%clk 1:30:12]}"


def game(moves: str = OPENING, result: str = "*", **tags: str) -> str:
    """One game; `Round`, `White` and so on as they stand in the file."""
    all_tags: Mapping[str, str] = {"Event": "?", **tags, "Result": result}
    lines = [f'[{name} "{value}"]' for name, value in all_tags.items()]
    return "\n".join([*lines, "", f"{moves} {result}", "", ""])
