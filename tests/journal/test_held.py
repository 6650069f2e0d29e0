"""One process writes a journal; who comes second is told who it is, and a dead one lets go."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from server.journal import CannotOpen, Journal, JournalHeld, open_journal
from server.journal.postgres.journal import SessionHold, connect
from server.journal.sqlite.hold import hold_file
from tests.journal.postgres import Cluster
from tests.journal.test_durability import add
from tests.journal.test_lost_connections import terminate_all
from web.wording import language

DESK, OTHER_DESK = "http://127.0.0.1:8080", "http://127.0.0.1:8081"
HOLDING = """
import sys
from server.journal import open_journal
journal = open_journal(sys.argv[1], holder=sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def held(url: str) -> Iterator[Callable[..., Journal]]:
    """Opens the journal for somebody who writes."""
    with ExitStack() as opened:
        yield lambda holder, **shared: opened.enter_context(closing(open_journal(url, holder=holder, **shared)))


def test_who_comes_second_is_told_who_is_there_and_what_to_do(held: Callable[..., Journal]) -> None:
    held(DESK)
    with pytest.raises(JournalHeld) as refused:
        held("tablo import")
    sentence = refused.value.in_words(language("en"))
    assert f"is served by process {os.getpid()} at {DESK}: stop it first, or enter it at its desk" in sentence


def test_a_command_that_writes_is_waited_for(held: Callable[..., Journal]) -> None:
    held("tablo import")
    with pytest.raises(JournalHeld) as refused:
        held(DESK)
    sentence = refused.value.in_words(language("en"))
    assert f"is being written by process {os.getpid()} (tablo import): try again" in sentence


def test_whoever_only_reads_stands_beside(held: Callable[..., Journal], reopen: Callable[[], Journal]) -> None:
    add(held(DESK), 1)
    assert [entry.version for entry in reopen().read("open")] == [1]


def test_what_is_given_back_can_be_held_at_once(url: str) -> None:
    for _ in range(3):
        open_journal(url, holder=DESK).close()


def test_a_process_that_is_killed_lets_go(url: str, held: Callable[..., Journal]) -> None:
    holding = subprocess.Popen(
        [sys.executable, "-c", HOLDING, url, DESK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holding.stdout is not None
    assert holding.stdin is not None
    assert holding.stdout.readline() == "held\n"
    with pytest.raises(JournalHeld, match=f"process={holding.pid} holder={DESK}"):
        held(OTHER_DESK)
    holding.kill()
    holding.wait()
    holding.stdin.close()
    holding.stdout.close()
    add(held(OTHER_DESK), 1)


def test_another_way_to_the_same_file_is_held_too(memory_folder: Path) -> None:
    (memory_folder / "link.sqlite").symlink_to(memory_folder / "tablo.sqlite")
    with closing(open_journal(str(memory_folder / "tablo.sqlite"), holder=DESK)), pytest.raises(JournalHeld):
        open_journal(str(memory_folder / "link.sqlite"), holder=OTHER_DESK)


def test_a_file_that_cannot_be_made_or_locked_is_a_sentence(memory_folder: Path) -> None:
    path = str(memory_folder / "tablo.sqlite")
    hold_file(path).mkdir()
    with pytest.raises(CannotOpen, match=r"tablo\.sqlite-held"):
        open_journal(path, holder=DESK)


def test_the_name_of_the_holder_is_the_owners_alone(memory_folder: Path) -> None:
    path = str(memory_folder / "tablo.sqlite")
    open_journal(path).close()
    if os.getuid() == 0:  # root writes to the journal of a service
        os.chown(path, 65534, 65534)
    with closing(open_journal(path, holder=DESK)):
        assert hold_file(path).stat().st_mode & 0o777 == 0o600
        assert hold_file(path).stat().st_uid == Path(path).stat().st_uid


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_workers_share_a_journal_and_a_lone_process_does_not(held: Callable[..., Journal]) -> None:
    one, other = held(DESK, shared=True), held(OTHER_DESK, shared=True)
    add(one, 1)
    add(other, 2)
    with pytest.raises(JournalHeld):
        held("tablo import")


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_no_worker_stands_beside_a_lone_process(held: Callable[..., Journal]) -> None:
    held(DESK)
    with pytest.raises(JournalHeld):
        held(OTHER_DESK, shared=True)


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_who_has_lost_the_connection_holds_the_journal_again(url: str, held: Callable[..., Journal]) -> None:
    journal = held(DESK)
    add(journal, 1)
    terminate_all(url)
    add(journal, 2)
    with pytest.raises(JournalHeld):
        held(OTHER_DESK)


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_who_has_lost_the_journal_to_another_process_writes_no_more(url: str, held: Callable[..., Journal]) -> None:
    journal = held(DESK)
    add(journal, 1)
    terminate_all(url)
    add(held(OTHER_DESK), 2)
    with pytest.raises(JournalHeld, match=OTHER_DESK):
        add(journal, 3)
    assert journal.versions() == {"open": 2}


def test_a_session_of_ours_that_the_server_still_believes_in_is_ended(cluster: Cluster) -> None:
    """As after a cut in the network: the server notices it a quarter of a minute later."""
    url = cluster.database()
    hold = SessionHold("here", DESK, shared=False)
    with closing(hold.taken(connect(url))) as cut_off, closing(hold.taken(connect(url))):
        assert cut_off.pgconn.socket
        with pytest.raises(JournalHeld), closing(connect(url)) as other:
            SessionHold("here", OTHER_DESK, shared=False).taken(other)
