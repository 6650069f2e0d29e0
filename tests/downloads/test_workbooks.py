"""Workbooks are read back by a library that had no part in writing them (python-calamine)."""

from datetime import UTC, date, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from python_calamine import CalamineWorkbook

from domain.decisions.players.registering import anonymise
from domain.decisions.setup.announcing import announce_prizes
from domain.events import Prize
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from tests.crosstable import tournament
from tests.public.served import served
from tests.public.test_pages import OPEN
from tests.team_events import team_tournament
from web.downloads.documents import table_file
from web.downloads.xlsx_file import xlsx_file
from web.tables import DataTable, Kind, TableColumn
from web.wording import language

MADE = datetime(2026, 11, 22, 15, tzinfo=UTC)
FOUR = """
=Cmd()                   2500  +w4 =b2
Щербаков, Константин GM  2400  +b3 =w1
Карлова, Ана             2300  -w2 H
David                    2200  -b1 .
"""


@pytest.fixture
def four() -> Tournament:
    details = Details(
        "Sofia Open: [A/B]", "Sofia", "BUL", "2026-11-21", "2026-11-22", schedule=("2026-11-21T09:30", "2026-11-22")
    )
    laws = Regulations(rounds=2, order=("BH/C1", "SB"))
    return tournament(FOUR, details=details, regulations=laws)


def workbook_of(name: str, t: Tournament, round: int, lang: str = "en") -> bytes:
    made = table_file(name, "xlsx", snapshot(t), language(lang), round, MADE)
    assert isinstance(made, bytes)
    return made


def read(name: str, t: Tournament, round: int = 0, lang: str = "en") -> dict[str, list[list[object]]]:
    """The rows of each sheet by its name."""
    made = workbook_of(name, t, round or t.published, lang)
    book = CalamineWorkbook.from_filelike(BytesIO(made))
    return {title: book.get_sheet_by_name(title).to_python() for title in book.sheet_names}


def test_points_ratings_and_tiebreaks_are_numbers(four: Tournament) -> None:
    head, first, second, *_ = read("standings", four)["Standings"]
    assert head == ["Place", "No.", "Title", "Name", "Federation", "Rating", "Points", "BH−1", "SB", "Withdrawn"]
    assert first[:7] == [1, 1, "", "=Cmd()", "", 2500, 1.5]
    assert second[1:7] == [2, "GM", "Щербаков, Константин", "", 2400, 1.5]
    assert all(isinstance(cell, float | int) for cell in (*first[5:9], *second[5:9]))


def test_half_a_point_is_a_number(four: Tournament) -> None:
    rows = read("standings", four)["Standings"]
    assert 0.5 in [row[6] for row in rows]


def test_days_and_times_are_dates(four: Tournament) -> None:
    facts = {row[0]: row[1] for row in read("workbook", four)["Event"]}
    assert facts["First day"] == date(2026, 11, 21)
    assert facts["Round 1"] == datetime.fromisoformat("2026-11-21T09:30")
    assert facts["Round 2"] == date(2026, 11, 22)
    assert facts["Rounds"] == 2


def test_a_name_that_looks_like_a_formula_is_text(four: Tournament) -> None:
    made = workbook_of("workbook", four, 2)
    assert read("players", four)["Players"][1][2] == "=Cmd()"
    with ZipFile(BytesIO(made)) as parts:
        sheets = [parts.read(name) for name in parts.namelist() if name.startswith("xl/worksheets/sheet")]
        assert not any(b"<f>" in sheet for sheet in sheets)
        assert b'quotePrefix="1"' in parts.read("xl/styles.xml")


def test_heads_stay_and_columns_are_as_wide_as_their_words(four: Tournament) -> None:
    made = workbook_of("players", four, 2)
    with ZipFile(BytesIO(made)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert 'state="frozen"' in sheet
    assert 'ySplit="1"' in sheet
    assert '<col min="3" max="3" width="22' in sheet  # Щербаков, Константин


def test_the_whole_tournament_has_a_sheet_for_each_round_and_each_table(four: Tournament) -> None:
    sheets = read("workbook", replay(announce_prizes(four, [Prize("First", 50_050)]), four))
    assert list(sheets) == ["Event", "Standings", "Crosstable", "Players", "Prizes", "Round 1", "Round 2"]
    assert sheets["Prizes"][1][6:] == [250.25, "EUR"]
    assert sheets["Crosstable"][2][5:] == ["3b1", "1w=", 1.5]


def test_pairings_say_who_does_not_play(four: Tournament) -> None:
    rows = read("pairings", four, 2)["Round 2"]
    assert rows[1][:6] == [1, 2, "GM", "Щербаков, Константин", 2400, 1]
    assert "half-point bye" in rows[2]


@pytest.mark.parametrize("lang", ["bg", "ru"])
def test_the_whole_tournament_is_made_in_every_language(four: Tournament, lang: str) -> None:
    assert len(read("workbook", four, lang=lang)) == 6


def test_an_event_of_teams_has_its_squads_and_boards() -> None:
    sheets = read("workbook", team_tournament(4, ["1-2 1=+0  4-3 ?1=-"]))
    assert list(sheets) == ["Event", "Standings", "Crosstable", "Tables by board", "Teams", "Round 1"]
    assert len(sheets["Teams"]) == 1 + 4 * 4
    match, board, *_ = sheets["Round 1"][2]
    assert (match, board) == (1, 2)


def test_somebody_who_must_not_be_named_is_a_number(four: Tournament) -> None:
    hidden = replay(anonymise(four, EntrantId(2)), four)
    assert "Щербаков" not in str(read("workbook", hidden))


def test_sheets_of_one_name_are_told_apart() -> None:
    long = "A very long name of a table that goes on"
    column: TableColumn[str] = TableColumn("", "x", Kind.TEXT, lambda row: row)
    sheets = [DataTable(name, [column], ["y"]) for name in (long, long.upper(), "", "'[]'")]
    made = xlsx_file(sheets, language("en"), "x", MADE)
    assert made is not None
    titles = CalamineWorkbook.from_filelike(BytesIO(made)).sheet_names
    assert len({title.casefold() for title in titles}) == 4
    assert all(1 <= len(title) <= 31 for title in titles)


async def test_spectators_find_workbooks_and_rounds_under_downloads() -> None:
    async with served({"open": OPEN}) as client:
        page = (await client.get("/t/open/downloads")).text
        for path in ("workbook", "standings", "crosstable", "players", "pairings/2"):
            assert f"/t/open/{path}.xlsx" in page
            answer = await client.get(f"/t/open/{path}.xlsx")
            assert answer.status_code == 200
            assert CalamineWorkbook.from_filelike(BytesIO(answer.content)).sheet_names
            again = await client.get(f"/t/open/{path}.xlsx", headers={"If-None-Match": answer.headers["etag"]})
            assert again.status_code == 304


async def test_a_workbook_of_the_past_is_of_that_moment() -> None:
    async with served({"open": OPEN}) as client:
        answer = await client.get("/t/open/workbook.xlsx?at=12")
        assert "Round 2" not in CalamineWorkbook.from_filelike(BytesIO(answer.content)).sheet_names


@pytest.mark.parametrize("path", ["pairings/3.xlsx", "standings/9.xlsx", "prizes.xlsx", "teams.xlsx", "pairings/3.pgn"])
async def test_what_is_not_there_is_said(path: str) -> None:
    async with served({"open": OPEN}) as client:
        assert (await client.get(f"/t/open/{path}")).status_code == 404
