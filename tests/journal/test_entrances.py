"""Names over all tournaments are kept beside the journal, and requests not to be found until they are answered."""

from contextlib import closing
from pathlib import Path

from server.journal import Journal, open_journal
from server.journal.side.persons import EntranceRow, HidingRequest
from server.journal.sqlite.backup import backup
from server.journal.sqlite.journal import SQLiteJournal

ANNA, IVAN = EntranceRow("open", 1, 0, "Petrova, Anna"), EntranceRow("open", 2, 2900084, "Щербаков, Иван")
AGAIN = EntranceRow("cup", 7, 2900084, "Shcherbakov, Ivan")
ASKED = HidingRequest("2900084", "2026-11-29T01:00:00+00:00", "ivan@example.org", "It is me.", "bg")


def filled(journal: Journal) -> Journal:
    journal.entrances.put("open", {ANNA: ("petrova", "anna"), IVAN: ("serbakov", "ivan")})
    journal.entrances.put("cup", {AGAIN: ("serbakov", "ivan")})
    return journal


def test_names_are_found_by_beginnings_of_all_words(journal: Journal) -> None:
    rows = filled(journal).entrances
    assert set(rows.with_words(["ser"])) == {IVAN, AGAIN}
    assert set(rows.with_words(["iv", "serbak"])) == {IVAN, AGAIN}
    assert rows.with_words(["anna", "serbak"]) == []
    assert set(rows.with_fide_id(2900084)) == {IVAN, AGAIN}
    assert rows.of_stream("open") == [ANNA, IVAN]


def test_a_tournament_is_written_anew_as_a_whole(journal: Journal) -> None:
    rows = filled(journal).entrances
    rows.put("open", {ANNA: ("petrova", "anna")})
    assert rows.with_words(["serbakov"]) == [AGAIN]
    rows.note("open", 3)
    rows.note("open", 4)
    assert rows.read() == {"open": 4}


def test_a_request_waits_once_and_nothing_stays_after_the_answer(journal: Journal) -> None:
    rows = journal.entrances
    assert rows.ask_to_hide(ASKED, most=1)
    assert not rows.ask_to_hide(ASKED._replace(person="17"), most=1)
    assert rows.asked_to_hide() == [ASKED]
    rows.hiding_answered(ASKED.person)
    assert rows.asked_to_hide() == []


def test_requests_are_in_no_copy(tmp_path: Path) -> None:
    with closing(open_journal(str(tmp_path / "tablo.sqlite"))) as journal:
        assert isinstance(journal, SQLiteJournal)
        journal.entrances.ask_to_hide(ASKED, most=9)
        made = backup(journal, tmp_path / "copy.sqlite")
    assert b"ivan@example.org" not in made.path.read_bytes()
