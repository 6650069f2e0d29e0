"""The people behind accounts are kept beside the journal and can be forgotten."""

from server.journal import Journal
from server.journal.side.accounts import KeptAccount, KeptSession

ANNA = KeptAccount("a1", "Anna", "anna@example.org", "hash")
BORIS = KeptAccount("b1", "Boris", "boris@example.org", "hash")
DAY, NIGHT = KeptSession("s1", "2026-11-28T12:00:00", "Firefox"), KeptSession("s2", "2026-11-28T20:00:00", "")


def test_an_account_is_found_by_its_id_and_by_its_address(journal: Journal) -> None:
    assert journal.accounts.open(ANNA)
    assert journal.accounts.find("a1") == journal.accounts.with_email("Anna@Example.org") == ANNA
    assert journal.accounts.find("b1") is journal.accounts.with_email("boris@example.org") is None


def test_an_address_has_one_account(journal: Journal) -> None:
    assert journal.accounts.open(ANNA)
    assert not journal.accounts.open(KeptAccount("m1", "Mallory", ANNA.email, "other"))
    assert journal.accounts.with_email(ANNA.email) == ANNA


def test_the_names_of_some_accounts_are_read_at_once(journal: Journal) -> None:
    for one in (ANNA, BORIS):
        journal.accounts.open(one)
    assert journal.accounts.names(["a1", "gone"]) == {"a1": "Anna"}
    assert journal.accounts.names([]) == {}


def test_a_new_password_replaces_the_old_one(journal: Journal) -> None:
    journal.accounts.open(ANNA)
    journal.accounts.set_password("a1", "new")
    found = journal.accounts.find("a1")
    assert found is not None
    assert found.password_hash == "new"


def test_sessions_are_listed_the_newest_first_and_end_for_their_own_account(journal: Journal) -> None:
    for session in (DAY, NIGHT):
        journal.accounts.begin_session("a1", session)
    assert journal.accounts.sessions("a1") == [NIGHT, DAY]
    journal.accounts.end_sessions("b1", ["s1"])
    journal.accounts.end_sessions("a1", ["s2"])
    assert journal.accounts.sessions("a1") == [DAY]


def test_an_erased_account_leaves_nothing_behind(journal: Journal) -> None:
    for one in (ANNA, BORIS):
        journal.accounts.open(one)
    journal.accounts.begin_session("a1", DAY)
    journal.accounts.erase("a1")
    assert journal.accounts.find("a1") is None
    assert journal.accounts.sessions("a1") == []
    assert journal.accounts.find("b1") == BORIS
