"""Prizes on paper: the list, receipts to sign, certificates; of a tournament, and of all sections of a festival."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from domain.cards.card import LOSSES
from domain.records import dataclass
from domain.words.games import Code
from projections.festivals.prizes import SectionPrizes
from projections.moment.people import Person
from projections.player.card import PlayerCard, player_card
from projections.table.podium import is_decided
from projections.table.prize_list import AwardRow, Prizes, prize_list
from projections.table.standings import ranking
from web.paper.asked import PaperRequest, joined, spoken_name
from web.paper.sheets import Certificate, CertificateSheet, ReceiptSheet, TableSheet
from web.paper.table_writer import printed_rows, printed_table
from web.tables import prizes_table, prizes_won, winner_in_full
from web.wording import Language
from web.wording.chess.results import points_of
from web.wording.money import prize_tax

WON_DRAWN_LOST = (
    (Code.WIN, Code.UNRATED_WIN, Code.FORFEIT_WIN),
    (Code.DRAW, Code.UNRATED_DRAW),
    LOSSES,
)
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
    table = prizes_table([SectionPrizes("", one.title, view) for one, view in awarded], words, winner)
    rows: list[list[str]] = []
    headings = []
    for section, view in awarded:
        if section.title:
            headings.append(len(rows))
            rows.append([section.title])
        rows += printed_rows(table, words, [one for one in table.rows if one.section.prizes is view])
        rows += [[said("Nobody has won: {prize}", prize=prize.full_name)] for prize in view.unclaimed]
    final = all(view.final for _, view in awarded)
    provisional = "" if final else said("As it would be if the standings stayed as they are now.")
    note = " ".join(filter(None, (provisional, *_tax_rules(awarded, words))))
    printed = replace(printed_table(table, words, ()), rows=rows, headings=headings)
    return [TableSheet(said("Prizes"), printed, note, _paid([view for _, view in awarded], asked))]


def _tax_rules(awarded: Sequence[tuple[SectionAwards, Prizes]], words: Language) -> list[str]:
    """Each with its sections, where it is not that of all of them."""
    found: dict[str, list[str]] = {}
    for section, view in awarded:
        found.setdefault(prize_tax(view.tax, words, view.currency), []).append(section.title)
    return [rule if len(found) == 1 else f"{words.listing(of)}: {rule}" for rule, of in found.items() if rule]


def _paid(views: Sequence[Prizes], asked: PaperRequest) -> str:
    """What is paid out; where there is a tax, what of it is withheld; the value of things."""
    said, words = asked.words.gettext, asked.words
    paid, withheld, net, in_kind = (
        _in_all(views, of, words)
        for of in (lambda one: one.paid, lambda one: one.withheld, lambda one: one.net, lambda one: one.in_kind)
    )
    parts = [said("Paid out: {sum}", sum=paid)] if paid else []
    if withheld:
        parts.append(said("tax {tax}, after it {net}", tax=withheld, net=net))
    if in_kind:
        parts.append(said("things worth {sum}", sum=in_kind))
    return "; ".join(parts)


def _in_all(views: Sequence[Prizes], of: Callable[[Prizes], int], words: Language) -> str:
    sums: dict[str, int] = {}
    for view in views:
        sums[view.currency] = sums.get(view.currency, 0) + of(view)
    return words.listing([words.money(cents, currency) for currency, cents in sums.items() if cents])


def receipts_of(sections: Sequence[SectionAwards]) -> list[ReceiptSheet]:
    """For money, and for things that have a value."""
    made = [
        _receipt(row, one.prizes, one)
        for one in sections
        if one.prizes
        for row in one.prizes.rows
        if row.award.cents or row.award.value
    ]
    if not made:
        return []
    said = sections[0].asked.words.gettext
    return [ReceiptSheet(said("Receipt"), made, (said("Place and date"), said("Signature")))]


def _receipt(row: AwardRow, view: Prizes, section: SectionAwards) -> list[tuple[str, str]]:
    asked, said = section.asked, section.asked.words.gettext
    details, award = asked.snapshot.tournament.details, row.award

    def money(cents: int) -> str:
        return asked.words.money(cents, view.currency)

    taxed = [(said("Tax"), money(award.tax)), (said("Net"), money(award.net))] if award.tax else []
    return [
        (said("Received by"), winner_in_full(row, asked.words)),
        (said("Prize"), prizes_won(row)),
        (said("Place"), str(row.place)),
        (said("Amount"), money(award.cents)) if award.cents else (said("Value"), money(award.value)),
        *taxed,
        (said("Event"), joined((details.name, details.city))),
    ]


def certificates_of(sections: Sequence[SectionAwards], first: int) -> list[CertificateSheet]:
    """For the first so many of each table that is final, and everybody else with a prize."""
    over = [section for section in sections if is_decided(section.asked.snapshot)]
    made = [one for section in over for one in _certificates(section, first)]
    if not made:
        return []
    said = sections[0].asked.words.gettext
    signatures = (said("Chief arbiter"), said("Organiser"))
    return [CertificateSheet(said("Certificate"), said("awarded to"), made, signatures, said("the result"))]


def _certificates(section: SectionAwards, first: int) -> Iterator[Certificate]:
    asked = section.asked
    numbered = {person.number: person for person in asked.everybody if person.number}
    table = [row for row in ranking(asked.snapshot, asked.snapshot.round) if row.place]
    rows = section.prizes.rows if section.prizes else ()
    for row in table:
        person = numbered[row.number]
        won = [prizes_won(prize) for prize in rows if prize.person.id == person.id]
        if row.place <= first or won:
            about = _squad(person, asked) or joined((person.title.value, person.federation))
            lines = [_place(row.place, len(table), person, asked), *won]
            yield _certificate(person, about, lines, _figures(person, asked), section)
    for prize in rows:
        if prize.team is not None:
            yield _certificate(prize.person, asked.name(prize.team), [prizes_won(prize)], (), section)


def _place(place: int, among: int, person: Person, asked: PaperRequest) -> str:
    words = asked.words
    if place > 1:
        return words.gettext("place {place} of {all}", place=words.number(place), all=words.number(among))
    if person.team:
        return words.ngettext("Winner among {n} team", "Winner among {n} teams", among)
    return words.ngettext("Winner among {n} player", "Winner among {n} players", among)


def _figures(person: Person, asked: PaperRequest) -> list[tuple[str, str]]:
    """Those that are good news; none where places are played for match by match."""
    said, words, card = asked.words.gettext, asked.words, player_card(asked.snapshot, person.id)
    if card is None or not card.out_of:
        return []
    figures = [(points_of(card.points, words, card.out_of), said("points"))]
    if not person.team:
        figures.append((" – ".join(words.number(count) for count in _won_drawn_lost(card)), said("won, drawn, lost")))
    if card.rating and card.rating.performance:
        figures.append((str(card.rating.performance), said("performance")))
    if card.rating and card.rating.change > 0:
        figures.append((words.signed(card.rating.change), said("rating")))
    return figures


def _won_drawn_lost(card: PlayerCard) -> tuple[int, int, int]:
    codes = Counter(line.code for line in card.lines)
    won, drawn, lost = (sum(codes[code] for code in kind) for kind in WON_DRAWN_LOST)
    return won, drawn, lost


def _certificate(
    person: Person,
    about: str,
    lines: Sequence[str],
    figures: Sequence[tuple[str, str]],
    section: SectionAwards,
) -> Certificate:
    asked, details = section.asked, section.asked.snapshot.tournament.details
    last = details.end or details.start
    where = ", ".join(filter(None, (details.city, asked.words.days(last, last) if last else "")))
    told = tuple(filter(None, (*lines, section.title)))
    name, code = spoken_name(person, asked.words), asked.page_code(person)
    return Certificate(name, about, told, figures, where, code, details.chief_arbiter)


def _squad(person: Person, asked: PaperRequest) -> str:
    team = asked.snapshot.tournament.teams.get(person.id) if person.team else None
    return joined(asked.name(asked.snapshot.members[player]) for player in team.players) if team else ""
