"""Every record of TRF16, TRF26 and of the engines: what it is read as, and that it comes back."""

import pytest

from domain.files.trf import Ladder, PointSystem, Report, ReportPlayer, parse, write
from domain.files.trf import problems as p
from domain.files.trf.columns import National
from domain.files.trf.comments import read_back, state_of_report
from domain.files.trf.report import Abnormal, Announced, ForbiddenPairs
from domain.words.games import Code, Colour
from domain.words.players import Sex, Title
from tests.files.lines import TWO_ROUNDS, file, player

HEADS_16 = (
    "012 Sofia Open",
    "022 Sofia",
    "032 BUL",
    "042 2026/05/01",
    "052 2026/05/09",
    "062 4",
    "072 0",
    "082 0",
    "092 Individual: Swiss-System",
    "102 IA Petrov, Petar",
    "112 Ivanov, Ivan",
    "112 Todorov, Todor",
    "122 90 min + 30 s",
    "132".ljust(91) + "26/05/01  26/05/02",
)
HEADS_26 = (
    *HEADS_16,
    "142 5",
    "152 B",
    "162  W 3.0    D 1.0    P 2.0",
    "172 FIDE NRO",
    "182 Tablo 0.1",
    "192 CUSTOM_SWISS",
    "202 BH/C1,SB",
    "212 PTS,BH/C1,SB",
    "222 5400+30",
    "240 H   3    1    4",
    "260   1   2    1    2    3",
    "299 +         1.5    2    1",
)
POINTS_OF_THREE = (
    player(1, "4.0", "3 w 1", "2 b ="),
    player(2, "4.0", "4 b 1", "1 w ="),
    player(3, "3.0", "1 b 0", "4 w 1"),
    player(4, "0.0", "2 w 0", "3 b 0"),
)


@pytest.fixture
def modern() -> Report:
    return parse(file(*HEADS_26, *POINTS_OF_THREE, rounds=None))


def test_the_records_of_2016(modern: Report) -> None:
    header = modern.header
    assert (header.name, header.city, header.federation, header.start, header.end) == (
        "Sofia Open", "Sofia", "BUL", "2026/05/01", "2026/05/09",
    )  # fmt: skip
    assert (header.chief_arbiter, header.deputies) == ("IA Petrov, Petar", ("Ivanov, Ivan", "Todorov, Todor"))
    assert (header.time_control, header.round_dates) == ("90 min + 30 s", ("26/05/01", "26/05/02"))


def test_the_records_of_2026(modern: Report) -> None:
    header = modern.header
    assert (modern.rounds_planned, modern.initial_colour) == (5, Colour.BLACK)
    assert (header.rank_method, header.program, header.encoded_type) == ("FIDE NRO", "Tablo 0.1", "CUSTOM_SWISS")
    assert (header.tiebreaks, header.standings_order, header.clock) == ("BH/C1,SB", "PTS,BH/C1,SB", "5400+30")
    assert modern.announced == (Announced(Code.HALF_BYE, 3, (1, 4)),)
    assert modern.forbidden == (ForbiddenPairs((1, 2, 3), 1, 2),)
    assert modern.abnormal == (Abnormal(Code.FORFEIT_WIN, 3, 2, (1,)),)


def test_the_point_system(modern: Report) -> None:
    system = modern.point_system
    assert (system.ww, system.wd, system.pab, system.hpb, system.unknown) == (6, 2, 4, 2, 2)


def test_a_clean_file_of_2026_needs_no_repair(modern: Report) -> None:
    assert modern.repairs == ()


@pytest.mark.parametrize("ladder", list(Ladder))
def test_all_of_it_comes_back_in_either_format(modern: Report, ladder: Ladder) -> None:
    assert parse(write(modern, ladder).encode()) == modern


def test_a_file_of_2026_is_printed_as_it_was(modern: Report) -> None:
    lines = write(modern, Ladder.TRF26).splitlines()
    assert lines == [line.rstrip() for line in (*HEADS_26, *POINTS_OF_THREE)]


def test_a_file_of_2016_is_printed_as_it_was() -> None:
    lines = [*HEADS_16, "XXR 5", "XXC black1", *TWO_ROUNDS]
    assert write(parse("\n".join(lines).encode())).splitlines() == lines


def test_players_and_those_with_a_rating_are_counted() -> None:
    lines = write(parse(file(player(1, "0.0", rating="2100"), player(2, "0.0", rating="1900"), player(3, "0.0"))))
    assert [line for line in lines.splitlines() if line[:3] in ("062", "072", "082")] == ["062 3", "072 2", "082 0"]


def test_every_field_of_a_players_line_comes_back() -> None:
    full = player(
        7, "0.0", name="Гергева-Дълга, Име", sex="w", title="WGM", rating="2345", federation="BUL",
        fide="2900084", birth="1990/11/30", rank="1",
    )  # fmt: skip
    entrant = parse(file(full)).players[0]
    assert (entrant.sex, entrant.title, entrant.rating, entrant.federation, entrant.fide_id, entrant.birth) == (
        Sex.WOMAN, Title.WGM, 2345, "BUL", 2900084, "1990/11/30",
    )  # fmt: skip
    assert full in write(parse(file(full))).splitlines()


@pytest.mark.parametrize("code", [c.value for c in Code if c.played and c is not Code.PENDING])
def test_every_result_of_a_game_comes_back(code: str) -> None:
    mirror = {"1": "0", "0": "1", "W": "L", "L": "W"}.get(code, code)
    points = {"1": "1.0", "W": "1.0", "=": "0.5", "D": "0.5", "X": "0.5"}
    lines = (
        player(1, points.get(code, "0.0"), f"2 w {code}"),
        player(2, points.get(mirror, "0.0"), f"1 b {mirror}"),
    )
    assert write(parse(file(*lines))).splitlines()[-2:] == list(lines)


def test_small_letters_are_results_too() -> None:
    report = parse(file(player(1, "0.5", "0000 - h"), player(2, "0.5", "3 w d"), player(3, "0.5", "2 b d")))
    assert [e.code for entrant in report.players if (e := entrant.entry(1))] == [
        Code.HALF_BYE, Code.UNRATED_DRAW, Code.UNRATED_DRAW,
    ]  # fmt: skip


def test_forbidden_pairs_without_rounds_hold_from_the_first_to_the_last() -> None:
    """Blank columns are no round 1: the engines' own record can say the same."""
    report = parse(file("260              1    3", *TWO_ROUNDS))
    assert report.forbidden == (ForbiddenPairs((1, 3)),)
    assert "XXP 1 3" in write(report).splitlines()


@pytest.mark.parametrize("line", ["132", "132".ljust(90)])
def test_a_record_of_round_dates_without_a_date_has_none(line: str) -> None:
    assert parse(file(line, *TWO_ROUNDS)).header.round_dates == ()


class TestNationalRatings:
    LINE = "BUL    1    m Petrov, Petar                     2150 SOF        4711"
    PLAYER = player(1, "0.0", name="Petrov, Petar", federation="BUL")

    def test_a_line_of_a_federation_is_read_by_the_columns_of_a_player(self) -> None:
        assert parse(file(self.LINE, self.PLAYER)).national == (National("BUL", 1, 2150, "m", "SOF", "4711"),)

    @pytest.mark.parametrize("ladder", list(Ladder))
    def test_it_comes_back(self, ladder: Ladder) -> None:
        report = parse(file(self.LINE, self.PLAYER))
        assert self.LINE in write(report, ladder).splitlines()
        assert parse(write(report, ladder).encode()) == report

    def test_somebody_who_is_not_there_is_refused(self) -> None:
        with pytest.raises(p.UnknownOpponent) as refused:
            parse(file(self.LINE.replace("BUL    1", "BUL    7"), self.PLAYER))
        assert (refused.value.line, refused.value.column) == (2, 5)

    @pytest.mark.parametrize(
        "line",
        ["BUL    1", "BUL one", LINE.replace("2150", "none"), LINE.replace("2150", "").ljust(60), "BULX" + LINE[4:]],
    )
    def test_anything_else_that_begins_with_three_letters_is_kept(self, line: str) -> None:
        report = parse(file(line, self.PLAYER))
        assert (report.national, [k.text for k in report.kept]) == ((), [line.rstrip()])


class TestExtensions:
    def test_the_last_of_several_point_values_wins(self) -> None:
        report = parse(file("XXS W=3 D=1", "XXS W=2 PAB=1", player(1, "0.0")))
        assert (report.point_system.ww, report.point_system.wd, report.point_system.pab) == (4, 2, 2)

    @pytest.mark.parametrize(
        ("record", "field", "half"),
        [("BBW", "ww", 6), ("BBD", "hpb", 6), ("BBL", "bl", 6), ("BBZ", "zpb", 6), ("BBF", "fl", 6), ("BBU", "pab", 6)],
    )
    def test_values_of_one_engine(self, record: str, field: str, half: int) -> None:
        assert getattr(parse(file(f"{record}  3.0", player(1, "0.0"))).point_system, field) == half

    @pytest.mark.parametrize("ladder", list(Ladder))
    @pytest.mark.parametrize("changed", [{"bw": 5}, {"pab": 1}, {"fl": 1, "zpb": 2}, {"ww": 6, "fpb": 4}, {"hpb": 0}])
    def test_any_point_system_comes_back(self, changed: dict[str, int], ladder: Ladder) -> None:
        report = Report(parse(file(player(1, "0.0"))).players, point_system=PointSystem().with_values(changed))
        assert parse(write(report, ladder).encode()).point_system == report.point_system

    def test_a_blank_among_fictitious_points_is_a_round_without_any(self) -> None:
        report = parse(file("XXA    1  1.0       0.5", *TWO_ROUNDS))
        assert dict(report.acceleration) == {1: (2, 0, 1)}

    def test_fictitious_points_of_both_kinds(self) -> None:
        report = parse(file("XXA    1  1.0  0.5", "250       1.0   2   3    2    3", *TWO_ROUNDS))
        assert dict(report.acceleration) == {1: (2, 1), 2: (0, 2, 2), 3: (0, 2, 2)}

    @pytest.mark.parametrize("ladder", list(Ladder))
    def test_fictitious_points_come_back(self, ladder: Ladder) -> None:
        report = parse(
            file("XXA    1  1.0  0.5", "XXA    4  0.0  0.5  0.0", "250       1.0   2   3    2    3", *TWO_ROUNDS)
        )
        assert dict(report.acceleration) == {1: (2, 1), 4: (0, 1), 2: (0, 2, 2), 3: (0, 2, 2)}
        assert parse(write(report, ladder).encode()) == report

    def test_the_newer_form_gathers_rounds_and_players(self) -> None:
        """Baku: two rounds of a point, one of half a point, for the upper half."""
        lines = [f"XXA {n:>4}  1.0  1.0  0.5" for n in (1, 2, 3)]
        report = parse(file(*lines, *TWO_ROUNDS))
        assert [line for line in write(report, Ladder.TRF26).splitlines() if line[:3] in ("250", "XXA")] == [
            "250       1.0   1   2    1    3",
            "250       0.5   3   3    1    3",
        ]

    def test_a_gap_in_the_players_parts_a_group(self) -> None:
        report = parse(file("XXA    1  1.0", "XXA    4  1.0", *TWO_ROUNDS))
        assert [line for line in write(report, Ladder.TRF26).splitlines() if line[:3] == "250"] == [
            "250       1.0   1   1    1    1",
            "250       1.0   1   1    4    4",
        ]

    def test_configuration_adds_up(self) -> None:
        report = parse(file("XXC rank", "XXC black1", player(1, "0.0")))
        assert (report.rank_by_line, report.initial_colour) == (True, Colour.BLACK)

    def test_an_extension_nobody_knows_is_kept(self) -> None:
        assert [k.text for k in parse(file("XXQ something 7", player(1, "0.0"))).kept] == ["XXQ something 7"]

    @pytest.mark.parametrize(
        ("record", "column"),
        [
            ("XXR nine", 5), ("XXR 0", 5), ("XXC green1", 5), ("XXC white1 x", 12), ("XXZ 1 9", 7), ("XXZ one", 5),
            ("XXS W:3", 5), ("BBW", 5), ("152 X", 5), ("240 U   3    1", 5), ("162  Q 1.0", 6), ("XXA", 5),
            ("299 ?         1.0", 5),
        ],
    )  # fmt: skip
    def test_a_value_that_cannot_be_is_refused_with_its_column(self, record: str, column: int) -> None:
        with pytest.raises((p.BadValue, p.UnknownOpponent)) as refused:
            parse(file(record, player(1, "0.0"), rounds=None))
        assert (refused.value.line, refused.value.column) == (1, column)


class TestComments:
    def test_they_are_kept(self) -> None:
        report = parse(file("### played in the open air", player(1, "0.0")))
        assert report.comments == ("played in the open air",)

    def test_their_mark_needs_no_blank(self) -> None:
        assert parse(file("###indoors", player(1, "0.0"))).comments == ("indoors",)

    @pytest.mark.parametrize(("closed", "said"), [(True, "Final report"), (False, "Interim report after round 2 of 5")])
    def test_whether_more_may_come_is_said_in_one_of_them(self, closed: bool, said: str) -> None:
        line = state_of_report(2, 5, closed)
        assert line == f"### {said}"
        assert read_back(line)

    def test_they_can_be_added(self) -> None:
        text = write(parse(file(player(1, "0.0"))), comments=["board 3 altered by hand\nin round 2"])
        assert text.splitlines()[:2] == ["### board 3 altered by hand", "### in round 2"]


class TestWriting:
    def test_teams_are_counted_by_either_of_their_records(self) -> None:
        def counted(*lines: str) -> str:
            return next(line for line in write(parse(file(*lines, *TWO_ROUNDS))).splitlines() if line[:3] == "082")

        assert [counted(), counted("013 A", "013 B"), counted("310   1 A"), counted("310   1 A", "013 A", "013 B")] == [
            "082 0", "082 2", "082 1", "082 1",
        ]  # fmt: skip

    def test_pairs_kept_apart_from_a_round_on_are_so_to_the_last_one_planned(self) -> None:
        text = "\n".join(("260   2        3    4", *TWO_ROUNDS))
        lines = [write(parse(f"{head}{text}".encode()), Ladder.TRF26).splitlines() for head in ("142 5\n", "")]
        assert [next(line for line in some if line[:3] == "260") for some in lines] == [
            "260   2   5    3    4", "260   2 999    3    4",
        ]  # fmt: skip

    def test_who_is_away_is_so_in_the_round_to_come(self) -> None:
        lines = write(parse(file("XXZ 2 3", *TWO_ROUNDS)), Ladder.TRF26).splitlines()
        assert [line for line in lines if line.startswith("240")] == ["240 Z   3    2    3"]
        assert "XXZ 2 3" in write(parse(file("XXZ 2 3", *TWO_ROUNDS))).splitlines()

    def test_pairs_kept_apart_for_some_rounds_are_written_behind_those_that_always_are(self) -> None:
        lines = write(parse(file("XXP 1 2", "260   2   3    3    4", *TWO_ROUNDS))).splitlines()
        assert [line for line in lines if line[:3] in ("XXP", "260")] == ["XXP 1 2", "260   2   3    3    4"]

    def test_the_old_format_has_the_records_of_the_new_one_behind_its_own(self, modern: Report) -> None:
        codes = [line[:3] for line in write(modern).splitlines()]
        assert codes[: codes.index("XXR")] == [
            "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "112", "122", "132",
            "172", "182", "192", "202", "212", "222",
        ]  # fmt: skip

    def test_a_long_name_keeps_its_columns(self) -> None:
        assert parse(write(Report((ReportPlayer(1, "x" * 300),))).encode()).players[0].name == "x" * 33

    def test_a_line_break_in_a_field_cannot_break_the_file(self) -> None:
        assert parse(write(Report((ReportPlayer(1, "a\nb\tc"),))).encode()).players[0].name == "a b c"


def test_a_record_with_a_fourth_character_is_another_one() -> None:
    report = parse(file("0121 Sofia Open", *TWO_ROUNDS))
    assert (report.header.name, [line.text for line in report.kept]) == ("", ["0121 Sofia Open"])
