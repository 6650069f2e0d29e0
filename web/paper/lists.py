"""Lists of people for the wall and the desk: standings, players, who is in."""

from domain.formats import rules_of
from projections.moment.name_order import name_order
from projections.moment.people import Person
from projections.table.standings import standings
from web.paper.asked import PaperRequest, printed_rating
from web.paper.sheets import ListColumn, ListTable, TableSheet
from web.wording.chess import tiebreaks
from web.wording.chess.results import person_name

CHECK_BOX = "☐"


def standings_table(asked: PaperRequest) -> list[TableSheet]:
    said, words = asked.words.gettext, asked.words
    view, knocks_out = standings(asked.snapshot, asked.round), rules_of(asked.snapshot.tournament).knocks_out
    heads = (
        ListColumn("#", "end", strong=True),
        ListColumn(asked.player_word, wide=1),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Pts"), "end", strong=True),
        *(ListColumn(tiebreaks.short_name(column.text, words), "end") for column in view.columns),
    )
    rows = [
        [
            str(row.place),
            asked.name(row.person) + (f" ({said('withdrawn')})" if row.person.away and not knocks_out else ""),
            row.person.federation,
            printed_rating(row.person),
            words.points(row.points),
            *(tiebreaks.in_column(value, head.text, words) for head, value in row.still.cells),
        ]
        for row in view.rows
    ]
    legend = "; ".join(
        f"{tiebreaks.short_name(column.text, words)}: {tiebreaks.long_name(column.text, words)}"
        for column in view.columns
    )
    open_games = words.ngettext(
        "{n} game of the round is still open", "{n} games of the round are still open", view.open
    )
    return [TableSheet(standings_title(asked), ListTable(heads, rows), open_games if view.open else "", legend)]


def standings_title(asked: PaperRequest) -> str:
    said, view = asked.words.gettext, standings(asked.snapshot, asked.round)
    if not view.after:
        return said("Starting list")
    if view.current == view.rounds and not view.open:
        return said("Final standings")
    if view.open and view.after == view.newest:
        return said("Standings, round {n} in play", n=asked.words.number(view.current))
    return said("Standings after round {n}", n=asked.words.number(view.current))


def players_by_number(asked: PaperRequest) -> list[TableSheet]:
    """Under each team its players, in the order of the boards."""
    said, teams = asked.words.gettext, asked.snapshot.tournament.teams
    columns = (
        ListColumn(said("No."), "end", strong=True),
        ListColumn(asked.player_word, wide=3),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("FIDE ID"), "end"),
        ListColumn(said("Club"), wide=2),
    )
    rows: list[list[str]] = []
    headings = []
    for one in asked.everybody:
        if one.id in teams:
            headings.append(len(rows))
        rows.append(_about(one, str(one.number or ""), asked))
        rows += [_about(member, f"{at}.", asked) for at, member in enumerate(_members(one, asked), 1)]
    return [TableSheet(said("Teams") if teams else said("Players"), ListTable(columns, rows, headings=headings))]


def _about(one: Person, number: str, asked: PaperRequest) -> list[str]:
    return [number, asked.name(one), one.federation, printed_rating(one), str(one.fide_id or ""), one.club]


def _members(one: Person, asked: PaperRequest) -> list[Person]:
    """The players of a team."""
    team = asked.snapshot.tournament.teams.get(one.id)
    return [asked.snapshot.members[player] for player in team.players] if team else []


def check_in(asked: PaperRequest) -> list[TableSheet]:
    """A box for everybody who is to come, by name; under each team its players."""
    said, order = asked.words.gettext, name_order(asked.snapshot.tournament.details.federation)
    columns = (
        ListColumn("", strong=True),
        ListColumn(asked.player_word, wide=3),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Club"), wide=2),
        ListColumn(said("Remark"), width_mm=25),
    )
    coming = [one for one in asked.everybody if not one.away]
    named = sorted(coming, key=lambda one: (order(person_name(one, asked.words)), one.id))
    rows: list[list[str]] = []
    headings = []
    for one in named:
        if one.team:
            headings.append(len(rows))
        rows += [
            [CHECK_BOX, asked.name(who), who.federation, printed_rating(who), who.club, ""]
            for who in (one, *_members(one, asked))
        ]
    return [TableSheet(said("Check-in list"), ListTable(columns, rows, headings=headings))]
