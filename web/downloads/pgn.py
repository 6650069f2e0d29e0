"""The games of a round as PGN, without moves: for boards that send theirs and for programs that broadcast."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from domain.games.state import GamesShown
from domain.moves.games import OPEN
from domain.moves.position import start_fen
from domain.moves.writing import moves_text, pgn_text
from domain.records import dataclass
from domain.words.games import Result, start_position
from domain.words.regulations import Details
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.games import seated_game
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


def round_pgn(
    snapshot: Snapshot, round: int, words: Language, festival: str = "", *, section: str = "", drafts: bool = False
) -> str | None:
    """The file of a round, board by board; None while there is no such round.

    `festival` is that of the section, `section` its title there; empty = the name of the tournament.
    """
    view = pairings(snapshot, round, drafts=drafts) if round else None
    if view is None:
        return None
    event = _event_tags(snapshot.tournament.details, view, festival)
    if section:
        event |= {"Section": section}
    return "\n".join(pgn_text({**event, **tags}, "", tags["Result"]) for tags in _games(view, words))


def game_pgn(
    snapshot: Snapshot, public: GamesShown, round: int, board: int, game: int, words: Language, festival: str = ""
) -> str | None:
    """One game with its moves, clocks and opening; None where nobody has sent a move of it."""
    seated = seated_game(snapshot, public, round, board, game)
    if seated is None:
        return None
    found, row, one = seated
    own = {name: one.game.tags.get(name, "") for name in FROM_THE_BOARD}
    own |= {"ECO": one.opening.code, "Opening": one.opening.name} if one.opening else {}
    tags = next(_games(replace(found.view, boards=(row,)), words), {})
    sign = PGN_RESULTS.get(row.result or one.game.result or Result.ADJOURNED, OPEN)
    event = _event_tags(snapshot.tournament.details, found.view, festival)
    said = {name: value for name, value in own.items() if value}
    return pgn_text({**event, **said, **tags, "Result": sign}, moves_text(one.game), sign)


FROM_THE_BOARD = ("TimeControl", "SetUp", "FEN")
"""Tags of a game that are taken over as they were sent."""


def festival_pgn(
    sections: Iterable[tuple[str, Snapshot]], round: int, words: Language, festival: str, *, drafts: bool = False
) -> str | None:
    """The round of all sections that have it, one after the other, each with its title; None where none has."""
    texts = (round_pgn(at, round, words, festival, section=title, drafts=drafts) for title, at in sections)
    return "\n".join(filter(None, texts)) or None


def _event_tags(details: Details, view: Pairings, festival: str) -> dict[str, str]:
    name = details.name if festival in details.name else f"{festival}, {details.name}"
    tags = {
        "Event": name,
        "Site": " ".join(filter(None, (details.city, details.federation))),
        "Date": _date(view.start) or _date(details.start),
        "Section": details.name if festival else "",
        "TimeControl": details.clock,
    }
    if view.start_position is not None:
        tags |= {"Variant": "Chess960", "SetUp": "1", "FEN": start_fen(start_position(view.start_position))}
    return tags


def _date(iso: str) -> str:
    found = ISO_DAY.match(iso)
    return ".".join(found.groups()) if found else ""


def _games(view: Pairings, words: Language) -> Iterator[dict[str, str]]:
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
        yield tags


TAG_SIDES = ("White", "Black")


def _sides(row: BoardRow) -> _Sides | None:
    """Both players; None where they are not known, or nobody sits on one side."""
    if row.players is None:
        return None if row.white.person.team else _Sides(row.white.person, row.black.person, None)
    white, black = row.players
    return _Sides(white, black, (row.white.person, row.black.person)) if white and black else None
