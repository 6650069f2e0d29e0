"""Games as PGN texts (PGN standard, 8), with the clock after each move as broadcasts write it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from domain.moves.games import ENDS, OPEN, PgnGame
from domain.words.games import Result

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The seven tags that every game has, in their order (PGN standard, 8.1.1); others follow by alphabet."""
UNKNOWN_TAG, NO_DATE = "?", "????.??.??"
MAX_TAG_CHARS = 255
LONGEST_LINE_CHARS = 79
MOVE_OR_COMMENT = re.compile(r"\{[^}]*\}|\S+")
SIGN_OF_END: Mapping[Result | None, str] = {result: sign for sign, result in ENDS.items()}


def pgn_of(game: PgnGame) -> str:
    """What `pgn_games` reads as the same game; one that was cut off ends as unfinished."""
    sign = SIGN_OF_END.get(game.result, OPEN)
    return pgn_text({**game.tags, "Result": sign}, moves_text(game), sign)


def pgn_text(tags: Mapping[str, str], moves: str, sign: str) -> str:
    """The tags, then the moves, if any, and the sign of the end."""
    roster = [(name, tags.get(name) or (NO_DATE if name == "Date" else UNKNOWN_TAG)) for name in ROSTER]
    others = sorted((name, value) for name, value in tags.items() if name not in ROSTER and value)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in (*roster, *others)]
    return "\n".join([*lines, "", *_in_lines(f"{moves} {sign}"), ""])


def _in_lines(movetext: str) -> Iterator[str]:
    """Lines of less than 80 signs, as files for others have them (8.2.1); a comment stays in one."""
    line = ""
    for word in MOVE_OR_COMMENT.findall(movetext):
        if line and len(line) + 1 + len(word) > LONGEST_LINE_CHARS:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def moves_text(game: PgnGame) -> str:
    """`1. e4 {[%clk 1:30:55]} 1... e5`: the number stands again behind a clock."""
    return " ".join(_numbered(game.moves, game.clocks, game.first_number, not game.white_first))


def _numbered(moves: Sequence[str], clocks: Sequence[int | None], number: int, black_first: bool) -> Iterator[str]:
    clocked = True
    for ply, (move, clock) in enumerate(zip(moves, clocks, strict=True), start=2 * number + black_first):
        if ply % 2 == 0:
            yield f"{ply // 2}. {move}"
        else:
            yield f"{ply // 2}... {move}" if clocked else move
        clocked = clock is not None
        if clock is not None:
            yield f"{{[%clk {clock_text(clock)}]}}"


def clock_text(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _escaped(value: str) -> str:
    """One line, with quotes and strokes as the standard wants them (7)."""
    flat = " ".join(value.split())[:MAX_TAG_CHARS]
    return flat.replace("\\", "\\\\").replace('"', '\\"')
