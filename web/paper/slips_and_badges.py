"""Cards to cut out: result slips, place cards, badges, players' cards."""

from domain.words.choices.faces import PictureType
from projections.moment.people import Person
from projections.player.card import RoundLine, player_card
from projections.round.seats import SeatRow, seats
from web.paper.asked import PaperRequest, about_person, joined, name_apart, printed_rating, role_apart
from web.paper.laying_out import drawing_of
from web.paper.sheets import (
    Badge,
    BadgeSheet,
    CardSheet,
    LabelSheet,
    ListColumn,
    NameLabel,
    PrintedCard,
    Slip,
    SlipSheet,
)
from web.wording.chess.clocks import clocks, own_clock
from web.wording.chess.results import code, colour, person_name

CHOICES = ("1 – 0", "½ – ½", "0 – 1")
PHOTO_PIXELS = 256
CARDS_DOWN = ((11, 3), (20, 2))
"""(most rounds, cards one below the other on a page), the fewest rounds first."""


def result_slips(asked: PaperRequest) -> list[SlipSheet]:
    said, view, report_at = asked.words.gettext, asked.pairings(), asked.report_at
    slips = []
    for row in view.boards if view else ():
        white, black = row.seated
        if not row.open or white is None or black is None:
            continue
        spot = f"{row.board}.{row.game}" if row.players else row.spot
        of_white, of_black = _slip_line(white, row.white.person, asked), _slip_line(black, row.black.person, asked)
        codes = [report_at(one.id) for one in (white, black)] if report_at else []
        title = joined((asked.round_title, said("Board {n}", n=spot), row.room, clocks(row.clocks)))
        slips.append(Slip(title, asked.name(white), of_white, asked.name(black), of_black, *codes))
    report = said("or report it by phone") if report_at else ""
    titles = said("White"), said("Black"), said("other:"), said("Signature"), report
    return [SlipSheet(slips, CHOICES, *titles)] if slips else []


def _slip_line(person: Person, seated: Person, asked: PaperRequest) -> str:
    """`seated` is the player, or the team of the player."""
    team = asked.name(seated) if seated.team else ""
    return joined((f"#{person.number}" if person.number else "", printed_rating(person), team))


def place_cards(asked: PaperRequest) -> list[LabelSheet]:
    """Two to a page to stand at the board: the name, the board of the round and the colour."""
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    event = asked.snapshot.tournament.details.name
    seated = [row for row in seats(asked.snapshot, view) if row.board and not row.person.team]
    labels = [
        NameLabel(
            asked.name(row.person),
            joined((event, asked.round_title, row.board.room if row.board else "")),
            joined((about_person(row.person), asked.name(row.team) if row.team else "", _clock_of(row))),
            mark=said("Board {n}", n=row.spot),
            colour="white" if row.white else "black",
        )
        for row in sorted(seated, key=lambda row: tuple(int(part) for part in row.spot.split(".")))
    ]
    return [LabelSheet(labels, across=1, down=2)] if labels else []


def _clock_of(row: SeatRow) -> str:
    return own_clock(row.board.clocks if row.board else None, row.white)


def badges(asked: PaperRequest) -> list[BadgeSheet]:
    """Eight to a page: for players, the arbiters first."""
    t, said, words = asked.snapshot.tournament, asked.words.gettext, asked.words
    details, arbiter = t.details, said("Arbiter")
    in_charge = [(name, arbiter) for name in (details.chief_arbiter, *details.deputies) if name]
    arbiters = [*in_charge, *((name, role or arbiter) for name, role in map(role_apart, details.arbiters))]
    people = asked.snapshot.members.values() if t.teams else asked.everybody
    made = [*(_badge_of_arbiter(*one) for one in arbiters), *(_badge(one, asked) for one in people)]
    start = t.details.start
    when = words.days(start, t.details.end or start) if start else ""
    code = said("check-in") if asked.check_in else said("my pairings and results")
    return [BadgeSheet(made, when, said("starting number"), code)]


def badges_with_photos(asked: PaperRequest) -> list[BadgeSheet]:
    return badges(asked) if asked.snapshot.tournament.photos else []


def own_links(asked: PaperRequest) -> list[BadgeSheet]:
    """Eight to a page: a code for each player, to be handed to that player alone."""
    t, said, link = asked.snapshot.tournament, asked.words.gettext, asked.own_link
    if link is None:
        return []
    people = asked.snapshot.members.values() if t.teams else asked.everybody
    title = said("only for this player")
    made = [
        Badge(*name_apart(person_name(one, asked.words)), t.details.name, title, "", link(one.id))
        for one in people
        if one.id in t.players
    ]
    return [BadgeSheet(made, "", "", said("my own link"))]


def _badge_of_arbiter(name: str, role: str) -> Badge:
    return Badge(*name_apart(name), "", role, official=True)


def _badge(one: Person, asked: PaperRequest) -> Badge:
    about = joined((one.title.value, one.federation, one.club))
    number, data = str(one.number) if one.number else "", asked.photos.get(one.id)
    photo = drawing_of(data, PictureType.JPEG, PHOTO_PIXELS, PHOTO_PIXELS) if data and not one.anonymous else ""
    name, role = name_apart(person_name(one, asked.words)), asked.words.gettext("Player")
    return Badge(*name, about, role, number, asked.code_of(one), photo=photo)


def players_cards(asked: PaperRequest) -> list[CardSheet]:
    """A card for everybody, round by round, with empty lines for the rounds to come."""
    said, t = asked.words.gettext, asked.snapshot.tournament
    columns = (
        ListColumn(said("Rd"), "end", strong=True, width_mm=7),
        ListColumn(said("Bd"), "end", width_mm=8),
        ListColumn("", "center", width_mm=5),
        ListColumn(said("Opponent"), wide=1),
        ListColumn("", "end", width_mm=9),
        ListColumn(said("Result"), "center", width_mm=14),
        ListColumn(said("Pts"), "end", width_mm=9),
    )
    rounds = max(t.regulations.rounds, t.published)
    cards = [_card(one, rounds, asked) for one in asked.everybody]
    return [CardSheet(cards, columns, down=next((down for most, down in CARDS_DOWN if rounds <= most), 1))]


def _card(one: Person, rounds: int, asked: PaperRequest) -> PrintedCard:
    found = player_card(asked.snapshot, one.id)
    lines = [_card_line(line, asked) for line in found.lines] if found else []
    to_come = ([str(round), *[""] * 6] for round in range(len(lines) + 1, rounds + 1))
    about = joined((f"#{one.number}" if one.number else "", about_person(one)))
    return PrintedCard(asked.name(one), about, [*lines, *to_come])


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
