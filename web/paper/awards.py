"""Prizes on paper: the list, receipts to sign, certificates."""

from projections.prize_list import PrizeRow, Prizes, prize_list
from projections.ranked import ranking
from web.paper.asked import PaperRequest, joined
from web.paper.sheets import Certificate, CertificateSheet, FormSheet, ListColumn, ListTable, Section, TableSheet

CERTIFICATES = 10
"""Certificates for the first so many of the table, beside those for prizes."""


def prize_sheet(asked: PaperRequest) -> list[TableSheet]:
    said, view = asked.words.gettext, prize_list(asked.snapshot)
    if view is None or not view.rows:
        return []
    columns = (
        ListColumn(said("Prize"), wide=True),
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("Place"), "end"),
        ListColumn(said("Amount"), "end", strong=True),
    )
    rows = [[_prize(row), asked.name(row.person), str(row.place), _amount(row, view, asked)] for row in view.rows]
    unclaimed = [[said("Nobody has won: {prize}", prize=prize.name)] for prize in view.unclaimed]
    total = said("Paid out: {sum}", sum=asked.words.money(view.paid, view.currency)) if view.paid else ""
    note = "" if view.final else said("As it would be if the standings stayed as they are now.")
    return [TableSheet(said("Prizes"), ListTable(columns, [*rows, *unclaimed]), note, total)]


def _prize(row: PrizeRow) -> str:
    return " + ".join(row.award.names)


def _amount(row: PrizeRow, view: Prizes, asked: PaperRequest) -> str:
    return asked.words.money(row.award.cents, view.currency) if row.award.cents else ""


def receipts(asked: PaperRequest) -> list[FormSheet]:
    """A page for each prize with money, signed by the winner."""
    said, view = asked.words.gettext, prize_list(asked.snapshot)
    if view is None:
        return []
    t = asked.snapshot.tournament
    return [
        FormSheet(
            said("Receipt"),
            (
                Section(
                    "",
                    (
                        (said("Received by"), asked.name(row.person)),
                        (said("Prize"), _prize(row)),
                        (said("Place"), str(row.place)),
                        (said("Amount"), _amount(row, view, asked)),
                        (said("Event"), joined(filter(None, (t.details.name, t.details.city)))),
                    ),
                ),
            ),
            signatures=(said("Place and date"), said("Signature")),
        )
        for row in view.rows
        if row.award.cents
    ]


def certificates(asked: PaperRequest) -> list[CertificateSheet]:
    """For the first of the table and everybody else with a prize."""
    t, said = asked.snapshot.tournament, asked.words.gettext
    if not asked.snapshot.round:
        return []
    numbered = {person.number: person for person in asked.everybody if person.number}
    table = [row for row in ranking(asked.snapshot, asked.snapshot.round) if row.place]
    view = prize_list(asked.snapshot)
    won = {row.person.id: _prize(row) for row in view.rows} if view else {}
    when = asked.words.days(t.details.start, t.details.end or t.details.start) if t.details.start else ""
    made = []
    for row in table:
        person = numbered[row.number]
        if row.place > CERTIFICATES and person.id not in won:
            continue
        place = said("place {place} of {all}", place=asked.words.number(row.place), all=asked.words.number(len(table)))
        lines = (place, won.get(person.id, ""), joined(filter(None, (t.details.city, when))))
        made.append(Certificate(asked.name(person), tuple(filter(None, lines))))
    return [CertificateSheet(said("Certificate"), made, (said("Chief arbiter"), said("Organiser")))] if made else []
