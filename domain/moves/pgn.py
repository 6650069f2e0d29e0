"""The text of a PGN file to games (PGN standard, 8). A file that is still being written is read as far as it goes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.words.games import Result

OPEN = "*"
ENDS: Mapping[str, Result | None] = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
    OPEN: None,
}
TAG_PAIR = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\.|[^"\\])*)"\s*\]')
TOKEN = re.compile(
    r"(?P<tag>\[\s*\w+\s*\"(?:\\.|[^\"\\])*\"\s*\])"
    r"|\{(?P<comment>[^}]*)\}"
    r"|;[^\n]*|\$\d+|\d+\.+|(?P<end>1-0|0-1|1/2-1/2|\*)(?=\s|$|\[|\{)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<rest>[\[{][^\]}]*$)"
    r"|(?P<move>[^\s(){}\[\];$.]+)"
    r"|\S"
)
CLOCK_COMMENT = re.compile(r"\[%clk\s+(\d+):(\d\d):(\d\d)(?:\.\d+)?\]")


@dataclass(frozen=True, slots=True)
class PgnGame:
    tags: Mapping[str, str]
    moves: tuple[str, ...]
    """In letters, as they are written."""
    clocks: tuple[int | None, int | None]
    """Seconds left of White and of Black, where the file has them."""
    result: Result | None
    complete: bool
    """A sign of the end stands behind it: the file was not cut off within the game."""

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(self.tags.get(name, "") for name in ("Round", "Board", "Table", "White", "Black"))


class _Draft:
    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.clocks: list[int | None] = [None, None]
        self.end: str | None = None
        self.depth = 0

    def done(self) -> PgnGame:
        said = ENDS.get(self.end or OPEN) or ENDS.get(self.tags.get("Result", OPEN))
        complete = self.end is not None
        white, black = self.clocks
        return PgnGame(self.tags, tuple(self.moves), (white, black), said if complete else None, complete)

    @property
    def started(self) -> bool:
        return bool(self.moves) or self.end is not None

    def take_tag(self, text: str) -> None:
        read = TAG_PAIR.fullmatch(text)
        if read is not None:
            self.tags[read["name"]] = re.sub(r"\\(.)", r"\1", read["value"])

    def take_comment(self, text: str, black_first: bool) -> None:
        read = CLOCK_COMMENT.search(text)
        if read is not None and self.moves and not self.depth:
            hours, minutes, seconds = map(int, read.groups())
            self.clocks[(len(self.moves) - 1 + black_first) % 2] = hours * 3600 + minutes * 60 + seconds


def pgn_games(text: str) -> list[PgnGame]:
    return [draft.done() for draft in _drafts(text) if draft.tags or draft.moves]


def _drafts(text: str) -> Iterator[_Draft]:
    draft, kind = _Draft(), None
    for token in TOKEN.finditer(_without_escapes(text)):
        kind = token.lastgroup
        if draft.end is not None or (kind == "tag" and draft.started):
            yield draft
            draft = _Draft()
        if kind == "tag":
            draft.take_tag(token["tag"])
        elif kind == "comment":
            draft.take_comment(token["comment"], _black_first(draft.tags))
        elif kind in ("open", "close"):
            draft.depth = max(0, draft.depth + (1 if kind == "open" else -1))
        elif kind == "end" and not draft.depth:
            draft.end = token["end"]
        elif kind == "move" and not draft.depth:
            draft.moves.append(token["move"].rstrip("!?"))
    if kind == "move" and draft.moves and not text[-1].isspace():
        draft.moves.pop()  # its last letters may not be written yet
    yield draft


def _black_first(tags: Mapping[str, str]) -> bool:
    return " b " in tags.get("FEN", "")


def _without_escapes(text: str) -> str:
    """Lines that begin with % are for other programs (PGN standard, 6)."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("%"))
