"""Lists as people paste them: with counters and titles between blanks, and text that is none."""

from pathlib import Path

import pytest

from domain.files.lists.players import roster_of
from domain.files.lists.rows import NoNameColumn, read_rows
from tests.desk.browsers import desk, with_players

AT = "/desk/t/open/players/import"
NUMBERED = "1. Carlsen, Magnus GM 2840 NOR\n2. GM Nakamura, Hikaru 2807 USA 2016192\n3) Euwe, Max"


def test_counter_title_rating_and_federation_are_seen_between_blanks() -> None:
    players = [listed.player for listed in roster_of(*read_rows(NUMBERED.encode())).players]
    assert [(p.name, p.title, p.rating, p.federation, p.fide_id) for p in players] == [
        ("Carlsen, Magnus", "GM", 2840, "NOR", 0),
        ("Nakamura, Hikaru", "GM", 2807, "USA", 2016192),
        ("Euwe, Max", "", 0, "", 0),
    ]


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (
            "Топалов Веселин 2700\nПетров Мартин\nГеоргиев Кирил (2500)",
            [("Топалов Веселин", 2700, 0), ("Петров Мартин", 0, 0), ("Георгиев Кирил", 2500, 0)],
        ),
        ("1 Carlsen, Magnus 2840\n2 Euwe, Max -", [("Carlsen, Magnus", 2840, 0), ("Euwe, Max", 0, 0)]),
        ("Max Euwe 2530 1901\nMihail Tal 2600 1936", [("Max Euwe", 2530, 1901), ("Mihail Tal", 2600, 1936)]),
        ("1. Max Euwe\n2. Jan Timman", [("Max Euwe", 0, 0), ("Jan Timman", 0, 0)]),
        ("Max Euwe 1901 2530", [("Max Euwe", 2530, 1901)]),
    ],
    ids=["some without a rating", "numbered without a dot", "rating and year", "numbered alone", "year and rating"],
)
def test_a_number_behind_a_name_is_a_rating(text: str, players: list[tuple[str, int, int]]) -> None:
    found = [listed.player for listed in roster_of(*read_rows(text.encode())).players]
    assert [(p.name, p.rating, p.birth_year) for p in found] == players


def test_a_cell_of_a_club_with_a_year_parts_no_lines() -> None:
    text = "Name,Club\nEuwe Max,Ajax 1900\nTal Mihail,Riga"
    assert read_rows(text.encode())[1] == [(n, line.split(",")) for n, line in enumerate(text.splitlines(), 1)]


async def test_a_number_that_stays_in_a_name_is_asked_about(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, list="Max Euwe 2530 Amsterdam\nMihail Tal 2600 Riga")
        assert "2 names hold a number, as in “Max Euwe 2530 Amsterdam”." in anna.text


async def test_a_country_in_the_place_of_a_federation_is_refused_with_its_code(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, list="Name;Fed\nJones, Gwen;Wales")
        assert "Fed must be three letters, not 'WALES'; perhaps it is WLS (Wales)." in anna.text
        await anna.go(AT)
        await anna.send(AT, list="Name;Fed\nTal, Mihail;Riga East")
        assert "Fed must be three letters, not 'RIGA EAST'." in anna.text


async def test_a_federation_that_fide_has_not_is_told_and_kept(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, list="Name;Fed\nPapadopoulos, Nikos;GRC\nJones, Gwen;WAL")
        assert "FIDE has no federation “GRC”: it is kept as written. Perhaps it is GRE (Greece)." in anna.text
        assert "WLS" in anna.text
        await anna.send(AT, list="Name;Fed\nPapadopoulos, Nikos;GRC\nJones, Gwen;WAL", really="1")
        assert "GRC" in anna.text


@pytest.mark.parametrize(
    "line", ["Carlsen,Magnus,2840,NOR", "Carlsen, Magnus, 2840, NOR", "Kim LEE", "Carlsen, Magnus", "Name,Rating"]
)
def test_a_line_that_commas_part_stays_as_it_is(line: str) -> None:
    assert read_rows(line.encode())[1] == [(1, line.split(","))]


@pytest.mark.parametrize("text", ["not really", "dear all, see you\nplease bring a clock", "what is this?"])
def test_text_that_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(NoNameColumn):
        roster_of(*read_rows(text.replace(",", "").encode()))


@pytest.mark.parametrize("text", ["Max Euwe\nJan Timman", "Иван Петров", "王皓 北京"])
def test_names_alone_are_a_list(text: str) -> None:
    assert len(roster_of(*read_rows(text.encode())).players) == len(text.splitlines())


async def test_a_text_that_is_called_a_spreadsheet_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, files={"file": ("x.xlsx", b"Name\nEuwe, Max\n")})
        assert anna.page.status_code == 422
        assert "x.xlsx is called a spreadsheet and is none" in anna.text
