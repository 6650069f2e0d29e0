"""The encoding of lists and report files: names of thirty countries, in short lists and long ones."""

import random
from collections.abc import Mapping

import pytest

from domain.files.encodings import Encoding, found_encoding
from domain.files.lists.rows import read_rows
from domain.files.trf import RepairKind, parse
from tests.files.lines import file, player
from tests.files.names_by_encoding import ENCODINGS, UNSEEN

GROUPS = [
    (encoding, country, names.split("; ")) for encoding, group in ENCODINGS.items() for country, names in group.items()
]
CYRILLIC_LIST = "Име;Рейтинг;Клуб\r\nПетров, Иван;1800;Локомотив\r\nДимитрова, Мария;1750;\r\n"


def as_list(names: list[str]) -> str:
    return "Name;Rating;Club\r\n" + "".join(f"{name};1800;\r\n" for name in names)


def share_read(groups: Mapping[str, Mapping[str, str]], lines: int) -> float:
    """Of lists of so many names, those whose letters are right."""
    draw, right = random.Random(1), []
    for encoding, group in groups.items():
        for names in (text.split("; ") for text in group.values()):
            for _ in range(10):
                text = as_list(draw.sample(names, min(lines, len(names)))).encode(encoding, "ignore").decode(encoding)
                data = text.encode(encoding)
                right.append(data.decode(found_encoding(data), "replace") == text)
    return sum(right) / len(right)


@pytest.mark.parametrize(("encoding", "country", "names"), GROUPS, ids=[country for _, country, _ in GROUPS])
def test_a_list_of_one_country_is_read_in_its_encoding(encoding: str, country: str, names: list[str]) -> None:
    text = as_list(names)
    data = text.encode(encoding, "replace")
    assert data.decode(found_encoding(data)) == data.decode(encoding)


@pytest.mark.parametrize(("lines", "least"), [(2, 0.98), (3, 0.985), (5, 0.99)])
def test_short_lists_are_read_too(lines: int, least: float) -> None:
    assert share_read(ENCODINGS, lines) >= least
    assert share_read(UNSEEN, lines) >= least


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251"])
def test_a_bulgarian_list_is_read_with_its_heads(encoding: str) -> None:
    _, rows = read_rows(CYRILLIC_LIST.encode(encoding))
    assert [row for _, row in rows][1] == ["Петров, Иван", "1800", "Локомотив"]


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16-le", "utf-16-be", "utf-16"])
def test_a_report_file_is_read_and_says_how(encoding: str) -> None:
    text = file(player(1, "1.0", "2 w 1", name="Петров, Иван"), player(2, "0.0", "1 b 0", name="Димитрова, Мария"))
    report = parse(text.decode().encode(encoding))
    assert [one.name for one in report.players] == ["Петров, Иван", "Димитрова, Мария"]
    assert RepairKind.DECODED_AS in {repair.kind for repair in report.repairs}


def test_an_encoding_that_is_chosen_counts() -> None:
    text = file(player(1, "1.0", "2 w 1", name="Vŕba, Peter"), player(2, "0.0", "1 b 0", name="Erdős, Viktor"))
    report = parse(text.decode().encode("cp1250"), encoding=Encoding.CENTRAL)
    assert [one.name for one in report.players] == ["Vŕba, Peter", "Erdős, Viktor"]


def test_octets_of_a_picture_are_no_wide_text() -> None:
    assert found_encoding(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0") is Encoding.WESTERN
