"""The cost of one result: `python -m tests.benchmarks.bench_views [players] [rounds]`.

A result is evolved into a tournament in its last round, and every followed view is made again,
compared and its changed rows printed: once for everybody, however many follow. CPU milliseconds,
with the collector of garbage set as in the server.
The last line is for followed players, each with a channel of their own, after the table has been made.
Without arguments three tournaments are measured: 1,000 players in round 11 under five tie-breaks,
600 players in round 3 under the regulations' default, as in the measurement from the desk to the screens, and
200 teams of 6 in round 9 under five tie-breaks of teams.
"""

import statistics
import sys
import time
from dataclasses import dataclass, field, replace

from domain import events as e
from domain.games.state import GamesState
from domain.tournament import Tournament, evolve, replay
from domain.words.games import Result
from server.cli.bench.live import _history as bench_history
from server.http.process import look_for_garbage
from server.live.frames import Channel, Parts, Patch, difference
from server.live.topics import Live
from tests.crosstable import big_open
from tests.team_events import big_league

TOPICS = ("standings", "pairings", "seats", "leaders", "latest", "overview", "crosstable", "player/5")
CARDS = 400
TEAM_ORDER = ("MP", "GP", "BH:MP", "EMGSB", "EDE")
ORDER = ("BH/C1", "BH", "SB", "DE", "WIN")


@dataclass(eq=False)
class Desk:
    """An office without a journal, as a source of views wants it."""

    tournament: Tournament
    id: str = "big"
    state: GamesState = field(default_factory=GamesState)
    """Of its games: none is known."""

    @property
    def games(self) -> "Desk":
        return self

    @property
    def entries(self) -> list[e.Event]:
        return self.tournament.history

    @property
    def position(self) -> int:
        return len(self.tournament.history)


@dataclass
class Offices:
    """All tournaments: one."""

    desk: Desk

    def __contains__(self, id: str) -> bool:
        return id == self.desk.id

    def known(self, id: str) -> Desk | None:
        return self.desk if id == self.desk.id else None


def main(players: int = 0, rounds: int = 11) -> None:
    look_for_garbage()
    if players:
        measure(five_tiebreaks(players, rounds))
        return
    measure(five_tiebreaks(1000, 11))
    measure(replay(bench_history(600)))
    measure(replay(big_league(200, 6, 9, order=TEAM_ORDER)), results=60)


def five_tiebreaks(players: int, rounds: int) -> Tournament:
    state = replay(big_open(players, rounds, played=rounds - 1))
    laws = replace(state.regulations, order=ORDER, ruleset="c07_2026")
    evolve(state, e.RegulationsAmended(laws, rounds - 1))
    return state


def measure(state: Tournament, results: int = 100) -> None:
    live = Live(Offices(Desk(state)))  # type: ignore[arg-type]
    channels = [Channel(f"t/big/{topic}", "html") for topic in TOPICS]
    before = {channel: live(channel) for channel in channels}
    spent: dict[str, list[float]] = {topic: [] for topic in (*TOPICS, "all")}
    changed = dict.fromkeys(spent, 0)
    for board in range(1, results + 1):
        evolve(state, e.ResultRecorded(state.published, board, Result.DRAW if board % 3 else Result.WHITE_WINS))
        for topic, channel in zip(TOPICS, channels, strict=True):
            start = time.process_time()
            view = live(channel, before[channel])
            old, before[channel] = before[channel], view
            patch = compared(old, view) if old is not None and view is not None else None
            spent[topic].append(1000 * (time.process_time() - start))
            changed[topic] += len(patch.changed) if patch else 0
        spent["all"].append(sum(spent[topic][-1] for topic in TOPICS))
    print(f"{len(state.players)} players, round {state.published}; CPU ms for one result, median (worst), rows changed")
    for topic, costs in spent.items():
        rows = f"{changed[topic] / results:5.0f}" if topic in TOPICS else ""
        print(f"  {topic:12} {statistics.median(costs):6.2f} {f'({max(costs):.2f})':>9} {rows}")
    print(f"  {CARDS} cards    {statistics.median(followed_cards(state, live, results + 1)):6.2f}")


def compared(old: Parts, new: Parts) -> Patch | None:
    """As the hub does."""
    return new.patch if new.since is old.parts else difference(old.parts, new.parts)


def followed_cards(state: Tournament, live: Live, board: int, results: int = 30) -> list[float]:
    """CPU milliseconds for each result when so many followed players each have a view of their own."""
    channels = [Channel(f"t/big/player/{n}", "html") for n in range(1, CARDS + 1)]
    before = {channel: live(channel) for channel in channels}
    spent = []
    for n in range(board, board + results):
        evolve(state, e.ResultRecorded(state.published, n, Result.DRAW if n % 3 else Result.WHITE_WINS))
        live(Channel("t/big/standings", "html"))
        start = time.process_time()
        for channel in channels:
            old = before[channel]
            view = live(channel, old)
            if view is not None and old is not None:
                compared(old, view)
            before[channel] = view
        spent.append(1000 * (time.process_time() - start))
    return spent


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
