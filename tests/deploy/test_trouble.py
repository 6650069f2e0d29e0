"""A machine that lets the server down: a sentence at the start, a sentence while it runs, and no wrong standings."""

import resource
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from server.journal import Head, open_journal
from server.settings import Settings
from tests.deploy.processes import (
    AS_PROGRAM,
    PASSWORD,
    PLAIN,
    Server,
    log_in,
    published_round,
    serving,
    with_published_round,
)
from tests.forked import answer
from tests.journal.test_backup import with_a_damaged_index


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return with_published_round(tmp_path / "data", 4)


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, TABLO_DATA=str(data)) as running:
        yield running


def sentence_at_start(data: Path, **environment: str) -> str:
    """The one sentence of a server that ends at once with exit code 2."""
    return sentence_of("serve", "--data", str(data), "--port", "0", TABLO_PASSWORD=PASSWORD, **environment)


def sentence_of(*words: str, **environment: str) -> str:
    done = answer(*words, ordinary=True, **{**PLAIN, **environment})
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    return line


def test_a_data_directory_that_cannot_be_written_is_named(data: Path) -> None:
    data.chmod(0o500)
    said = sentence_at_start(data)
    data.chmod(0o700)
    assert str(data) in said
    assert "ermission" in said


@pytest.mark.parametrize("words", [("verify",), ("backup", "--to", "copy.sqlite"), ("journal", "export")])
def test_a_journal_of_somebody_else_is_named(data: Path, words: tuple[str, ...]) -> None:
    data.chmod(0o000)
    said = sentence_of(*words, TABLO_DATA=str(data))
    data.chmod(0o700)
    assert said == f"tablo: This user may not look at {data / 'tablo.sqlite'}; its owner or root may."


def test_a_file_in_the_place_of_the_data_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    assert str(tmp_path / "file") in sentence_at_start(tmp_path / "file")


def test_a_journal_that_cannot_be_read_is_named(data: Path) -> None:
    open_once(data)
    (data / "tablo.sqlite").chmod(0o000)
    assert str(data / "tablo.sqlite") in sentence_at_start(data)


def test_a_journal_that_cannot_be_written_is_named(data: Path) -> None:
    open_once(data)
    (data / "tablo.sqlite").chmod(0o400)
    assert str(data / "tablo.sqlite") in sentence_at_start(data)


def test_a_file_that_is_no_journal_is_named(data: Path) -> None:
    (data / "tablo.sqlite").write_bytes(b"This is a shopping list. " * 400)
    assert str(data / "tablo.sqlite") in sentence_at_start(data)


def test_a_database_that_is_not_there_is_a_sentence_without_its_password(tmp_path: Path) -> None:
    url = f"postgresql://tablo:hunter2-hunter2@/tablo?host={tmp_path}&connect_timeout=2"
    said = sentence_at_start(tmp_path / "data", TABLO_DATABASE=url)
    assert "hunter2" not in said


def test_a_damaged_key_file_is_named(data: Path) -> None:
    (data / "access.json").write_text('{"key": ')
    assert "access.json" in sentence_at_start(data)


def open_once(data: Path) -> None:
    """The key of the sessions is made, so that only the journal is in the way."""
    sentence_at_start(data, TABLO_HOST="198.51.100.1")


async def enter(server: Server, client: httpx.AsyncClient, token: str, board: int, accept: str) -> httpx.Response:
    what = {"board": str(board), "result": "1-0", "seen": "", "command_id": f"result-of-board-{board}"}
    address = f"{server.url}/desk/t/open/rounds/1/results"
    return await client.post(address, data={"form_token": token, **what}, headers={"Accept": accept})


def fill_the_disk(server: Server, data: Path) -> None:
    """No file of the server may grow beyond what the journal has."""
    assert server.process is not None
    size = (data / "tablo.sqlite-wal").stat().st_size
    assert size > server.log.stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def make_room(server: Server) -> None:
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def test_a_full_disk_is_told_to_the_arbiter_and_shown_to_nobody_as_a_result(server: Server, data: Path) -> None:
    async with httpx.AsyncClient(timeout=30) as anna:
        token = await log_in(anna, server.url)
        assert (await enter(server, anna, token, 1, AS_PROGRAM["Accept"])).status_code == 200
        before = (await anna.get(f"{server.url}/t/open/standings.json")).content
        fill_the_disk(server, data)
        typed = await enter(server, anna, token, 2, AS_PROGRAM["Accept"])
        sent = await enter(server, anna, token, 3, "text/html")
        after = (await anna.get(f"{server.url}/t/open/standings.json")).content
        assert typed.status_code == sent.status_code == 503
        assert "Nothing was changed." in typed.json()["sentence"]
        assert "Nothing was changed." in sent.text
        assert after == before
        assert "tablo_journal_troubles_total 2.0" in (await anna.get(f"{server.url}/metrics")).text
        make_room(server)
        again = await enter(server, anna, token, 2, AS_PROGRAM["Accept"])
    assert again.status_code == 200, again.text
    assert server.stop() == 0
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        assert isinstance(journal.verify("open"), Head)
        assert [x.event.board for x in journal.read("open") if type(x.event).__name__ == "ResultRecorded"] == [1, 2]


def test_results_that_wait_for_room_on_the_disk_say_what_they_wait_for(
    server: Server, data: Path, browser: Browser
) -> None:
    anna = browser.new_page()
    anna.goto(f"{server.url}/desk/login")
    anna.fill("input[name=name]", "Anna")
    anna.fill("input[name=password]", PASSWORD)
    anna.keyboard.press("Enter")
    anna.wait_for_url("**/desk")
    anna.goto(f"{server.url}/desk/t/open/rounds/1")
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(anna.locator("#progress")).to_have_text("1 / 4", timeout=30_000)
    fill_the_disk(server, data)
    anna.keyboard.press("Enter")
    anna.keyboard.press("0")
    waiting = anna.locator("#waiting")
    said = f"Waiting: board 2. The server says: Nothing was stored in the journal {data / 'tablo.sqlite'}"
    expect(waiting).to_contain_text(said, timeout=30_000)
    make_room(server)
    expect(waiting).to_be_hidden(timeout=15_000)
    expect(anna.locator("#progress")).to_have_text("2 / 4")
    anna.context.close()


def test_a_changed_byte_in_the_journal_is_never_shown_as_standings(data: Path, tmp_path: Path) -> None:
    falsify(data)
    with serving(tmp_path, TABLO_DATA=str(data)) as server:
        answers = [
            httpx.get(f"{server.url}/t/open{path}", timeout=30) for path in ("", "/standings", "/standings.json")
        ]
    assert {answer.status_code for answer in answers} == {503}
    assert not any("P0001" in answer.text for answer in answers)


def test_a_file_whose_index_leads_past_an_entry_is_not_begun_with(data: Path) -> None:
    """Every row and every seal is whole, and the table would be that of an earlier moment."""
    open_once(data)
    with_a_damaged_index(data / "tablo.sqlite")
    assert "is damaged" in sentence_at_start(data)


def test_a_newest_entry_that_cannot_be_read_keeps_no_other_tournament(data: Path, tmp_path: Path) -> None:
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        journal.append("cup", 0, "Boris", "second", published_round(4), datetime.now(UTC))
    file = data / "tablo.sqlite"
    content = file.read_bytes()
    newest = content.index(b'{"stream":"open","version":%d,' % len(published_round(4)))
    file.write_bytes(content[:newest] + b"x" + content[newest + 1 :])
    with serving(tmp_path, TABLO_DATA=str(data)) as server:
        answers = {name: httpx.get(f"{server.url}/t/{name}", timeout=30).status_code for name in ("open", "cup")}
    assert answers == {"open": 503, "cup": 200}


def falsify(data: Path) -> None:
    """Somebody with an editor gives a player another name."""
    file = data / "tablo.sqlite"
    content = file.read_bytes()
    assert b"P0001" in content
    file.write_bytes(content.replace(b"P0001", b"Q0001"))
