"""Games of a PGN file (PGN standard, 8), which may still be written, and the positions they have come to."""

import re
from collections.abc import Iterator, Mapping

from domain.moves.openings import MOST_PLIES, OpeningName, opening_at
from domain.moves.position import USUAL_START, BadFen, BadMove, BoardPosition, Move, move_of, position_from_fen
from domain.records import dataclass
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
    clocks: tuple[int | None, ...]
    """Seconds left after each move, as many as there are moves; None = the source says nothing of it."""
    result: Result | None
    complete: bool
    """A sign of the end stands behind it: the file was not cut off within the game."""

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(self.tags.get(name, "") for name in ("Round", "Board", "Table", "White", "Black"))

    @property
    def begun(self) -> bool:
        """Of a text that breaks off, the beginning of the tags alone is no game yet."""
        return self.complete or bool(self.moves)

    @property
    def start(self) -> BoardPosition:
        """The usual one where a FEN cannot be read."""
        try:
            return position_from_fen(self.tags["FEN"]) if self.tags.get("FEN") else USUAL_START
        except BadFen:
            return USUAL_START

    @property
    def white_first(self) -> bool:
        return not self.tags.get("FEN") or self.start.white

    @property
    def first_number(self) -> int:
        """The sixth field of a FEN; 1 where it has none."""
        number = (self.tags.get("FEN", "").split() + [""] * 6)[5]
        return int(number) if number.isascii() and number.isdigit() else 1

    def left(self, white: bool) -> int | None:
        """Seconds left of this side after its last move that has them."""
        clocks, first = self.clocks, 0 if white == self.white_first else 1
        for ply in range(len(clocks) - 1, -1, -1):
            if ply % 2 == first and clocks[ply] is not None:
                return clocks[ply]
        return None


class _Draft:
    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.clocks: list[int | None] = []
        self.end: str | None = None
        self.depth = 0

    def done(self) -> PgnGame:
        said = ENDS.get(self.end or OPEN) or ENDS.get(self.tags.get("Result", OPEN))
        complete = self.end is not None
        return PgnGame(self.tags, tuple(self.moves), tuple(self.clocks), said if complete else None, complete)

    @property
    def started(self) -> bool:
        return bool(self.moves) or self.end is not None

    def take_tag(self, text: str) -> None:
        read = TAG_PAIR.fullmatch(text)
        if read is not None:
            self.tags[read["name"]] = re.sub(r"\\(.)", r"\1", read["value"])

    def take_move(self, text: str) -> None:
        self.moves.append(text.rstrip("!?"))
        self.clocks.append(None)

    def drop_move(self) -> None:
        self.moves.pop()
        self.clocks.pop()

    def take_comment(self, text: str) -> None:
        read = CLOCK_COMMENT.search(text)
        if read is not None and self.moves and not self.depth:
            hours, minutes, seconds = map(int, read.groups())
            self.clocks[-1] = hours * 3600 + minutes * 60 + seconds


def pgn_games(text: str) -> list[PgnGame]:
    return [draft.done() for draft in _drafts(text) if draft.tags or draft.moves]


def _drafts(text: str) -> Iterator[_Draft]:
    draft, kind = _Draft(), None
    ours = "\n".join(line for line in text.splitlines() if not line.startswith("%"))  # (PGN standard, 6)
    for token in TOKEN.finditer(ours):
        kind = token.lastgroup
        if draft.end is not None or (kind == "tag" and draft.started):
            yield draft
            draft = _Draft()
        if kind == "tag":
            draft.take_tag(token["tag"])
        elif kind == "comment":
            draft.take_comment(token["comment"])
        elif kind in ("open", "close"):
            draft.depth = max(0, draft.depth + (1 if kind == "open" else -1))
        elif kind == "end" and not draft.depth:
            draft.end = token["end"]
        elif kind == "move" and not draft.depth:
            draft.take_move(token["move"])
    if kind == "move" and draft.moves and not text[-1].isspace():
        draft.drop_move()  # its last letters may not be written yet
    yield draft


@dataclass(frozen=True, slots=True)
class GameOnBoard:
    game: PgnGame
    position: BoardPosition
    last: Move | None
    """The last move; None = none yet."""
    read: int
    """The number of moves that were read; fewer than the game has where one of them is not legal."""
    opening: OpeningName | None = None
    """The name of the latest position that has one."""

    @property
    def unreadable(self) -> str:
        """The first move that is not legal with its number, `17. Ra5` or `17... Ra5`; empty = all are."""
        if self.read >= len(self.game.moves):
            return ""
        moves, black = divmod(self.read + (not self.game.white_first), 2)
        return f"{self.game.first_number + moves}.{'..' if black else ''} {self.game.moves[self.read]}"


def played(game: PgnGame, before: GameOnBoard | None = None) -> GameOnBoard:
    """The game on the board. `before` is the same game as it was read last, so that only new moves are worked out."""
    position, last, read, opening = game.start, None, 0, None
    if before is not None and _goes_on(before, game):
        position, last, read, opening = before.position, before.last, before.read, before.opening
    for text in game.moves[read:]:
        try:
            move = move_of(position, text)
        except BadMove:
            break
        position, last, read = position.after(move), move, read + 1
        if read <= MOST_PLIES:
            opening = opening_at(position) or opening
    return GameOnBoard(game, position, last, read, opening)


def _goes_on(before: GameOnBoard, game: PgnGame) -> bool:
    same_start = before.game.tags.get("FEN") == game.tags.get("FEN")
    return same_start and game.moves[: before.read] == before.game.moves[: before.read]
