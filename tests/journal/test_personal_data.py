"""Data kept beside the journal can be forgotten."""

from server.journal import Journal, PersonalData

ANNA = PersonalData("1990-05-17", "anna@example.org", "+359 88 123456")


def test_nobody_is_known_at_first(journal: Journal) -> None:
    assert journal.side.find("open", 1) == PersonalData()
    assert journal.side.of_stream("open") == {}


def test_data_are_kept_by_stream_and_player(journal: Journal) -> None:
    journal.side.keep("open", 1, ANNA)
    journal.side.keep("cup", 1, PersonalData(phone="1"))
    assert journal.side.find("open", 1) == ANNA
    assert journal.side.of_stream("cup") == {1: PersonalData(phone="1")}


def test_newer_data_replace_older(journal: Journal) -> None:
    journal.side.keep("open", 1, ANNA)
    journal.side.keep("open", 1, PersonalData(email="new@example.org"))
    assert journal.side.find("open", 1) == PersonalData(email="new@example.org")


def test_erased_data_are_gone(journal: Journal) -> None:
    journal.side.keep("open", 1, ANNA)
    journal.side.keep("open", 2, ANNA)
    journal.side.erase("open", 1)
    assert journal.side.of_stream("open") == {2: ANNA}


def test_empty_data_are_an_erasure(journal: Journal) -> None:
    journal.side.keep("open", 1, ANNA)
    journal.side.keep("open", 1, PersonalData())
    assert journal.side.of_stream("open") == {}


def test_text_that_looks_like_sql_is_text(journal: Journal) -> None:
    journal.side.keep("open", 1, PersonalData(email="'; DROP TABLE personal; -- ? %s"))
    assert journal.side.find("open", 1).email == "'; DROP TABLE personal; -- ? %s"


def test_the_dates_of_birth_of_a_file_are_kept_all_at_once(journal: Journal) -> None:
    dates = {player: f"{1950 + player % 50}-01-01" for player in range(1, 2502)}
    journal.side.keep_birth_dates("open", dates)
    assert {player: data.birth_date for player, data in journal.side.of_stream("open").items()} == dates


def test_a_file_replaces_nothing_that_was_kept(journal: Journal) -> None:
    journal.side.keep("open", 1, ANNA)
    journal.side.keep("open", 2, PersonalData(phone="1"))
    journal.side.keep_birth_dates("open", {1: "1900-01-01", 2: "1991-02-03"})
    assert journal.side.of_stream("open") == {1: ANNA, 2: PersonalData("1991-02-03", phone="1")}


def test_a_file_without_dates_keeps_nothing(journal: Journal) -> None:
    journal.side.keep_birth_dates("open", {})
    assert journal.side.of_stream("open") == {}
