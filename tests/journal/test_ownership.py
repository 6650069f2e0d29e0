"""At most one process decides for a tournament, and a dead one lets go."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from server.journal import CannotEvict, CannotWrite, Journal, open_journal

HOLD = """
import sys
from server.journal import open_journal
journal = open_journal(sys.argv[1])
print("mine" if journal.own("open", "http://holder:1") else "theirs", flush=True)
sys.stdin.read()
"""


def test_only_one_process_owns_a_tournament(journal: Journal, reopen: Callable[[], Journal]) -> None:
    owned = journal.own("open")
    assert owned is not None
    assert not owned.lost
    assert reopen().own("open") is None


def test_another_tournament_may_have_another_owner(journal: Journal, reopen: Callable[[], Journal]) -> None:
    journal.own("open")
    assert reopen().own("cup") is not None


def test_a_tournament_given_back_can_be_taken(journal: Journal, reopen: Callable[[], Journal]) -> None:
    owned = journal.own("open")
    assert owned is not None
    owned.release()
    assert owned.lost
    assert reopen().own("open") is not None


def test_whoever_is_not_the_owner_learns_where_the_owner_is(journal: Journal, reopen: Callable[[], Journal]) -> None:
    other = reopen()
    assert journal.own("open", "http://web1:8080") is not None
    assert other.own("cup", "http://web2:8080") is not None
    assert other.own("open", "http://web2:8080") is None
    assert other.owner("open") == "http://web1:8080"
    assert journal.owner("cup") == "http://web2:8080"
    assert journal.owner("blitz") == ""


def test_the_address_is_that_of_the_newest_owner(journal: Journal, reopen: Callable[[], Journal]) -> None:
    owned = journal.own("open", "http://a-long-name-of-a-machine:8080")
    assert owned is not None
    owned.release()
    other = reopen()
    assert other.own("open", "http://b:1") is not None
    assert journal.owner("open") == "http://b:1"


def test_an_owner_is_sure_until_something_speaks_against_it(journal: Journal) -> None:
    owned = journal.own("open")
    assert owned is not None
    assert owned.sure
    assert not owned.lost
    assert owned.sure
    owned.release()
    assert not owned.sure


def test_nobody_owns_twice(journal: Journal) -> None:
    owned = journal.own("open")
    assert owned is not None
    assert journal.own("open") is None


def test_a_killed_owner_lets_go(url: str, journal: Journal) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "mine\n"
    assert journal.own("open") is None
    assert journal.owner("open") == "http://holder:1"
    holder.kill()
    holder.communicate()
    taken = None
    while taken is None:  # the PostgreSQL server notices a moment later
        taken = journal.own("open")
    assert not taken.lost


def test_beside_a_file_a_hanging_owner_has_to_be_ended_by_hand(memory_folder: Path) -> None:
    journal = open_journal(str(memory_folder / "tablo.sqlite"))
    with pytest.raises(CannotEvict, match=r"http://127\.0\.0\.1:8080 why=end-that-program"):
        journal.evict("open", "http://127.0.0.1:8080")
    journal.close()


def test_a_folder_in_which_nothing_can_be_locked_is_a_sentence(memory_folder: Path) -> None:
    journal = open_journal(str(memory_folder / "tablo.sqlite"))
    (memory_folder / "tablo.sqlite-owners").write_text("a file in the place of the folder")
    with pytest.raises(CannotWrite, match=r"tablo\.sqlite-owners"):
        journal.own("open")
    journal.close()
