"""Prizes on paper: the list, receipts to sign, certificates; of a tournament, and of all sections of a festival."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.records import dataclass
from projections.moment.people import Person
from projections.table.prize_list import AwardRow, Prizes, prize_list
from projections.table.standings import ranking
from web.paper.asked import PaperRequest, joined
from web.paper.sheets import Certificate, CertificateSheet, ReceiptSheet, TableSheet
from web.paper.table_writer import printed_rows, printed_table
from web.tables import prizes_table, prizes_won, winner_in_full

CERTIFICATES = 10
"""Certificates for the first so many of the table, beside those for prizes."""
CERTIFICATES_OF_A_SECTION = 3
"""Certificates for the first so many of each section of a festival."""


@dataclass(frozen=True, slots=True)
class SectionAwards:
    """The prizes of one tournament. `title` is its name in a festival, empty outside of one."""

    asked: PaperRequest
    prizes: Prizes | None
    title: str = ""


def prize_sheet(asked: PaperRequest) -> list[TableSheet]:
    return prizes_of([SectionAwards(asked, prize_list(asked.snapshot))])


def receipts(asked: PaperRequest) -> list[ReceiptSheet]:
    return receipts_of([SectionAwards(asked, prize_list(asked.snapshot))])


def certificates(asked: PaperRequest) -> list[CertificateSheet]:
    return certificates_of([SectionAwards(asked, prize_list(asked.snapshot))], CERTIFICATES)


def prizes_of(sections: Sequence[SectionAwards]) -> list[TableSheet]:
    awarded = [(one, one.prizes) for one in sections if one.prizes and one.prizes.rows]
    if not awarded:
        return []
    asked = awarded[0][0].asked
    said, words = asked.words.gettext, asked.words
    winner = said("Player") if len(sections) > 1 else asked.player_word
    tables = [(section, view, prizes_table(view, words, winner)) for section, view in awarded]
    rows: list[list[str]] = []
    headings = []
    for section, view, table in tables:
        if section.title:
            headings.append(len(rows))
            rows.append([section.title])
        rows += printed_rows(table, words, table.rows)
        rows += [[said("Nobody has won: {prize}", prize=prize.name)] for prize in view.unclaimed]
    final = all(view.final for _, view in awarded)
    note = "" if final else said("As it would be if the standings stayed as they are now.")
    printed = replace(printed_table(tables[0][2], words, ()), rows=rows, headings=headings)
    return [TableSheet(said("Prizes"), printed, note, _paid([view for _, view in awarded], asked))]


def _paid(views: Sequence[Prizes], asked: PaperRequest) -> str:
    sums: dict[str, int] = {}
    for view in views:
        sums[view.currency] = sums.get(view.currency, 0) + view.paid
    told = [asked.words.money(cents, currency) for currency, cents in sums.items() if cents]
    return asked.words.gettext("Paid out: {sum}", sum=asked.words.listing(told)) if told else ""


def receipts_of(sections: Sequence[SectionAwards]) -> list[ReceiptSheet]:
    made = [
        _receipt(row, one.prizes, one) for one in sections if one.prizes for row in one.prizes.rows if row.award.cents
    ]
    if not made:
        return []
    said = sections[0].asked.words.gettext
    return [ReceiptSheet(said("Receipt"), made, (said("Place and date"), said("Signature")))]


def _receipt(row: AwardRow, view: Prizes, section: SectionAwards) -> list[tuple[str, str]]:
    asked, said = section.asked, section.asked.words.gettext
    details = asked.snapshot.tournament.details
    return [
        (said("Received by"), winner_in_full(row, asked.words)),
        (said("Prize"), prizes_won(row)),
        (said("Place"), str(row.place)),
        (said("Amount"), asked.words.money(row.award.cents, view.currency) if row.award.cents else ""),
        (said("Event"), joined((details.name, details.city))),
    ]


def certificates_of(sections: Sequence[SectionAwards], first: int) -> list[CertificateSheet]:
    """For the first so many of each table, and everybody else with a prize."""
    made = [one for section in sections if section.asked.snapshot.round for one in _certificates(section, first)]
    if not made:
        return []
    said = sections[0].asked.words.gettext
    return [CertificateSheet(said("Certificate"), made, (said("Chief arbiter"), said("Organiser")))]


def _certificates(section: SectionAwards, first: int) -> Iterator[Certificate]:
    asked, said = section.asked, section.asked.words.gettext
    numbered = {person.number: person for person in asked.everybody if person.number}
    table = [row for row in ranking(asked.snapshot, asked.snapshot.round) if row.place]
    rows = section.prizes.rows if section.prizes else ()
    for row in table:
        person = numbered[row.number]
        won = [prizes_won(prize) for prize in rows if prize.person.id == person.id]
        if row.place <= first or won:
            place = said(
                "place {place} of {all}", place=asked.words.number(row.place), all=asked.words.number(len(table))
            )
            yield _certificate(person, [_squad(person, asked), place, *won], section)
    for prize in rows:
        if prize.team is not None:
            yield _certificate(prize.person, [asked.name(prize.team), prizes_won(prize)], section)


def _certificate(person: Person, lines: Sequence[str], section: SectionAwards) -> Certificate:
    asked, details = section.asked, section.asked.snapshot.tournament.details
    when = asked.words.days(details.start, details.end or details.start) if details.start else ""
    where = joined((details.city, when))
    return Certificate(asked.name(person), tuple(filter(None, (section.title, *lines, where))))


def _squad(person: Person, asked: PaperRequest) -> str:
    team = asked.snapshot.tournament.teams.get(person.id) if person.team else None
    return joined(asked.name(asked.snapshot.members[player]) for player in team.players) if team else ""
