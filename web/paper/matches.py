"""Papers of team matches: a sheet for the results that both captains sign, and one for each lineup."""

from collections.abc import Iterator

from projections.moment.people import Person
from projections.round.team_matches import MatchLine, TeamMatch, TeamSide
from web.paper.asked import PaperRequest, joined, printed_rating
from web.paper.rounds import round_title
from web.paper.sheets import FormSheet, ListColumn, ListTable, Section
from web.wording.chess.results import person_name, result


def match_sheets(asked: PaperRequest) -> list[FormSheet]:
    """A page for each match: who sits where, room for the results, and two signatures."""
    view = asked.pairings()
    return [_match_sheet(match, asked) for match in view.matches] if view else []


def _match_sheet(match: TeamMatch, asked: PaperRequest) -> FormSheet:
    said, words = asked.words.gettext, asked.words
    first, second = (person_name(side.person, words) for side in (match.first, match.second))
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(""),
        ListColumn(first, wide=1),
        ListColumn("", "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(second, wide=1),
        ListColumn("", "end"),
        ListColumn(""),
    )
    rows = [_board_line(line, asked) for line in match.lines]
    total = ["", "", said("Sum"), "", ":", "", "", ""]
    table = ListTable(columns, [*rows, total], by_hand=True)
    return FormSheet(
        f"{first} – {second}", (Section("", table=table),), _match_title(match, asked), (first, second, said("Arbiter"))
    )


def _board_line(line: MatchLine, asked: PaperRequest) -> list[str]:
    said = asked.words.gettext
    colours = said("White"), said("Black")
    mine, theirs = colours if line.white else colours[::-1]
    left, right = _player(line.first, asked), _player(line.second, asked)
    return [str(line.number), mine, *left, result(line.result, asked.words) or ":", *right, theirs]


def _player(person: Person | None, asked: PaperRequest) -> tuple[str, str]:
    """Name and rating; room to write where nobody is known."""
    return (asked.name(person), printed_rating(person)) if person else ("", "")


def _match_title(match: TeamMatch, asked: PaperRequest) -> str:
    return joined((round_title(asked), asked.words.gettext("Match {n}", n=asked.words.number(match.board))))


def lineup_sheets(asked: PaperRequest) -> list[FormSheet]:
    """A page for each team of the round: a line for each board, its colour, and the list to choose from."""
    view = asked.pairings()
    return [sheet for match in view.matches for sheet in _lineups(match, asked)] if view else []


def _lineups(match: TeamMatch, asked: PaperRequest) -> Iterator[FormSheet]:
    yield _lineup(match, match.first, match.second, asked)
    yield _lineup(match, match.second, match.first, asked)


def _lineup(match: TeamMatch, own: TeamSide, other: TeamSide, asked: PaperRequest) -> FormSheet:
    said, words = asked.words.gettext, asked.words
    first = own is match.first
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("Colour")),
        ListColumn(said("Player"), wide=1),
    )
    rows = [[str(line.number), said("White") if line.white == first else said("Black"), ""] for line in match.lines]
    against = said("against {team}", team=person_name(other.person, words))
    sections = (
        Section("", table=ListTable(columns, rows, by_hand=True)),
        Section(said("The squad"), facts=_squad(own, asked)),
    )
    note = joined((_match_title(match, asked), against))
    return FormSheet(person_name(own.person, words), sections, note, (said("Captain"),))


def _squad(own: TeamSide, asked: PaperRequest) -> tuple[tuple[str, str], ...]:
    """The place of each player in the list, reserves behind the boards, with name and rating."""
    team, members = asked.snapshot.tournament.teams[own.person.id], asked.snapshot.members
    places = [str(place) for place, _ in enumerate(team.squad, 1)]
    places += [asked.words.gettext("R")] * len(team.reserves)
    people = [members[player] for player in team.players]
    told = (joined(filter(None, (asked.name(one), printed_rating(one)))) for one in people)
    return tuple(zip(places, told, strict=True))
