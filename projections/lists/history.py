"""The history, entry by entry, for an arbiter who is asked at the desk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from operator import itemgetter
from typing import Protocol, TypeAlias

from domain import events as e
from domain.records import dataclass
from domain.words.games import GameAt, Result
from domain.words.players import EntrantId, Player
from domain.words.regulations import Details, Regulations

BoardPlayers = tuple[EntrantId, ...]


def round_and_board(event: e.Event) -> tuple[int, int]:
    """(round, board), 0 where it has none."""
    return getattr(event, "round", 0), getattr(event, "board", 0)


def named_in(event: e.Event) -> tuple[EntrantId, ...]:
    """The entrants that an event names itself, besides those of its board."""
    match event:
        case e.GamesReseated(games=games):
            return tuple(id for one in games for id in (one.white, one.black))
        case e.TeamRegistered(team=team) | e.TeamDetailsAmended(team=team):
            return (team.id, *team.players)
        case e.LineupGiven(team=id, players=players):
            return (id, *players)
        case e.PlayerTransferred():
            return (event.player, event.origin, event.into)
        case e.BoardsAltered(boards=boards, latecomer=late) if late is not None:
            return next((one.white, one.black) for one in boards if late in (one.white, one.black))
    about = e.player_of(event)
    return () if about is None else (about,)


def facts_of(event: e.Event) -> Iterator[tuple[object, Details | Regulations | Player | BoardPlayers]]:
    """Subject and new state of each thing that an event says whole, such as details, numbers, squads and lineups."""
    match event:
        case e.TournamentAnnounced(details=details, regulations=regulations):
            yield Details, details
            yield Regulations, regulations
        case e.DetailsAmended(details=details):
            yield Details, details
        case e.RegulationsAmended(regulations=regulations):
            yield Regulations, regulations
        case e.PlayerRegistered(player=player) | e.PlayerDetailsAmended(player=player):
            yield player.id, player
        case e.PairingNumbersIssued(order=order):
            yield e.PairingNumbersIssued, order
        case e.TeamRegistered(team=team) | e.TeamDetailsAmended(team=team):
            yield ("squad", team.id), team.players
        case e.LineupGiven(round=round, team=id, players=players):
            yield ("lineup", round, id), players
        case _:
            return


def members_at(
    latest: Callable[[object], object], event: e.Event, pair: BoardPlayers
) -> tuple[BoardPlayers, BoardPlayers]:
    """Teams and players at one board of a match of teams, each White first; nobody where players are paired.

    `pair` is the match with the colours of its first board, `latest` the state of a subject as it was then.
    """
    laws, game = latest(Regulations), getattr(event, "game", 0)
    if not (isinstance(laws, Regulations) and laws.of_teams and game and len(pair) == 2):
        return (), ()
    teams = pair if game % 2 else pair[::-1]
    players = tuple(_at(latest, round_and_board(event)[0], team, game) for team in teams)
    return teams, players if all(players) else ()


def _at(latest: Callable[[object], object], round: int, team: EntrantId, game: int) -> EntrantId:
    given = latest(("lineup", round, team))
    players = given if isinstance(given, tuple) else latest(("squad", team))
    return players[game - 1] if isinstance(players, tuple) and game <= len(players) else EntrantId(0)


class Recorded(Protocol):
    @property
    def version(self) -> int: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def by(self) -> str: ...
    @property
    def event(self) -> e.Event: ...


Before: TypeAlias = Player | Details | Regulations | Result | tuple[EntrantId, ...] | None
"""The state before an event that says only the new one; other events say both.

Points given to a team beside its results need the regulations, which say which two scores a team has.
"""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    version: int
    at: datetime
    by: str
    event: e.Event
    integrity: e.Integrity
    before: Before
    players: tuple[EntrantId, ...]
    """Everybody the event speaks of; those of a board White first."""
    round: int
    """0 = of no round."""
    board: int
    """0 = of no board."""
    undone_by: int
    """The version that undid it; 0 = it counts."""
    undid: "HistoryRow | None" = None
    teams: tuple[EntrantId, ...] = ()
    """Of a board of a match of teams: both, White of this board first."""
    members: tuple[EntrantId, ...] = ()
    """Their players at this board by what was known then; empty = not known."""


@dataclass(frozen=True, slots=True)
class Filter:
    """The entries to show; 0 and empty = everything."""

    player: int = 0
    round: int = 0
    board: int = 0
    by: str = ""
    grave: bool = False
    """Only what the FIDE checklist calls a breach of the pairings' integrity."""
    without_fees: bool = False
    """Nothing of who has paid, and who pays a fee of their own."""


OF_FEES = (e.OwnFeeSet, e.PaymentMade, e.PaymentCancelled)

EVERYTHING = Filter()

MAX_KEPT_ROWS = 1000


class History:
    """The journal of one tournament, read on as it grows.

    The state before an entry and the players at its board are found once, from the entries in force at that moment.
    Whether an entry is still in force is decided when it is asked for, since a later entry may undo it.
    """

    def __init__(self) -> None:
        self._entries: list[Recorded] = []
        self._players: list[tuple[EntrantId, ...]] = []
        self._at_boards: dict[int, tuple[BoardPlayers, BoardPlayers]] = {}
        """By version: the teams and the players of a board of teams."""
        self._before: dict[int, Before] = {}
        self._of_round: dict[int, list[int]] = {}
        """The versions of each round, the oldest first."""
        self._known = _Known()
        self._rows: dict[int, HistoryRow] = {}
        """Those that were asked for, by version: the desk's first page looks at the newest hundreds each time."""
        self.actors: set[str] = set()

    def __len__(self) -> int:
        return len(self._entries)

    def read_on(self, entries: Sequence[Recorded], most: int | None = None) -> "History":
        """Takes in the entries written since, at most so many; `entries` is the journal from its beginning."""
        read = len(self)
        for entry in entries[read : None if most is None else read + most]:
            event = entry.event
            round, board = round_and_board(event)
            pair = self._known.seated(round, board)
            before = self._known.before(event, pair)
            if before is not None:
                self._before[entry.version] = before
            self._entries.append(entry)
            self._of_round.setdefault(round, []).append(entry.version)
            played = self._known.as_played(event, pair)
            self._players.append(played or named_in(event))
            teams, members = members_at(self._known.latest, event, played)
            if teams:
                self._at_boards[entry.version] = teams, members
            self.actors.add(entry.by)
            self._known.take(entry.version, event, pair)
        return self

    def versions(self, wanted: Filter = EVERYTHING) -> Sequence[int]:
        found: Sequence[int] = range(len(self._entries), 0, -1)
        if wanted.round:
            found = self._of_round.get(wanted.round, [])[::-1]
        if wanted.player:
            found = [v for v in found if wanted.player in (*self._players[v - 1], *self._at_board(v)[1])]
        if wanted.board:
            found = [v for v in found if round_and_board(self._entries[v - 1].event)[1] == wanted.board]
        if wanted.by:
            found = [v for v in found if self._entries[v - 1].by == wanted.by]
        if wanted.grave:
            found = [v for v in found if e.integrity_of(self._entries[v - 1].event) is not e.Integrity.NONE]
        if wanted.without_fees:
            found = [v for v in found if not isinstance(self._meant(v), OF_FEES)]
        return found

    def _meant(self, version: int) -> e.Event:
        """The event of an entry, of an undo the one that it undoes."""
        event = self._entries[version - 1].event
        return self._meant(event.version) if isinstance(event, e.EventUndone) else event

    def newest(self, kinds: tuple[type[e.Event], ...], wanted: Filter) -> HistoryRow | None:
        """The newest entry of these kinds that nobody has undone."""
        found = (v for v in self.versions(wanted) if isinstance(self._entries[v - 1].event, kinds))
        return next((self.row(v) for v in found if not self._known.undone_by(v)), None)

    def row(self, version: int) -> HistoryRow:
        row = self._row(version)
        return replace(row, undid=self._row(row.event.version)) if isinstance(row.event, e.EventUndone) else row

    def _at_board(self, version: int) -> tuple[BoardPlayers, BoardPlayers]:
        return self._at_boards.get(version, ((), ()))

    def _row(self, version: int) -> HistoryRow:
        undone_by, known = self._known.undone_by(version), self._rows.get(version)
        if known is None or known.undone_by != undone_by:
            if len(self._rows) >= MAX_KEPT_ROWS:
                self._rows.clear()
            known = self._rows[version] = self._made(version, undone_by)
        return known

    def _made(self, version: int, undone_by: int) -> HistoryRow:
        entry = self._entries[version - 1]
        teams, members = self._at_board(version)
        round, board = round_and_board(entry.event)
        return HistoryRow(
            version=version,
            at=entry.recorded_at,
            by=entry.by,
            event=entry.event,
            integrity=e.integrity_of(entry.event),
            before=self._before.get(version),
            players=self._players[version - 1],
            round=round,
            board=board,
            undone_by=undone_by,
            teams=teams,
            members=members,
        )


@dataclass(frozen=True, slots=True)
class _Seats:
    version: int
    boards: Mapping[int, BoardPlayers]
    afresh: bool
    """Nobody keeps a result of before."""


class _Known:
    """The state after the entries read so far, for subjects whose events do not say what they replace.

    Every state of a subject is kept with its version, since an undo restores an earlier one.
    """

    def __init__(self) -> None:
        self._states: dict[object, list[tuple[int, Before]]] = {}
        self._seats: dict[int, list[_Seats]] = {}
        self._exchanges: dict[GameAt, list[tuple[int, bool]]] = {}
        """Versions that exchanged the colours (True) or cleared the result."""
        self._undoes: dict[int, int] = {}
        """Version of an undo to the version that it undoes."""
        self._undone_by: dict[int, int] = {}
        """Only entries that do not count now."""

    def undone_by(self, version: int) -> int:
        """0 = it counts."""
        return self._undone_by.get(version, 0)

    def seated(self, round: int, board: int) -> BoardPlayers:
        """Empty: nobody, or not a board."""
        seats = self._seats_now(round)
        return seats.boards.get(board, ()) if seats else ()

    def _seats_now(self, round: int) -> _Seats | None:
        return next((s for s in reversed(self._seats.get(round, ())) if s.version not in self._undone_by), None)

    def as_played(self, event: e.Event, pair: BoardPlayers) -> BoardPlayers:
        """White first, also where the colours of the game were exchanged since the board was seated."""
        at = GameAt(*round_and_board(event), getattr(event, "game", 1))
        seats = self._seats_now(at.round)
        seated = seats.version if seats else 0
        since = [(v, turn) for v, turn in self._exchanges.get(at, ()) if v > seated and v not in self._undone_by]
        return pair[::-1] if len(list(takewhile(itemgetter(1), reversed(since)))) % 2 else pair

    def before(self, event: e.Event, pair: BoardPlayers) -> Before:
        """The state that the event replaces; `pair` sits at its board."""
        match event:
            case e.ResultRecorded(round=round, game=game):
                return self._result(round, pair, game)
            case e.DetailsAmended():
                return self.latest(Details)
            case e.RegulationsAmended():
                return self.latest(Regulations)
            case e.PlayerDetailsAmended(player=player):
                return self.latest(player.id)
            case e.PairingNumbersIssued():
                return self.latest(e.PairingNumbersIssued)
            case e.PointsAdjusted():
                laws = self.latest(Regulations)
                return laws if isinstance(laws, Regulations) and laws.of_teams else None
            case _:
                return None

    def take(self, version: int, event: e.Event, pair: BoardPlayers) -> None:
        match event:
            case (
                e.ResultRecorded(round=round, result=result, game=game)
                | e.ResultCorrected(round=round, result=result, game=game)
                | e.DisputeSettled(round=round, result=result, game=game)
                | e.AdjournedGameFinished(round=round, result=result, game=game)
            ):
                self._replace((round, pair, game), version, result)
            case e.GameAdjourned(round=round, game=game):
                self._replace((round, pair, game), version, Result.ADJOURNED)
            case e.ColoursCorrected(round=round, counts_from=counts_from, game=game) if counts_from:
                self._exchanges.setdefault(GameAt(round, event.board, game), []).append((version, True))
                had = self.latest((round, pair, game))
                self._replace((round, pair, game), version, had.reversed if isinstance(had, Result) else None)
            case e.GamesReseated(round=round, games=played, counts_from=counts_from) if counts_from:
                self._reseat(version, round, played)
            case e.ResultCleared(round=round, game=game):
                self._exchanges.setdefault(GameAt(round, event.board, game), []).append((version, False))
                self._replace((round, pair, game), version, None)
            case e.RoundPaired(round=round, boards=boards) | e.BoardsAltered(round=round, boards=boards):
                seats = {b.number: (b.white, b.black) for b in boards}
                afresh = isinstance(event, e.RoundPaired)
                self._seats.setdefault(round, []).append(_Seats(version, seats, afresh))
            case e.ArenaGamesBegun(round=round, boards=boards):
                before = self._seats.setdefault(round, [])
                joined = {b.number: (b.white, b.black) for b in boards}
                before.append(_Seats(version, {**(before[-1].boards if before else {}), **joined}, False))
            case e.EventUndone(version=undone):
                self._undoes[version] = undone
                self._undo(undone, version)
            case _:
                for subject, state in facts_of(event):
                    self._replace(subject, version, state)

    def _reseat(self, version: int, round: int, played: tuple[e.PlayedGame, ...]) -> None:
        newest = self._seats_now(round)
        seats = dict(newest.boards if newest else {}) | {one.board: (one.white, one.black) for one in played}
        self._seats.setdefault(round, []).append(_Seats(version, seats, afresh=False))
        for one in played:
            self._replace((round, (one.white, one.black), 1), version, one.result)

    def _undo(self, version: int, by: int) -> None:
        """Mark a version as undone. If it was an undo itself, the event it had undone counts again, and so on."""
        self._undone_by[version] = by
        if (back := self._undoes.get(version)) is not None:
            del self._undone_by[back]
            if (again := self._undoes.get(back)) is not None:
                self._undo(again, back)

    def _replace(self, subject: object, version: int, state: Before) -> None:
        self._states.setdefault(subject, []).append((version, state))

    def _latest(self, subject: object) -> tuple[int, Before]:
        """The state that counts, and since which version; (0, None) if there is none."""
        for version, state in reversed(self._states.get(subject, ())):
            if version not in self._undone_by:
                return version, state
        return 0, None

    def latest(self, subject: object) -> Before:
        return self._latest(subject)[1]

    def _result(self, round: int, pair: BoardPlayers, game: int) -> Before:
        """The last result of this game of the two, unless they were seated apart since."""
        since, result = self._latest((round, pair, game))
        parted = result is not None and any(
            seats.afresh or pair not in seats.boards.values()
            for seats in self._seats.get(round, ())
            if seats.version > since and seats.version not in self._undone_by
        )
        return None if parted else result
