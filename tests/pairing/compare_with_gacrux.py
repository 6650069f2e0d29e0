"""Our engine and that of Gacrux (PyPI `gacrux`) pair every round of the same random events of teams (C.04.6 of 2026).

    python -m tests.pairing.compare_with_gacrux --count 5000 --seed 1 [--most 24]

Who meets whom, the colours on board 1 and the bye are compared, and both scores of each team beforehand. An event goes
on from our answer. A difference that an article settles is counted under it; any other one is shown, and the command
ends with exit code 1. Gacrux is not installed with the project: `pip install gacrux` into an environment of its own,
with this project on the path.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from unittest import mock

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam

from domain.cards.acceleration import baku_points
from domain.cards.card import CardLine, Pair, PairingTask, RoundPairing
from domain.pairing.top_scoregroup import choosing
from domain.words.games import Code, Colour
from domain.words.teams import ColourPreferences, PrimaryScore
from tests.pairing.compare_team_swiss import by_engine, described_teams
from tests.pairing.comparing import unordered
from tests.pairing.random_team_rounds import MATCH_POINTS, TeamEvent

SECONDS_BETWEEN_REPORTS = 60
GAME = {"W": Decimal(1), "D": Decimal("0.5"), "L": Decimal(0)}
ALIASES = {"F": "W", "H": "D", "Z": Decimal(0), "A": "D", "U": "Z"}
MATCH = {"W": Decimal(2), "D": Decimal(1), "L": Decimal(0)}
OF_BYES = {"P": "D", "FG": "W*", "HG": "D*", "ZG": "Z*", "PG": "D*"}
"""A bye is worth so much, and so much on every board (1.4)."""
RESULTS: Mapping[Code, str] = {
    Code.WIN: "W", Code.DRAW: "D", Code.LOSS: "L", Code.FORFEIT_WIN: "W", Code.FORFEIT_LOSS: "Z",
    Code.FULL_BYE: "W", Code.HALF_BYE: "D", Code.ZERO_BYE: "Z", Code.PAIRING_BYE: "P",
}  # fmt: skip
GRADED = "2.3: C6 is met as much as possible also where it cannot be met in full; theirs says no, and looks no further"
PREFERENCES = {
    ColourPreferences.TYPE_A: "typea",
    ColourPreferences.TYPE_B: "typeb",
    ColourPreferences.NONE: "nocolor",
}


class TournamentOfTheirs:
    """The cards of a round as their reader of files would hand the event on."""

    def __init__(self, task: PairingTask, boards: int) -> None:
        self.task, self.boards = task, boards
        self.games: list[dict[str, object]] = []
        self.matches: list[dict[str, object]] = []
        for round in range(1, task.round):
            for number, card in task.cards.items():
                self.add(round, number, card.lines[round - 1])

    def data(self) -> dict[str, object]:
        options = self.task.teams
        primary, other = ("mp", "gp") if options.primary is PrimaryScore.MATCH_POINTS else ("gp", "mp")
        scores = primary if options.primary_alone else f"{primary}+{other}"
        return {
            "tournamentNo": 1,
            "tournamentType": "Team-Swiss",
            "numRounds": self.task.rounds,
            "currentRound": self.task.round - 1,
            "teamTournament": True,
            "teamSize": self.boards,
            "pairingSystem": ["fideteam", PREFERENCES[options.preferences], scores],
            "rankOrder": ["PTS"],
            "scoreSystem": {"game": GAME | ALIASES | {"P": "D"}, "match": MATCH | ALIASES | OF_BYES},
            "competitors": [self.team(number) for number in self.task.cards],
            "gameList": self.games,
            "matchList": self.matches,
            "topColor": self.task.initial_colour.value,
            "topColorExplicit": True,
            "prohibited": [
                {"firstRound": 1, "lastRound": self.task.rounds, "competitors": sorted(pair)}
                for pair in self.task.forbidden
            ],
            "accelerated": {"values": list(self.virtual())} if self.task.virtual else None,
        }

    def virtual(self) -> Iterator[dict[str, object]]:
        for number, points in self.task.virtual.items():
            for round, half in enumerate(points, 1):
                own = {"firstRound": round, "lastRound": round, "firstCompetitor": number, "lastCompetitor": number}
                yield own | {"matchPoints": Decimal(half) / 2, "gamePoints": Decimal(0)}

    def team(self, number: int) -> dict[str, object]:
        players = [{"cid": self.player(number, board), "teamId": number} for board in range(1, self.boards + 1)]
        own = {"cid": number, "rank": number, "teamId": number, "random": number, "cplayers": players}
        return own | {"present": self.task.cards[number].present}

    def player(self, team: int, board: int) -> int:
        return 100 * team + board

    def add(self, round: int, number: int, line: CardLine) -> None:
        """The match or bye of this line; of a match the line of White adds it."""
        own = {"cid": number, "result": RESULTS[line.code]}
        if line.opponent is None:
            self.match(round, own, None, line.code is Code.PAIRING_BYE, [])
        elif line.colour is Colour.WHITE:
            theirs = self.task.cards[line.opponent].lines[round - 1]
            other = {"cid": line.opponent, "result": RESULTS[theirs.code]}
            games = self.boards_of(round, number, line) if line.code.played else []
            self.match(round, own, other, line.code.played, games)

    def match(
        self, round: int, white: dict[str, object], black: dict[str, object] | None, played: bool, games: list[int]
    ) -> None:
        number = 1000 + len(self.matches)
        self.matches.append(
            {"id": number, "round": round, "white": white, "black": black, "played": played, "games": games}
        )

    def boards_of(self, round: int, team: int, line: CardLine) -> list[int]:
        """Boards that together give the game points of the line."""
        assert line.opponent is not None
        half = line.secondary if self.task.teams.primary is PrimaryScore.MATCH_POINTS else line.points
        ids = []
        for board in range(1, self.boards + 1):
            mine = min(half, 2)
            half -= mine
            sides = [(team, mine), (line.opponent, 2 - mine)]
            white, black = sides if board % 2 else sides[::-1]
            ids.append(len(self.games) + 1)
            self.games.append(
                {
                    "id": ids[-1], "round": round, "board": board, "played": True, "rated": True,
                    "white": {"cid": self.player(white[0], board), "result": "LDW"[white[1]]},
                    "black": {"cid": self.player(black[0], board), "result": "LDW"[black[1]]},
                }
            )  # fmt: skip
        return ids


@dataclass(slots=True)
class Theirs:
    """Their answer, and the scores they see."""

    pairing: RoundPairing | None
    scores: dict[int, tuple[Decimal, Decimal]]


def by_gacrux(task: PairingTask, boards: int) -> Theirs:
    engine = pairing_fideteam(TournamentOfTheirs(task, boards).data(), task.round, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        return Theirs(None, {})
    found = [(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    bye = next((w for w, b in found if b == 0), None)
    scores = {c["cid"]: (c["pts"], c["ptx"]) for c in engine.competitors if c["cid"] in task.cards}
    return Theirs(RoundPairing(tuple(Pair(w, b) for w, b in found if b), bye), scores)


@dataclass(slots=True)
class Tally:
    events: int = 0
    rounds: int = 0
    open: int = 0
    settled: Counter[str] = field(default_factory=Counter)

    def told(self) -> str:
        known = "".join(f"\n  {count} settled: {article}" for article, count in self.settled.most_common())
        return f"{self.events} events, {self.rounds} rounds, {self.open} differ{known}"


def event_of(seed: str, most: int) -> TeamEvent:
    """An event paired by us from its first round on."""
    dice = Random(seed)
    event = TeamEvent(dice, dice.randint(4, most), by_engine)
    event.by_system = True
    event.rounds = dice.randint(3, 11)
    event.oddities = event.unplayed_draws = 0.0
    event.virtual = {n: baku_points(event.rounds, MATCH_POINTS) for n in event.virtual}
    return event


def compare(event: TeamEvent, tally: Tally, seed: str) -> None:
    """Each round as it is paired, until the event is over or nothing is legal any more."""
    tally.events += 1
    withdrawals = event.dice.choice((0.0, 0.0, 0.02, 0.05))
    stuck: list[PairingTask] = []

    def paired(task: PairingTask) -> RoundPairing | None:
        tally.rounds += 1
        ours = by_engine(task)
        differs(task, ours, event.boards, tally, f"{seed}, round {task.round}")
        if ours is None:
            stuck.append(task)
        return ours

    event.pairing = paired
    while not stuck and len(event.cards[1].lines) < event.rounds:
        event.play()
        leaving = [n for n in event.cards if event.dice.random() < withdrawals]
        event.arrival |= dict.fromkeys(leaving, event.rounds + 1)


def differs(task: PairingTask, ours: RoundPairing | None, boards: int, tally: Tally, where: str) -> None:
    if sum(card.present for card in task.cards.values()) < 2:
        return
    theirs = by_gacrux(task, boards)
    for number, (primary, other) in theirs.scores.items():
        mine = task.cards[number]
        assert (2 * primary, 2 * other) == (mine.score, mine.secondary_score), (where, number, primary, other, mine)
    if unordered(ours) == unordered(theirs.pairing):
        return
    if article := settled(task, theirs.pairing):
        tally.settled[article] += 1
        return
    tally.open += 1
    print(where, *described_teams(task), f"ours   {ours}", f"theirs {theirs.pairing}", sep="\n", flush=True)


def settled(task: PairingTask, theirs: RoundPairing | None) -> str:
    """The article by which ours is right; empty = nothing is known."""
    with mock.patch.multiple(choosing, _needed_next=lambda waiting, up: 0, MOST_WEIGHED=sys.maxsize):
        return GRADED if unordered(by_engine(task)) == unordered(theirs) else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_with_gacrux", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many events")
    parser.add_argument("--seed", default="1", help="the same seed draws the same events")
    parser.add_argument("--most", type=int, default=24, help="teams of an event, at most")
    asked = parser.parse_args()
    tally, reported = Tally(), time.monotonic()
    for number in range(asked.count):
        seed = f"{asked.seed}-{number}"
        compare(event_of(seed, asked.most), tally, seed)
        if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
            reported = time.monotonic()
            print(tally.told(), flush=True)
    print(f"seed {asked.seed}: {tally.told()}")
    return int(tally.open > 0)


if __name__ == "__main__":
    sys.exit(main())
