"""Sheets of chess-results: the frame is taken off, and a crosstable becomes a whole tournament. Names are made up."""

import pytest

from domain.files.chess_results import report_of_crosstable, without_frame
from domain.files.lists.players import roster_of
from domain.files.lists.rows import ListRow
from domain.files.trf.problems import BadValue, NoPlayers, OneSided
from domain.tournament import Tournament, replay
from domain.words.games import Bye, Result
from domain.words.players import EntrantId, Title
from server.office.report_files import read_report_file

ABOVE = [
    ["From the Tournament-Database of Chess-Results https://chess-results.com"],
    ["Made-up Open"],
    ["Last update 13.02.2026 18:17:32"],
]
BELOW = [[""], ["You find all details to this tournament under https://chess-results.com/tnr1.aspx"], ["Chess-Results"]]
TABLE = [
    ["Rk.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "TB1"],
    ["1", "WFM", "Almeida Ana ", "2020", "POR", "  3b1", "  2w½", " 4w ", "1.5", "5"],
    ["2", "", "Brandt Bo ", "2100", "SWE", "  5w1", "  1b½", "   -½", "2", "4"],
    ["3", "", "Castro Cid ", "1900", "ESP", "  1w0", "  5b+", "0", "1", "4"],
    ["4", "", "Duda Dag ", "1850", "POL", "-1", "0", " 1b ", "1", "4"],
    ["5", "", "Ek Eva ", "0", "SWE", "  2b0", "  3w-", "0", "0", "4"],
]


def rows(table: list[list[str]], name: str = "Ranking crosstable after Round 2") -> list[ListRow]:
    return [(n, cells) for n, cells in enumerate([*ABOVE, [name], *table, *BELOW], 1)]


def imported(table: list[list[str]]) -> Tournament:
    return replay(read_report_file("crosstable.xlsx", b"PK", rows=rows(table)).events())


def test_a_crosstable_becomes_a_tournament_with_starting_ranks_by_rating() -> None:
    t = imported(TABLE)
    assert t.details.name == "Made-up Open"
    assert [player.name for player in t.players.values()] == [
        "Brandt Bo", "Almeida Ana", "Castro Cid", "Duda Dag", "Ek Eva",
    ]  # fmt: skip
    games = {(round.number, game.white, game.black): game.result for round in t.rounds for game in round.games}
    assert games == {
        (1, 1, 5): Result.WHITE_WINS,
        (1, 3, 2): Result.BLACK_WINS,
        (2, 2, 1): Result.DRAW,
        (2, 5, 3): Result.BLACK_WINS_BY_FORFEIT,
        (3, 2, 4): None,
    }
    assert t.round(1).all_byes == (EntrantId(4),)
    assert t.byes[3, EntrantId(1)] is Bye.HALF
    assert t.players[EntrantId(2)].title is Title.WFM


def test_a_table_by_starting_ranks_keeps_them() -> None:
    by_number = [["No.", *TABLE[0][1:]], *TABLE[1:]]
    assert next(player.name for player in imported(by_number).players.values()) == "Almeida Ana"


def test_players_of_a_list_come_without_its_frame_and_with_titles_and_clubs() -> None:
    listed = [
        ["No.", "", "Name", "FideID", "FED", "Rtg", "Club/City"],
        ["1", "GM", "Almeida, Ana", "1900001", "POR", "2520", "Lisboa"],
        ["2", "", "Brandt, Bo", "1700002", "SWE", "0", ""],
    ]
    found = [one.player for one in roster_of("", without_frame(rows(listed, "Starting rank"))).players]
    assert [(one.name, one.title, one.rating, one.club) for one in found] == [
        ("Almeida, Ana", Title.GM, 2520, "Lisboa"),
        ("Brandt, Bo", Title.NONE, 0, ""),
    ]


def test_a_list_of_anybody_else_stays_as_it_is() -> None:
    own = [(1, ["Name", "Rating"]), (2, ["Almeida, Ana", "2000"])]
    assert without_frame(own) == own
    with pytest.raises(NoPlayers):
        report_of_crosstable(own)


def test_a_cell_that_says_nothing_known_is_named() -> None:
    wrong = [*TABLE[:1], ["1", "", "Almeida Ana", "2020", "POR", "3x1", "", "", "", ""], *TABLE[2:]]
    with pytest.raises(BadValue) as refused:
        report_of_crosstable(rows(wrong))
    assert (refused.value.line, refused.value.column, refused.value.was) == (6, 6, "3x1")


def test_lines_that_contradict_each_other_are_refused() -> None:
    wrong = [*TABLE[:2], ["2", "", "Brandt Bo ", "2100", "SWE", "  5w1", "  1b1", "   -½", "2", "4"], *TABLE[3:]]
    with pytest.raises(OneSided):
        report_of_crosstable(rows(wrong))
