"""A picture in the journal is stored, copied, mirrored and exported as every entry is, in each kind of store."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from domain.festival.events import FestivalAnnounced, FestivalDetails, SectionAdded, SectionsOrdered
from domain.pictures import DocumentKept, PictureKept, kept_file
from domain.words.choices.faces import FacePicture, FacePlace, PictureType
from domain.words.streams import is_stream, owner_of_picture, picture_stream
from server.care.mirror.sender import Mirror, MirrorRefuses, push, ship
from server.cli import main
from server.journal import AsyncJournal, BrokenChain, Journal, open_journal
from server.journal.jsonl import check_story, export, import_lines
from server.office.pictures import MOST_REMEMBERED, Pictures
from tests.desk.browsers import WORKERS
from tests.faces.drawn import sent
from tests.journal.test_mirror import TOKEN, add, free_port, serving, told_into

NOWHERE = Path("/nowhere")
AT = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)


def keep(journal: Journal, owner: str = "open", colour: str = "#14523d", command: str = "logo") -> FacePicture:
    """A logo, as the office keeps it."""

    async def stored() -> FacePicture:
        pictures = Pictures(AsyncJournal(journal), WORKERS, NOWHERE)
        return await pictures.keep(owner, sent(colour=colour), FacePlace.LOGO, "Club", "Anna", command)

    return asyncio.run(stored())


def bytes_of(journal: Journal, picture: FacePicture, owner: str = "open") -> bytes:
    found = asyncio.run(Pictures(AsyncJournal(journal), WORKERS, NOWHERE).read(owner, picture.digest))
    return found.data if found else b""


def test_a_picture_is_there_after_the_journal_was_opened_again(reopen: Callable[[], Journal]) -> None:
    picture = keep(reopen())
    again = reopen()
    assert sha256(bytes_of(again, picture)).hexdigest() == picture.digest


def test_the_same_picture_is_kept_once(journal: Journal) -> None:
    first, second = keep(journal, command="first"), keep(journal, command="second")
    assert first == second
    [stream] = [info for info in journal.streams() if owner_of_picture(info.stream)]
    assert stream.version == 1


def test_an_export_and_an_import_carry_it(journal: Journal, tmp_path: Path) -> None:
    picture = keep(journal)
    lines = list(export(journal, [info.stream for info in journal.streams()]))
    other = open_journal(str(tmp_path / "other.sqlite"))
    import_lines(other, lambda: lines, "file")
    assert bytes_of(other, picture) == bytes_of(journal, picture) != b""
    other.close()


def test_the_export_of_one_tournament_has_its_pictures_alone(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    journal = open_journal(str(tmp_path / "tablo.sqlite"))
    add(journal, 1)
    add(journal, 1, "cup")
    keep(journal)
    keep(journal, "cup", "#aa3344", "cup-logo")
    journal.close()
    assert main(["journal", "export", "open", "--data", str(tmp_path)]) == 0
    written = capsysbinary.readouterr().out
    assert b'"stream":"picture/open/' in written
    assert b"cup" not in written


def test_a_copy_and_what_is_restored_from_it_have_it(tmp_path: Path) -> None:
    journal = open_journal(str(tmp_path / "tablo.sqlite"))
    add(journal, 1)
    picture = keep(journal)
    whole = bytes_of(journal, picture)
    journal.close()
    copy, restored = tmp_path / "copy.sqlite", tmp_path / "restored"
    assert main(["backup", "--data", str(tmp_path), "--to", str(copy)]) == 0
    assert main(["restore", "--data", str(restored), str(copy)]) == 0
    again = open_journal(str(restored / "tablo.sqlite"))
    assert bytes_of(again, picture) == whole
    again.close()


def test_a_mirror_gets_the_pictures_of_the_tournaments_it_gets(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    add(hall, 1)
    add(hall, 1, "cup")
    picture, other = keep(hall), keep(hall, "cup", "#aa3344", "cup-logo")
    with serving(journal, free_port()) as url:
        assert ship(hall, Mirror(url, TOKEN), ["open"], True, told_into([]))
        assert bytes_of(journal, picture) == bytes_of(hall, picture) != b""
        assert bytes_of(journal, other, "cup") == b""
        assert ship(hall, Mirror(url, TOKEN), [], True, told_into([]))
    assert bytes_of(journal, other, "cup") == bytes_of(hall, other, "cup") != b""
    hall.close()


def test_a_mirror_gets_the_festivals_of_the_tournaments_it_gets(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    add(hall, 1)
    for name, section in (("spring", "open"), ("autumn", "cup")):
        story = [FestivalAnnounced(FestivalDetails(name.title())), SectionAdded(section, section.title())]
        hall.append(f"festival/{name}", 0, "Anna", name, story, AT)
    picture = keep(hall, "festival/spring")
    with serving(journal, free_port()) as url:
        assert ship(hall, Mirror(url, TOKEN), ["open"], True, told_into([]))
        hall.append("festival/spring", 2, "Anna", "more", [SectionAdded("women", "Women")], AT)
        assert ship(hall, Mirror(url, TOKEN), ["open"], True, told_into([]))
    there = {info.stream: info.version for info in journal.streams() if not owner_of_picture(info.stream)}
    assert there == {"open": 2, "festival/spring": 3}
    assert bytes_of(journal, picture, "festival/spring") == bytes_of(hall, picture, "festival/spring") != b""
    hall.close()


def test_a_mirror_takes_no_festival_that_cannot_have_happened(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    hall.append("festival/spring", 0, "Anna", "spring", [SectionsOrdered(("open",))], AT)
    with serving(journal, free_port()) as url, pytest.raises(MirrorRefuses):
        push(hall, Mirror(url, TOKEN), "festival/spring")
    assert journal.streams() == []
    hall.close()


def test_a_mirror_gets_the_documents_of_the_tournaments_it_gets(journal: Journal, tmp_path: Path) -> None:
    hall, data = open_journal(str(tmp_path / "hall.sqlite")), b"%PDF-1.4 regulations"
    add(hall, 1)
    file = asyncio.run(Pictures(AsyncJournal(hall), WORKERS, NOWHERE).keep_document("open", data, "Anna", "d", "a.pdf"))
    with serving(journal, free_port()) as url:
        assert ship(hall, Mirror(url, TOKEN), ["open"], True, told_into([]))
    there = Pictures(AsyncJournal(journal), WORKERS, NOWHERE)
    assert asyncio.run(there.read_document("open", file.digest)) == data
    hall.close()


def test_a_mirror_takes_no_bytes_that_are_another_picture(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    stream = picture_stream("open", "0" * 64)
    hall.append(stream, 0, "Anna", "forged", [PictureKept(PictureType.PNG, 30, 30, b"something")], AT)
    with serving(journal, free_port()) as url, pytest.raises(MirrorRefuses):
        push(hall, Mirror(url, TOKEN), stream)
    assert journal.streams() == []
    hall.close()


def test_a_second_entry_of_a_picture_is_no_story(journal: Journal) -> None:
    keep(journal)
    [info] = journal.streams()
    entry = next(iter(journal.read(info.stream)))
    with pytest.raises(BrokenChain):
        check_story(info.stream, [entry, entry])
    with pytest.raises(BrokenChain):
        check_story(info.stream, [entry_with(entry, replace(entry.event, data=b"another"))])


def entry_with(entry: object, event: PictureKept) -> object:
    return type(entry)(**{name: event if name == "event" else getattr(entry, name) for name in entry.__struct_fields__})


@pytest.mark.parametrize(
    ("stream", "owner"),
    [
        (f"picture/open/{'a' * 64}", "open"),
        (f"picture/festival/days/{'a' * 64}", "festival/days"),
        (f"picture/hall/{'a' * 64}", ""),
        (f"picture/open/{'a' * 63}", ""),
        (f"picture/Open/{'a' * 64}", ""),
        ("picture/open", ""),
        ("open", ""),
    ],
)
def test_a_stream_says_whose_picture_it_keeps(stream: str, owner: str) -> None:
    assert owner_of_picture(stream) == owner
    assert is_stream(stream) is (bool(owner) or stream == "open")


async def test_memory_keeps_the_pictures_that_were_asked_for_last(tmp_path: Path) -> None:
    journal = AsyncJournal(open_journal(str(tmp_path / "tablo.sqlite")))
    pictures = Pictures(journal, WORKERS, NOWHERE)
    for n in range(MOST_REMEMBERED + 3):
        await pictures.keep("open", sent(colour=f"#{n:02}5566"), FacePlace.LOGO, "Club", "Anna", f"command-{n}")
    for info in await journal.streams():
        await pictures.read("open", info.stream.rpartition("/")[2])
    assert len(pictures._remembered) == MOST_REMEMBERED
    await journal.close()


WALL = PictureKept(PictureType.PNG, 1920, 1080, b"\x89PNG of a wall\x00\xff" * 60_000)
PRINT = sha256(WALL.data).hexdigest()


async def test_a_picture_of_screens_is_kept_once_and_read_whole(reopen: Callable[[], Journal], tmp_path: Path) -> None:
    """With PostgreSQL by every process over it, whatever its directory; with a file from the folder beside it."""
    here, there = (AsyncJournal(reopen()) for _ in range(2))
    shared = here.journal.screen_pictures is not None
    pictures = Pictures(here, WORKERS, tmp_path / "here")
    assert await pictures.read_for_screens(PRINT, "image/png") is None
    for _ in range(2):
        await pictures.keep_for_screens(PRINT, WALL)
    elsewhere = Pictures(there, WORKERS, tmp_path / ("there" if shared else "here"))
    assert await elsewhere.read_for_screens(PRINT, "image/png") == WALL.data
    assert (tmp_path / "here").exists() != shared


async def test_a_picture_of_the_time_before_is_taken_over(reopen: Callable[[], Journal], tmp_path: Path) -> None:
    file = tmp_path / "here" / f"{PRINT}.png"
    file.parent.mkdir()
    file.write_bytes(WALL.data)
    here, there = (AsyncJournal(reopen()) for _ in range(2))
    before = Pictures(here, WORKERS, file.parent)
    for _ in range(2):
        await before.take_over()
    assert await before.read_for_screens(PRINT, "image/png") == WALL.data
    found = await Pictures(there, WORKERS, tmp_path / "there").read_for_screens(PRINT, "image/png")
    assert found == (WALL.data if there.journal.screen_pictures is not None else None)


def test_a_document_is_a_pdf_that_its_stream_is_named_for() -> None:
    data = b"%PDF-1.4 regulations"
    stream = picture_stream("open", sha256(data).hexdigest())
    assert kept_file(stream, [DocumentKept(data)]) == DocumentKept(data)
    other = b"MZ no document"
    with pytest.raises(ValueError, match="no PDF"):
        kept_file(picture_stream("open", sha256(other).hexdigest()), [DocumentKept(other)])
    with pytest.raises(ValueError, match="another file"):
        kept_file(stream, [DocumentKept(data + b"!")])
