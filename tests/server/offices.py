"""Offices on a real SQLite journal in a temporary directory, and journals that go away for a while."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import psycopg

from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.words.games import Colour
from domain.words.regulations import Details, Regulations
from server.journal import AsyncJournal, open_journal
from server.office.tournaments import Office, TournamentOffice
from tests.crosstable import announcement


@asynccontextmanager
async def office(folder: Path) -> AsyncIterator[Office]:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    try:
        async with Office(journal).running() as running:
            yield running
    finally:
        await journal.close()


async def announced(running: Office, name: str = "Club open", rounds: int = 5) -> TournamentOffice:
    decide = lambda _: announcement(Regulations(rounds=rounds), Details(name))  # noqa: E731
    return await running.create(name, f"create-{name}", "Anna", decide)


async def with_round_one(running: Office, players: int = 8, name: str = "Club open") -> TournamentOffice:
    """Round 1 published; nobody has a result."""
    tournament = await announced(running, name)
    names = [chr(65 + n) if n < 26 else str(n) for n in range(players)]
    people = [NewPlayer(f"Player {one}", rating=max(1200, 2400 - 50 * n)) for n, one in enumerate(names)]
    id = tournament.id
    await tournament.command(f"register-{id}", "Anna", lambda t: register_many(t, people))
    await tournament.command(f"colour-{id}", "Anna", lambda t: set_initial_colour(t, Colour.WHITE))
    await tournament.command(f"pair-{id}", "Anna", pair_round)
    await tournament.command(f"publish-{id}", "Anna", lambda t: publish_round(t, 1))
    return tournament


@contextmanager
def nothing_can_be_written(url: str) -> Iterator[None]:
    """Nor read."""
    away, back = "ALTER TABLE stored_events RENAME TO elsewhere", "ALTER TABLE elsewhere RENAME TO stored_events"
    if url.startswith("postgres"):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(away)
            yield
            server.execute(back)
    else:
        with closing(sqlite3.connect(url)) as file:
            file.execute(away)
            yield
            file.execute(back)
