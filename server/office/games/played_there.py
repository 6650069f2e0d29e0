"""Rounds that are played at lichess: a link for each player of a board, and the games fetched back as live boards.

It is done by open challenges, which ask for no token of anybody (`POST /api/challenge/open`); where both names at
lichess are known nobody else may sit down. Bulk pairings (`POST /api/bulk-pairing`) would need a token of every player.
Games come back by `POST /api/games/export/_ids`; what they say of a result is offered at the desk and not entered.
https://github.com/lichess-org/api, doc/specs/tags
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import urlencode

import msgspec

from domain.moves.games import PgnGame
from domain.records import dataclass
from projections.moment.snapshot import Snapshot
from projections.round.pairings import BoardRow, pairings
from server.journal.side.lichess import GameThere, PlayedThereStore
from server.notifying.calling import UNREACHED, Caller, MayCall, NotAllowed, Unreached

FROM_LICHESS = "lichess"
"""The source of the games that are fetched."""
MOST_EXPORTED = 300
LARGEST_EXPORT_BYTES = 8 * 1024 * 1024
MOST_REASON_CHARS = 200


@dataclass(frozen=True, slots=True)
class ClockThere:
    seconds: int
    increment: int


@dataclass(frozen=True, slots=True)
class TroubleThere:
    """Why lichess made no more games, or gave none."""

    status: int
    """Of HTTP; 0 = no answer."""
    why: str = ""
    """In its words."""


class _Challenge(msgspec.Struct):
    id: str
    urlWhite: str
    urlBlack: str


class _Refused(msgspec.Struct):
    error: str | dict[str, list[str]] = ""


@dataclass(slots=True)
class PlayedThere:
    store: PlayedThereStore
    base: str
    may_call: MayCall
    games_in: Callable[[bytes], Sequence[PgnGame]]

    async def make(
        self, slug: str, name: str, round: int, rows: Sequence[BoardRow], clock: ClockThere, *, rated: bool
    ) -> TroubleThere | None:
        """A game for each of these boards that has none, one after another as lichess asks; None: all were made."""
        names = await asyncio.to_thread(self.store.names, slug)
        made = {key_of(one) for one in await asyncio.to_thread(self.store.games, slug) if one.round == round}
        async with Caller(self.may_call) as caller:
            for row in rows:
                white, black = row.seated
                if white is None or black is None or (white.id, black.id, row.game) in made:
                    continue
                users = [names[one.id] for one in (white, black) if one.id in names]
                said = {
                    "rated": "true" if rated else "false",
                    "clock.limit": str(clock.seconds),
                    "clock.increment": str(clock.increment),
                    "name": f"{name} {round}.{row.spot}",
                    **({"users": ",".join(users)} if len(users) == 2 else {}),
                }
                url, kind = f"{self.base}/api/challenge/open", "application/x-www-form-urlencoded"
                status, body = await _asked(caller, url, kind, urlencode(said).encode())
                there = _challenge(body) if status == HTTPStatus.OK else None
                if there is None:
                    return TroubleThere(status, _why(body))
                game = GameThere(round, white.id, black.id, row.game, there.id, there.urlWhite, there.urlBlack)
                await asyncio.to_thread(self.store.keep, slug, game)
        return None

    async def fetch(self, slug: str, shown: Snapshot, round: int) -> Sequence[PgnGame] | TroubleThere:
        """The games of this round as they are there now, under their boards and the names of the players here."""
        rows = {
            there.id: row for row, there in boards_there(shown, round, await asyncio.to_thread(self.store.games, slug))
        }
        if not rows:
            return []
        url, ids = f"{self.base}/api/games/export/_ids?clocks=true", list(rows)
        found: list[PgnGame] = []
        async with Caller(self.may_call) as caller:
            for first in range(0, len(ids), MOST_EXPORTED):
                body = ",".join(ids[first : first + MOST_EXPORTED]).encode()
                status, pgn = await _asked(caller, url, "text/plain", body, {"Accept": "application/x-chess-pgn"})
                if status != HTTPStatus.OK:
                    return TroubleThere(status, _why(pgn))
                found += await asyncio.to_thread(self.games_in, pgn)
        there = ((rows.get(_id_of(game)), game) for game in found)
        return [_of_board(game, round, row) for row, game in there if row is not None]


def key_of(one: GameThere) -> tuple[int, int, int]:
    return one.white, one.black, one.number


def boards_there(shown: Snapshot, round: int, games: Sequence[GameThere]) -> list[tuple[BoardRow, GameThere]]:
    """The boards of a round that have a game at lichess, as they are paired now."""
    known = {key_of(one): one for one in games if one.round == round}
    view = pairings(shown, round)
    seated = ((row, *row.seated) for row in (view.boards if view else ()))
    keys = ((row, (white.id, black.id, row.game)) for row, white, black in seated if white and black)
    return [(row, known[key]) for row, key in keys if key in known]


def links_of(shown: Snapshot, player: int, games: Sequence[GameThere]) -> list[tuple[int, str]]:
    """Rounds in which a player has a game at lichess without a result, and the player's own link to each."""
    rounds = sorted({one.round for one in games if player in (one.white, one.black) and one.round <= shown.round})
    still = [there for round in rounds for row, there in boards_there(shown, round, games) if row.open]
    both = ((one.round, one.white, one.white_url, one.black, one.black_url) for one in still)
    return [
        (round, white_url if player == white else black_url)
        for round, white, white_url, black, black_url in both
        if player in (white, black)
    ]


def _id_of(game: PgnGame) -> str:
    return game.tags.get("Site", "").rpartition("/")[2]


def _of_board(game: PgnGame, round: int, row: BoardRow) -> PgnGame:
    white, black = row.seated
    assert white is not None
    assert black is not None
    tags = {**game.tags, "Round": f"{round}.{row.spot}", "White": white.name, "Black": black.name}
    return replace(game, tags=tags)


async def _asked(
    caller: Caller, url: str, kind: str, body: bytes, more: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Status and body; UNREACHED where there is no answer, or the address may not be called."""
    said, headers = b"", {"Content-Type": kind, "User-Agent": "Tablo", **(more or {})}
    try:
        async with caller.asked("POST", url, headers, body) as answer:
            async for piece in answer.body:
                said += piece[: LARGEST_EXPORT_BYTES - len(said)]
            return answer.status, said
    except (NotAllowed, Unreached):
        return UNREACHED, b""


def _challenge(body: bytes) -> _Challenge | None:
    """None: another page answers there."""
    try:
        return msgspec.json.decode(body, type=_Challenge)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _why(body: bytes) -> str:
    try:
        error = msgspec.json.decode(body, type=_Refused).error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    words = error if isinstance(error, str) else "; ".join(one for lines in error.values() for one in lines)
    return words[:MOST_REASON_CHARS]
