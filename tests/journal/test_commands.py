"""The words of the command line that look after the journal."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.events import PlayerRegistered, RoundPublished
from domain.words.players import Player, PlayerId
from server import cli
from server.journal import PersonalData, open_journal
from tests.crosstable import announcement
from tests.journal.postgres import Cluster
from tests.journal.test_backup import with_a_damaged_index

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
CASES = Path(__file__).parent.parent / "cases"

Tablo = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tablo(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tablo:
    """Runs a command on the data directory `tmp_path / "data"`; exit code, output, complaint."""
    monkeypatch.setenv("TABLO_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("TABLO_DATABASE", raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A journal with one tournament of three entries."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "tablo.sqlite"
    journal = open_journal(str(path))
    journal.append("open", 0, "Ivanova", "a", announcement(), AT)
    players = [PlayerRegistered(Player(PlayerId(n), f"Player, {n}")) for n in (1, 2)]
    journal.append("open", 1, "Ivanova", "b", players, AT)
    journal.side.keep("open", 1, PersonalData(email="anna@example.org"))
    journal.close()
    return path


def head(path: Path) -> str:
    journal = open_journal(str(path))
    [info] = journal.streams()
    journal.close()
    return info.hash


def test_verify_prints_the_heads(tablo: Tablo, data: Path) -> None:
    assert tablo("verify") == (0, f"open: 3 entries, head {head(data)}\n", "")


def test_verify_says_that_an_empty_journal_is_well(tablo: Tablo, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    open_journal(str(tmp_path / "data" / "tablo.sqlite")).close()
    assert tablo("verify") == (0, "The journal is empty and well.\n", "")


def test_verify_says_no_and_where(tablo: Tablo, data: Path) -> None:
    data.write_bytes(data.read_bytes().replace(b"Player, 2", b"Player, 3"))
    code, out, _ = tablo("verify", "open")
    assert code == 1
    assert out.startswith("open: BROKEN at entry 3: ")


def test_verify_knows_no_other_tournament(tablo: Tablo, data: Path) -> None:
    assert tablo("verify", "cup") == (2, "", "tablo: The journal has no cup.\n")


def test_a_missing_journal_is_not_made(tablo: Tablo, tmp_path: Path) -> None:
    code, _, complaint = tablo("verify")
    assert code == 2
    assert complaint == f"tablo: There is no journal at {tmp_path / 'data' / 'tablo.sqlite'}.\n"
    assert not (tmp_path / "data").exists()


def test_a_backup_is_restored(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    before = head(data)
    code, out, _ = tablo("backup", "--to", tmp_path / "copy.sqlite")
    assert (code, out) == (0, f"{tmp_path / 'copy.sqlite'}\nopen: 3 entries, head {before}\n")
    data.write_bytes(b"overwritten by mistake")
    assert tablo("restore", tmp_path / "copy.sqlite")[0] == 0
    assert head(data) == before


def test_backups_without_a_name_are_kept_beside_the_journal(tablo: Tablo, data: Path) -> None:
    assert tablo("backup")[0] == 0
    assert len(list((data.parent / "tablo.sqlite-backups").iterdir())) == 1


def test_a_drill_replaces_nothing(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    tablo("backup", "--to", tmp_path / "copy.sqlite")
    before = data.read_bytes()
    assert tablo("restore", "--drill", tmp_path / "copy.sqlite")[0] == 0
    assert data.read_bytes() == before


def test_restoring_a_letter_is_refused_in_a_sentence(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear aunt")
    code, out, complaint = tablo("restore", tmp_path / "letter")
    assert (code, out, complaint.count("\n")) == (2, "", 1)
    assert "cannot be opened" in complaint


def test_an_export_is_imported_into_another_database(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    assert tablo("journal", "export", "--output", tmp_path / "all.jsonl") == (0, "", "")
    other = tmp_path / "other.sqlite"
    code, out, _ = tablo("journal", "import", tmp_path / "all.jsonl", "--database", f"sqlite://{other}")
    assert (code, out) == (0, f"open: 3 new of 3 entries, head {head(data)}\n")
    assert head(other) == head(data)


def test_an_export_to_the_screen_has_no_personal_data(tablo: Tablo, data: Path) -> None:
    _, out, _ = tablo("journal", "export")
    assert len(out.splitlines()) == 3
    assert "anna@example.org" not in out
    assert "anna@example.org" in tablo("journal", "export", "--personal-data")[1]


def test_a_changed_export_is_refused_with_its_line(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    text = tmp_path / "all.jsonl"
    tablo("journal", "export", "--output", text)
    text.write_text(text.read_text().replace("Player, 2", "Player, 3"))
    code, out, complaint = tablo("journal", "import", text, "--database", tmp_path / "other.sqlite")
    assert (code, out) == (2, "")
    assert complaint == f"tablo: {text}, line 3: entry 3 of open was changed after it was written.\n"


@pytest.mark.parametrize("file", ["/nowhere/all.jsonl", "/"])
def test_a_file_that_cannot_be_read_is_a_sentence(tablo: Tablo, data: Path, file: str) -> None:
    code, out, complaint = tablo("journal", "import", file)
    assert (code, out, complaint.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("word", ["verify", "backup", "restore", "journal", "mirror"])
def test_every_word_explains_itself(tablo: Tablo, word: str) -> None:
    code, out, _ = tablo(word, "--help")
    assert code == 0
    assert out.startswith(f"usage: tablo {word}")


@pytest.mark.parametrize("address", ["tablo.example.org", "file:///etc/passwd", ""])
def test_a_mirror_is_reached_by_http_only(tablo: Tablo, data: Path, address: str) -> None:
    code, _, complaint = tablo("mirror", "--to", address, "--once")
    assert (code, complaint.count("\n")) == (2, 1)
    assert "must begin with https:// or http://" in complaint


def test_a_player_is_erased_from_the_journal_and_its_copies(tablo: Tablo, data: Path) -> None:
    tablo("backup")
    assert tablo("journal", "erase", "open", 1)[:2] == (0, "Erased from the journal and 1 copies beside it.\n")
    again = (1, "There was nothing to erase in the journal and 1 copies beside it.\n")
    assert tablo("journal", "erase", "open", 1)[:2] == again
    assert "anna@example.org" not in tablo("journal", "export", "--personal-data")[1]
    assert not any(b"anna@example.org" in path.read_bytes() for path in data.parent.rglob("*.sqlite"))


def test_an_import_makes_the_data_directory(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    tablo("journal", "export", "--output", str(tmp_path / "open.jsonl"))
    fresh = tmp_path / "new" / "data"
    assert tablo("journal", "import", "--data", str(fresh), str(tmp_path / "open.jsonl"))[0] == 0
    assert head(fresh / "tablo.sqlite") == head(data)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o700


def never_happened(data: Path) -> None:
    """An entry that is sound, and about a round that nobody paired."""
    journal = open_journal(str(data))
    journal.append("open", 3, "Ivanova", "c", [RoundPublished(7)], AT)
    journal.close()


def test_a_history_that_cannot_have_happened_is_not_imported(tablo: Tablo, data: Path, tmp_path: Path) -> None:
    never_happened(data)
    tablo("journal", "export", "--output", str(tmp_path / "open.jsonl"))
    fresh = tmp_path / "new"
    code, _, complaint = tablo("journal", "import", "--data", str(fresh), str(tmp_path / "open.jsonl"))
    assert (code, complaint.count("\n")) == (2, 1)
    assert "damaged at entry 4: it cannot follow what is before it" in complaint
    assert tablo("verify", "--data", str(fresh))[:2] == (0, "The journal is empty and well.\n")


def test_verify_says_what_cannot_be_folded(tablo: Tablo, data: Path) -> None:
    never_happened(data)
    code, said, complaint = tablo("verify")
    assert (code, complaint) == (1, "")
    assert said.startswith("open: BROKEN at entry 4: it cannot follow what is before it")


def test_verify_says_that_an_index_misses_an_entry(tablo: Tablo, data: Path) -> None:
    with_a_damaged_index(data)
    code, said, _ = tablo("verify")
    assert code == 1
    assert "damaged" in said


@pytest.mark.parametrize(
    "address", ["http://", "https://[bad", "http://mirror:99999", "http://mirror.org/ x", "http://ми.бг"]
)
def test_an_address_that_leads_to_no_mirror_is_a_sentence(tablo: Tablo, data: Path, address: str) -> None:
    code, _, complaint = tablo("mirror", "--to", address, "--once")
    assert (code, complaint.count("\n")) == (2, 1)
    assert "is no address of a mirror" in complaint


def test_a_tournament_that_is_not_there_is_not_mirrored_in_silence(tablo: Tablo, data: Path) -> None:
    code, _, complaint = tablo("mirror", "nothing", "--to", "http://127.0.0.1:1", "--once")
    assert (code, complaint) == (2, "tablo: The journal has no nothing.\n")


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("verify",),
    ("backup",),
    ("restore", "copy.sqlite"),
    ("journal", "export"),
    ("journal", "import", "all.jsonl"),
    ("journal", "erase", "open", "1"),
    ("mirror", "--to", "http://localhost:1", "--once"),
    ("import", "report.trf"),
    ("export", "open"),
)
"""The commands that need nothing but the journal."""


@pytest.mark.parametrize("words", COMMANDS)
def test_two_places_for_one_journal_are_refused(
    tablo: Tablo, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    other, database = tmp_path / "other", f"sqlite://{data}"
    code, out, complaint = tablo(*words, "--data", other, "--database", database)
    assert (code, out) == (2, "")
    assert complaint == "tablo: --data and --database name two journals: give only the one that is meant.\n"
    monkeypatch.setenv("TABLO_DATABASE", database)
    code, out, complaint = tablo(*words, "--data", other)
    assert (code, out) == (2, "")
    assert complaint.startswith("tablo: --data and TABLO_DATABASE name two journals: leave --data out, or say ")
    assert not other.exists()


def test_a_database_of_the_environment_is_the_journal(
    tablo: Tablo, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLO_DATABASE", f"sqlite://{data}")
    monkeypatch.setenv("TABLO_DATA", str(tmp_path / "other"))
    assert tablo("verify") == (0, f"open: 3 entries, head {head(data)}\n", "")


@pytest.mark.parametrize("words", [("import", "report.trf"), ("journal", "import", "all.jsonl")])
def test_an_import_into_a_database_that_is_not_there_is_refused(
    tablo: Tablo, data: Path, tmp_path: Path, postgres_server: Cluster, words: tuple[str, ...]
) -> None:
    tablo("journal", "export", "--output", tmp_path / "all.jsonl")
    (tmp_path / "report.trf").write_bytes((CASES / "2021_03.trf").read_bytes())
    url = postgres_server.url("nosuchdatabase")
    code, out, complaint = tablo(*words[:-1], tmp_path / words[-1], "--database", url)
    assert (code, out, complaint.count("\n")) == (2, "", 1)
    assert 'database "nosuchdatabase" does not exist' in complaint


def test_an_export_from_nowhere_makes_no_journal(tablo: Tablo, tmp_path: Path) -> None:
    code, _, complaint = tablo("export", "open")
    assert (code, complaint) == (2, f"tablo: There is no journal at {tmp_path / 'data' / 'tablo.sqlite'}.\n")
    assert not (tmp_path / "data").exists()


def cut_off(path: Path) -> None:
    """The newest entry is deleted, with the triggers that stand in the way."""
    with closing(sqlite3.connect(path)) as db, db:
        for name in ("stored_events_delete", "stored_events_update"):
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DELETE FROM stored_events WHERE position = (SELECT max(position) FROM stored_events)")


def test_a_journal_whose_end_was_cut_off_does_not_have_the_printed_head(tablo: Tablo, data: Path) -> None:
    printed = head(data)
    cut_off(data)
    assert tablo("verify")[0] == 0, "the chain alone does not show it"
    code, out, _ = tablo("verify", "--head", printed)
    assert code == 1
    assert out.endswith(f"head {printed}: NOT THERE, the journal was cut off or is another one\n")


def test_a_head_that_was_printed_earlier_is_found_where_it_was(tablo: Tablo, data: Path) -> None:
    with closing(open_journal(str(data))) as journal:
        early, *_ = journal.read("open")
    code, out, _ = tablo("verify", "--head", early.hash[:8].upper(), "--head", head(data))
    assert code == 0
    assert f"head {early.hash[:8]}: entry 1 of open, written 2026-11-21 09:00 UTC\n" in out
    assert f"head {head(data)}: entry 3 of open, written 2026-11-21 09:00 UTC\n" in out


@pytest.mark.parametrize("typed", ["", "1234567", "not-a-head", "0" * 65])
def test_what_is_no_head_is_said(tablo: Tablo, data: Path, typed: str) -> None:
    code, out, complaint = tablo("verify", "--head", typed)
    assert (code, out) == (2, "")
    assert complaint == f"tablo: {typed} is no head: it has 8 to 64 digits of 0-9 and a-f.\n"
