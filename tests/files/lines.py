"""Report files for tests, built column by column, independently of the parser's own table."""

from pathlib import Path

CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> bytes:
    return (CASES / name).read_bytes()


def player(number: int, points: str, *blocks: str, name: str | None = None, **fields: str) -> str:
    """A 001 line; each block is `opponent colour result`, as `"2 w 1"`, or the ten characters themselves."""
    who = name if name is not None else f"Player {number}"
    line = (
        f"001 {number:>4} {fields.get('sex', ''):1}{fields.get('title', ''):>3} {who:<33} "
        f"{fields.get('rating', ''):>4} {fields.get('federation', ''):<3} {fields.get('fide', ''):>11} "
        f"{fields.get('birth', ''):<10} {points:>4} {fields.get('rank', str(number)):>4}"
    )
    return line + "".join(block(text) for text in blocks)


def block(text: str) -> str:
    if len(text) == 10:
        return text
    opponent, colour, result = (*text.split(), "", "", "")[:3]
    return f"  {opponent:>4} {colour:1} {result:1}"


def file(*lines: str, rounds: int | None = 5) -> bytes:
    head = [f"XXR {rounds}"] if rounds else []
    return "\n".join([*head, *lines, ""]).encode()


TWO_ROUNDS = (
    player(1, "1.5", "3 w 1", "2 b ="),
    player(2, "1.5", "4 b 1", "1 w ="),
    player(3, "1.0", "1 b 0", "4 w 1"),
    player(4, "0.0", "2 w 0", "3 b 0"),
)
"""Four players, two rounds, nothing wrong."""
