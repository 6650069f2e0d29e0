"""The offices of a journal for a command of the terminal; the server may be running meanwhile: it follows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from domain.refusals import Refusal
from server.cli import terminal
from server.journal import AsyncJournal, JournalTrouble, open_journal
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice
from server.settings import Settings
from web.wording.refusals import sentence

Returned = TypeVar("Returned")


async def tournament_called(office: Office, slug: str) -> TournamentOffice:
    try:
        return await office.open(slug)
    except NoSuchTournament:
        facts = {"slug": repr(slug), "known": ", ".join(office) or "none"}
        raise terminal.bad_input(
            "there is no tournament {slug} in this journal (there are: {known})", **facts
        ) from None


def carried_through(settings: Settings, work: Callable[[Office], Awaitable[Returned]], writes: str = "") -> Returned:
    """Raises BadInput for everything that a person can mend. `writes` as in `opened`."""

    async def carry() -> Returned:
        async with _office(settings, writes) as office:
            return await work(office)

    try:
        return asyncio.run(carry())
    except JournalTrouble as trouble:
        raise terminal.BadInput(terminal.trouble_said(trouble)) from None
    except Refusal as refusal:
        raise terminal.BadInput(sentence(refusal, None, terminal.own_language())) from None


@asynccontextmanager
async def _office(settings: Settings, writes: str) -> AsyncIterator[Office]:
    journal = AsyncJournal(open_journal(settings.journal_url, read_only=settings.read_only, holder=writes))
    try:
        async with Office(journal).running() as office:
            yield office
    finally:
        await journal.close()
