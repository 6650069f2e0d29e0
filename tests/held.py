"""Mario Held's annotated example of the Dutch system as a tournament: 14 players over 5 rounds.

Rounds 1 to 3 are played, round 4 is published. The facts are in `cases/held_2014_as_published.json` with their
provenance; boards are stored as published there, and no engine is asked.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from domain import events as e
from domain.decisions.players.attendance import grant_bye
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.setup.announcing import announce_tournament
from domain.decisions.setup.regulations import IN_FORCE
from domain.pairing import SYSTEMS
from domain.tournament import Tournament, evolve
from domain.words.games import Bye, Colour, Result
from domain.words.players import EntrantId, Title
from domain.words.regulations import Details
from server.journal import open_journal

FACTS = Path(__file__).parent / "cases" / "held_2014_as_published.json"
PUBLISHED_ROUND = 4
"""The newest round that is published; it has no results yet."""

AS_FORFEIT = {Result.WHITE_WINS: Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS: Result.BLACK_WINS_BY_FORFEIT}
RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2": Result.DRAW}


def with_held_example(url: str, *slugs: str) -> None:
    """The example in the journal at `url`, once under each of these names."""
    with closing(open_journal(url)) as journal:
        for slug in slugs:
            journal.append(slug, 0, "Demo", f"{slug}-1", list(held_events()), datetime.now(UTC))


class HeldPlayer(msgspec.Struct):
    no: int
    name: str
    rating: int
    title: str | None


class HeldGame(msgspec.Struct):
    white: int
    black: int
    result: str | None
    forfeit: bool = False

    @property
    def outcome(self) -> Result:
        result = RESULTS[self.result or ""]
        return AS_FORFEIT[result] if self.forfeit else result


class PlayedRound(msgspec.Struct):
    round: int
    pairings: list[HeldGame]
    bye: int | None
    absent: list[int]


class Case(msgspec.Struct):
    total_rounds: int
    players: list[HeldPlayer]
    rounds: list[PlayedRound]


def held_events() -> Iterator[e.Event]:
    """All that has happened, decided where the domain decides, copied where the source is the authority."""
    case, t = msgspec.json.decode(FACTS.read_bytes(), type=Case), Tournament()
    for events in (_start(case, t), *(_round(played, t) for played in case.rounds[:PUBLISHED_ROUND])):
        for event in events:
            evolve(t, event)
            yield event


def _start(case: Case, t: Tournament) -> Iterator[e.Event]:
    details = Details("Held’s example (demo)", chief_arbiter="Mario Held", time_control="90 min + 30 s")
    yield from announce_tournament(details, replace(IN_FORCE, rounds=case.total_rounds))
    people = [NewPlayer(p.name, rating=p.rating, title=Title(p.title or "")) for p in case.players]
    yield from register_many(t, people)
    for absence in case.rounds:
        for player in absence.absent:
            yield from grant_bye(t, EntrantId(player), absence.round, Bye.ZERO)
    yield e.InitialColourDrawn(Colour.WHITE)
    yield e.PairingNumbersIssued(tuple(EntrantId(p.no) for p in case.players))


def _round(played: PlayedRound, t: Tournament) -> Iterator[e.Event]:
    boards = tuple(e.Board(i, EntrantId(g.white), EntrantId(g.black)) for i, g in enumerate(played.pairings, 1))
    bye = EntrantId(played.bye) if played.bye else None
    system = SYSTEMS[IN_FORCE.system]
    yield e.RoundPaired(played.round, boards, bye, t.numbers, system.name, system.version, t.version)
    yield e.RoundPublished(played.round)
    if played.round < PUBLISHED_ROUND:
        yield from (e.ResultRecorded(played.round, i, g.outcome) for i, g in enumerate(played.pairings, 1))
        yield e.RoundClosed(played.round)
