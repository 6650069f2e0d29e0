"""Small files that ask for all the memory there is."""

import io
import zipfile
from collections.abc import Mapping

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.sheet.main+xml"/></Types>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
NAMED = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Tal, Mihail</t></is></c></row>'
)


def packed(parts: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in parts.items():
            book.writestr(name, text)
    return out.getvalue()


def sheet_reaching_to(last: str) -> bytes:
    """A list of one player, and a number in the cell `last`, such as XFD1048576."""
    row = last.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = f'{NAMED}<row r="{row}"><c r="{last}"><v>1</v></c></row>'
    return packed(
        {
            "[Content_Types].xml": TYPES,
            "_rels/.rels": LINKS.format(
                f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
            ),
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": LINKS.format(
                f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
            ),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def sheet_of_repeated_cells(times: int) -> bytes:
    """An ODS whose second row and its cells say that they stand so many times."""
    cell = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
    names = {"office": "office", "table": "table", "text": "text"}
    spaces = " ".join(f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in names)
    again = cell.format(f' table:number-columns-repeated="{times}"', "Tal, Mihail")
    rows = (
        f"<table:table-row>{cell.format('', 'Name')}</table:table-row>"
        f'<table:table-row table:number-rows-repeated="{times}">{again}</table:table-row>'
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    return packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def book_unpacking_to(megabytes: int) -> bytes:
    """A book with texts of so many megabytes, all of them the same letter."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book,
        book.open("xl/sharedStrings.xml", "w") as texts,
    ):
        for _ in range(megabytes):
            texts.write(b"a" * 1024**2)
    return out.getvalue()


CORNER, WIDE = sheet_reaching_to("XFD1048576"), sheet_reaching_to("XFD20000")
"""Room for 17,179,869,184 cells, and for 327,680,000."""
