"""The games of tournaments: who sends them is asked what is new, and everybody who shows them asks here.

Any process may write: what is new is decided on what it knows, and again if another was there first. Entries are not
kept in memory, only what became of them. Positions are worked out in small pieces here, in large ones by a worker.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import field
from datetime import UTC, datetime
from itertools import islice, takewhile
from typing import TypeAlias, cast
from uuid import uuid4
from weakref import WeakValueDictionary

from domain.events import Event
from domain.games.events import GameKey, GameLeft, GamesEvent
from domain.games.state import GamesShown, GamesState, KeptGame, news_of, replay_games, round_of
from domain.moves.games import GameOnBoard, PgnGame, played
from domain.records import dataclass
from domain.refusals import FileTooHeavy, FileTooSlow
from domain.words.streams import games_stream, tournament_of_games
from server.journal import AsyncJournal, BrokenChain, Entry, JournalTrouble, StaleVersion, UnknownEvent, Unread
from server.office.stream import MAX_DECISION_ATTEMPTS, Overtaken

ENTRIES_IN_A_READING = 1000
MOST_PLIES_AT_ONCE = 60
"""Moves that are worked out here, 0.1 ms each; of more a worker takes `MOST_PLIES_OF_A_WORKER` in a piece."""
MOST_PLIES_OF_A_WORKER = 4000
GAME_WEIGHS_ENTRIES = 6
"""A game takes as much memory as so many entries of a tournament."""

NOW_OR_LATER = datetime.max.replace(tzinfo=UTC)
"""A time for trying whether events can follow, before they are for ever."""

log = logging.getLogger("tablo.games")

ToPlay: TypeAlias = Sequence[tuple[PgnGame, GameOnBoard | None]]
"""Games, each as it was worked out last."""


def play_all(games: ToPlay) -> list[GameOnBoard]:
    return [played(game, before) for game, before in games]


async def play_here(games: ToPlay) -> list[GameOnBoard]:
    return await asyncio.to_thread(play_all, games)


def nobody(_slug: str, _others: bool) -> None:
    """Nobody is told."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class GamesStream:
    """The games of one tournament. Created by `GamesOffice.stream`."""

    tournament: str
    office: "GamesOffice"
    state: GamesState = field(default_factory=GamesState)
    hash: str = ""
    """Of the newest entry; empty = there is none."""
    trouble: JournalTrouble | None = None
    """Why it cannot be read any further."""
    sure: bool = False
    """Memory holds all that the journal is known to hold."""
    _read_once: bool = False
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def known(self) -> bool:
        """They have been read, as far as they can be."""
        return self._read_once or self.trouble is not None

    @property
    def busy(self) -> bool:
        return self._turn.locked()

    @property
    def weight(self) -> int:
        """The memory that it takes, in entries of a tournament."""
        return len(self.state.games) * GAME_WEIGHS_ENTRIES

    def shown(self) -> GamesShown:
        return self.office.shown(self.tournament)

    async def ready(self) -> None:
        """Read up to the journal; quick after the first time. A damaged stream keeps nothing but itself from view."""
        if not self.sure:
            async with self._turn:
                await self._settle()

    async def work_out(self, round: int) -> None:
        """The positions of this round, or of all where it is 0: what is shown next needs no thought then."""
        await self._work_out([kept for key, kept in self.state.games.items() if not round or round_of(key) == round])

    async def write(self, by: str, decide: Callable[[GamesState], Sequence[GamesEvent]]) -> list[Entry]:
        """The entries that were written. Raises the trouble of a stream that cannot be read, Overtaken."""
        async with self._turn:
            for _ in range(MAX_DECISION_ATTEMPTS):
                await self._settle()
                if self.trouble is not None:
                    raise self.trouble
                events = cast("Sequence[Event]", decide(self.state))
                if not events:
                    return []
                replay_games(((cast("GamesEvent", event), NOW_OR_LATER) for event in events), self.state.copy())
                self.sure = False
                stream, version = games_stream(self.tournament), self.state.version
                try:
                    written = await self.office.journal.append(stream, version, by, str(uuid4()), events)
                except StaleVersion:
                    continue
                self.sure = True
                await self._tell(written)
                return written
        raise Overtaken

    async def hear(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process; what does not follow on what memory knows is read."""
        async with self._turn:
            if isinstance(entry, Entry) and self._follows(entry):
                await self._tell([entry])
            elif self.state.version < entry.version:
                self.sure = False
                await self._settle()

    def _follows(self, entry: Entry) -> bool:
        next_one = self.sure and self.hash and entry.version == self.state.version + 1
        return bool(next_one) and self.office.journal.journal.continues(entry, self.hash)

    async def _settle(self) -> None:
        before, known = self.state.version, len(self.state.games)
        while not self.sure and self.trouble is None:
            after = self.state.version
            try:
                entries = await self._read(after)
            except (BrokenChain, UnknownEvent) as trouble:
                self._cannot_go_on(trouble)
                return
            except ValueError as error:
                self._cannot_go_on(BrokenChain(games_stream(self.tournament), after + 1, str(error)))
                return
            if len(entries) < ENTRIES_IN_A_READING:
                self.sure = True
                await self._work_out(self._of_last_round())
                others, self._read_once = self._read_once and len(self.state.games) != known, True
                if self.state.version > before:
                    self.office.changed(self.tournament, others)

    def _cannot_go_on(self, trouble: JournalTrouble) -> None:
        log.error("games not read", extra={"facts": {"tournament": self.tournament, "why": str(trouble)}})
        self.trouble = trouble.with_traceback(None)

    async def _read(self, after: int) -> Sequence[Entry]:
        entries = await self.office.journal.read(games_stream(self.tournament), after, after + ENTRIES_IN_A_READING)
        self._fold(entries)
        return entries

    async def _tell(self, entries: Sequence[Entry]) -> None:
        """New entries: their games first, then whoever shows them."""
        before, known = self.state.version, len(self.state.games)
        self._fold(entries)
        await self._work_out([kept for kept in self.state.games.values() if kept.version > before])
        self.office.changed(self.tournament, len(self.state.games) != known)

    def _fold(self, entries: Sequence[Entry]) -> None:
        replay_games(_dated(entries), self.state)
        if entries:
            self.hash = entries[-1].hash

    def _of_last_round(self) -> list[KeptGame]:
        """Those that are looked at most."""
        rounds = {key: round_of(key) for key in self.state.games}
        last = max(rounds.values(), default=0)
        return [kept for key, kept in self.state.games.items() if rounds[key] == last]

    async def _work_out(self, games: Sequence[KeptGame]) -> None:
        if sum(kept.waiting for kept in games) <= MOST_PLIES_AT_ONCE:
            for kept in games:
                kept.on_board  # noqa: B018 worked out
            return
        for part in _in_pieces(games):
            try:
                boards = await self.office.play([(kept.game, kept.board) for kept in part])
            except (FileTooHeavy, FileTooSlow) as why:  # whoever looks at such a game works it out
                log.warning("games not worked out", extra={"facts": {"tournament": self.tournament, "why": repr(why)}})
                continue
            for kept, board in zip(part, boards, strict=True):
                kept.worked_out(board)


def all_shown(_slug: str, state: GamesState) -> GamesShown:
    """Everybody sees each move at once."""
    return GamesShown(state.games, state.version)


@dataclass(slots=True)
class GamesOffice:
    journal: AsyncJournal
    changed: Callable[[str, bool], None] = nobody
    """Told each tournament whose games have moved on, and whether there are others than before."""
    cut: Callable[[str, GamesState], GamesShown] = all_shown
    """What everybody may see now of the games of a tournament that is open."""
    cut_then: Callable[[str, GamesState], GamesShown] = all_shown
    """What everybody may see now of games as they were at an earlier moment; for a thread."""
    play: Callable[[ToPlay], Awaitable[list[GameOnBoard]]] = play_here
    """Work out many moves."""
    _streams: WeakValueDictionary[str, GamesStream] = field(default_factory=WeakValueDictionary)
    """Of the tournaments in memory, which hold them."""

    def stream(self, slug: str) -> GamesStream:
        """To be held by the tournament; not read yet."""
        return self._streams.get(slug) or self._streams.setdefault(slug, GamesStream(slug, self))

    async def take(
        self, slug: str, source: str, games: Sequence[PgnGame], by: str, whole: bool = False
    ) -> list[KeptGame]:
        """Write what is new, and return how these games are kept now; what is known already writes nothing.

        The tournament is open. On the disk when this returns. `whole`: the source has no games but these.
        """
        stream = self.stream(slug)
        await stream.write(by, lambda state: news_of(state, source, games, whole))
        found = (stream.state.games.get(game.key) for game in games)
        return [kept for kept in found if kept is not None]

    async def leave(self, slug: str, source: str, key: GameKey, by: str) -> None:
        """Remove a game; it is back when a source says something else of it. The tournament is open."""
        await self.stream(slug).write(by, lambda state: [GameLeft(source, key)] if key in state.games else [])

    def all(self, slug: str) -> GamesState:
        """What is known of the games of a tournament that is open: for its desk."""
        stream = self._streams.get(slug)
        return stream.state if stream is not None else GamesState()

    def shown(self, slug: str) -> GamesShown:
        """What everybody may see of the games of a tournament that is open."""
        return self.cut(slug, self.all(slug))

    def in_hall(self, slug: str) -> GamesShown:
        """All of them, for those who see the boards anyway."""
        return all_shown(slug, self.all(slug))

    def revision(self, slug: str) -> int:
        """Rises whenever something else is shown."""
        return self.shown(slug).revision

    def has(self, slug: str) -> bool:
        """The tournament is open and has games."""
        return bool(self.all(slug).games)

    def shown_then(self, slug: str, at: datetime) -> GamesShown:
        """What could be seen at that time; for a thread."""
        earlier = takewhile(lambda entry: entry.recorded_at <= at, self._entries(slug))
        return self.cut_then(slug, replay_games(_dated(earlier)))

    async def upto(self, slug: str, version: int) -> GamesState:
        """The games at that version of their stream. Look, do not touch."""
        if (known := self.all(slug)).version == version:
            return known
        return await asyncio.to_thread(lambda: replay_games(_dated(islice(self._entries(slug), version))))

    def _entries(self, slug: str) -> Iterator[Entry]:
        """All of them, a part at a time; for a thread."""
        after = 0
        while part := list(self.journal.journal.read(games_stream(slug), after, after + ENTRIES_IN_A_READING)):
            yield from part
            after += len(part)

    def lacks(self, stream: str, version: int) -> bool:
        known = self._streams.get(tournament_of_games(stream))
        return known is not None and version > known.state.version and known.trouble is None

    async def hear(self, entry: Entry | Unread) -> None:
        """Games of a tournament that is not in memory are read when it is."""
        if (known := self._streams.get(tournament_of_games(entry.stream))) is not None:
            await known.hear(entry)


def _dated(entries: Iterable[Entry]) -> Iterable[tuple[GamesEvent, datetime]]:
    return ((cast("GamesEvent", entry.event), entry.recorded_at) for entry in entries)


def _in_pieces(games: Sequence[KeptGame]) -> Iterator[Sequence[KeptGame]]:
    part, plies = list[KeptGame](), 0
    for kept in games:
        part.append(kept)
        plies += kept.waiting
        if plies >= MOST_PLIES_OF_A_WORKER:
            yield part
            part, plies = [], 0
    if part:
        yield part
