"""The office of the people at the desk: several processes on one journal agree on who may come in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from httpx import ASGITransport

from domain.organisers.events import AccountOpened, OrganiserFounded, OwnedKind, OwnershipGiven
from domain.stewards import decisions
from domain.stewards.decisions import dismiss
from domain.stewards.events import Role, StewardInvited
from domain.stewards.state import NoSuchSteward, Steward
from domain.words.streams import ORGANISERS, STEWARDS
from server.app import create_app
from server.http.auth import open_access
from server.journal import AsyncJournal, CommandIdReused, open_journal
from server.office.stream import ENTRIES_PER_READ, OrganiserOffice, StewardOffice, near_each_other
from server.office.tournaments import Office
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, browser, server, with_round_one
from tests.locked_door import lock_door
from tests.stewards.desk import AT, JSON, enter, invite

RITA = StewardInvited("r0", "Rita", Role.READER, "open")


@asynccontextmanager
async def office(folder: Path) -> AsyncIterator[StewardOffice]:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    try:
        async with StewardOffice(journal).running() as running:
            yield running
    finally:
        await journal.close()


async def test_what_was_agreed_survives_a_restart(tmp_path: Path) -> None:
    async with office(tmp_path) as first:
        await first.command("invite-rita", "Anna", lambda _: [RITA])
    async with office(tmp_path) as second:
        assert second.state.steward("r0") == Steward("r0", "Rita", Role.READER, "open")


async def test_a_dismissal_reaches_the_other_processes(tmp_path: Path) -> None:
    async with office(tmp_path) as one, office(tmp_path) as other:
        await one.command("invite-rita", "Anna", lambda _: [RITA])
        await one.command("dismiss-rita", "Anna", lambda stewards: dismiss(stewards, "r0"))
        await other.journal.following.take(one.entries)
        assert other.state.steward("r0").dismissed


async def test_a_command_sent_again_invites_nobody_twice(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        for name in ("Rita", "Rita again"):
            wanted = Steward(name, name, Role.READER, "open")
            await running.command(
                "invite-rita", "Anna", partial(decisions.invite, wanted=wanted, now=datetime.now(UTC))
            )
        assert list(running.state.invited) == ["Rita"]


async def test_two_processes_that_invite_at_once_both_succeed(tmp_path: Path) -> None:
    async with office(tmp_path) as one, office(tmp_path) as other:
        boris = StewardInvited("b0", "Boris", Role.READER, "open")
        await asyncio.gather(
            one.command("invite-rita", "Anna", lambda _: [RITA]),
            other.command("invite-boris", "Anna", lambda _: [boris]),
        )
    async with office(tmp_path) as later:
        assert set(later.state.invited) == {"r0", "b0"}


async def test_the_stream_is_no_tournament(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        await running.command("invite-rita", "Anna", lambda _: [RITA])
        async with Office(running.journal).running() as tournaments:
            assert STEWARDS not in tournaments


async def test_an_invitation_that_has_run_out_opens_no_door(tmp_path: Path) -> None:
    lock_door(tmp_path, PASSWORD)
    access = open_access(tmp_path)
    app = create_app(Settings(data=tmp_path, chances=False), access, WORKERS)
    async with app.router.lifespan_context(app):
        over = StewardInvited("b0", "Boris", Role.ENTRY, "open", 1, 2, "2026-01-01T10:00:00+00:00")
        await app.state.services.stewards.command("invite-boris", "Anna", lambda _: [over])
        async with browser(ASGITransport(app=app)) as boris:
            answer = await boris.go(f"/join/{access.invitation('b0')}")
            assert answer.status_code == 403
            assert "The invitation of Boris ended on 1 Jan 2026" in boris.text


async def test_eight_entries_of_two_helpers_at_once_lose_nothing(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as transport,
        browser(transport) as anna,
        browser(transport) as boris,
        browser(transport) as clara,
    ):
        await with_round_one(await anna.log_in())
        for helper, name in ((boris, "Boris"), (clara, "Clara")):
            await helper.go(await invite(anna, name, last_board="4"))
        answers = await asyncio.gather(
            *(enter(boris, board, "1-0", id=f"boris-on-{board}") for board in range(1, 5)),
            *(enter(clara, board, "0-1", id=f"clara-on-{board}") for board in range(1, 5)),
        )
        boards = (await anna.client.get(f"{AT}/results", headers=JSON)).json()["boards"]
    assert {answer.status_code for answer in answers} == {200}
    assert [(board["mark"], board["claims"]) for board in boards] == [("disputed", 1)] * 4


async def test_commands_of_one_moment_share_a_commit_and_see_each_other(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        outcomes = await asyncio.gather(
            running.command("invite-rita", "Anna", lambda _: [RITA]),
            running.command("dismiss-rita", "Anna", lambda stewards: dismiss(stewards, "r0")),
        )
        assert [outcome.position for outcome in outcomes] == [1, 2]
        assert running.state.steward("r0").dismissed


async def test_a_refusal_leaves_the_stream_as_it_was(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        with pytest.raises(NoSuchSteward):
            await running.command("dismiss-nobody", "Anna", lambda stewards: dismiss(stewards, "nobody"))
        assert (running.position, running.entries) == (0, [])


async def test_an_id_sent_again_with_other_content_is_refused(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        await running.command("invite-rita", "Anna", lambda _: [RITA], "first")
        with pytest.raises(CommandIdReused):
            await running.command("invite-rita", "Anna", lambda _: [RITA], "second")
        assert running.position == 1


async def test_the_office_of_organisers_leaves_its_entries_in_the_journal(tmp_path: Path) -> None:
    journal = AsyncJournal(open_journal(str(tmp_path / "tablo.sqlite")))
    try:
        founded = await journal.append(ORGANISERS, None, "Anna", "levski", [OrganiserFounded("levski", "Levski")])
        given = [OwnershipGiven(OwnedKind.TOURNAMENT, f"open-{n}", "levski") for n in range(2 * ENTRIES_PER_READ)]
        written = await journal.append(ORGANISERS, None, "Boris", "given", given)
        opened = await journal.append(ORGANISERS, None, "Anna", "opened", [AccountOpened("a1")])
        office = await OrganiserOffice(journal).ready()
        assert (office.position, office.head, office.entries) == (opened[0].version, opened[0].hash, [])
        assert office.state.owned == {(OwnedKind.TOURNAMENT, one.name): "levski" for one in given}
        assert office.register.about("levski", ["a1", "a2"]) == list(range(1, office.position + 1))
        assert office.register.about("slavia", ["a1"]) == [office.position]
        read = await office.read([office.position, 1])
        assert (read[1], read[office.position]) == (founded[0], opened[0])
        again = await office.command("given", "Boris", lambda _: [])
        assert again.entries == tuple(written)
    finally:
        await journal.close()


@pytest.mark.parametrize(
    ("versions", "groups"),
    [((), []), ((7,), [(7, 7)]), ((1, 2, 51, 101), [(1, 101)]), ((1, 52, 53), [(1, 1), (52, 53)])],
)
def test_versions_near_each_other_are_read_at_once(versions: tuple[int, ...], groups: list[tuple[int, int]]) -> None:
    assert list(near_each_other(versions)) == groups
