"""`tablo demo`: the server with Mario Held's annotated example of the Dutch system, 14 players over 5 rounds.

Rounds 1 to 3 are played, round 4 is published. The facts are in `held_2014.json` with their provenance; boards are
stored as published there, and no engine is asked.
"""

import argparse
import asyncio
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from os import environ
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
from server.cli.journal_place import settings_from
from server.cli.serve import add_listening, open_desk, serve_until_stopped
from server.cli.terminal import Parser
from server.journal import AsyncJournal, open_journal
from server.office.tournaments import Office

TOURNAMENT = "demo"
BY = "Demo"
PUBLISHED_ROUND = 4
"""The newest round that is published; it has no results yet."""

AS_FORFEIT = {Result.WHITE_WINS: Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS: Result.BLACK_WINS_BY_FORFEIT}
RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2": Result.DRAW}


def add(parser: Parser) -> None:
    parser.option("--data", "where to put it (default: a temporary directory)", type=Path, metavar="DIR")
    add_listening(parser)
    parser.set_defaults(run=run_demo)


def run_demo(arguments: argparse.Namespace) -> int:
    """A throw-away password is printed; a temporary directory is removed at the end."""
    folder = arguments.data or Path(tempfile.mkdtemp(prefix="tablo-demo-"))
    password = environ.get("TABLO_PASSWORD") or secrets.token_urlsafe(9)
    try:
        settings = replace(settings_from(arguments), data=folder, database="", password=password)
        access = open_desk(settings)
        asyncio.run(build(settings.journal_url))
        return serve_until_stopped(settings, access, TOURNAMENT, settings.password)
    finally:
        if arguments.data is None:
            shutil.rmtree(folder, ignore_errors=True)


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


async def build(url: str) -> None:
    """Writes the demo into the journal at `url`, unless it is there already."""
    journal = AsyncJournal(open_journal(url))
    try:
        known = {info.stream for info in await journal.streams()}
        if TOURNAMENT not in known:
            await _write(journal)
    finally:
        await journal.close()


async def _write(journal: AsyncJournal) -> None:
    event = await Office(journal).create(TOURNAMENT, "demo-1", BY, lambda _: list(held_events(read_case())))
    if event.id != TOURNAMENT:
        raise LookupError(event.id)


def read_case() -> Case:
    return msgspec.json.decode(files("server.cli.demo").joinpath("held_2014.json").read_bytes(), type=Case)


def held_events(case: Case) -> Iterator[e.Event]:
    """All that has happened, decided where the domain decides, copied where the source is the authority."""
    t = Tournament()
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
