"""Faults of a file are told with their line, its column and every fact, in refusals and in repairs."""

import pytest

from domain.files.trf import Repair, RepairKind, parse
from domain.files.trf import problems as p
from tests.files.lines import file, player

WON, LOST = player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0")
BLANK = "     {}   {}"

REFUSED = [
    ((player(1, "0.0"), player(1, "0.0")), p.RepeatedNumber(3, 5, 1, 2)),
    ((player(1, "0.0", fide="77"), player(2, "0.0", fide="77")), p.RepeatedFideNumber(3, 58, 77, 2)),
    ((WON, player(2, "0.0", "1 b 0", "2 b 1")), p.OwnOpponent(3, 102, 2, 2)),
    ((WON, player(2, "0.0", "1 b 0", "9 b 1")), p.UnknownOpponent(3, 102, 2, 9, 2)),
    ((player(1, "1.0", "2 w 1"), player(2, "0.0", "0000 - Z")), p.OneSided(2, 92, 1, 2, 1)),
    (
        (player(1, "1.0", "2 w 1"), player(2, "0.0", "3 b 0"), player(3, "1.0", "2 w 1")),
        p.OneSided(2, 92, 1, 2, 1),
    ),
    ((WON, player(2, "0.0", "1 w 0")), p.ColoursClash(2, 97, 1, 2, 1)),
    ((player(1, "1.0", BLANK.format(2, 1)), player(2, "0.0", BLANK.format(1, 0))), p.ColoursClash(2, 97, 1, 2, 1)),
    ((WON, player(2, "1.0", "1 b 1")), p.ResultsClash(2, 99, 1, 2, 1, "1", "1")),
    ((player(1, "1.0", "2 w ="), player(2, "1.0", "1 b +")), p.ResultsClash(2, 99, 1, 2, 1, "=", "+")),
    ((WON, player(2, "0.0", "1 b 0", "1 b H")), p.ByeWithOpponent(3, 109, 2, 2, "H")),
    ((WON, player(2, "0.0", "1 b 0", "0000 w")), p.ColourWithoutOpponent(3, 107, 2, 2)),
    ((WON, player(2, "0.0", "1 b 0", "0000 - 1")), p.ResultWithoutOpponent(3, 109, 2, 2, "1")),
    (
        (player(1, "1.0", "0000 - U"), player(2, "1.0", "0000 - U")),
        p.TwoPairingByes(3, 99, 2, 1, 1),
    ),
    (
        (WON, LOST, player(3, "1.0", "0000 - Z", "0000 - U"), player(4, "1.0", "0000 - Z", "0000 - U")),
        p.TwoPairingByes(5, 109, 4, 3, 2),
    ),
    ((player(1, "0.3"), LOST), p.NotHalfPoints(2, 82, "0.3")),
    ((player(1, "1.0", rating="23x"), player(2, "0.0")), p.BadValue(2, 50, "rating", "23x", "whole number")),
    ((player(1, "1.0", rank="x"), player(2, "0.0")), p.BadValue(2, 89, "rank", "x", "whole number")),
    ((player(1, "0.0").replace("   1 ", "   x ", 1),), p.BadValue(2, 8, "starting rank", "x", "whole number")),
    ((player(1, "0.0").replace("   1 ", "     ", 1),), p.BadValue(2, 5, "starting rank", "", "1 to 9999")),
    (("001    ", WON, LOST), p.LineTooShort(2, 4, "starting rank")),
    (("001      ", WON, LOST), p.LineTooShort(2, 4, "starting rank")),
    (("152 x", WON, LOST), p.BadValue(2, 5, "initial colour", "x", "W or B")),
    (("XXC rank none", WON, LOST), p.BadValue(2, 10, "XXC", "none", "white1, black1 or rank")),
    (("240 X   1    1", WON, LOST), p.BadValue(2, 5, "bye type", "X", "F, H or Z")),
    (("240 H        1", WON, LOST), p.BadValue(2, 7, "round", "", "1 to 999")),
    (("240 H   0    1", WON, LOST), p.BadValue(2, 7, "round", "0", "1 to 999")),
    (("240 H   1    9", WON, LOST), p.UnknownOpponent(2, 14, 0, 9)),
    (("250       1.0       2    1    2", WON, LOST), p.BadValue(2, 15, "round", "2    1    2", "rounds and players")),
    (
        ("250       1.0   1   2         2", WON, LOST),
        p.BadValue(2, 15, "round", "1   2         2", "rounds and players"),
    ),
    (("XXA       1.0", WON, LOST), p.BadValue(2, 5, "starting rank", "", "1 to 9999")),
    (("XXA    1  1.0  x", WON, LOST), p.BadValue(2, 16, "points", "x", "points")),
    (("299 X         1.5    1    1", WON, LOST), p.BadValue(2, 5, "result type", "X", "W, D, L, F, H, Z, + or -")),
    (("299 W         1.3    1    1", WON, LOST), p.NotHalfPoints(2, 15, "1.3")),
    (("162  Q 3.0", WON, LOST), p.BadValue(2, 6, "result type", "Q", "W, D, L, A, P or X")),
    (("162  W 3.0    Q 1.0", WON, LOST), p.BadValue(2, 15, "result type", "Q", "W, D, L, A, P or X")),
    (("162  W 3.0    D 1.3", WON, LOST), p.NotHalfPoints(2, 17, "1.3")),
    (("XXS W=3.0 Q=1.0", WON, LOST), p.BadValue(2, 11, "XXS", "Q=1.0", "code=points")),
    (("XXS W=3.0  D=1.3", WON, LOST), p.NotHalfPoints(2, 14, "1.3")),
    (("BBW  x", WON, LOST), p.BadValue(2, 6, "points", "x", "points")),
    (("XXZ 1 x", WON, LOST), p.BadValue(2, 7, "starting rank", "x", "whole number")),
    (("XXZ 1 9", WON, LOST), p.UnknownOpponent(2, 7, 0, 9)),
    (("XXP 1 2 9", WON, LOST), p.UnknownOpponent(2, 9, 0, 9)),
    (("260   1    2   1    2", WON, LOST), p.Misaligned(2, 12, "2", "blank")),
    (("240 H   12   1", WON, LOST), p.Misaligned(2, 10, "2", "blank")),
    (("260   1   2    1    9", WON, LOST), p.UnknownOpponent(2, 21, 0, 9)),
    (("260   x   2    1    2", WON, LOST), p.BadValue(2, 7, "first round", "x", "whole number")),
    ((player(1, "1.0", name="x" * 33).replace("x ", "xy", 1), LOST), p.Misaligned(2, 48, "y", "blank")),
    ((player(1, "1.0", "2 x 1"), LOST), p.Misaligned(2, 97, "x", "colour")),
    ((WON.replace("w 1", "  7"), LOST), p.Misaligned(2, 99, "7", "result")),
    ((WON.replace("w 1", "w11"), LOST), p.Misaligned(2, 98, "1", "blank")),
    (
        ("250       1.0 100   2         2", WON, LOST),
        p.BadValue(2, 15, "round", "100   2         2", "rounds and players"),
    ),
    (("XXR 1000", WON, LOST), p.BadValue(2, 5, "rounds", "1000", "1 to 999")),
    (("XXR 0", WON, LOST), p.BadValue(2, 5, "rounds", "0", "1 to 999")),
    (("XXR", WON, LOST), p.BadValue(2, 5, "rounds", "", "1 to 999")),
    (("XXR " + "9" * 19, WON, LOST), p.BadValue(2, 5, "text", "9" * 19, "whole number")),
    (("XXR " + "9" * 18, WON, LOST), p.BadValue(2, 5, "rounds", "9" * 18, "1 to 999")),
    (("XXS W=123456789", WON, LOST), p.BadValue(2, 7, "points", "123456789", "points")),
    (("XXS W=.", WON, LOST), p.BadValue(2, 7, "points", ".", "points")),
    (("162  W 3.0  x", WON, LOST), p.BadValue(2, 15, "result type", "", "W, D, L, A, P or X")),
    (("162 W", WON, LOST), p.BadValue(2, 6, "result type", "", "W, D, L, A, P or X")),
    (("162  W 3.0   D", WON, LOST), p.BadValue(2, 15, "result type", "", "W, D, L, A, P or X")),
    (("142 3.0 x", WON, LOST), p.BadValue(2, 9, "points", "x", "points")),
    (("013 Team", player(1, "0.3")), p.NotHalfPoints(3, 82, "0.3")),
    (("012 Name\t", "012 a\tb", WON, LOST), p.TabInLine(3, 6)),
    (("012 a\x01b", WON, LOST), p.NotText(2, 6, 1)),
]


@pytest.mark.parametrize(("lines", "refusal"), REFUSED, ids=lambda value: type(value).__name__)
def test_a_refusal_has_its_place_and_its_facts(lines: tuple[str, ...], refusal: p.Unreadable) -> None:
    with pytest.raises(type(refusal)) as refused:
        parse(file(*lines))
    assert vars(refused.value) == vars(refusal)


MENDED = [
    ((player(1, "0.0", name=""), player(2, "0.0")), [Repair(2, 15, RepairKind.NAME_MISSING, number=1)]),
    ((player(1, "0.0", sex="f"),), [Repair(2, 10, RepairKind.SEX_LETTER, "f", "w", 1)]),
    ((player(1, "0.0", sex="x"),), [Repair(2, 10, RepairKind.SEX_LETTER, "x", "", 1)]),
    ((player(1, "0.0", title="g"),), [Repair(2, 13, RepairKind.OLD_TITLE, "g", "GM", 1)]),
    ((player(1, "0.0", title="XY"),), [Repair(2, 12, RepairKind.UNKNOWN_TITLE, "XY", "", 1)]),
    ((player(1, "0.0", federation="B1"),), [Repair(2, 54, RepairKind.NOT_A_FEDERATION, "B1", "", 1)]),
    ((player(1, "0.0", fide="12x"),), [Repair(2, 66, RepairKind.NOT_A_FIDE_NUMBER, "12x", "0", 1)]),
    ((player(1, "0.0", birth="24/09/2010"),), [Repair(2, 70, RepairKind.DATE_FORM, "24/09/2010", "2010", 1)]),
    ((player(1, "0.0", rank=""),), [Repair(2, 86, RepairKind.RANK_MISSING, number=1)]),
    ((player(1, "", "0000 - Z"),), [Repair(2, 81, RepairKind.POINTS_MISSING, number=1)]),
    ((player(1, "0,0"),), [Repair(2, 82, RepairKind.DECIMAL_COMMA, "0,0", "0.0")]),
    (
        (player(1, "1.0", "2 w 1"), player(2, "1.0", "1 b 0")),
        [Repair(3, 81, RepairKind.POINTS_DIFFER, "1.0", "0.0", 2)],
    ),
    (
        (WON, LOST, player(3, "0.0", "0000 b Z")),
        [Repair(4, 97, RepairKind.COLOUR_WITHOUT_OPPONENT, "b", "-", 3, 1)],
    ),
    ((WON, LOST, player(3, "0.5", "       - H")), [Repair(4, 99, RepairKind.BYE_WITHOUT_ZEROS, "H", "", 3, 1)]),
    (
        (WON, LOST, player(3, "0.0", "0000 - -")),
        [Repair(4, 99, RepairKind.ABSENCE_AS_FORFEIT, "-", "Z", 3, 1)],
    ),
    (
        (WON, LOST, player(3, "1.0", "0000 - +"), player(4, "0.0", "0000 - U")),
        [
            Repair(4, 99, RepairKind.WIN_WITHOUT_OPPONENT, "+", "F", 3, 1),
            Repair(5, 81, RepairKind.POINTS_DIFFER, "0.0", "1.0", 4),
        ],
    ),
    (
        (player(1, "1.0", "2 w +"), player(2, "0.0", "1 b Z")),
        [Repair(3, 99, RepairKind.ABSENCE_WITH_OPPONENT, "Z", "-", 2, 1)],
    ),
    (
        (player(1, "1.0", BLANK.format(2, 1)), LOST),
        [Repair(2, 97, RepairKind.COLOUR_FROM_OPPONENT, "", "w", 1, 1)],
    ),
    (
        (player(1, "1.0", "2 w"), LOST),
        [Repair(2, 99, RepairKind.RESULT_FROM_OPPONENT, "", "1", 1, 1)],
    ),
    (
        (player(1, "1.0", "2 w *"), LOST),
        [
            Repair(2, 99, RepairKind.RESULT_FROM_OPPONENT, "X", "1", 1, 1),
            Repair(2, 99, RepairKind.UNKNOWN_RESULT, "*", "X", 1, 1),
        ],
    ),
    (
        (WON, LOST, player(3, "1.0", "0000 - F")),
        [Repair(4, 99, RepairKind.FULL_BYE_IN_ODD_FIELD, "F", "F", 3, 1)],
    ),
    (
        (player(1, "1.0", "2 w 1", " " * 10, "0000 - -"), player(2, "0.0", "1 b 0")),
        [Repair(2, 119, RepairKind.PHANTOM_ROUND, "-", "", 1, 3)],
    ),
    (("022 Sofia", "022 Varna", WON, LOST), [Repair(3, 1, RepairKind.REPEATED_RECORD, "022")]),
    (("032  B1", WON, LOST), [Repair(2, 6, RepairKind.NOT_A_FEDERATION, "B1")]),
    (("042   29.05.2020", WON, LOST), [Repair(2, 7, RepairKind.DATE_FORM, "29.05.2020", "2020-05-29")]),
    (
        ("132".ljust(91) + "26/05/01  1.5.2026", WON, LOST),
        [Repair(2, 102, RepairKind.DATE_FORM, "1.5.2026", "2026-05-01")],
    ),
    (("132".ljust(90) + "x", WON, LOST), [Repair(2, 91, RepairKind.UNKNOWN_RECORD, "132")]),
    (("132 26/05/01", WON, LOST), [Repair(2, 5, RepairKind.OTHER_COLUMNS, "132")]),
    (("777 what is this", WON, LOST), [Repair(2, 1, RepairKind.UNKNOWN_RECORD, "777")]),
    (("062 5", WON, LOST), [Repair(2, 5, RepairKind.COUNT_DIFFERS, "5", "2")]),
    (("062 x", player(1, "0.0")), [Repair(2, 5, RepairKind.COUNT_DIFFERS, "x", "1")]),
    (("062 002 (1)", WON, LOST), []),
    (("062", "072 7", "082 7", WON, LOST), []),
    (("XXR 999", WON, LOST), []),
    (("XXR 1", WON, LOST), []),
    (("### a remark", "013 Team", WON, LOST), []),
    (("142 1.0 0.5", WON, LOST), [Repair(2, 1, RepairKind.VEGA_DIALECT, "142", "points for win and draw")]),
    (
        ("152 1", "162 7", "192 vega 8", WON, LOST),
        [
            Repair(2, 1, RepairKind.VEGA_DIALECT, "152", "current round"),
            Repair(3, 1, RepairKind.VEGA_DIALECT, "162", "number of rounds"),
            Repair(4, 1, RepairKind.VEGA_DIALECT, "192", "program"),
        ],
    ),
    (
        (player(1, "1.0", "2 w 1", "0000 - -", "0000 - H"), LOST),
        [Repair(2, 109, RepairKind.ABSENCE_AS_FORFEIT, "-", "Z", 1, 2)],
    ),
    (
        (player(1, "1.0", "2 w 1", "0000 - H", "0000 - -", "0000 - H"), LOST),
        [Repair(2, 119, RepairKind.PHANTOM_ROUND, "-", "", 1, 3)],
    ),
    (
        (player(1, "0.5", "2 w X"), player(2, "1.0", "1 b X")),
        [Repair(3, 81, RepairKind.POINTS_DIFFER, "1.0", "0.5", 2)],
    ),
    (
        (WON.replace("Player 1" + " " * 25 + " ", "Player 1" + " " * 25 + "|", 1), LOST),
        [Repair(2, 48, RepairKind.BARS_FOR_BLANKS)],
    ),
]


@pytest.mark.parametrize(("lines", "repairs"), MENDED, ids=lambda value: type(value).__name__)
def test_a_repair_has_its_place_and_what_became_of_it(lines: tuple[str, ...], repairs: list[Repair]) -> None:
    found = [repair for repair in parse(file(*lines)).repairs if repair.kind is not RepairKind.EXTENSION]
    assert sorted(found, key=lambda r: (r.line, r.column, r.kind)) == repairs


def test_two_lines_that_clash_are_told_once_and_what_comes_behind_them_as_well() -> None:
    lines = (
        player(1, "1.0", "2 w 1", "3 w 1"),
        player(2, "1.0", "1 b 1", "4 w 1"),
        player(3, "0.0", "4 w 1", "1 b 0"),
        player(4, "1.0", "3 b 1", "2 b 0"),
    )
    with pytest.raises(p.Several) as refused:
        parse(file(*lines))
    assert [vars(problem) for problem in refused.value.problems] == [
        vars(p.ResultsClash(2, 99, 1, 2, 1, "1", "1")),
        vars(p.ResultsClash(4, 99, 3, 4, 1, "1", "1")),
    ]


READ_AS = [
    (b"\xef\xbb\xbf", b"", Repair(1, 1, RepairKind.BYTE_ORDER_MARK)),
    (b"012 a\r\n", b"", Repair(0, 0, RepairKind.MIXED_LINE_ENDS)),
    (b"012 a\n022 \xe9\n", b"", Repair(2, 5, RepairKind.DECODED_AS, now="Windows-1252")),
    (b"\xe9\n", b"", Repair(1, 1, RepairKind.DECODED_AS, now="Windows-1252")),
    (b"012 a\r\n022 b\xe9\r", b"", Repair(2, 6, RepairKind.DECODED_AS, now="Windows-1252")),
    (b"", b"### \xe9", Repair(4, 5, RepairKind.DECODED_AS, now="Windows-1252")),
]


@pytest.mark.parametrize(("before", "after", "repair"), READ_AS)
def test_how_the_bytes_were_read_is_told_with_its_place(before: bytes, after: bytes, repair: Repair) -> None:
    assert repair in parse(before + file(WON, LOST) + after).repairs


def test_utf16_has_no_place_of_its_own() -> None:
    (repair,) = parse(file(WON, LOST, rounds=None).decode().encode("utf-16")).repairs
    assert repair == Repair(0, 0, RepairKind.DECODED_AS, now="UTF-16-LE")


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        (b"\x81", 1, 1, 0x81),
        (b"012 \x81", 1, 5, 0x81),
        (b"012 a\r\n012 b\r012\x81", 3, 4, 0x81),
        (b"\xff\xfe\x00", 1, 3, 0),
        (b"012 a\x00", 1, 6, 0),
    ],
)
def test_what_is_no_text_is_told_with_its_place(data: bytes, line: int, column: int, byte: int) -> None:
    with pytest.raises(p.NotText) as refused:
        parse(data)
    assert vars(refused.value) == vars(p.NotText(line, column, byte))


def test_columns_in_bytes_are_told_at_the_first_that_cannot_be() -> None:
    """Three letters of two bytes: seen in letters, the date of birth begins three columns early."""
    name = "\u0141\u0141\u0141"
    line = player(1, "0.0", name=name, birth="1990/01/01").replace(name.ljust(33), name.ljust(30))
    report = parse(file(line, LOST.replace("  1 b 0", ""), rounds=None))
    assert [(r.line, r.column) for r in report.repairs if r.kind is RepairKind.COLUMNS_IN_BYTES] == [(1, 69)]
    assert (report.players[0].name, report.players[0].birth) == (name, "1990/01/01")


def test_a_line_off_the_grid_in_letters_and_in_bytes_is_refused_as_it_stands() -> None:
    for name in ("Player 1", "\u0141\u0141\u0141"):
        line = player(1, "0.0", name=name, birth="1990/01/01").replace(name.ljust(33), name.ljust(31))
        with pytest.raises(p.Misaligned) as refused:
            parse(file(line, rounds=None))
        assert (refused.value.line, refused.value.expected) == (1, "blank")


def test_as_many_rounds_as_may_be_are_read_and_one_more_is_refused() -> None:
    entry = parse(file(player(1, "0.0", *["0000 - Z"] * 255), rounds=None)).players[0]
    assert len(entry.entries) <= 255
    with pytest.raises(p.BadValue) as refused:
        parse(file(player(1, "0.0", *["0000 - Z"] * 256), rounds=None))
    assert vars(refused.value) == vars(p.BadValue(1, 2642, "number of rounds", "256", "at most 255"))


def test_a_group_of_three_hundred_is_kept_apart_and_one_more_is_refused() -> None:
    players = [player(n, "0.0") for n in range(1, 302)]
    group = " ".join(str(n) for n in range(1, 301))
    assert len(parse(file(f"XXP {group}", *players)).forbidden[0].players) == 300
    with pytest.raises(p.BadValue) as refused:
        parse(file(f"XXP {group} 301", *players))
    assert vars(refused.value) == vars(p.BadValue(2, 5, "list of players", "301", "at most 300 long"))
