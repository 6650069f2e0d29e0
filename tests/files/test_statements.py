"""Bank statements as banks save them: what day, what sums, what currency, and that money which went out is none."""

import pytest

from domain.files.lists.rows import BadRoster
from domain.files.lists.statements import StatementLine, read_statement

CAMT = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Bal><Amt Ccy="EUR">900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-27</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Ivan Angelov</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">35.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><DtTm>2026-11-28T10:00:00</DtTm></BookgDt><NtryDtls>
<TxDtls><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>first of two</Ustrd></RmtInf></TxDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">10.00</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>second</Ustrd></RmtInf></TxDtls>
</NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">40.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-28</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd></Ntry>
</Stmt></BkToCstmrStmt></Document>"""

PDF = b"%PDF-1.7\n1 0 obj\n<</Length 9>>\nstream\nx\x9c\x01\x00\xff\nendstream\n"


def facts(text: str) -> list[tuple[str, tuple[int, ...], str]]:
    return [(one.day, one.hundredths, one.currency) for one in read_statement(text.encode())]


def test_camt_has_a_line_for_each_transfer_of_an_entry() -> None:
    assert facts(CAMT) == [
        ("2026-11-27", (2500,), "EUR"),
        ("2026-11-28", (2500,), "EUR"),
        ("2026-11-28", (1000,), "EUR"),
        ("2026-11-28", (-4000,), "EUR"),
        ("", (-950,), "EUR"),
    ]


@pytest.mark.parametrize(
    ("state", "announced"),
    [("BOOK", False), ("PDNG", True), ("<Cd>BOOK</Cd>", False), ("\n<Cd>PDNG</Cd>", True), ("<Cd>INFO</Cd>", True)],
)
def test_camt_says_whether_an_entry_is_booked(state: str, announced: bool) -> None:
    first = read_statement(CAMT.replace("<Sts>BOOK</Sts>", f"<Sts>{state}</Sts>").encode())[0]
    assert first.announced == announced


def test_camt_says_reference_and_payer() -> None:
    assert read_statement(CAMT.encode())[0] == StatementLine(
        1, "2026-11-27", (2500,), "EUR", "RF18539007547034 Ivan Angelov"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Date;Text;Debit;Credit;Balance\n27.11.2026;a;;25,00;900,00\n28/11/26;b;25.00;;875.00", [(2500,), (-2500,)]),
        ("Buchungstag;Verwendungszweck;Betrag;Währung\n27.11.2026;RF18;1.025,50;EUR\n", [(102550,)]),
        ("Дата,Основание,Сума\n2026-11-27,a b,-25.00\n2026-11-28,b,25\n2026-11-29,c,7", [(-2500,), (2500,), (700,)]),
        ("27.11.2026 Angelov RF18 5390 0754 7034 +25,00 EUR", [(2500,)]),
        ("27.11.2026\tAngelov\t25\tEUR\n", [(2500,)]),
        ("nothing at all", [()]),
    ],
)
def test_sums_of_tables_and_of_pasted_lines(text: str, found: list[tuple[int, ...]]) -> None:
    assert [one.hundredths for one in read_statement(text.encode())] == found


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("2026-11-27;a;25.00 EUR", "EUR"),
        ("2026-11-27;a;25 €", "EUR"),
        ("Date;Amount;Currency\n2026-11-27;25;JPY", "JPY"),
        ("2026-11-27;Angelov GMBH;25", ""),
    ],
)
def test_the_currency_of_a_line(text: str, currency: str) -> None:
    assert read_statement(text.encode())[-1].currency == currency


@pytest.mark.parametrize(
    "data", [b"", b"  \n", b"<Document>", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', b"<x/>", PDF]
)
def test_what_is_no_statement_is_refused(data: bytes) -> None:
    with pytest.raises(BadRoster):
        read_statement(data)
