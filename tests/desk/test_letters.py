"""Lists and report files in an encoding of their country: shown before anything is registered, and chosen."""

from pathlib import Path

import pytest

from tests.desk.browsers import desk, with_players
from tests.files.lines import file, player

LIST = "Име;Рейтинг\r\nПетров, Иван;1800\r\nДимитрова, Мария;1750\r\n"
TEAMS = "Team;Board;Name\r\nЛокомотив;1;Петров, Иван\r\nЛокомотив;2;Димитрова, Мария\r\n"
REPORT = file(
    player(1, "1.0", "2 w 1", name="Петров, Иван"), player(2, "0.0", "1 b 0", name="Димитрова, Мария"), rounds=1
).decode()
AT = "/desk/t/open/players/import"


async def test_a_list_of_windows_1251_is_shown_and_registered_as_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, files={"file": ("list.csv", LIST.encode("cp1251"))})
        assert "Letters: Cyrillic (Windows-1251)." in anna.text
        await anna.send(AT)
        assert "Петров, Иван" in anna.text


async def test_what_is_pasted_has_its_letters_already(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, list=LIST)
        assert "2 players would be registered." in anna.text
        assert "Letters" not in anna.text
        await anna.send(AT)
        assert "Петров, Иван (1800) registered" in anna.text


async def test_of_a_list_of_many_their_number_is_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, list="Name\nZoe, A\nYves, B\nXena, C\n")
        await anna.send(AT)
        assert "3 players registered." in anna.text
        assert "Zoe, A registered" not in anna.text


async def test_another_encoding_is_chosen_before_anything_is_registered(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, files={"file": ("list.csv", b"Name\r\nErd\xf5s, Viktor\r\nBalogh, Csaba\r\n")})
        await anna.send(AT, encoding="windows-1250", again="1")
        assert "Erdős, Viktor" in anna.text
        await anna.send(AT)
        await anna.go("/desk/t/open/players")
        assert "Erdős, Viktor" in anna.text


async def test_a_choice_that_cannot_be_is_said_and_offered_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(AT)
        await anna.send(AT, files={"file": ("list.csv", LIST.encode("cp1251"))})
        await anna.send(AT, encoding="utf-8", again="1")
        assert anna.page.status_code == 422
        assert "Letters look wrong?" in anna.text


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16-le"])
async def test_a_report_file_shows_names_before_it_is_imported(tmp_path: Path, encoding: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/import")
        await anna.send("/desk/import", files={"file": ("a.trf", REPORT.encode(encoding))})
        assert "Петров, Иван · Димитрова, Мария" in anna.text


async def test_a_report_file_is_read_with_the_letters_that_were_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/import")
        await anna.send("/desk/import", files={"file": ("a.trf", REPORT.encode("cp1251"))})
        await anna.send("/desk/import", encoding="windows-1252", again="1")
        assert "Ïåòðîâ, Èâàí" in anna.text
        await anna.send("/desk/import", encoding="windows-1251", tournament_name="Cup")
        await anna.go("/desk/t/cup/players")
        assert "Петров, Иван" in anna.text


async def test_a_list_of_teams_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Liga", rounds="3", entrants="teams", team_boards="2")
        await anna.go("/desk/t/liga/teams/import")
        await anna.send("/desk/t/liga/teams/import", files={"file": ("teams.csv", TEAMS.encode("cp1251"))})
        assert "Letters: Cyrillic (Windows-1251). Петров, Иван · Димитрова, Мария" in " ".join(anna.text.split())
