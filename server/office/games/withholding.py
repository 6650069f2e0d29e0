"""What is withheld from everybody but the desk and the hall: moves of live boards, and results no sooner than they.

The one place where a clock decides it. Pages, feed, screens, files, messages and broadcasts ask `Snapshots` for results
and `GamesOffice.shown` for moves, and both ask here.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import field
from datetime import datetime
from weakref import WeakKeyDictionary

from domain import events as e
from domain.events import Event
from domain.games.delay import SeenSoFar, how_far_seen, shown_part
from domain.games.events import GameKey
from domain.games.state import GamesShown, GamesState, KeptGame, kept_in_round, round_of
from domain.records import dataclass
from domain.tournament import RoundState, Tournament
from domain.words.games import GameAt, Result
from projections.round.game_seats import game_seats
from projections.round.pairings import pairings
from projections.round.results import NOTHING_WITHHELD, Withheld
from server.clock import utc_now
from server.office.snapshots import Snapshots
from server.office.tournaments import Office, TournamentOffice
from server.supervisor import QuietLog

DUE_LOOK_PAUSE_SECONDS = 0.5
"""Between two looks for moves that have come due."""

WITH_RESULT = (e.ResultRecorded, e.DisputeSettled, e.AdjournedGameFinished, e.ResultCorrected)

log = logging.getLogger("tablo.withholding")


def tell_nobody(_office: TournamentOffice, _results: bool) -> None:
    """Nobody is told."""


@dataclass(slots=True)
class EnteredTimes:
    """When the result of each game was entered first, as far as the journal has been read."""

    times: dict[GameAt, datetime] = field(default_factory=dict)
    since: datetime | None = None
    """When the delay was set: what had been entered before is out already."""
    position: int = 0

    def read_on(self, office: TournamentOffice) -> None:
        if office.position < self.position:
            self.times, self.since, self.position = {}, None, 0
        for entry in office.entries[self.position :]:
            self._take(office, entry.event, entry.recorded_at)
        self.position = office.position

    def _take(self, office: TournamentOffice, event: Event, at: datetime) -> None:
        if isinstance(event, WITH_RESULT):
            self.times.setdefault(GameAt(event.round, event.board, event.game), at)
        elif isinstance(event, e.BroadcastSet):
            self.since = (self.since or at) if event.broadcast.delayed else None
        elif isinstance(event, e.ResultCleared):
            self.times.pop(GameAt(event.round, event.board, event.game), None)
        elif isinstance(event, e.EventUndone):
            undone = office.entries[event.version - 1].event
            if isinstance(undone, WITH_RESULT):
                self.times.pop(GameAt(undone.round, undone.board, undone.game), None)


@dataclass(frozen=True, slots=True)
class Held:
    """What everybody may see of a tournament with a delay, from one moment to the next."""

    made_of: tuple[object, ...]
    shown: GamesShown
    results: Withheld
    due: datetime | None
    """When more may be seen; None: not by waiting alone."""


@dataclass(slots=True)
class Withholding:
    office: Office
    snapshots: Snapshots
    released: Callable[[TournamentOffice, bool], None] = tell_nobody
    """Told each tournament of which everybody may see more by now, and whether results are among it."""
    clock: Callable[[], datetime] = utc_now
    _held: WeakKeyDictionary[TournamentOffice, Held] = field(default_factory=WeakKeyDictionary)
    _results_told: WeakKeyDictionary[TournamentOffice, Withheld] = field(default_factory=WeakKeyDictionary)
    """What was withheld when games moved last, or something came due."""
    _entered: WeakKeyDictionary[TournamentOffice, EnteredTimes] = field(default_factory=WeakKeyDictionary)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def results(self, office: TournamentOffice) -> Withheld:
        """The games whose end is not for everybody yet: every game in play, until those of the boards are read."""
        if not _delayed(office):
            return NOTHING_WITHHELD
        return self._now(office).results if office.games.known else _in_play(office.tournament)

    def games(self, slug: str, state: GamesState) -> GamesShown:
        office = self.office.known(slug)
        return self._now(office).shown if office is not None and _delayed(office) else all_of(state)

    def games_then(self, slug: str, state: GamesState) -> GamesShown:
        """Of an earlier moment; what is withheld now was not shown then. For a thread."""
        office = self.office.known(slug)
        if office is None or not _delayed(office):
            return all_of(state)
        t, now = office.tournament, self.clock()
        closed = _closed_rounds(t)
        cut_games = {
            key: kept if round_of(key) in closed else shown_part(kept, how_far_seen(kept, t.broadcast, None, now))
            for key, kept in state.games.items()
        }
        return GamesShown(cut_games, state.version)

    def moved(self, office: TournamentOffice) -> None:
        """Its games have moved on, or are read: results may be seen now, or not any more."""
        if not _delayed(office):
            return
        before = self._results_told.get(office, _in_play(office.tournament))
        self._results_told[office] = after = self._now(office).results
        if before != after:
            self.released(office, True)

    async def work(self) -> None:
        """Tell of what has come due."""
        while True:
            await asyncio.sleep(DUE_LOOK_PAUSE_SECONDS)
            self.look()

    def look(self) -> None:
        now = self.clock()
        for office, before in list(self._held.items()):
            if before.due is None or before.due > now:
                continue
            with self._quiet.going_on("what has come due is not shown", tournament=office.id):
                self._results_told[office] = after = self._now(office).results
                self.released(office, before.results != after)

    def _now(self, office: TournamentOffice) -> Held:
        made_of = office.position, self.office.games.all(office.id).version
        known, now = self._held.get(office), self.clock()
        if known is None or known.made_of != made_of or (known.due is not None and known.due <= now):
            known = self._held[office] = self._worked_out(office, made_of, now)
        return known

    def _worked_out(self, office: TournamentOffice, made_of: tuple[object, ...], now: datetime) -> Held:
        state, before = self.office.games.all(office.id), self._held.get(office)
        seats, current = dict(self._seats(office, state)), self.snapshots.in_hall(office).current
        closed = _closed_rounds(office.tournament)
        self._entered.setdefault(office, EnteredTimes()).read_on(office)
        games, results, dues = dict[GameKey, KeptGame](), set[GameAt](), list[datetime]()
        for key, kept in state.games.items():
            spot = seats.get(key)
            how_far = SeenSoFar(len(kept.game.moves), True)
            if (round_of(key) or current) not in closed:
                how_far = self._seen(office, kept, spot, now)
            games[key] = shown_part(kept, how_far, before.shown.games.get(key) if before else None)
            dues += filter(None, [how_far.due])
            if spot is not None and not how_far.whole and _result(office.tournament, spot) is not None:
                results.add(spot)
        plies = sum(len(kept.game.moves) for kept in games.values())
        return Held(made_of, GamesShown(games, state.version + plies), frozenset(results), min(dues, default=None))

    def _seen(self, office: TournamentOffice, kept: KeptGame, spot: GameAt | None, now: datetime) -> SeenSoFar:
        entered = self._entered[office]
        end = entered.times.get(spot) if spot is not None and _result(office.tournament, spot) is not None else None
        if end is not None and entered.since is not None and end < entered.since:
            return SeenSoFar(len(kept.game.moves), True)
        return how_far_seen(kept, office.tournament.broadcast, end, now)

    def _seats(self, office: TournamentOffice, state: GamesState) -> Iterator[tuple[GameKey, GameAt]]:
        """The boards at which games of the rounds in play sit, one at each."""
        snapshot = self.snapshots.in_hall(office)
        keys = {id(kept): key for key, kept in state.games.items()}
        for round in office.tournament.rounds:
            view = pairings(snapshot, round.number) if round.state is RoundState.PUBLISHED else None
            if view is None:
                continue
            seats = game_seats(snapshot, round.number, view.boards)
            boards = {row.spot: GameAt(round.number, row.board, row.game) for row in view.boards}
            at_boards = dict[str, GameKey]()
            for kept in kept_in_round(state.games, round.number):
                key, spot = keys[id(kept)], seats.spot_of(kept.game.tags)
                if spot is not None and (round_of(key) or snapshot.current) == round.number:
                    at_boards[spot] = key
            yield from ((key, boards[spot]) for spot, key in at_boards.items())


def all_of(state: GamesState) -> GamesShown:
    return GamesShown(state.games, state.version)


def _delayed(office: TournamentOffice) -> bool:
    return office.tournament.broadcast.delayed


def _closed_rounds(t: Tournament) -> frozenset[int]:
    """They are shown whole: the next pairing says their results anyway."""
    return frozenset(round.number for round in t.rounds if round.state is RoundState.CLOSED)


def _in_play(t: Tournament) -> Withheld:
    playing = [round for round in t.rounds if round.state is RoundState.PUBLISHED]
    return frozenset(GameAt(round.number, game.board, game.number) for round in playing for game in round.games)


def _result(t: Tournament, spot: GameAt) -> Result | None:
    round, board, number = spot
    return t.round(round).game(board, number).result
