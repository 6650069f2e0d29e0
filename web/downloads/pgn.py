"""Games as PGN, with the moves that boards have sent: for boards, and for programs that broadcast."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from domain.games.state import NO_GAMES, GamesShown
from domain.moves.games import OPEN, GameOnBoard
from domain.moves.position import start_fen
from domain.moves.writing import SIGN_OF_END, moves_text, pgn_text
from domain.records import dataclass
from domain.words.games import Result, start_position
from domain.words.regulations import Details
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.games import seated_game
from projections.round.live_boards import games_of_round
from projections.round.pairings import BoardRow, Pairings, pairings
from web.wording import Language
from web.wording.chess.results import person_name

PGN_TYPE = "application/x-chess-pgn"
PGN_RESULTS: Mapping[Result, str] = {
    Result.WHITE_WINS: "1-0",
    Result.WHITE_WINS_UNRATED: "1-0",
    Result.WHITE_WINS_BY_FORFEIT: "1-0",
    Result.DRAW: "1/2-1/2",
    Result.DRAW_UNRATED: "1/2-1/2",
    Result.BLACK_WINS: "0-1",
    Result.BLACK_WINS_UNRATED: "0-1",
    Result.BLACK_WINS_BY_FORFEIT: "0-1",
}
"""The standard has a word for these alone: games without one stand as unfinished."""
ISO_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


@dataclass(frozen=True, slots=True)
class _Sides:
    white: Person
    black: Person
    teams: tuple[Person, Person] | None


@dataclass(frozen=True, slots=True)
class PgnAbout:
    """What stands in every game of a tournament."""

    festival: str = ""
    """That of which it is a section; empty = of none."""
    section: str = ""
    """Its title there; empty = the name of the tournament."""
    address: str = ""
    """That of its public pages, which have one for each game; empty = not known."""


NOTHING_MORE = PgnAbout()


def round_pgn(
    snapshot: Snapshot,
    round: int,
    words: Language,
    about: PgnAbout = NOTHING_MORE,
    games: GamesShown = NO_GAMES,
    *,
    drafts: bool = False,
) -> str | None:
    """The file of a round, board by board; None while there is no such round."""
    texts = round_texts(snapshot, round, words, about, games, drafts=drafts)
    return None if texts is None else "\n".join(texts)


def round_texts(
    snapshot: Snapshot, round: int, words: Language, about: PgnAbout, games: GamesShown, *, drafts: bool = False
) -> list[str] | None:
    """A text for each game of a round, board by board; None while there is no such round."""
    view = pairings(snapshot, round, drafts=drafts) if round else None
    if view is None:
        return None
    found = games_of_round(snapshot, round, games.boards(round)) if games.games and view.round else None
    at_boards = found.games if found is not None else {}
    event = _event_tags(snapshot.tournament.details, view, about)
    return [_text(event, tags, at_boards.get(row.spot), about) for row, tags in _games(view, words)]


def event_pgn(
    snapshot: Snapshot, words: Language, about: PgnAbout = NOTHING_MORE, games: GamesShown = NO_GAMES
) -> str | None:
    """All published rounds, one after the other; None before the first."""
    return one_after_another(round_pgn(snapshot, round, words, about, games) for round in range(1, snapshot.round + 1))


def game_pgn(
    snapshot: Snapshot, public: GamesShown, round: int, board: int, game: int, words: Language, about: PgnAbout
) -> str | None:
    """One game with its moves, clocks and opening; None where nobody has sent a move of it."""
    seated = seated_game(snapshot, public, round, board, game)
    if seated is None:
        return None
    found, row, one = seated
    event = _event_tags(snapshot.tournament.details, found.view, about)
    _, tags = next(_games(replace(found.view, boards=(row,)), words), (row, {}))
    return _text(event, tags, one, about)


def one_after_another(texts: Iterable[str | None]) -> str | None:
    """Those that say something, one after the other; None where none does."""
    return "\n".join(filter(None, texts)) or None


FROM_THE_BOARD = ("TimeControl", "SetUp", "FEN")
"""Tags of a game that are taken over as they were sent."""


def _text(event: Mapping[str, str], tags: Mapping[str, str], one: GameOnBoard | None, about: PgnAbout) -> str:
    """The result is the one that was entered; until then what the board says."""
    sign = tags.get("Result", OPEN)
    if one is None:
        return pgn_text({**event, **tags}, "", sign)
    game = replace(one.game, moves=one.game.moves[: one.read], clocks=one.game.clocks[: one.read])
    sign = sign if sign != OPEN else SIGN_OF_END.get(game.result, OPEN)
    own = {name: game.tags.get(name, "") for name in FROM_THE_BOARD}
    own |= {"ECO": one.opening.code, "Opening": one.opening.name} if one.opening else {}
    own |= {"GameURL": f"{about.address}/game/{tags['Round']}"} if about.address and "Round" in tags else {}
    said = {name: value for name, value in own.items() if value}
    return pgn_text({**event, **said, **tags, "Result": sign}, moves_text(game), sign)


def _event_tags(details: Details, view: Pairings, about: PgnAbout) -> dict[str, str]:
    name = details.name if about.festival in details.name else f"{about.festival}, {details.name}"
    tags = {
        "Event": name,
        "Site": " ".join(filter(None, (details.city, details.federation))),
        "Date": _date(view.start) or _date(details.start),
        "Section": about.section or (details.name if about.festival else ""),
        "TimeControl": details.clock,
    }
    if view.start_position is not None:
        tags |= {"Variant": "Chess960", "SetUp": "1", "FEN": start_fen(start_position(view.start_position))}
    return tags


def _date(iso: str) -> str:
    found = ISO_DAY.match(iso)
    return ".".join(found.groups()) if found else ""


def _games(view: Pairings, words: Language) -> Iterator[tuple[BoardRow, dict[str, str]]]:
    """Boards at which both players are known, with the tags of their game."""
    for row in view.boards:
        sides = _sides(row)
        if sides is None:
            continue
        several = sides.teams is not None or row.game > 1
        tags = {
            "Round": f"{view.round}.{row.board}.{row.game}" if several else f"{view.round}.{row.board}",
            "Board": str(row.game if sides.teams else row.board),
            "Result": PGN_RESULTS.get(row.result, OPEN) if row.result else OPEN,
        }
        if sides.teams:
            tags |= {"Table": str(row.board)}
            tags |= {f"{side}Team": person_name(team, words) for side, team in zip(TAG_SIDES, sides.teams, strict=True)}
        for side, person in zip(TAG_SIDES, (sides.white, sides.black), strict=True):
            tags |= {side: person_name(person, words), f"{side}Elo": str(person.rating or "")}
            tags |= {f"{side}Title": person.title.value, f"{side}FideId": str(person.fide_id or "")}
        yield row, tags


TAG_SIDES = ("White", "Black")


def _sides(row: BoardRow) -> _Sides | None:
    """Both players; None where they are not known, or nobody sits on one side."""
    if row.players is None:
        return None if row.white.person.team else _Sides(row.white.person, row.black.person, None)
    white, black = row.players
    return _Sides(white, black, (row.white.person, row.black.person)) if white and black else None
