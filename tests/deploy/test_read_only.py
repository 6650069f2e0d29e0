"""A journal where nothing can be written: it is verified, shown, and says that nothing can be entered."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from domain.events import ResultRecorded
from domain.words.games import Result
from server.app import create_app
from server.care.copies import Copies
from server.cli.serve import open_desk
from server.http.auth import open_access
from server.journal import AsyncJournal, CannotOpen, CannotWrite, Head, JournalTrouble, PersonalData, open_journal
from server.journal.sqlite.backup import copies as copies_of
from server.services import services_of
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, PASSWORD, PLAIN, Server, log_in, published_round
from tests.desk.browsers import WORKERS, browser
from tests.forked import answer
from tests.live.loopback import eventually
from tests.locked_door import lock_door
from tests.server.offices import office, with_round_one

SAYS = "The journal is open for reading only"


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """As on a medium that somebody has carried here: one file, and the key, in a folder that cannot be written."""
    folder = tmp_path / "data"
    folder.mkdir()
    open_access(folder, PASSWORD)
    with closing(open_journal(Settings(data=folder).journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
        journal.side.keep("open", 1, PersonalData(email="anna@example.org"))
    for file in folder.iterdir():
        file.chmod(0o400)
    folder.chmod(0o500)
    yield folder
    folder.chmod(0o700)


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, "tablo", "--read-only", ordinary=True, TABLO_DATA=str(data))
    try:
        yield running.start()
    finally:
        if running.process is not None:
            running.process.kill()
            running.process.wait()


def tablo(*words: str, **environment: str) -> tuple[int, str, str]:
    done = answer(*words, ordinary=True, **{**PLAIN, "TABLO_PASSWORD": PASSWORD, **environment})
    return done.returncode, done.stdout, done.stderr


def test_it_is_verified_exported_and_copied(data: Path, tmp_path: Path) -> None:
    code, verified, _ = tablo("verify", TABLO_DATA=str(data))
    assert (code, verified.startswith("open: ")) == (0, True)
    code, lines, _ = tablo("journal", "export", "--personal-data", TABLO_DATA=str(data))
    assert (code, "anna@example.org" in lines) == (0, True)
    assert tablo("backup", "--to", str(tmp_path / "copy.sqlite"), TABLO_DATA=str(data))[0] == 0
    assert tablo("verify", "--database", str(tmp_path / "copy.sqlite"))[1] == verified
    assert sorted(path.name for path in data.iterdir()) == ["access.json", "tablo.sqlite"]


@pytest.mark.parametrize("words", [("journal", "erase", "open", "1"), ("backup",)])
def test_a_command_that_would_write_says_that_it_cannot(data: Path, words: tuple[str, ...]) -> None:
    code, _, complaint = tablo(*words, TABLO_DATA=str(data))
    assert (code, complaint.count("\n"), str(data) in complaint) == (2, 1, True)


def test_a_server_that_cannot_write_says_how_it_is_shown_all_the_same(data: Path) -> None:
    code, _, complaint = tablo("serve", "--port", "0", TABLO_DATA=str(data))
    assert (code, complaint.count("\n")) == (2, 1)
    assert complaint.endswith("(`tablo serve --read-only` shows it as it is).\n")


def test_the_same_is_said_where_the_desk_has_no_key_yet(tmp_path: Path) -> None:
    folder = tmp_path / "carried"
    folder.mkdir()
    open_journal(Settings(data=folder).journal_url).close()
    folder.chmod(0o500)
    code, _, complaint = tablo("serve", "--port", "0", TABLO_DATA=str(folder))
    folder.chmod(0o700)
    assert (code, complaint.count("\n")) == (2, 1)
    assert complaint.endswith("(`tablo serve --read-only` shows it as it is).\n")


async def test_every_page_is_shown_and_a_form_is_refused_in_a_sentence(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as anna:
        token = await log_in(anna, server.url)
        for path in ("/", "/t/open", "/t/open/pairings", "/desk", "/desk/t/open", "/desk/t/open/rounds/1"):
            page = await anna.get(path)
            assert (page.status_code, SAYS in page.text) == (200, True)
        what = {"form_token": token, "board": "1", "result": "1-0", "seen": ""}
        answer = await anna.post("/desk/t/open/rounds/1/results", data=what, headers=AS_PROGRAM)
        assert answer.status_code == 503
        assert answer.json()["sentence"].endswith("it is open for reading only. Nothing was changed.")
        assert (await anna.get("/t/open/pairings.json")).status_code == 200
        assert (await anna.get("/readyz")).text == "ready for reading only\n"
    assert "reading only: nothing can be entered." in server.said.read_text()
    assert "Traceback" not in server.log.read_text()


def test_a_person_sees_that_nothing_can_be_entered(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/desk/login")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Password of the desk").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.goto("/desk/t/open/rounds/1")
    expect(page.locator("#read-only")).to_contain_text("nothing can be entered")
    expect(page.get_by_role("button", name="Close round")).to_be_disabled()
    page.goto("/t/open")
    expect(page.locator("#read-only")).to_be_visible()


async def test_what_another_process_writes_is_shown_as_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.app.READING_SWEEP_SECONDS", 0.05)
    settings = Settings(data=tmp_path, read_only=True, chances=False)
    lock_door(tmp_path, PASSWORD)
    with closing(open_journal(settings.journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
        app = create_app(settings, open_desk(settings), WORKERS)
        async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app)) as page:
            office = services_of(app).office
            there = await office.open("open")
            result = ResultRecorded(1, 1, Result.WHITE_WINS)
            journal.append("open", None, "Boris", "one", [result], datetime.now(UTC))
            async with asyncio.timeout(15):
                await there.reached(there.position + 1)
            assert there.tournament.rounds[0].games[0].result is Result.WHITE_WINS
            journal.append("rapid", 0, "Boris", "two", published_round(2), datetime.now(UTC))
            await eventually(lambda: "rapid" in office)
            assert (await page.client.get("/t/rapid")).status_code == 200


def test_what_is_left_in_a_log_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    """The newest entries are in the log: without it the file would look sound, and shorter."""
    with closing(open_journal(str(tmp_path / "tablo.sqlite"))) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
        folder = tmp_path / "medium"
        folder.mkdir()
        for name in ("tablo.sqlite", "tablo.sqlite-wal"):
            (folder / name).write_bytes((tmp_path / name).read_bytes())
    folder.chmod(0o500)
    code, out, complaint = tablo("verify", "--database", str(folder / "tablo.sqlite"))
    folder.chmod(0o700)
    assert (code, out) == (2, "")
    assert "its write-ahead log cannot be read there; copy the file and its -wal to a disk" in complaint


async def test_it_answers_like_any_journal_and_stores_nothing(data: Path) -> None:
    journal = AsyncJournal(open_journal(Settings(data=data).journal_url, read_only=True))
    [info] = await journal.streams()
    assert await journal.verify("open") == Head(info.version, info.hash)
    with pytest.raises(CannotWrite, match="is-open-for-reading-only"):
        await journal.append("open", None, "Boris", "more", published_round(4)[:1])
    with pytest.raises(CannotWrite):
        journal.journal.side.keep("open", 1, PersonalData(phone="1"))
    assert journal.journal.summaries.all() == []
    assert journal.journal.side.find("open", 1).email == "anna@example.org"
    await journal.close()


async def test_no_copy_is_tried_of_a_round_that_has_none(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        await with_round_one(running)
        summaries = list(running.catalogue)
    journal = AsyncJournal(open_journal(Settings(data=tmp_path).journal_url, read_only=True))
    copies = Copies(journal)
    async with copies.running():
        copies.found(summaries)
    await journal.close()
    assert (copies.made, copies.failures, copies_of(tmp_path / "tablo.sqlite")) == (0, 0, [])


def test_it_sees_what_another_process_writes(tmp_path: Path) -> None:
    url = str(tmp_path / "tablo.sqlite")
    with closing(open_journal(url)) as writing, closing(open_journal(url, read_only=True)) as reading:
        writing.append("open", 0, "Boris", "seed", published_round(4), datetime.now(UTC))
        assert reading.versions() == writing.versions() == {"open": len(list(reading.read("open")))}


def test_a_database_server_is_not_shown_read_only(database: str) -> None:
    with pytest.raises(CannotOpen, match="only-journal-sqlite-file-can"):
        open_journal(database, read_only=True)


@pytest.mark.parametrize("content", [b"", b"A letter to an aunt. " * 100])
def test_what_is_no_journal_is_not_opened(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tablo.sqlite").write_bytes(content)
    with pytest.raises(JournalTrouble):
        open_journal(str(tmp_path / "tablo.sqlite"), read_only=True)
