"""Password, key and ended sessions of several processes over one PostgreSQL, which share no directory."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx
import pytest

from server.app import create_app
from server.cli.serve import open_desk
from server.http.auth import Access, PasswordRefused, Session, open_access
from server.http.kept_access import SharedAccess
from server.http.middleware import COOKIE
from server.journal import Journal, open_journal
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, browser
from tests.journal.postgres import Cluster
from tests.locked_door import lock_door

ANNA = Session("anna", "Anna")

Worker = Callable[[str], Access]


@pytest.fixture
def worker(cluster: Cluster, tmp_path: Path) -> Iterator[Worker]:
    """Makes the access of a process with a journal and a data directory of its own."""
    url, opened = cluster.database(), list[Journal]()

    def made(name: str, password: str = "") -> Access:
        journal = open_journal(url)
        opened.append(journal)
        return open_access(tmp_path / name, password, rows=journal.access)

    yield made
    for journal in opened:
        journal.close()


def test_processes_that_start_at_the_same_time_make_one_key(worker: Worker) -> None:
    together = Barrier(4)

    def begun(number: int) -> str:
        together.wait()
        return worker(str(number)).stored.key

    with ThreadPoolExecutor(4) as starting:
        assert len(set(starting.map(begun, range(4)))) == 1


def test_no_directory_is_shared_and_no_file_made(worker: Worker, tmp_path: Path) -> None:
    access = worker("one")
    access.set_password(PASSWORD)
    access.end_session(ANNA)
    assert list((tmp_path / "one").iterdir()) == []


async def test_a_session_that_is_ended_in_one_process_is_ended_in_all(worker: Worker) -> None:
    here, there = worker("here"), worker("there")
    anna, ben = here.sign(ANNA), here.sign(Session("ben", "Ben"))
    assert there.read(anna) == ANNA
    here.end_session(ANNA)
    assert here.read(anna) is None
    await there.news()
    assert there.read(anna) is None
    assert there.read(ben) == Session("ben", "Ben")


async def test_a_new_password_holds_in_all_processes_and_ends_all_sessions(worker: Worker) -> None:
    here, there = worker("here"), worker("there")
    assert here.setup_token == there.setup_token != ""
    here.set_first_password(PASSWORD)
    await there.news()
    cookie = there.sign(ANNA)
    assert there.check(PASSWORD, "hall")
    assert there.setup_token == ""
    there.set_password("another good password")
    await here.news()
    assert here.read(cookie) is None
    assert not here.check(PASSWORD, "hall")


def test_the_first_password_is_set_once_also_where_nobody_has_told_of_it(worker: Worker) -> None:
    here, there = worker("here"), worker("there")
    here.set_first_password(PASSWORD)
    with pytest.raises(PasswordRefused) as refused:
        there.set_first_password("somebody was quicker")
    assert refused.value.why == "set"


def test_of_sessions_that_end_at_the_same_time_none_is_forgotten(worker: Worker) -> None:
    processes = [worker(str(number)) for number in range(4)]
    together = Barrier(4)

    def ended(number: int) -> None:
        together.wait()
        for session in range(5):
            processes[number].end_session(Session(f"{number}/{session}", "Anna"))

    with ThreadPoolExecutor(4) as ending:
        list(ending.map(ended, range(4)))
    assert len(worker("later").stored.ended) == 20


async def test_what_nobody_tells_is_found_by_looking(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.auth.FRESH_SECONDS", 0.01)
    here, there = worker("here"), worker("there")
    cookie = here.sign(ANNA)
    looking = asyncio.create_task(there.keep_fresh())
    await asyncio.to_thread(here.end_session, ANNA)
    async with asyncio.timeout(30):
        while there.read(cookie) is not None:
            await asyncio.wait({looking}, timeout=0.02)
    looking.cancel()
    await asyncio.wait({looking})


def test_others_are_told_of_each_change(worker: Worker) -> None:
    access, told = worker("here"), list[str]()
    assert isinstance(access.kept, SharedAccess)
    access.kept.told = lambda: told.append("news")
    access.end_session(ANNA)
    access.set_password(PASSWORD)
    assert told == ["news", "news"]


def test_the_file_of_before_is_taken_over_once_and_then_read_no_more(worker: Worker, tmp_path: Path) -> None:
    lock_door(tmp_path / "here", PASSWORD)
    of_before = open_access(tmp_path / "here").sign(ANNA)
    here = worker("here")
    assert here.check(PASSWORD, "hall")
    assert here.read(of_before) == ANNA
    lock_door(tmp_path / "there", "somebody else's door")
    there = worker("there")
    assert (there.read(of_before), there.check("somebody else's door", "hall")) == (ANNA, False)
    (tmp_path / "here" / "access.json").write_text("{")
    assert worker("here").read(of_before) == ANNA


def test_the_operators_password_ends_no_session_when_the_next_process_starts_with_it(worker: Worker) -> None:
    first = worker("one", PASSWORD)
    cookie = first.sign(ANNA)
    assert worker("two", PASSWORD).read(cookie) == ANNA
    assert worker("three", "another good password").read(cookie) is None


async def test_a_desk_uses_the_connection_of_its_journal_and_not_that_of_its_start(
    cluster: Cluster, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path / "here", database=cluster.database(), password=PASSWORD, chances=False)
    access = open_desk(settings)
    app = create_app(settings, access, WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as anna:
        await anna.log_in()
        assert isinstance(access.kept, SharedAccess)
        assert access.kept.rows is app.state.services.office.journal.journal.access
        copied = anna.client.cookies[COOKIE]
        await anna.go("/desk")
        await anna.send("/desk/logout")
    assert access.read(copied) is None


def test_a_row_that_an_operator_deletes_lets_the_next_one_set_a_password(worker: Worker) -> None:
    access = worker("here", PASSWORD)
    assert isinstance(access.kept, SharedAccess)
    access.kept.rows._run("DELETE FROM access", ())
    assert not worker("there").has_password
