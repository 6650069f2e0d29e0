"""Games that a program sends, read in a worker: PGN, or moves by board."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.moves.games import ENDS, PgnGame, pgn_games
from domain.moves.letters import in_letters
from domain.moves.position import BadFen, position_from_fen
from domain.records import dataclass
from server.live_boards.watching import decoded
from server.notice import ServerNotice, notice
from web.api.boards import LONGEST_TAG_CHARS, MOST_GAMES, MOST_MOVES, GameOfBoard, GamesOfBoards

MOST_TAGS = 60


@dataclass(frozen=True, slots=True)
class ProblemOfGame:
    """Why a game that was sent cannot be one."""

    index: int
    """Counted from 0."""
    field: str
    why: ServerNotice | str


@dataclass(frozen=True, slots=True)
class GamesSent:
    games: Sequence[PgnGame] = ()
    why: ServerNotice | str = ""
    """Why nothing of it is taken; empty = all of it is."""
    problems: Sequence[ProblemOfGame] = ()


def games_in_pgn(body: bytes) -> GamesSent:
    games = [game for game in pgn_games(decoded(body)) if game.begun]
    if not games:
        return GamesSent(why=notice("no-game-in-it"))
    if len(games) > MOST_GAMES:
        return GamesSent(why=notice("too-many-games", most=MOST_GAMES))
    too_long = notice("too-long-for-a-game", moves=MOST_MOVES, tags=MOST_TAGS, chars=LONGEST_TAG_CHARS)
    problems = [
        *(ProblemOfGame(index, field, too_long) for index, one in enumerate(games) for field in too_long_in(one)),
        *_no_position((index, one.tags.get("FEN", "")) for index, one in enumerate(games)),
    ]
    return GamesSent(why=problems[0].why, problems=problems) if problems else GamesSent(list(map(in_letters, games)))


def too_long_in(game: PgnGame) -> Iterable[str]:
    """The fields of a game that hold more than any game has."""
    if len(game.moves) > MOST_MOVES:
        yield "moves"
    if len(game.tags) > MOST_TAGS or any(len(value) > LONGEST_TAG_CHARS for value in game.tags.values()):
        yield "tags"


def games_in_json(body: bytes) -> GamesSent:
    try:
        sent = msgspec.json.decode(body, type=GamesOfBoards)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        return GamesSent(why=str(why), problems=list(_misread(body)))
    clocks = notice("more-clocks-than-moves")
    problems = [
        *(ProblemOfGame(at, "clocks", clocks) for at, one in enumerate(sent.games) if len(one.clocks) > len(one.moves)),
        *_no_position((index, one.fen) for index, one in enumerate(sent.games)),
    ]
    if problems:
        return GamesSent(why=problems[0].why, problems=problems)
    return GamesSent([in_letters(_game(sent.round, one)) for one in sent.games])


def _misread(body: bytes) -> Iterable[ProblemOfGame]:
    """Each game that cannot be read, where the rest can."""
    try:
        whole = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    games = whole.get("games") if isinstance(whole, dict) else None
    for index, one in enumerate(games if isinstance(games, list) else ()):
        try:
            msgspec.convert(one, GameOfBoard)
        except msgspec.ValidationError as why:
            said, _, field = str(why).partition(" - at `$.")
            yield ProblemOfGame(index, field.rstrip("`"), said)


def _no_position(fens: Iterable[tuple[int, str]]) -> Iterable[ProblemOfGame]:
    for index, fen in fens:
        try:
            position_from_fen(fen) if fen else None
        except BadFen:
            yield ProblemOfGame(index, "fen", notice("no-position"))


def _game(round: int, sent: GameOfBoard) -> PgnGame:
    place = f"{round}.{sent.board}" if sent.game == 1 else f"{round}.{sent.board}.{sent.game}"
    named = {"Round": place, "White": sent.white, "Black": sent.black, "FEN": sent.fen}
    clocks = (*sent.clocks, *[None] * (len(sent.moves) - len(sent.clocks)))
    result = ENDS[sent.result] if sent.result else None
    return PgnGame({tag: value for tag, value in named.items() if value}, tuple(sent.moves), clocks, result, True)
