"""Cards to cut out: result slips, place cards, badges, players' cards."""

import segno

from projections.people import Person
from projections.player_card import player_card
from projections.round_line import RoundLine
from projections.seats import seats
from web.paper.asked import PaperRequest, about_person, joined, printed_rating
from web.paper.lists import round_title
from web.paper.sheets import CardSheet, LabelSheet, ListColumn, ListTable, NameLabel, PrintedCard, Slip, SlipSheet
from web.wording.results import code, colour

CHOICES = ("1 – 0", "½ – ½", "0 – 1")
CARD_ROUNDS = 12
"""Rounds that fit on a card of a quarter of a page."""


def result_slips(asked: PaperRequest) -> list[SlipSheet]:
    """A slip for every game that has no result yet."""
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    slips = [
        Slip(
            joined((round_title(asked), said("Board {n}", n=row.spot))),
            asked.name(white),
            _slip_line(white),
            asked.name(black),
            _slip_line(black),
            _code(asked, white),
            _code(asked, black),
        )
        for row in view.boards
        if row.open
        for white, black in [row.players or (row.white.person, row.black.person)]
        if white and black
    ]
    said_signature = said("Signature")
    report = said("or report it by phone") if asked.report_at else ""
    titles = said("White"), said("Black"), said("other:"), said_signature, report
    return [SlipSheet(slips, CHOICES, *titles)] if slips else []


def _code(asked: PaperRequest, person: Person) -> str:
    """The way of one player to report this game."""
    if asked.report_at is None:
        return ""
    return segno.make(asked.report_at(person.id), micro=False).svg_inline(border=1)


def _slip_line(person: Person) -> str:
    return joined(filter(None, (f"#{person.number}" if person.number else "", printed_rating(person))))


def place_cards(asked: PaperRequest) -> list[LabelSheet]:
    """Two to a page to stand at the board: the name, the board of the round and the colour."""
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    event = asked.snapshot.tournament.details.name
    labels = [
        NameLabel(
            asked.name(row.person),
            joined((event, round_title(asked))),
            about_person(row.person),
            mark=said("Board {n}", n=row.spot),
            colour="white" if row.white else "black",
        )
        for row in sorted((row for row in seats(asked.snapshot, view) if row.board), key=lambda row: _spot(row.spot))
    ]
    return [LabelSheet(labels, across=1, down=2)]


def _spot(spot: str) -> tuple[int, ...]:
    return tuple(int(part) for part in spot.split("."))


def badges(asked: PaperRequest) -> list[LabelSheet]:
    """Eight to a page: for players, the arbiters first."""
    t, said = asked.snapshot.tournament, asked.words.gettext
    event, arbiters = t.details.name, [t.details.chief_arbiter, *t.details.deputies]
    of_arbiters = [NameLabel(name, event, said("Arbiter")) for name in arbiters if name]
    people = asked.snapshot.members.values() if t.teams else asked.everybody
    return [
        LabelSheet(
            [
                *of_arbiters,
                *(NameLabel(asked.name(one), event, about_person(one), qr=asked.code_of(one)) for one in people),
            ],
            2,
            4,
        )
    ]


def players_cards(asked: PaperRequest) -> list[CardSheet]:
    """A card for everybody, round by round, with empty lines for the rounds to come."""
    said, t = asked.words.gettext, asked.snapshot.tournament
    columns = (
        ListColumn(said("Rd"), "end", strong=True),
        ListColumn(said("Bd"), "end"),
        ListColumn("", "center"),
        ListColumn(said("Opponent"), wide=True),
        ListColumn("", "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Pts"), "end"),
    )
    rounds, cards = max(t.regulations.rounds, t.published), []
    for one in asked.everybody:
        found = player_card(asked.snapshot, one.id)
        lines = [_card_line(line, asked) for line in found.lines] if found else []
        empty = [[str(round), *[""] * (len(columns) - 1)] for round in range(len(lines) + 1, rounds + 1)]
        number = f"#{one.number}" if one.number else ""
        cards.append(
            PrintedCard(
                asked.name(one),
                joined(filter(None, (number, about_person(one)))),
                ListTable(columns, [*lines, *empty]),
            )
        )
    return [CardSheet(cards, down=2 if rounds <= CARD_ROUNDS else 1)]


def _card_line(line: RoundLine, asked: PaperRequest) -> list[str]:
    foe = line.opponent
    return [
        str(line.round),
        str(line.board or ""),
        colour(line.colour, asked.words)[:1] if line.colour else "",
        asked.short_name(foe) if foe else "",
        printed_rating(foe) if foe else "",
        code(line.code, asked.words),
        asked.words.points(line.total),
    ]
