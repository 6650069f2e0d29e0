"""Lists of one speed, and the older list without the column FOA: columns are where the head says."""

from pathlib import Path

import pytest

from domain.files.lists.fide import BadListLine, speed_of_file, text_columns
from domain.words.rating_lists import RatingEntry, Speed
from server.rating_lists.reading import BadRatingList, opened_list
from tests.files.rating_lists import STEFANOVA, TAGS, TEXT_WIDTHS, zipped

ONE_SPEED = (
    ("ID Number", 15, "2902257"), ("Name", 61, "Stefanova, Antoaneta"), ("Fed", 4, "BUL"), ("Sex", 4, "F"),
    ("Tit", 5, "GM"), ("WTit", 5, "WGM"), ("OTit", 15, ""), ("FOA", 4, ""), ("OCT26", 6, "2402"), ("Gms", 4, "9"),
    ("K", 3, "10"), ("B-day", 6, "1979"), ("Flag", 4, "i"),
)  # fmt: skip
HEAD = "".join(head.ljust(width) for head, width, _ in ONE_SPEED)
LINE = "".join(text.ljust(width) for _, width, text in ONE_SPEED)
AS_XML = (
    "<playerslist><player><fideid>2902257</fideid><name>Stefanova, Antoaneta</name><country>BUL</country>"
    "<sex>F</sex><title>GM</title><w_title>WGM</w_title><rating>2402</rating><games>9</games><k>10</k>"
    "<birthday>1979</birthday><flag>i</flag></player></playerslist>"
)


def read(folder: Path, inside: str, name: str) -> list[RatingEntry]:
    with opened_list(zipped(folder, inside.encode(), name), lambda share: None) as file:
        return list(file.entries())


@pytest.mark.parametrize("form", ["txt", "xml"])
@pytest.mark.parametrize("speed", Speed)
def test_the_one_rating_is_that_of_the_speed(tmp_path: Path, speed: Speed, form: str) -> None:
    inside = AS_XML if form == "xml" else f"{HEAD}\r\n{LINE}\r\n"
    (entry,) = read(tmp_path, inside, f"{speed}_rating_list.{form}")
    ratings = {Speed.STANDARD: entry.standard, Speed.RAPID: entry.rapid, Speed.BLITZ: entry.blitz}
    assert ratings == {one: 2402 if one is speed else 0 for one in Speed}
    assert (entry.development_coefficient(speed), entry.birth_year, entry.inactive) == (10, 1979, True)


def test_a_title_that_is_too_long_moves_the_line_here_too() -> None:
    pushed = LINE.replace(" " * 19 + "2402", "SI,FI,LSI,SLI,NA" + "AFM" + " 2402", 1)
    assert len(pushed) == len(LINE) + 1
    assert text_columns(HEAD.encode()).entry(pushed.encode()).standard == 2402


def test_the_older_list_has_no_column_foa(tmp_path: Path) -> None:
    columns = [(tag, head, width) for tag, (head, width) in zip(TAGS, TEXT_WIDTHS, strict=True) if head != "FOA"]
    head = "".join(label.ljust(width) for _, label, width in columns)
    line = "".join(STEFANOVA.get(tag, "").ljust(width) for tag, _, width in columns)
    (entry,) = read(tmp_path, f"{head}\r\n{line}\r\n", "players_list.txt")
    assert (entry.number, entry.standard, entry.rapid, entry.k) == (2902257, 2402, 2390, 10)


def test_a_head_without_a_column_names_it() -> None:
    with pytest.raises(BadListLine) as bad:
        text_columns(HEAD.replace("B-day", "     ").encode())
    assert bad.value.text == "B-day"


def test_too_many_bad_lines_name_line_and_column(tmp_path: Path) -> None:
    bad = LINE.replace("2402", "24x2")
    with pytest.raises(BadRatingList) as refused:
        read(tmp_path, "\r\n".join([HEAD, *[bad] * 1100]), "rapid_rating_list.txt")
    assert "1002" in str(refused.value)
    assert "rapid_rating" in str(refused.value)


def test_the_name_of_the_file_says_the_speed() -> None:
    names = {"rapid_oct26frl.txt": Speed.RAPID, "standard_rating_list.xml": Speed.STANDARD, "players_list.txt": None}
    assert {name: speed_of_file(name) for name in names} == names
