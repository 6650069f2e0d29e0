"""Files of older formats and of other programs: Vega's records, what was written before TRF16."""

import pytest

from domain.files.trf import RepairKind, parse
from domain.files.trf.decoding import FileLine
from domain.files.trf.records import speaks_vega
from domain.words.games import Code, Colour
from domain.words.players import Title
from tests.files.lines import TWO_ROUNDS, file, player
from tests.files.test_defects import entry, kinds


class TestVega:
    LINES = ("142 1.0 0.5", "152 2", "162 7", "192 Vega 8.1")

    def test_its_records_are_told_by_the_shape_of_their_values(self) -> None:
        report = parse(file(*self.LINES, *TWO_ROUNDS, rounds=None))
        assert (report.rounds_planned, report.header.program) == (7, "Vega 8.1")
        assert [r.was for r in report.repairs if r.kind is RepairKind.VEGA_DIALECT] == ["142", "152", "162", "192"]

    def test_its_points_for_win_and_draw_are_read(self) -> None:
        report = parse(file("142 3.0 1.0", "192 Vega 8.1", *TWO_ROUNDS, rounds=None))
        assert (report.point_system.ww, report.point_system.hpb) == (6, 2)

    def test_points_for_win_and_draw_give_it_away_without_its_name(self) -> None:
        report = parse(file("142 3.0 1.0", "162 7", *TWO_ROUNDS, rounds=None))
        assert (report.rounds_planned, report.point_system.ww) == (7, 6)

    def test_its_name_alone_gives_it_away(self) -> None:
        report = parse(file("192 Vega 8.1", "162 7", *TWO_ROUNDS, rounds=None))
        assert (report.rounds_planned, report.header.program, report.header.encoded_type) == (7, "Vega 8.1", "")

    def test_the_same_numbers_mean_what_fide_says_elsewhere(self) -> None:
        report = parse(file("142 7", "152 B", *TWO_ROUNDS, rounds=None))
        assert (report.rounds_planned, report.initial_colour) == (7, Colour.BLACK)

    def test_bars_between_the_fields_are_blanks(self) -> None:
        barred = [line[:47] + "|" + line[48:] for line in TWO_ROUNDS]
        report = parse(file(*barred))
        assert kinds(report) == {RepairKind.BARS_FOR_BLANKS}
        assert report == parse(file(*TWO_ROUNDS))


class TestTrf06:
    """Files from before TRF16: letters for titles, `+` against nobody for the bye, no rounds planned."""

    FILE = file(
        "012 Club Championship",
        player(1, "2.0", "3 w 1", "2 b 1", title="g", sex="m", birth="1969.12.06"),
        player(2, "1.0", "0000 - +", "1 w 0", title="wm", sex="w", birth="1978"),
        player(3, "0.0", "1 b 0", "0000 - -", title="f", sex="m"),
        rounds=None,
    )

    def test_it_is_read(self) -> None:
        report = parse(self.FILE)
        assert [(x.title, x.points) for x in report.players] == [(Title.GM, 4), (Title.WIM, 2), (Title.FM, 0)]
        assert (entry(report, 2, 1).code, entry(report, 3, 2).code) == (Code.FULL_BYE, Code.ZERO_BYE)

    def test_its_bye_may_be_that_of_the_pairing(self) -> None:
        assert entry(parse(self.FILE, full_byes_are_pairing_byes=True), 2, 1).code is Code.PAIRING_BYE

    def test_everything_that_was_changed_is_listed(self) -> None:
        assert kinds(parse(self.FILE)) == {
            RepairKind.OLD_TITLE,
            RepairKind.DATE_FORM,
            RepairKind.WIN_WITHOUT_OPPONENT,
            RepairKind.ABSENCE_AS_FORFEIT,
            RepairKind.FULL_BYE_IN_ODD_FIELD,
        }


@pytest.mark.parametrize(
    ("record", "vega"),
    [("142 1.0 0.5", True), ("142 1.0 0", True), ("142 3 1.0", False), ("142 9", False), ("142 1.0 0.5 0", False)],
)
def test_vega_is_told_by_the_points_of_a_win_and_a_draw(record: str, vega: bool) -> None:
    lines = tuple(FileLine(n, text) for n, text in enumerate((record, "001    1"), 1))
    assert speaks_vega(lines) is vega


class TestRecordsBesideTheirColumns:
    """Entries that cannot be mistaken for each other are read however a program pads them."""

    @pytest.mark.parametrize(
        "line", ["162  W 3.0    D 1.0    P 3.0", "162 W  3.0   D  1.0   P  3.0", "162 W3 D1 P3", "162   W 3,0D 1.0P3.0"]
    )
    def test_points_of_games(self, line: str) -> None:
        points = parse(file(line, *TWO_ROUNDS)).point_system
        assert (points.ww, points.wd, points.pab) == (6, 2, 6)

    def test_it_is_said_that_they_stand_elsewhere(self) -> None:
        assert kinds(parse(file("162 W  1.0   D  0.5", *TWO_ROUNDS))) == {RepairKind.OTHER_COLUMNS}

    @pytest.mark.parametrize("shift", [-1, 1, 4])
    def test_dates_of_rounds_beside_their_columns(self, shift: int) -> None:
        report = parse(file("132".ljust(91 + shift) + "26/05/01            26/05/03", *TWO_ROUNDS))
        assert report.header.round_dates == ("26/05/01", "", "26/05/03")
        assert kinds(report) == {RepairKind.OTHER_COLUMNS}

    def test_dates_far_from_their_columns_follow_each_other(self) -> None:
        report = parse(file("132 2026/05/01 2026/05/02", *TWO_ROUNDS))
        assert report.header.round_dates == ("2026/05/01", "2026/05/02")

    def test_a_word_that_is_no_date_leaves_the_line_as_it_is(self) -> None:
        report = parse(file("132 26/05/01 noon", *TWO_ROUNDS))
        assert report.header.round_dates == ()
        assert [line.text for line in report.kept] == ["132 26/05/01 noon"]
