"""FIDE's rating list: read in both forms, replaced in one step, searched in any order and alphabet."""

import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from domain.files.lists.fide import BadListLine, text_columns
from domain.words.players import Sex, Title
from domain.words.rating_lists import FIDE, ListName, RatingEntry, Speed, speed_of_clock
from server.rating_lists import sqlite
from server.rating_lists.reading import BadRatingList, opened_list
from server.rating_lists.shelf import Shelf
from server.rating_lists.sqlite import FileShelf
from tests.files.made_list import made_players, made_zip
from tests.files.rating_lists import KARPOV, LIST, STEFANOVA, text_line, text_list, xml_list, zipped


def put(shelf: Shelf, path: Path) -> int:
    with opened_list(path, lambda share: None) as file:
        return shelf.put(ListName(FIDE, file.month), file, lambda share: None)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = FileShelf(tmp_path / "lists")
    put(shelf, zipped(tmp_path, text_list()))
    return shelf


def names(found: list[RatingEntry]) -> list[str]:
    return [entry.name for entry in found]


def test_text_and_xml_say_the_same(tmp_path: Path, shelf: Shelf) -> None:
    of_text = shelf.by_numbers([2902257, 34188771, 4100026, 14100010])
    put(shelf, zipped(tmp_path, xml_list(), "players_list_xml_foa.xml"))
    assert shelf.by_numbers(of_text) == of_text
    assert of_text[2902257] == RatingEntry(
        2902257, "Stefanova, Antoaneta", "BUL", Sex.WOMAN, Title.GM, 1979, 2402, 2390, 0, 10, 10
    )
    assert of_text[4100026].title is Title.GM
    assert of_text[4100026].inactive


def test_the_month_is_that_of_the_file(shelf: Shelf) -> None:
    about = shelf.about()
    assert about is not None
    assert (str(about.name), about.players, about.skipped) == ("FIDE 2026-11", 4, 0)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("стефанова ан", ["Stefanova, Antoaneta", "Stefanova, Anna"]),
        ("anna stef", ["Stefanova, Anna"]),
        ("Stefanova, Ant", ["Stefanova, Antoaneta"]),
        ("щербаков сергей", ["Shcherbakov, Serhii"]),
        ("SERHI SHCH", ["Shcherbakov, Serhii"]),
        ("2902257", ["Stefanova, Antoaneta"]),
        ("29", ["Stefanova, Antoaneta"]),
        ("анат", ["Karpov, Anatoly"]),
        ("anna", ["Stefanova, Anna", "Karpov, Anatoly"]),
        ("nobody", []),
        ("", []),
        ('"*', []),
    ],
)
def test_a_player_is_found(shelf: Shelf, typed: str, found: list[str]) -> None:
    assert names(shelf.search(typed)) == found


def test_the_federation_of_the_event_comes_first(shelf: Shelf) -> None:
    assert names(shelf.search("stefanova", "RUS"))[0] == "Stefanova, Anna"


def test_the_likeliest_come_first(tmp_path: Path) -> None:
    """Federations in their order, then the surname before the first name, then the strongest."""
    wanted = [
        ("Stoyanov, Ivan", "BUL", "1500"),
        ("Stoyanovski, Ivan", "BUL", "1900"),
        ("Ivanov, Stoyanov", "BUL", "2500"),
        ("Stoyanov, Ivo", "SRB", "1400"),
        ("Stoyanov, Ivaylo", "GER", "2600"),
        ("Stoyanov, Iva", "GER", "2100"),
    ]
    players = [
        {"fideid": str(1000 + n), "name": name, "country": federation, "rating": rating}
        for n, (name, federation, rating) in enumerate(wanted)
    ]
    listed = FileShelf(tmp_path / "lists")
    put(listed, zipped(tmp_path, text_list(reversed(players))))
    assert names(listed.search("stoyanov iv", "BUL", "SRB")) == [name for name, _, _ in wanted]


def test_the_whole_name_leaves_out_longer_ones(shelf: Shelf) -> None:
    assert names(shelf.by_whole_name("Анна Стефанова")) == ["Stefanova, Anna"]
    assert shelf.by_whole_name("Stefanova") == []


def test_without_a_list_nobody_is_found(tmp_path: Path) -> None:
    empty = FileShelf(tmp_path / "none")
    assert (empty.search("stefanova"), empty.by_numbers([7]), empty.lists()) == ([], {}, [])


def test_the_first_list_is_searched_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "INDEX_BATCH_PLAYERS", 2)
    shelf, seen = FileShelf(tmp_path / "lists"), []

    def look(share: float) -> None:
        about = shelf.about()
        found = [names(shelf.search(typed)) != [] for typed in ("serhii", "stefanova antoaneta", "karpov", "4100026")]
        seen.append((about.findable if about else 0, about is not None and about.whole, found))

    with opened_list(zipped(tmp_path, text_list()), look) as file:
        shelf.put(ListName(FIDE, file.month), file, look)
    assert seen == [
        (0, False, [False, False, False, True]),
        (2, False, [True, True, False, True]),
        (4, True, [True, True, True, True]),
        (4, True, [True, True, True, True]),
    ]
    assert shelf.publishers() == ["FIDE"]


def test_an_old_list_is_searched_until_the_new_one_is_whole(tmp_path: Path, shelf: Shelf) -> None:
    ratings = set()
    with opened_list(zipped(tmp_path, text_list([STEFANOVA | {"rating": "2500"}, KARPOV])), lambda share: None) as file:
        shelf.put(
            ListName(FIDE, file.month),
            file,
            lambda share: ratings.add((share < 1, shelf.by_numbers([2902257])[2902257].standard)),
        )
    assert ratings == {(True, 2402), (False, 2500)}


def test_a_large_index_is_put_together_in_small_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "INDEX_BATCH_PLAYERS", 100)
    monkeypatch.setattr(sqlite, "MERGED_PAGES", 1)
    shelf = FileShelf(tmp_path / "lists")
    put(shelf, made_zip(tmp_path / "made.zip", 3_000))
    with closing(sqlite3.connect(tmp_path / "lists" / "fide.sqlite")) as db:
        (pieces,) = db.execute("SELECT count(DISTINCT segid) FROM names_idx").fetchone()
    assert pieces == 1
    for player in islice(made_players(3_000), 0, None, 100):
        assert player["fideid"] in {str(one.number) for one in shelf.search(player["name"])}


BROKEN = {
    "a web page": b"<html><body>503</body></html>",
    "no head": b"2902257 Stefanova\r\n",
    "cut off": xml_list()[:-40],
    "nobody": text_list(()),
    "half of them": text_list(LIST[:1]),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_leaves_the_old_list(tmp_path: Path, shelf: Shelf, what: str) -> None:
    name = "list.xml" if what == "cut off" else "list.txt"
    with pytest.raises(BadRatingList):
        put(shelf, zipped(tmp_path, BROKEN[what], name))
    assert names(shelf.search("karpov")) == ["Karpov, Anatoly"]
    assert [path.name for path in shelf.folder.iterdir()] == ["fide.sqlite"]


def test_half_a_zip_leaves_the_old_list(tmp_path: Path, shelf: Shelf) -> None:
    path = zipped(tmp_path, text_list([STEFANOVA | {"fideid": str(n), "name": f"A{n}, B"} for n in range(1, 4000)]))
    damaged = bytearray(path.read_bytes())
    damaged[200:260] = bytes(60)
    path.write_bytes(damaged)
    with pytest.raises(BadRatingList):
        put(shelf, path)
    assert names(shelf.search("karpov")) == ["Karpov, Anatoly"]


def test_a_new_list_takes_the_place_of_the_old_one(tmp_path: Path, shelf: Shelf) -> None:
    put(shelf, zipped(tmp_path, text_list([STEFANOVA | {"rating": "2500"}, KARPOV])))
    assert shelf.by_numbers([2902257])[2902257].standard == 2500
    assert shelf.search("shcherb") == []


def test_two_lists_read_within_a_second_are_two(tmp_path: Path, shelf: Shelf) -> None:
    """Players are checked against a list as soon as it is another one."""
    before = shelf.about()
    put(shelf, zipped(tmp_path, text_list([STEFANOVA | {"rating": "2500"}, *LIST[1:]])))
    assert shelf.about() != before


def test_a_title_too_long_moves_the_rest_of_the_line() -> None:
    columns = text_columns(text_list(()).rstrip())
    line = text_line(STEFANOVA)
    long = line[:94] + "SI,FI,LSI,SLI,NA".ljust(16) + line[109:]
    assert columns.entry(long.encode()).standard == 2402
    with pytest.raises(BadListLine):
        columns.entry(line.replace("2402", "A402").encode())


def test_columns_are_found_by_their_heads() -> None:
    legacy = "\r\n".join(line[:109] + line[113:] for line in text_list().decode().splitlines()).encode()
    head, first, *_ = legacy.splitlines()
    assert text_columns(head).entry(first).standard == 2402


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        ("", Speed.STANDARD),
        ("5400+30", Speed.STANDARD),
        ("40/6000+30:900+30", Speed.STANDARD),
        ("900+10", Speed.RAPID),
        ("180+2", Speed.BLITZ),
        ("600", Speed.BLITZ),
    ],
)
def test_the_rating_is_that_of_the_clock(clock: str, speed: Speed) -> None:
    assert speed_of_clock(clock) is speed


def test_who_has_no_rapid_rating_has_the_standard_one() -> None:
    entry = RatingEntry(7, "A", standard=2000, blitz=2100, k=20, blitz_k=40)
    assert [entry.rating(speed) for speed in Speed] == [2000, 2000, 2100]
    assert [entry.development_coefficient(speed) for speed in Speed] == [20, 20, 40]


def test_a_line_whose_columns_are_counted_in_letters_is_read_too() -> None:
    """FIDE counts octets; lists that other programs wrote in UTF-8 lost such lines without a word."""
    head, *_ = text_list().splitlines()
    player = {**STEFANOVA, "name": "Müllerová, Žofie Šárka", "country": "CZE"}
    found = text_columns(head).entry(text_line(player).encode())
    assert (found.name, found.federation, found.standard) == ("Müllerová, Žofie Šárka", "CZE", 2402)
