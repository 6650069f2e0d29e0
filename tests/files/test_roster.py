"""Player lists from spreadsheets: columns by name, and a clear no with line and column."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decisions.players.registering import NewPlayer
from domain.files.lists import rows as r
from domain.words.players import Sex, Title
from tests.files.rosters import read_roster
from tests.tiers import tries
from web.wording import language
from web.wording.imports import list_sentence

HEAD = "Name;Rtg;Title;Fed;FIDE ID;Sex;Born;Club"
ROW = "Carlsen, Magnus;2850;g;NOR;1503014;m;1990/11/30;Offerspill"


def players(text: str) -> list[NewPlayer]:
    return [listed.player for listed in read_roster(text.encode()).players]


def refused(text: str) -> r.BadRoster:
    with pytest.raises(r.BadRoster) as problem:
        read_roster(text.encode())
    return problem.value


def test_every_field_is_found_by_the_name_of_its_column() -> None:
    assert players(f"{HEAD}\n{ROW}\n") == [
        NewPlayer("Carlsen, Magnus", 2850, Title.GM, "NOR", 1503014, Sex.MAN, 1990, "Offerspill")
    ]


@pytest.mark.parametrize(("born", "day"), [("1990/11/30", "1990-11-30"), ("30.11.1990", "1990-11-30"), ("1990", "")])
def test_a_whole_date_of_birth_stands_beside_the_player(born: str, day: str) -> None:
    [listed] = read_roster(f"Name;Born\nTal;{born}\n".encode()).players
    assert (listed.birth_date, listed.player.birth_year) == (day, 1990)


def test_the_order_of_the_columns_does_not_matter() -> None:
    assert players("Title,Rating,Name\nWFM,1900,Polgar") == players("Name,Title,Rating\nPolgar,WFM,1900")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_by_looking(separator: str) -> None:
    text = "Name;Rating\nAnand;2750\n".replace(";", separator)
    assert players(text) == [NewPlayer("Anand", 2750)]


@pytest.mark.parametrize("header", ["Име;Рейтинг", "ФИО;Эло", "NAME;ELO", "Player name;FIDE rating"])
def test_headers_in_other_words(header: str) -> None:
    assert read_roster(f"{header}\nТопалов;2700\n".encode()).players[0].player.name == "Топалов"


def test_last_and_first_name_in_two_columns_are_put_together() -> None:
    assert players("Last name,First name\nTal,Mikhail\nPele,\n") == [NewPlayer("Tal, Mikhail"), NewPlayer("Pele")]


def test_a_name_with_a_comma_stands_in_quotation_marks() -> None:
    assert players('Name,Rating\n"Smith, John",1500\n') == [NewPlayer("Smith, John", 1500)]


def test_a_line_break_inside_quotation_marks_does_not_shift_the_lines() -> None:
    listed = read_roster(b'Name,Club\n"Smith","A\nB"\nJones,C\n').players
    assert [x.line for x in listed] == [2, 4]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_spreadsheets(encoding: str) -> None:
    assert read_roster("Name;Elo\r\nMüller;2000\r\n".encode(encoding)).players[0].player.name == "Müller"


@pytest.mark.parametrize("text", ["", "-", "0"])
def test_no_rating_may_be_written_in_several_ways(text: str) -> None:
    assert players(f"Name;Rating\nA;{text}\n") == [NewPlayer("A")]


def test_german_and_british_numbers_become_ratings() -> None:
    """FIDE Dutch 1998, A.1: 75 Ingo and 205 BCF are 2240. A rating of one's own goes first."""
    text = "Name;Elo;Ingo;BCF\nA;;75;\nB;;;205\nC;2300;75;\nD;;;\n"
    assert players(text) == [
        NewPlayer("A", 2240, rating_from="Ingo 75"),
        NewPlayer("B", 2240, rating_from="BCF 205"),
        NewPlayer("C", 2300),
        NewPlayer("D"),
    ]


@pytest.mark.parametrize(("ingo", "rating"), [("75,5", 2236), ("75.5", 2236), ("75.0", 2240), ("100,25", 2038)])
def test_an_ingo_number_may_have_decimals(ingo: str, rating: int) -> None:
    assert [one.rating for one in players(f"Name;Ingo\nA;{ingo}\n")] == [rating]


def test_two_old_scales_in_one_row_are_a_question() -> None:
    said = list_sentence(refused("Name;Ingo;BCF\nA;75;\nB;75;205\n"), language("en"))
    assert said.startswith("line 3, column 3: BCF '205' stands beside an Ingo number: leave one of the two out")
    assert players("Name;Elo;Ingo;BCF\nA;2100;75;205\n") == [NewPlayer("A", 2100)]


def test_cells_left_out_at_the_end_of_a_row_are_empty() -> None:
    assert players("Name;Rating;Club\nA;2000\nB\n") == [NewPlayer("A", 2000), NewPlayer("B")]
    assert [x.birth_date for x in read_roster(b"Name;Born\nA;1990-11-30\nB\n").players] == ["1990-11-30", ""]


def test_columns_nobody_knows_are_named_and_left_out() -> None:
    assert read_roster(b"No;Name;Paid\n1;A;yes\n").ignored == ("No", "Paid")


def test_five_thousand_players_are_a_list() -> None:
    assert len(players("Name\n" + "".join(f"Player {i}\n" for i in range(5000)))) == 5000


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"),
    [
        ("", r.EmptyRoster, 0, 0),
        ("Name;Rating\n", r.EmptyRoster, 0, 0),
        ("Rating;Club\n2000;X\n", r.NoNameColumn, 1, 0),
        ("Name;Elo;Rating\nA;1;2\n", r.TwoColumns, 1, 3),
        ("Name;Rating\nA;strong\n", r.BadCell, 2, 2),
        ("Name;Rating\nA;2000\n;1900\n", r.BadCell, 3, 1),
        ("Name;Rating\nA;99999\n", r.BadCell, 2, 2),
        ("Name;Elo;Ingo\nA;;400\n", r.BadCell, 2, 3),
        ("Name;BCF\nA;900\n", r.BadCell, 2, 2),
        ("Name;BCF\nA;good\n", r.BadCell, 2, 2),
        ("Name;Title\nA;King\n", r.BadCell, 2, 2),
        ("Name;Sex\nA;x\n", r.BadCell, 2, 2),
        ("Name;Born\nA;long ago\n", r.BadCell, 2, 2),
        ("Name;Fed\nA;Bulgaria\n", r.BadCell, 2, 2),
        ("Name,Rating\nSmith, John,1500\n", r.TooManyCells, 2, 3),
        ("Name;FIDE ID\nA;7\nB;7\n", r.ListedTwice, 3, 2),
        ('Name;Club\n"A;1\n', r.NotAList, 2, 0),
        ('"Name;Club\nA;1\n', r.NotAList, 1, 0),
        ("Name;" + "x" * 64_001, r.NotAList, 1, 0),
        ("Name;Ingo\nA;355\n", r.BadCell, 2, 2),
        ("Name;FIDE ID\nA;1234567890123\n", r.BadCell, 2, 2),
        ("Name\n" + "x" * 400 + "\n", r.BadCell, 2, 1),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text: str, kind: type[r.BadRoster], line: int, column: int) -> None:
    problem = refused(text)
    assert (type(problem), problem.line, problem.column) == (kind, line, column)


def test_the_refusal_names_the_field_and_what_it_should_be() -> None:
    assert (
        list_sentence(refused("Name;Rating\nA;strong\n"), language("en"))
        == "line 2, column 2: Rating must be a number, not 'strong'."
    )


def test_a_number_of_an_old_scale_that_is_no_rating_is_named() -> None:
    said = list_sentence(refused("Name;Ingo\nA;400\n"), language("en"))
    assert said == "line 2, column 2: Ingo must be a number of that scale (its rating would be impossible), not '400'."


def test_a_picture_is_no_list() -> None:
    with pytest.raises(r.NotAList):
        read_roster(b"\x89PNG\x81\x00\x00")


@settings(deadline=None, max_examples=tries(200))
@given(
    st.one_of(st.binary(max_size=200), st.text(alphabet='ABname;,\t"\n\r01 ratingclub', max_size=200).map(str.encode))
)
def test_noise_is_a_list_or_a_refusal(data: bytes) -> None:
    said = "."
    try:
        read_roster(data)
    except r.BadRoster as problem:
        said = list_sentence(problem, language("en"))
    assert said.endswith(".")


IN_FULL = {
    "two columns of one kind": ("Name;Elo;Rating\nA;1;2\n", r.TwoColumns(1, 3, "Rating", "Elo")),
    "no column of names": ("Rating;Club\n2000;X\n", r.NoNameColumn(1, 0, ("Rating", "Club"))),
    "a rating in words": ("Name;Rating\nA;strong\n", r.BadCell(2, 2, "Rating", "strong", "number")),
    "a rating too high": ("Name;Rating\nA;4001\n", r.BadCell(2, 2, "Rating", "4001", "whole:0:4000")),
    "an Ingo number too weak": ("Name;Ingo\nA;355\n", r.BadCell(2, 2, "Ingo", "355", "old-scale")),
    "a grade too strong": ("Name;BCF\nA;426\n", r.BadCell(2, 2, "BCF", "426", "old-scale")),
    "no year": ("Name;Born\nA;long ago\n", r.BadCell(2, 2, "Born", "long ago", "year")),
    "no title": ("Name;Title\nA;King\n", r.BadCell(2, 2, "Title", "King", "title")),
    "no sex": ("Name;Sex\nA;x\n", r.BadCell(2, 2, "Sex", "x", "m-or-w")),
    "13 digits": ("Name;FIDE ID\nA;1234567890123\n", r.BadCell(2, 2, "FIDE ID", "1234567890123", "number")),
    "one cell too many": ("Name,Rating\nSmith, John,1500\n", r.TooManyCells(2, 3, 3, 2)),
    "one number twice": ("Rating;Name;FIDE ID\n1;A;7\n1;B;7\n", r.ListedTwice(3, 3, 2, "B", 7)),
    "a byte that no text has": ("Name\nA\nB\x00\n", r.NotAList(3, 0)),
    "no name in two columns": ("Rating;Surname;First name\n1;;\n", r.BadCell(2, 2, "Surname", "", "required")),
    "a line as long as may be": (
        "Name;Club\nA;" + "x" * 63_999 + "\n",
        r.BadCell(2, 2, "Club", "x" * 63_999, "longest:120"),
    ),
    "a line that never ends": ("Name;Club\nA;" + "x" * 64_000 + "\n", r.NotAList(2, 0)),
}


@pytest.mark.parametrize("what", IN_FULL)
def test_a_refusal_says_all_of_it(what: str) -> None:
    text, expected = IN_FULL[what]
    found = refused(text)
    assert (type(found), vars(found)) == (type(expected), vars(expected))


def test_the_ends_of_the_old_scales_are_ratings() -> None:
    rated = [one.rating for one in players("Name;Ingo\nA;354\nB;1\nC;0\n")]
    assert rated == [8, 2832, 0]
    assert [one.rating for one in players("Name;BCF\nA;425\nB;1\n")] == [4000, 608]


def test_a_list_may_be_as_long_as_it_may_be() -> None:
    rows = [f"P{n}" for n in range(10_001)]
    assert len(players("\n".join(["Name", *rows[:10_000]]))) == 10_000
    found = refused("\n".join(["Name", *rows]))
    assert (type(found), vars(found)) == (r.RosterTooLong, vars(r.RosterTooLong(10_002, 0, 10_000)))
