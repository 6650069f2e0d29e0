"""Where the games of a tournament come from: each source with its games, and the games that people typed or sent."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from domain.formats import rules_of
from domain.games.events import DESK, PLAYER, GameKey
from domain.games.state import GamesState, KeptGame, kept_in_round, round_of
from domain.moves.games import PgnGame
from domain.words.games import Result
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.round.game_seats import game_seats
from projections.round.pairings import BoardRow, pairings
from projections.round.results import side_of

PEOPLE = (DESK, PLAYER)


class SourceNews(NamedTuple):
    games: int
    news_at: datetime | None
    """When it brought a move last."""


NO_NEWS = SourceNews(0, None)


def news_of_sources(state: GamesState) -> dict[str, SourceNews]:
    """By the name of the source."""
    found: dict[str, SourceNews] = {}
    for kept in state.games.values():
        before = found.get(kept.source, NO_NEWS)
        newest = max(filter(None, (before.news_at, kept.at[-1] if kept.at else None)), default=None)
        found[kept.source] = SourceNews(before.games + 1, newest)
    return found


class HandGame(NamedTuple):
    """A game that somebody typed, or that a player sent."""

    key: GameKey
    spot: str
    """Round and board: `3.1`; of a game at no board what its tag Round says."""
    white: str
    black: str
    moves: int
    """The number of the last move."""
    by_player: bool
    at: datetime | None


def games_by_hand(snapshot: Snapshot, state: GamesState) -> list[HandGame]:
    """The newest first."""
    found = [_by_hand(snapshot, key, kept) for key, kept in state.games.items() if kept.source in PEOPLE]
    return sorted(found, key=lambda one: one.at.timestamp() if one.at else 0.0, reverse=True)


def _by_hand(snapshot: Snapshot, key: GameKey, kept: KeptGame) -> HandGame:
    """By round, board and players as they sit there: its tags may be those of a program, or none."""
    tags, moves, at = kept.game.tags, (len(kept.game.moves) + 1) // 2, kept.at[-1] if kept.at else None
    spot, white, black = key[0], tags.get("White", ""), tags.get("Black", "")
    round = round_of(key) or snapshot.current
    if view := pairings(snapshot, round):
        there = game_seats(snapshot, round, view.boards).spot_of(tags)
        if row := next((one for one in view.boards if one.spot == there), None):
            spot, (white, black) = f"{round}.{there}", (one.name if one else "" for one in row.seated)
    return HandGame(key, spot, white, black, moves, kept.source == PLAYER, at)


def kept_at_boards(snapshot: Snapshot, state: GamesState, round: int) -> dict[str, KeptGame]:
    """The games that are kept of a round, by the spot of their board; no position is worked out for it."""
    view = pairings(snapshot, round)
    if view is None:
        return {}
    seats, current = game_seats(snapshot, round, view.boards), snapshot.current
    placed = (kept for kept in kept_in_round(state.games, round) if (round_of(kept.game.key) or current) == round)
    found = ((seats.spot_of(kept.game.tags), kept) for kept in placed)
    return {spot: kept for spot, kept in found if spot is not None}


def tags_at(round: int, row: BoardRow) -> Mapping[str, str]:
    """The tags by which a game is found at its board again."""
    several = row.players is not None or row.game > 1
    tags = {"Round": f"{round}.{row.board}.{row.game}" if several else f"{round}.{row.board}"}
    for side, person in zip(("White", "Black"), row.seated, strict=True):
        if person is not None and person.name:
            tags |= {side: person.name} | ({f"{side}FideId": str(person.fide_id)} if person.fide_id else {})
    return tags


def game_at_board(typed: PgnGame, round: int, row: BoardRow, before: PgnGame | None) -> PgnGame:
    """The typed game at its board: in the place of the one that is known there, if there is one."""
    tags = dict(before.tags) if before is not None else {**tags_at(round, row)}
    tags = {name: value for name, value in tags.items() if name not in START_TAGS}
    tags |= {name: typed.tags[name] for name in START_TAGS if typed.tags.get(name)}
    result = typed.result or (row.result if row.result in PLAYED_TO_THE_END else None)
    return PgnGame(tags, typed.moves, typed.clocks, result, complete=True)


START_TAGS = ("FEN", "SetUp", "Variant")
PLAYED_TO_THE_END = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


class SendableGame(NamedTuple):
    round: int
    row: BoardRow


def games_to_send(snapshot: Snapshot, player: EntrantId, round: int = 0) -> Iterator[SendableGame]:
    """The games that somebody has played or plays, the newest round first; `round` 0 = of all rounds."""
    t = snapshot.tournament
    for number in range(t.published, 0, -1):
        view = pairings(snapshot, number) if round in (0, number) else None
        for row in view.boards if view else ():
            begun = row.result.played if row.result else row.game not in rules_of(t).to_come(t, number, row.board)
            if begun and side_of(row, player) is not None:
                yield SendableGame(number, row)
