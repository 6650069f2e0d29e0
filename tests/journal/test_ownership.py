"""At most one process decides for a tournament, and a dead one lets go."""

import subprocess
import sys
from collections.abc import Callable

from server.journal import Journal

HOLD = """
import sys
from server.journal import open_journal
journal = open_journal(sys.argv[1])
print("mine" if journal.own("open") else "theirs", flush=True)
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
    holder.kill()
    holder.communicate()
    taken = None
    while taken is None:  # the PostgreSQL server notices a moment later
        taken = journal.own("open")
    assert not taken.lost
