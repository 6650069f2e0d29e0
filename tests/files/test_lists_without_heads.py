"""Lists as people have them: without a header, out of a spreadsheet program, with columns of another order."""

import io
import zipfile
from collections.abc import Callable

import pytest

from domain.decisions.players.registering import NewPlayer
from domain.files.lists.players import ChosenColumns, Roster, found_columns, roster_of
from domain.files.lists.rows import BadCell, BrokenBook, NoNameColumn, read_rows
from domain.words.players import Sex, Title
from server.rating_lists.sheets import rows_of
from tests.files.rosters import read_roster


def first(roster: Roster) -> NewPlayer:
    return roster.players[0].player


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Euwe, Max\t2530\nTal, Mihail\t2600", NewPlayer("Euwe, Max", 2530)),
        ("Euwe;Max;2530\nTal;Mihail;2600", NewPlayer("Euwe, Max", 2530)),
        (
            "1;GM;Euwe, Max;NED;2530;1901;1000012;m;VAS\n2;;Tal, Mihail;LAT;2600;1936;1000013;m;Riga Town",
            NewPlayer("Euwe, Max", 2530, Title.GM, "NED", 1000012, Sex.MAN, 1901, "VAS"),
        ),
        ("Max Euwe\nMihail Tal", NewPlayer("Max Euwe")),
        ("2530;Euwe, Max;20.05.1901\n2600;Tal, Mihail;09.11.1936", NewPlayer("Euwe, Max", 2530, birth_year=1901)),
    ],
    ids=["name and rating", "two names", "all of it", "names alone", "a whole date"],
)
def test_a_list_without_a_header_is_read(text: str, player: NewPlayer) -> None:
    roster = read_roster(text.encode())
    assert (first(roster), len(roster.players)) == (player, 2)


def test_the_arbiter_chooses_other_columns() -> None:
    separator, rows = read_rows(b"1900;2530;Euwe, Max\n2000;2600;Tal, Mihail")
    assert found_columns(rows) == ChosenColumns({"rating": 0, "name": 2}, False)
    chosen = ChosenColumns({"national_rating": 0, "rating": 1, "name": 2}, False)
    assert first(roster_of(separator, rows, chosen)) == NewPlayer("Euwe, Max", 2530, national_rating=1900)


def test_a_header_can_be_said_to_be_one() -> None:
    separator, rows = read_rows(b"Who;How strong\nEuwe, Max;2530")
    assert first(roster_of(separator, rows, ChosenColumns({"name": 0, "rating": 1}, True))) == NewPlayer(
        "Euwe, Max", 2530
    )


def test_the_line_and_the_field_of_a_fault_are_named() -> None:
    separator, rows = read_rows(b"Euwe, Max;2530\nTal, Mihail;strong")
    with pytest.raises(BadCell) as refused:
        roster_of(separator, rows, ChosenColumns({"name": 0, "rating": 1}, False))
    assert (refused.value.line, refused.value.column, refused.value.header) == (2, 2, "rating")


def test_without_a_name_there_is_no_list() -> None:
    with pytest.raises(NoNameColumn):
        read_roster(b"2500;1990\n2400;1991")


def xlsx(*rows: tuple[str | float, ...]) -> bytes:
    """The smallest workbook that spreadsheet programs open."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    lines = "".join(
        "<row>"
        + "".join(
            f'<c t="inlineStr"><is><t>{cell}</t></is></c>' if isinstance(cell, str) else f"<c><v>{cell}</v></c>"
            for cell in row
        )
        + "</row>"
        for row in rows
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006"
    sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{packages}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{sheet}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{sheet}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{packages}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{office}"><sheets><sheet name="Players" sheetId="1" '
        'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{packages}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{lines}</sheetData></worksheet>",
    }
    return _zip(parts)


def ods(*rows: tuple[str | float, ...]) -> bytes:
    def cell(value: str | float) -> str:
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    name = "urn:oasis:names:tc:opendocument:xmlns"
    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    content = (
        f'<office:document-content xmlns:office="{name}:office:1.0" xmlns:table="{name}:table:1.0" '
        f'xmlns:text="{name}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Players">{lines}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'<manifest:manifest xmlns:manifest="{name}:manifest:1.0"/>'
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return _zip({"mimetype": mimetype, "META-INF/manifest.xml": manifest, "content.xml": content})


def _zip(parts: dict[str, str]) -> bytes:
    octets = io.BytesIO()
    with zipfile.ZipFile(octets, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return octets.getvalue()


@pytest.mark.parametrize("book", [xlsx, ods], ids=["XLSX", "ODS"])
def test_a_spreadsheet_is_read_like_a_list(book: Callable[..., bytes]) -> None:
    data = book(("Име", "Рейтинг", "Born"), ("Топалов, Веселин", 2712.0, "1975"), ("Euwe, Max", 2530.0, ""))
    roster = roster_of(*rows_of(data))
    assert [one.player.rating for one in roster.players] == [2712, 2530]
    assert first(roster) == NewPlayer("Топалов, Веселин", 2712, birth_year=1975)


@pytest.mark.parametrize("data", [b"PK\x03\x04 no zip", xlsx()[:200]])
def test_a_damaged_spreadsheet_is_said_to_be_one(data: bytes) -> None:
    with pytest.raises(BrokenBook):
        rows_of(data)
