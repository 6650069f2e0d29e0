"""A sheet of chess-results at the desk: a crosstable where report files are read, a list of players where lists are."""

from io import BytesIO
from pathlib import Path

from xlsxwriter import Workbook

from tests.desk.browsers import browser, server, with_players
from tests.files.test_chess_results import ABOVE, BELOW, TABLE

IMPORT = "/desk/import"
PLAYERS = "/desk/t/open/players/import"
LIST = [
    ["No.", "", "Name", "FideID", "FED", "Rtg", "Club/City"],
    ["1", "GM", "Almeida, Ana", "", "POR", "2520", "Lisboa"],
]


def sheet(name: str, table: list[list[str]]) -> bytes:
    book = BytesIO()
    with Workbook(book, {"in_memory": True}) as made:
        page = made.add_worksheet()
        for n, row in enumerate([*ABOVE, [name], *table, *BELOW]):
            page.write_row(n, 0, row)
    return book.getvalue()


async def test_a_crosstable_is_looked_at_and_then_a_tournament(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await anna.go(IMPORT)
        await anna.send(IMPORT, files={"file": ("crosstable.xlsx", sheet("Ranking crosstable after Round 2", TABLE))})
        assert "a crosstable of chess-results: players, pairings and results were read" in anna.text
        await anna.send(IMPORT, really="1")
        await anna.go("/t/made-up-open/pairings/1")
        assert "Almeida Ana" in anna.text


async def test_another_sheet_is_no_report_file(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await anna.go(IMPORT)
        await anna.send(IMPORT, files={"file": ("list.xlsx", sheet("Starting rank", LIST))})
        assert "this is not a report file" in anna.text


async def test_a_list_of_players_comes_with_its_titles_and_clubs(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_players(await anna.log_in(), 2)
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, files={"file": ("list.xlsx", sheet("Starting rank", LIST))})
        await anna.send(PLAYERS, really="1")
        await anna.go("/desk/t/open/players")
        assert "Almeida, Ana" in anna.text
        assert "Lisboa" in anna.page.text
