"""What happened, entry by entry: what an arbiter looks up when somebody comes to the desk and asks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from domain import events as e
from domain.games import Result
from domain.players import Player, PlayerId
from domain.regulations import Details, Regulations
from domain.tournament import undone


class Recorded(Protocol):
    """An envelope of the journal, as far as the history looks into it."""

    @property
    def version(self) -> int: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def by(self) -> str: ...
    @property
    def event(self) -> e.Event: ...


Before = Player | Details | Regulations | Result | tuple[PlayerId, ...] | None
"""What an event that tells only the new state replaced; the others say themselves what was."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    version: int
    at: datetime
    by: str
    event: e.Event
    integrity: e.Integrity
    before: Before
    players: tuple[PlayerId, ...]
    """Everybody the event speaks of; those of a board White first."""
    round: int
    """0 = of no round."""
    board: int
    """0 = of no board."""
    undone_by: int
    """The version that undid it; 0 = it counts."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What to show; 0 and empty = everything."""

    player: int = 0
    round: int = 0
    board: int = 0
    by: str = ""
    grave: bool = False
    """Only what the FIDE checklist calls a breach of the pairings' integrity."""

    def admits(self, row: HistoryRow) -> bool:
        return (
            (not self.player or self.player in row.players)
            and (not self.round or self.round == row.round)
            and (not self.board or self.board == row.board)
            and (not self.by or self.by == row.by)
            and (not self.grave or row.integrity is not e.Integrity.NONE)
        )


def history(entries: Iterable[Recorded], wanted: Filter | None = None) -> tuple[HistoryRow, ...]:
    """The rows that `wanted` admits, newest first."""
    asked = wanted or Filter()
    return tuple(row for row in reversed(list(_rows(list(entries)))) if asked.admits(row))


def actors(entries: Iterable[Recorded]) -> tuple[str, ...]:
    """Everybody who has written something, for the filter's list."""
    return tuple(sorted({entry.by for entry in entries}))


def _rows(entries: list[Recorded]) -> Iterator[HistoryRow]:
    void = undone([entry.event for entry in entries])
    undoer = {entry.event.version: entry.version for entry in entries if isinstance(entry.event, e.EventUndone)}
    known = _Known()
    for entry in entries:
        event = entry.event
        round, board = _place(event)
        yield HistoryRow(
            version=entry.version,
            at=entry.recorded_at,
            by=entry.by,
            event=event,
            integrity=e.integrity_of(event),
            before=known.before(event),
            players=known.boards.get((round, board), ()) or _about(event),
            round=round,
            board=board,
            undone_by=undoer.get(entry.version, 0) if entry.version in void else 0,
        )
        known.take(event)


class _Known:
    """What was true before each entry, as far as an event replaces it without saying what it was."""

    def __init__(self) -> None:
        self.details: Details | None = None
        self.regulations: Regulations | None = None
        self.players: dict[PlayerId, Player] = {}
        self.numbers: tuple[PlayerId, ...] = ()
        self.boards: dict[tuple[int, int], tuple[PlayerId, ...]] = {}
        self.results: dict[tuple[int, int], Result] = {}

    def before(self, event: e.Event) -> Before:
        match event:
            case e.DetailsAmended():
                return self.details
            case e.RegulationsAmended():
                return self.regulations
            case e.PlayerDetailsAmended(player=player):
                return self.players.get(player.id)
            case e.PairingNumbersIssued():
                return self.numbers or None
            case e.ResultRecorded(round=round, board=board):
                return self.results.get((round, board))
            case _:
                return None

    def take(self, event: e.Event) -> None:
        match event:
            case e.TournamentAnnounced(details=details, regulations=regulations):
                self.details, self.regulations = details, regulations
            case e.DetailsAmended(details=details):
                self.details = details
            case e.RegulationsAmended(regulations=regulations):
                self.regulations = regulations
            case e.PlayerRegistered(player=player) | e.PlayerDetailsAmended(player=player):
                self.players[player.id] = player
            case e.PairingNumbersIssued(order=order):
                self.numbers = order
            case e.RoundPaired(round=round, boards=boards) | e.BoardsAltered(round=round, boards=boards):
                seats = {(round, b.number): (b.white, b.black) for b in boards}
                stay = {at for at, pair in seats.items() if self.boards.get(at) == pair}
                self.results = {at: result for at, result in self.results.items() if at[0] != round or at in stay}
                self.boards |= seats
            case e.ResultRecorded(round=round, board=board, result=result):
                self.results[round, board] = result
            case e.ResultCleared(round=round, board=board):
                self.results.pop((round, board), None)
            case _:
                return


def _place(event: e.Event) -> tuple[int, int]:
    """(round, board) of an event, 0 where it has none."""
    for round, board in e.boards_of(event):
        return round, board
    match event:
        case (
            e.RoundPaired(round=round)
            | e.RoundPublished(round=round)
            | e.RoundWithdrawn(round=round)
            | e.DraftDiscarded(round=round)
            | e.BoardsAltered(round=round)
            | e.RoundClosed(round=round)
            | e.ByeGranted(round=round)
            | e.ByeRevoked(round=round)
        ):
            return round, 0
        case _:
            return 0, 0


def _about(event: e.Event) -> tuple[PlayerId, ...]:
    about = e.player_of(event)
    return () if about is None else (about,)
