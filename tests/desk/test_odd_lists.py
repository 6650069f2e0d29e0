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
