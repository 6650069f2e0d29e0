"""The demo plays by itself: two arbiters enter results, pair and publish, and eight boards tell their moves.

Each step is asked of the office as at a desk, with its checks, on the tournament as it is at that moment: whoever is at
the desk of the demo may go before. A server that begins again goes on where the journal stands.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import field
from enum import Enum, auto
from random import Random

from domain.decisions.integrity import guarded
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.events import Event
from domain.moves.games import PgnGame, pgn_games
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from server.cli.demo.event import (
    ARBITERS,
    SECTIONS,
    DemoSection,
    PlannedResult,
    games_at,
    record,
    results_to_come,
)
from server.office.stream import THE_PROGRAM, Checks
from server.office.tournaments import Decide, TournamentOffice
from server.services import Services

log = logging.getLogger("tablo.demo")

SOON_SECONDS = 2.0
"""From the start of the server to its first step."""
PLAYING_LOOK_SECONDS = 1.0
"""Between two looks at what is to be done; the boards write their moves as often."""
NINETY_MINUTES, INCREMENT = 5400, 30
"""Seconds for a game, and for each move."""
SOURCE = "live-boards"
"""Of the games, as far as they have come."""
AS_AT_THE_DESK: Checks[Tournament, Event] = Checks(after=lambda t, events: guarded(t, events, 0))


@dataclass(frozen=True, slots=True)
class PlayingPace:
    round_seconds: float
    pause_seconds: float
    """Before a round is paired, before it is published, and before the end of the event."""


HUMAN = PlayingPace(600.0, 15.0)
FAST = PlayingPace(25.0, 3.0)
"""Nine rounds in less than five minutes."""


class SectionPhase(Enum):
    PLAYED = auto()
    """Of the newest round; the next is to be paired, or the tournament closed."""
    DRAFTED = auto()
    IN_PLAY = auto()
    WITH_SOMEBODY = auto()
    """An arbiter seats a round by hand, or has thrown the tournament away: nothing is done here."""
    CLOSED = auto()


def section_phase(t: Tournament) -> SectionPhase:
    if t.closed:
        return SectionPhase.CLOSED
    if t.by_hand or t.thrown_away or t.archived:
        return SectionPhase.WITH_SOMEBODY
    if t.draft:
        return SectionPhase.DRAFTED
    return SectionPhase.IN_PLAY if t.published and t.round(t.published).unanswered else SectionPhase.PLAYED


@dataclass(slots=True)
class PlayedSection:
    """One section as its arbiters see it."""

    section: DemoSection
    office: TournamentOffice
    seed: int
    pace: PlayingPace
    began: float = 0.0
    """The time at which the games of the newest round began."""
    not_before: float = 0.0
    """The earliest time of the next step."""
    _state: tuple[SectionPhase, int] | None = None
    _plan: list[PlannedResult] = field(default_factory=list)

    @property
    def t(self) -> Tournament:
        return self.office.tournament

    def look(self, now: float) -> None:
        """Notice what has changed. A round that is found in play goes on soon, as far as it has come."""
        state = section_phase(self.t), self.t.paired
        if state == self._state:
            return
        found, self._state = self._state is None, state
        if state[0] is not SectionPhase.IN_PLAY:
            self.not_before = now + self.pace.pause_seconds
            return
        self.began, self._plan = now, results_to_come(self.section, self.t, self.t.published, self.seed)
        if found and (first := self._next_result()):
            self.began = now + SOON_SECONDS - first.share * self.pace.round_seconds

    def next(self) -> tuple[float, Decide] | None:
        """The time of the next step, and the step; None = there is nothing to do."""
        match section_phase(self.t):
            case SectionPhase.IN_PLAY if one := self._next_result():
                return max(self.not_before, self._ends(one)), record(self.t.published, one)
            case SectionPhase.PLAYED if self.t.published < self.t.regulations.rounds:
                return self.not_before, pair_round
            case SectionPhase.PLAYED:
                return self.not_before, close_tournament
            case SectionPhase.DRAFTED if draft := self.t.draft:
                return self.not_before, lambda t: publish_rounds(t, draft.number)
        return None

    def _next_result(self) -> PlannedResult | None:
        """The first to come whose game has no result yet."""
        matches = self.t.round(self.t.published).matches if self._plan else {}
        games = ((one, matches[one.board][one.game - 1]) for one in self._plan if one.board in matches)
        return next((one for one, game in games if game.result is None), None)

    def ends_of_games(self) -> dict[int, float]:
        """Of each board the time at which its result comes in."""
        return {one.board: self._ends(one) for one in self._plan}

    def _ends(self, one: PlannedResult) -> float:
        return self.began + one.share * self.pace.round_seconds


@dataclass(slots=True)
class Playing:
    """`clock` and `sleep` count seconds."""

    services: Services
    seed: int
    pace: PlayingPace
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _told: str = ""

    async def _sections(self) -> list[PlayedSection]:
        office = self.services.office
        return [PlayedSection(one, await office.open(one.slug), self.seed, self.pace) for one in SECTIONS]

    async def stand_still(self) -> None:
        """Nothing but the live boards, as far as their games have come."""
        played = (await self._sections())[0]
        played.look(self.clock())
        await self._tell_moves(played)

    async def work(self) -> None:
        """Play until all sections are closed."""
        tables = await self._sections()
        while any(not table.t.closed for table in tables):
            for table in tables:
                table.look(self.clock())
                due = table.next()
                if due and due[0] <= self.clock() and not await self._done(table, due[1]):
                    table.not_before = self.clock() + self.pace.pause_seconds
            await self._tell_moves(tables[0])
            await self.sleep(self._pause(tables))

    def _pause(self, tables: list[PlayedSection]) -> float:
        """Until the next step, but never longer than a look."""
        times = [due[0] for table in tables if (due := table.next())]
        return max(0.02, min([PLAYING_LOOK_SECONDS, *(at - self.clock() for at in times)]))

    async def _done(self, table: PlayedSection, decide: Decide) -> bool:
        """False: it was refused, because somebody at the desk was there first."""
        position = table.office.position
        id, by = f"demo/{self.seed}/{table.section.slug}/after-{position}", ARBITERS[position % len(ARBITERS)]
        try:
            await table.office.command(id, by, decide, checks=AS_AT_THE_DESK)
        except Refusal as refusal:
            log.info("a step of the demo is refused", extra={"facts": {"why": type(refusal).__name__}})
            return False
        return True

    async def _tell_moves(self, table: PlayedSection) -> None:
        """Tell the games of the live boards as far as they have come."""
        ends = table.ends_of_games()
        if not ends:
            return
        games = sorted(games_at(table.t, table.t.published, self.seed).items())
        text = "\n".join(self._moves(table, board, game, ends[board]) for board, game in games)
        if text != self._told:
            self._told = text
            await self.services.games.take(table.section.slug, SOURCE, pgn_games(text), THE_PROGRAM)

    def _moves(self, table: PlayedSection, board: int, game: PgnGame, end: float) -> str:
        """A game is over a little before its result comes in: somebody has to see it and write it down."""
        t = table.t
        lasts = 0.97 * (end - table.began)
        share = (self.clock() - table.began) / lasts
        seats = t.round(t.published).matches[board][0]
        white, black = (t.players[seat].name for seat in (seats.white, seats.black))
        return as_written(game, share, f"{t.published}.{board}", white, black)


def as_written(game: PgnGame, share: float, place: str, white: str, black: str) -> str:
    """A game as a program of electronic boards writes it when a share of it is played."""
    count = min(len(game.moves), math.ceil(share * len(game.moves)))
    over = count == len(game.moves) and share >= 1
    clocked = zip(game.moves[:count], _clocks(place, count), strict=True)
    moves = (f"{_number(ply)}{move} {{[%clk {clock}]}}" for ply, (move, clock) in enumerate(clocked))
    result = game.tags["Result"] if over else "*"
    board = place.partition(".")[2]
    tags = {"Event": "Harbour Open", "Round": place, "Board": board, "White": white, "Black": black, "Result": result}
    tags["TimeControl"] = f"{NINETY_MINUTES}+{INCREMENT}"
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{' '.join(moves)} {result}\n"


def _number(ply: int) -> str:
    return "" if ply % 2 else f"{ply // 2 + 1}. "


def _clocks(place: str, plies: int) -> list[str]:
    """Time left of ninety minutes: little is thought about the first moves, most about some of the middle game."""
    dice, left, told = Random(place), [NINETY_MINUTES, NINETY_MINUTES], []
    for ply in range(plies):
        usual = 6 + 100 * math.tanh(max(0, ply // 2 - 5) / 8)
        thought = min(int(usual * dice.lognormvariate(0, 0.9)), left[ply % 2] // 4)
        left[ply % 2] += INCREMENT - thought
        told.append(f"{left[ply % 2] // 3600}:{left[ply % 2] // 60 % 60:02}:{left[ply % 2] % 60:02}")
    return told
