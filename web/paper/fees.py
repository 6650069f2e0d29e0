"""Entry fees on paper: who owes what, and numbered receipts. Names that are not published do not stand here."""

from projections.lists.fees import FeeList, PaymentRow, fee_list
from web.paper.asked import PaperRequest, joined
from web.paper.sheets import ReceiptSheet, TableSheet
from web.paper.table_writer import printed_table
from web.tables import fees_tables, titled
from web.wording.money import payment_way, readable


def fee_sheet(asked: PaperRequest) -> list[TableSheet]:
    view, said = fee_list(asked.snapshot), asked.words.gettext
    table = fees_tables(view, asked.words)[0]
    return [TableSheet(said("Entry fees"), printed_table(table, asked.words, view.rows), "", _sums(view, asked))]


def _sums(view: FeeList, asked: PaperRequest) -> str:
    money, said = asked.words.money, asked.words.gettext
    due, paid, still = (money(cents, view.currency) for cents in (view.due, view.paid, view.owed))
    return said("Due: {due}, paid: {paid}, still to pay: {open}", due=due, paid=paid, open=still)


def fee_receipts(asked: PaperRequest) -> list[ReceiptSheet]:
    """Those of all payments that count, or the one that is asked for."""
    rows = [row for row in fee_list(asked.snapshot).payments if row.cancelled is None]
    if asked.receipt:
        rows = [row for row in rows if row.payment.number == asked.receipt]
    said = asked.words.gettext
    made = [_receipt(row, asked) for row in rows]
    return [ReceiptSheet(said("Receipt"), made, (said("Place and date"), said("Signature")))] if made else []


def _receipt(row: PaymentRow, asked: PaperRequest) -> list[tuple[str, str]]:
    payment, said, details = row.payment, asked.words.gettext, asked.snapshot.tournament.details
    name = titled(row.person, asked.words)
    payer = "" if row.person.anonymous else payment.payer
    what = said("Entry fee given back") if payment.cents < 0 else said("Entry fee")
    return [
        (said("Receipt"), str(payment.number)),
        (said("Received by") if payment.cents < 0 else said("Paid by"), joined((payer, name))),
        (said("Amount"), asked.words.money(abs(payment.cents), payment.currency)),
        (what, joined((payment_way(payment.way, asked.words), asked.words.day(payment.day)))),
        *([(said("Day of entry"), asked.words.day(row.entered_on))] if row.entered_on else []),
        *([(said("Reference"), readable(row.reference))] if row.reference else []),
        (said("Taken by"), payment.taken_by),
        (said("Event"), joined((details.name, details.city))),
    ]
