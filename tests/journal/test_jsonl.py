"""A journal moves between stores as text and stays what it was."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.events import ChancesShown, Event, PlayerRegistered, ResultRecorded, RoundPublished, TournamentAnnounced
from domain.tournament import replay
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details, Regulations
from server.journal import AlreadyDone, BrokenChain, Head, Journal, PersonalData, open_journal
from server.journal.chain import GENESIS, seal, sealed
from server.journal.errors import JournalDiffers, NotAJournal
from server.journal.jsonl import export, import_lines
from server.journal.store import in_commands
from tests.journal.postgres import Cluster

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def result(board: int) -> Event:
    return ResultRecorded(1, board, Result.DRAW)


def fill(journal: Journal) -> None:
    journal.append("open", 0, "Ива́нова", "a", [PlayerRegistered(Player(PlayerId(1), "Ньютон, Isaac 🍏"))], AT, "d1")
    journal.append("open", 1, "Ivanova", "b", [result(1), result(2), result(3)], AT, "d2")
    journal.append("cup", 0, "Petrov", "c", [RoundPublished(1)], AT)
    journal.side.keep("open", 1, PersonalData("1643-01-04", "isaac@example.org", ""))


def lines_of(journal: Journal, personal: bool = False) -> list[bytes]:
    return list(export(journal, [info.stream for info in journal.streams()], personal))


@pytest.fixture
def stores(journal: Journal, tmp_path: Path, cluster: Cluster) -> tuple[Journal, Journal]:
    """A full one of each kind, and an empty one of the other."""
    fill(journal)
    url = cluster.database() if hasattr(journal, "copy_to") else str(tmp_path / "other.sqlite")
    return journal, open_journal(url)


def test_an_export_imported_elsewhere_is_the_same_byte_for_byte(stores: tuple[Journal, Journal]) -> None:
    old, new = stores
    text = lines_of(old)
    import_lines(new, lambda: text, "file")
    assert lines_of(new) == text
    assert new.streams() == old.streams()
    new.close()


def test_commands_are_remembered_across_the_move(stores: tuple[Journal, Journal]) -> None:
    old, new = stores
    text = lines_of(old)
    import_lines(new, lambda: text, "file")
    with pytest.raises(AlreadyDone) as answer:
        new.append("open", 1, "Ivanova", "b", [result(1), result(2), result(3)], AT, "d2")
    new.close()
    assert [entry.version for entry in answer.value.entries] == [2, 3, 4]


def test_a_moved_journal_goes_on(stores: tuple[Journal, Journal]) -> None:
    old, new = stores
    text = lines_of(old)
    import_lines(new, lambda: text, "file")
    [entry] = new.append("open", 4, "Ivanova", "d", [result(4)], AT)
    found = new.verify("open")
    new.close()
    assert found == Head(5, entry.hash)


def test_importing_again_changes_nothing(journal: Journal) -> None:
    fill(journal)
    text = lines_of(journal)
    assert [done.new for done in import_lines(journal, lambda: text, "file")] == [0, 0]
    assert lines_of(journal) == text


def test_a_longer_export_brings_what_is_missing(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    other = open_journal(str(tmp_path / "other.sqlite"))
    first = lines_of(journal)
    import_lines(other, lambda: first, "file")
    journal.append("open", 4, "Ivanova", "d", [result(4)], AT)
    second = lines_of(journal)
    assert {done.stream: done.new for done in import_lines(other, lambda: second, "file")} == {"cup": 0, "open": 1}
    other.close()


@pytest.mark.parametrize("longer", [0, 1, 2])
def test_another_history_of_the_same_tournament_is_refused(journal: Journal, tmp_path: Path, longer: int) -> None:
    fill(journal)
    other = open_journal(str(tmp_path / "other.sqlite"))
    other.append("open", 0, "Somebody", "x", [result(board) for board in range(1, 4 + longer)], AT)
    text = lines_of(other)
    other.close()
    before = lines_of(journal)
    with pytest.raises(JournalDiffers):
        import_lines(journal, lambda: text, "file")
    assert lines_of(journal) == before


def test_a_changed_line_is_named_and_nothing_is_stored(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    text = lines_of(journal)
    number = next(n for n, line in enumerate(text) if b'"board":2' in line)
    text[number] = text[number].replace(b'"board":2', b'"board":9')
    other = open_journal(str(tmp_path / "other.sqlite"))
    with pytest.raises(NotAJournal) as trouble:
        import_lines(other, lambda: text, "archive.jsonl")
    stored = other.streams()
    other.close()
    assert stored == []
    assert trouble.value.line == number + 1
    assert "entry-was-changed" in str(trouble.value)


@pytest.mark.parametrize("garbage", [b"", b"{}", b"\xff\xfe\x00", b'{"stream":1}', b"<html>", b"[1,2"])
def test_a_file_that_is_no_journal_is_refused_by_line(journal: Journal, garbage: bytes) -> None:
    with pytest.raises(NotAJournal):
        import_lines(journal, lambda: [garbage], "letter.txt")
    assert journal.streams() == []


def test_an_empty_file_is_refused(journal: Journal) -> None:
    with pytest.raises(NotAJournal, match="there-is-no-entry"):
        import_lines(journal, list, "empty.jsonl")


def test_an_export_cut_off_by_whole_lines_is_a_shorter_history(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    text = [line for line in lines_of(journal) if b'"stream":"open"' in line][:2]
    other = open_journal(str(tmp_path / "other.sqlite"))
    [done] = import_lines(other, lambda: text, "file")
    other.close()
    assert done.head.version == 2


def test_a_damaged_journal_is_not_exported(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    journal = open_journal(str(path))
    fill(journal)
    journal.close()
    path.write_bytes(path.read_bytes().replace(b'"board":2', b'"board":9'))
    journal = open_journal(str(path))
    with pytest.raises(BrokenChain):
        lines_of(journal)
    journal.close()


def test_personal_data_stay_at_home_unless_asked_for(journal: Journal) -> None:
    fill(journal)
    assert not any(b"isaac@example.org" in line for line in lines_of(journal))
    assert any(b"isaac@example.org" in line for line in lines_of(journal, personal=True))


def test_personal_data_travel_when_asked_for(stores: tuple[Journal, Journal]) -> None:
    old, new = stores
    for player in (1, 2):
        old.side.keep_photo("open", player, b"\xff\xd8 photo %d" % player)
    text = lines_of(old, personal=True)
    import_lines(new, lambda: text, "file")
    found, photos = new.side.find("open", 1), new.side.photos("open")
    new.close()
    assert found == PersonalData("1643-01-04", "isaac@example.org", "")
    assert photos == {1: b"\xff\xd8 photo 1", 2: b"\xff\xd8 photo 2"}


def test_a_large_journal_is_imported_in_chunks(journal: Journal, tmp_path: Path) -> None:
    for command in range(60):
        journal.append("open", None, "Ivanova", f"c{command}", [result(board) for board in range(200)], AT)
    text = lines_of(journal)
    other = open_journal(str(tmp_path / "other.sqlite"))
    [done] = import_lines(other, lambda: text, "file")
    assert (done.new, other.verify("open")) == (12000, journal.verify("open"))
    other.close()


def test_a_chunk_never_parts_a_command(journal: Journal) -> None:
    for command in range(5):
        journal.append("open", None, "Ivanova", f"c{command}", [result(board) for board in range(7)], AT)
    assert [len(chunk) for chunk in in_commands(journal.lines("open"), 10)] == [14, 14, 7]


def test_entries_out_of_their_order_are_not_adopted(journal: Journal) -> None:
    journal.append("open", 0, "Ivanova", "a", [result(1), result(2)], AT)
    first, second = journal.lines("open")
    with pytest.raises(BrokenChain):
        journal.adopt("open", [second])
    with pytest.raises(BrokenChain):
        journal.adopt("other", [first])


def resealed(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    """As somebody would send them who can count hashes: with `new` in the place of `old`, and sound."""
    previous, made = GENESIS, []
    for line in lines:
        body = line[: line.rindex(b',"hash":')].replace(old, new)
        previous = seal(previous, body)
        made.append(sealed(body, previous))
    return made


@pytest.mark.parametrize("name", ["../../etc", "a b", "<b>", "", "x" * 200, "Купа"])
def test_a_tournament_whose_name_could_be_no_address_is_refused(journal: Journal, name: str) -> None:
    fill(journal)
    text = resealed(list(export(journal, ["cup"])), b'"stream":"cup"', b'"stream":"%b"' % name.encode())
    with pytest.raises(NotAJournal, match=r"line=1 why=no-tournament-can-begin-here"):
        import_lines(journal, lambda: text, "file")


def test_fields_of_a_newer_program_are_not_lost_on_the_way(journal: Journal, tmp_path: Path) -> None:
    fill(journal)
    text = resealed(list(export(journal, ["cup"])), b'"round":1', b'"round":1,"rapid":true')
    other = open_journal(str(tmp_path / "other.sqlite"))
    with pytest.raises(BrokenChain, match="unknown=rapid"):
        import_lines(other, lambda: text, "file")
    assert other.streams() == []
    other.close()


def test_personal_data_of_nobody_are_refused(journal: Journal) -> None:
    fill(journal)
    text = [*lines_of(journal), b'{"personal":{"stream":"elsewhere","player":1,"email":"isaac@example.org"}}']
    with pytest.raises(NotAJournal, match=r"line=6 why=personal-data-of-nobody.* stream='elsewhere'"):
        import_lines(journal, lambda: text, "file")
    assert journal.side.of_stream("elsewhere") == {}


def test_who_sees_chances_moves_along(tmp_path: Path) -> None:
    chances = ChancesShown(ChancesFor.PUBLIC, 5, OpenGames.RATING)
    old, new = (open_journal(str(tmp_path / name)) for name in ("old.sqlite", "new.sqlite"))
    old.append("open", 0, "Anna", "a", [TournamentAnnounced(Details("Open"), Regulations()), chances], AT)
    import_lines(new, lambda: lines_of(old), "file")
    assert replay(entry.event for entry in new.read("open")).chances == chances
    old.close()
    new.close()
