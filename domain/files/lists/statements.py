"""Statements of a bank account: camt.052 to camt.054 (ISO 20022) as XML, or lines that a bank saves or somebody pastes.

A line of a table is read by its heads where it has some. Nothing is guessed of a line beyond days and sums: whose money
it is says the reference alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from domain.files.encodings import Encoding
from domain.files.lists.rows import CELL_SEPARATORS, EmptyRoster, ListRow, NotAList, plain
from domain.files.trf.decoding import CONTROL, END_OF_FILE, text_of
from domain.files.trf.problems import NotText
from domain.records import dataclass

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_STATEMENT_LINES = 20_000
LONGEST_STATEMENT_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class StatementLine:
    number: int
    """Of its line, or of its entry in the file, from 1 on."""
    day: str
    """ISO date; empty = none was found."""
    hundredths: tuple[int, ...]
    """Every sum that it may be, in hundredths of the currency; negative = money that went out."""
    currency: str
    """Empty = it is not said."""
    words: str
    """All that it says, for people and for the search of a reference."""
    announced: bool = False
    """The bank has not booked it yet, and may still take it back."""


def is_xml(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def read_statement(data: bytes, encoding: Encoding | None = None) -> list[StatementLine]:
    """Raises NotAList or EmptyRoster."""
    lines = list(_entries(data)) if is_xml(data) else list(statement_lines(_rows(data, encoding)))
    if not lines:
        raise EmptyRoster()
    return lines[:MOST_STATEMENT_LINES]


# Lines of a table, or of a text


def _rows(data: bytes, encoding: Encoding | None) -> Iterator[ListRow]:
    import csv

    try:
        text, _ = text_of(data, encoding)
    except NotText as problem:
        raise NotAList(problem.line, problem.column) from None
    if control := CONTROL.search(text.replace("\x0c", "").replace(END_OF_FILE, "")):  # a PDF, or a picture
        raise NotAList(text.count("\n", 0, text.index(control[0])) + 1, 0)
    lines = text.splitlines()
    separator = _separator(lines)
    for number, line in enumerate(lines, 1):
        if line.strip():
            cells = next(csv.reader([line], delimiter=separator)) if separator else [line]
            yield number, cells


def _separator(lines: Sequence[str]) -> str:
    """The one that parts the most lines into three cells or more; a comma only where amounts have none."""
    counts = {one: sum(line.count(one) > 1 for line in lines) for one in CELL_SEPARATORS}
    best = max(CELL_SEPARATORS, key=lambda one: counts[one])
    full = sum(bool(line.strip()) for line in lines)
    return best if counts[best] * 2 > full else ""


IN = (
    *("amount", "sum", "credit", "paidin", "moneyin", "betrag", "haben", "gutschrift", "umsatz", "montant", "crédit"),
    *("importe", "importo", "kwota", "bedrag", "сума", "сумма", "кредит", "постъпл", "поступл", "приход"),
)
OUT = ("debit", "paidout", "moneyout", "soll", "lastschrift", "débit", "debet", "дебит", "дебет", "разход", "расход")
NOT_A_SUM = ("balance", "saldo", "kontostand", "solde", "салдо", "баланс", "остатък", "остаток")
"""Beginnings of heads of columns, letters and digits only; those of money that came, that went, and that is there."""
WRITTEN_DAY = re.compile(r"\b(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2}))\b")
SUM_ALONE = re.compile(r"([+-]?)\s?(\d{1,3}(?:[ .,'\u00a0\u202f’]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?([+-]?)")
SUM_IN_TEXT = re.compile(r"(?<![\w.,])([+-]?)(\d{1,3}(?:[ .,'\u00a0]\d{3})+|\d{1,9})[.,](\d{2})([+-]?)(?![\d.,]*\d)")
CURRENCY_CODE = re.compile(r"\b[A-Z]{3}\b")
MONEY_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "лв": "BGN", "₽": "RUB", "¥": "JPY"}
CURRENCY_HEADS = ("currency", "währung", "devise", "divisa", "valuta", "валута", "валюта", "waluta", "ccy")


def statement_lines(rows: Iterable[ListRow]) -> Iterator[StatementLine]:
    heads: list[str] = []
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        found = [plain(cell) for cell in cells]
        if not heads and _is_head(found):
            heads = found
            continue
        words = " ".join(cell for cell in cells if cell)
        yield StatementLine(
            number, _day(words), tuple(_sums(cells, heads)), _currency(cells, heads), words[:LONGEST_STATEMENT_TEXT]
        )


def _is_head(found: Sequence[str]) -> bool:
    return len(found) > 2 and any(head.startswith((*IN, *OUT)) for head in found)


def _kind(head: str) -> int:
    """1 for money that came, -1 for money that went, 0 for none of both."""
    return 0 if head.startswith(NOT_A_SUM) else -1 if head.startswith(OUT) else int(head.startswith(IN))


def _sums(cells: Sequence[str], heads: Sequence[str]) -> Iterator[int]:
    if len(heads) == len(cells):
        for cell, head in zip(cells, heads, strict=True):
            sign = _kind(head)
            bare = _without_currency(cell)
            if sign and (match := SUM_ALONE.fullmatch(bare)):
                found = _hundredths(*match.groups())
                yield found if sign > 0 else -abs(found)
        return
    for cell in cells:
        bare = _without_currency(cell)
        if len(cells) > 1 and (match := SUM_ALONE.fullmatch(bare)):
            yield _hundredths(*match.groups())
        else:
            yield from (_hundredths(*match.groups()) for match in SUM_IN_TEXT.finditer(WRITTEN_DAY.sub(" ", cell)))


def _without_currency(cell: str) -> str:
    bare = CURRENCY_CODE.sub("", cell)
    for sign in MONEY_SIGNS:
        bare = bare.replace(sign, "")
    return bare.strip(" .\u00a0")


def _hundredths(before: str | None, whole: str, part: str | None, after: str | None) -> int:
    digits = int("".join(filter(str.isdigit, whole))) * 100 + int((part or "").ljust(2, "0"))
    return -digits if "-" in ((before or ""), (after or "")) else digits


def _currency(cells: Sequence[str], heads: Sequence[str]) -> str:
    """Of a column that is headed so, else beside a sum; empty where none is."""
    if len(heads) == len(cells):
        for cell, head in zip(cells, heads, strict=True):
            if head in CURRENCY_HEADS and CURRENCY_CODE.fullmatch(cell):
                return cell
    for cell in cells:
        if (code := CURRENCY_CODE.search(cell)) and SUM_ALONE.fullmatch(_without_currency(cell)):
            return code[0]
    return next((code for sign, code in MONEY_SIGNS.items() if any(sign in cell for cell in cells)), "")


def _day(words: str) -> str:
    """The first that can be."""
    for match in WRITTEN_DAY.finditer(words):
        year, month, day, first, second, last = match.groups()
        try:
            if year:
                return date(int(year), int(month), int(day)).isoformat()
            return date(int(last) + (2000 if len(last) == 2 else 0), int(second), int(first)).isoformat()
        except ValueError:
            continue
    return ""


# Entries of camt

NOT_BOOKED = frozenset({"PDNG", "INFO", "FUTR"})
"""States of entries (ISO 20022, ExternalEntryStatus1Code); others are booked."""


def _entries(data: bytes) -> Iterator[StatementLine]:
    from xml.etree.ElementTree import ParseError, fromstring

    if b"<!DOCTYPE" in data:
        raise NotAList(1, 0)
    try:
        root = fromstring(data)
    except ParseError as problem:
        raise NotAList(*problem.position) from None
    number = 0
    for entry in _all(root, "Ntry"):
        for part in _all(entry, "TxDtls") or [entry]:
            number += 1
            yield _of_entry(number, entry, part)


def _of_entry(number: int, entry: "Element", part: "Element") -> StatementLine:
    """`part` is one transfer of the entry, or the entry itself where it has but one sum."""
    sums = [*_amounts(part), *_amounts(entry)][:1]
    went = "CRDT" not in (_said(part, "CdtDbtInd") or _said(entry, "CdtDbtInd")) or _said(entry, "RvslInd") == "true"
    names = ("Ref", "Ustrd", "EndToEndId", "Nm", "AddtlTxInf", "AddtlNtryInf")
    words = " ".join(
        dict.fromkeys(said for name in names for one in _all(part, name) if (said := (one.text or "").strip()))
    )
    day = _day(" ".join((one.text or "")[:10] for name in ("BookgDt", "ValDt") for one in _below(entry, name)))
    found = tuple(-cents if went else cents for cents, _ in sums)
    currency = sums[0][1] if sums else ""
    return StatementLine(number, day, found, currency, words[:LONGEST_STATEMENT_TEXT], _is_announced(entry))


def _is_announced(entry: "Element") -> bool:
    """Its state stands in the entry itself, in newer versions one step below."""
    states = (said.strip() for one in entry if _name(one) == "Sts" for said in one.itertext())
    return not NOT_BOOKED.isdisjoint(states)


def _amounts(part: "Element") -> Iterator[tuple[int, str]]:
    own = (one for one in part if _name(one) == "Amt")
    for one in (*own, *(amount for outer in _all(part, "TxAmt") for amount in _all(outer, "Amt"))):
        if match := SUM_ALONE.fullmatch((one.text or "").strip()):
            yield _hundredths(*match.groups()), one.get("Ccy", "")


def _all(root: "Element", name: str) -> "list[Element]":
    return [one for one in root.iter() if _name(one) == name]


def _below(root: "Element", name: str) -> "Iterator[Element]":
    for outer in _all(root, name):
        yield from outer


def _said(root: "Element", name: str) -> str:
    return next(((one.text or "").strip() for one in root if _name(one) == name), "")


def _name(one: "Element") -> str:
    return one.tag.rpartition("}")[2]
