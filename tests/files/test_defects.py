"""Mistakes of files in the wild, row by row (the defect table of the report-file dossier)."""

import pytest

from domain.files.trf import Mode, RepairKind, Report, RoundEntry, parse
from domain.files.trf import problems as p
from domain.files.trf.columns import iso_date
from domain.files.trf.tasks import absent
from domain.words.games import Code, Colour
from domain.words.players import Sex, Title
from tests.files.lines import TWO_ROUNDS, file, player


def kinds(report: Report) -> set[RepairKind]:
    return {r.kind for r in report.repairs} - {RepairKind.EXTENSION}


def entry(report: Report, number: int, round: int) -> RoundEntry:
    found = report.by_number[number].entry(round)
    assert found is not None
    return found


def test_a_clean_file_needs_no_repair() -> None:
    assert kinds(parse(file(*TWO_ROUNDS))) == set()


def test_a_clean_file_is_accepted_by_strict_reading() -> None:
    assert parse(file(*TWO_ROUNDS), Mode.STRICT).rounds_paired == 2


class TestByesOfLichess:
    FILE = file(
        player(1, "1.0", "2 w 1"),
        player(2, "0.0", "1 b 0"),
        player(3, "1.0", "0000 - F"),
    )

    def test_a_lone_full_bye_is_pointed_out_and_left(self) -> None:
        report = parse(self.FILE)
        lone = next(r for r in report.repairs if r.kind is RepairKind.FULL_BYE_IN_ODD_FIELD)
        assert (lone.line, lone.column, lone.number, lone.round) == (4, 99, 3, 1)
        assert entry(report, 3, 1).code is Code.FULL_BYE

    def test_it_becomes_the_pairing_bye_when_the_arbiter_says_so(self) -> None:
        report = parse(self.FILE, full_byes_are_pairing_byes=True)
        assert entry(report, 3, 1).code is Code.PAIRING_BYE

    def test_beside_a_pairing_bye_a_full_bye_is_nothing_special(self) -> None:
        report = parse(file(player(1, "1.0", "0000 - U"), player(2, "1.0", "0000 - F")))
        assert RepairKind.FULL_BYE_IN_ODD_FIELD not in kinds(report)


class TestPhantomRounds:
    def test_a_block_beyond_the_last_round_is_dropped_and_listed(self) -> None:
        lines = (TWO_ROUNDS[0] + "  0000   -", *TWO_ROUNDS[1:])
        report = parse(file(*lines, rounds=2))
        assert kinds(report) == {RepairKind.PHANTOM_ROUND}
        assert report.rounds_paired == 2
        assert report.by_number[1].entries == parse(file(*TWO_ROUNDS)).by_number[1].entries

    def test_without_the_number_of_rounds_a_lone_dash_is_a_phantom_too(self) -> None:
        lines = (TWO_ROUNDS[0] + "  0000   -", *TWO_ROUNDS[1:])
        assert RepairKind.PHANTOM_ROUND in kinds(parse(file(*lines, rounds=None)))

    def test_two_rounds_ahead_a_lone_dash_is_a_phantom(self) -> None:
        lines = (TWO_ROUNDS[0] + " " * 10 + "  0000   -", *TWO_ROUNDS[1:])
        assert kinds(parse(file(*lines, rounds=5))) == {RepairKind.PHANTOM_ROUND}

    def test_the_last_planned_round_is_not_beyond_the_end(self) -> None:
        lines = (TWO_ROUNDS[0] + "  0000   H", *TWO_ROUNDS[1:])
        report = parse(file(*lines, rounds=3))
        assert RepairKind.PHANTOM_ROUND not in kinds(report)
        assert len(report.by_number[1].entries) == 3

    def test_in_the_round_to_be_paired_a_lone_dash_is_an_absence(self) -> None:
        lines = (TWO_ROUNDS[0] + "  0000   -", *TWO_ROUNDS[1:])
        report = parse(file(*lines, rounds=5))
        assert kinds(report) == {RepairKind.ABSENCE_AS_FORFEIT}
        assert absent(report, 3) == {1}


class TestHeadersAreFreeText:
    def test_an_address_as_city_and_a_date_in_words_do_not_fail(self) -> None:
        report = parse(file("022 https://example.org/swiss/x", "042 May 29, 2020", *TWO_ROUNDS))
        assert (report.header.city, report.header.start) == ("https://example.org/swiss/x", "May 29, 2020")

    def test_an_empty_rank_is_listed_and_nothing_more(self) -> None:
        report = parse(file(player(1, "0.0", rank=""), player(2, "0.0")))
        assert [(r.kind, r.line, r.column) for r in report.repairs if r.kind is RepairKind.RANK_MISSING] == [
            (RepairKind.RANK_MISSING, 2, 86)
        ]


class TestAbsentWithAnOpponent:
    def test_it_is_a_game_lost_by_forfeit(self) -> None:
        report = parse(file(player(1, "1.0", "2 w +"), player(2, "0.0", "1 b Z")))
        assert entry(report, 2, 1) == RoundEntry(Code.FORFEIT_LOSS, 1, Colour.BLACK)
        assert kinds(report) == {RepairKind.ABSENCE_WITH_OPPONENT}

    def test_the_opponents_win_becomes_a_walk_over(self) -> None:
        report = parse(file(player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b Z")))
        assert entry(report, 1, 1).code is Code.FORFEIT_WIN

    def test_strict_reading_refuses_it(self) -> None:
        with pytest.raises(p.Defective):
            parse(file(player(1, "1.0", "2 w +"), player(2, "0.0", "1 b Z")), Mode.STRICT)

    @pytest.mark.parametrize("code", ["U", "H", "F"])
    def test_any_other_bye_with_an_opponent_is_refused(self, code: str) -> None:
        with pytest.raises(p.ByeWithOpponent) as refused:
            parse(file(player(1, "1.0", "2 w 1"), player(2, "0.0", f"1 b {code}")))
        assert (refused.value.line, refused.value.column) == (3, 99)


class TestBlanksInTheBlock:
    def test_a_bye_letter_alone_is_a_bye_without_opponent(self) -> None:
        report = parse(
            file(player(1, "0.5", "  " + " " * 7 + "H"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0"))
        )
        assert entry(report, 1, 1) == RoundEntry(Code.HALF_BYE)

    def test_a_dash_alone_is_a_round_missed(self) -> None:
        report = parse(
            file(player(1, "0.0", "  " + " " * 7 + "-"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0"))
        )
        assert entry(report, 1, 1) == RoundEntry(Code.ZERO_BYE)

    def test_a_win_by_forfeit_against_nobody_is_a_full_point_bye(self) -> None:
        report = parse(file(player(1, "1.0", "0000 - +"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0")))
        assert entry(report, 1, 1) == RoundEntry(Code.FULL_BYE)
        assert RepairKind.WIN_WITHOUT_OPPONENT in kinds(report)

    def test_a_blank_block_between_rounds_is_no_entry(self) -> None:
        report = parse(file(player(1, "1.0", " " * 10, "2 w 1"), player(2, "0.0", "0000 - Z", "1 b 0")))
        assert report.by_number[1].entry(1) is None


class TestShiftedLines:
    def test_a_shifted_name_reports_the_column_and_what_belongs_there(self) -> None:
        shifted = player(1, "1.0", "2 w 1").replace("Player 1 ", "Player 1   ", 1)
        with pytest.raises(p.Misaligned) as refused:
            parse(file(shifted, player(2, "0.0", "1 b 0")))
        assert (refused.value.line, refused.value.column, refused.value.expected) == (2, 85, "blank")

    def test_a_colour_without_opponent_and_result_is_refused(self) -> None:
        with pytest.raises(p.ColourWithoutOpponent) as refused:
            parse(file(player(1, "0.0", "0000 w"), player(2, "0.0")))
        assert (refused.value.line, refused.value.column) == (2, 97)

    def test_a_played_result_without_opponent_is_refused(self) -> None:
        with pytest.raises(p.ResultWithoutOpponent) as refused:
            parse(file(player(1, "1.0", "0000 - 1"), player(2, "0.0")))
        assert refused.value.column == 99

    def test_a_letter_that_is_no_result_is_refused_with_its_column(self) -> None:
        with pytest.raises(p.Misaligned) as refused:
            parse(file(player(1, "1.0", "2 w 1", "0000 - 7"), player(2, "0.0", "1 b 0")))
        assert (refused.value.column, refused.value.expected) == (109, "result")

    def test_a_line_that_ends_before_its_number_says_where(self) -> None:
        with pytest.raises(p.LineTooShort) as refused:
            parse(file("001", *TWO_ROUNDS))
        assert (refused.value.line, refused.value.column) == (2, 4)

    def test_nobody_has_the_starting_rank_zero(self) -> None:
        with pytest.raises(p.BadValue) as refused:
            parse(file(player(0, "0.0"), *TWO_ROUNDS))
        assert (refused.value.line, refused.value.column, refused.value.was) == (2, 5, "0")


class TestUnknownSymbols:
    """FIDE checklist, 166."""

    @pytest.mark.parametrize("symbol", ["*", "A", "7", "½"])
    def test_a_symbol_that_nobody_knows_is_an_unknown_result(self, symbol: str) -> None:
        report = parse(file(player(1, "0.5", f"2 w {symbol}"), player(2, "0.5", f"1 b {symbol}")))
        assert [entry(report, n, 1).code for n in (1, 2)] == [Code.ADJOURNED, Code.ADJOURNED]
        repair = next(r for r in report.repairs if r.kind is RepairKind.UNKNOWN_RESULT)
        assert (repair.line, repair.column, repair.was, repair.now) == (2, 99, symbol, "X")

    def test_a_question_mark_is_an_adjourned_game_and_no_fault(self) -> None:
        report = parse(file(player(1, "0.5", "2 w ?"), player(2, "0.5", "1 b ?"), rounds=None), Mode.STRICT)
        assert [entry(report, n, 1).code for n in (1, 2)] == [Code.ADJOURNED, Code.ADJOURNED]
        assert report.repairs == ()

    @pytest.mark.parametrize(("result", "mirrored"), [("1", Code.LOSS), ("=", Code.DRAW), ("+", Code.FORFEIT_LOSS)])
    def test_the_opponent_may_know_better(self, result: str, mirrored: Code) -> None:
        report = parse(file(player(1, "0.0", "2 w ?"), player(2, "1.0", f"1 b {result}")))
        assert entry(report, 1, 1).code is mirrored
        assert RepairKind.RESULT_FROM_OPPONENT in kinds(report)

    def test_known_from_one_side_only_it_is_unknown(self) -> None:
        report = parse(file(player(1, "0.5", "2 w ?"), player(2, "0.5", "1 b")))
        assert [entry(report, n, 1).code for n in (1, 2)] == [Code.ADJOURNED, Code.ADJOURNED]

    def test_strict_reading_refuses_it(self) -> None:
        with pytest.raises(p.Defective):
            parse(file(player(1, "0.5", "2 w *"), player(2, "0.5", "1 b *")), Mode.STRICT)

    def test_an_unknown_result_written_by_one_and_a_known_one_by_the_other_still_clash(self) -> None:
        with pytest.raises(p.ResultsClash):
            parse(file(player(1, "0.5", "2 w X"), player(2, "1.0", "1 b 1")))


class TestColours:
    @pytest.mark.parametrize(("mine", "theirs"), [("1", "0"), ("1", "-"), ("=", "=")])
    def test_a_game_that_one_of_them_played_has_colours(self, mine: str, theirs: str) -> None:
        blank = "     {}   {}"
        with pytest.raises(p.ColoursClash) as refused:
            parse(file(player(1, "1.0", blank.format(2, mine)), player(2, "0.0", blank.format(1, theirs))))
        assert (refused.value.line, refused.value.column) == (2, 97)

    def test_a_forfeit_needs_none(self) -> None:
        report = parse(file(player(1, "1.0", "     2   +"), player(2, "0.0", "     1   -")))
        assert [entry(report, n, 1).colour for n in (1, 2)] == [None, None]


class TestEditorsAndMail:
    def test_a_result_lost_with_the_blanks_at_the_end_is_taken_from_the_opponent(self) -> None:
        cut = TWO_ROUNDS[0].removesuffix("=").rstrip()
        report = parse(file(cut, *TWO_ROUNDS[1:]))
        assert kinds(report) == {RepairKind.RESULT_FROM_OPPONENT}
        assert entry(report, 1, 2).code is Code.DRAW

    def test_a_lost_colour_is_taken_from_the_opponent(self) -> None:
        lines = (TWO_ROUNDS[0].replace("2 b =", "2   ="), *TWO_ROUNDS[1:])
        report = parse(file(*lines))
        assert (entry(report, 1, 2).colour, kinds(report)) == (Colour.BLACK, {RepairKind.COLOUR_FROM_OPPONENT})

    def test_a_tab_is_refused_with_its_place(self) -> None:
        with pytest.raises(p.TabInLine) as refused:
            parse(file(TWO_ROUNDS[0].replace("Player 1", "Player\t1"), *TWO_ROUNDS[1:]))
        assert (refused.value.line, refused.value.column) == (2, 21)

    def test_a_tab_at_the_very_beginning_is_one(self) -> None:
        with pytest.raises(p.TabInLine) as refused:
            parse(file("\t" + TWO_ROUNDS[0], *TWO_ROUNDS[1:]))
        assert (refused.value.line, refused.value.column) == (2, 1)

    def test_a_byte_order_mark_is_skipped_and_listed(self) -> None:
        report = parse(b"\xef\xbb\xbf" + file(*TWO_ROUNDS))
        assert kinds(report) == {RepairKind.BYTE_ORDER_MARK}

    @pytest.mark.parametrize("end", [b"\r", b"\r\n", b"\n"])
    def test_every_line_end_is_read(self, end: bytes) -> None:
        assert parse(file(*TWO_ROUNDS).replace(b"\n", end)) == parse(file(*TWO_ROUNDS))

    def test_mixed_line_ends_are_read_and_listed(self) -> None:
        report = parse(file(*TWO_ROUNDS).replace(b"\n", b"\r\n", 2))
        assert kinds(report) == {RepairKind.MIXED_LINE_ENDS}

    def test_an_end_of_file_mark_of_dos_is_no_harm(self) -> None:
        assert parse(file(*TWO_ROUNDS) + b"\x1a") == parse(file(*TWO_ROUNDS))


class TestEncodings:
    LINES = (player(1, "1.0", "2 w 1", name="Müller, Jürgen"), player(2, "0.0", "1 b 0", name="Łukasz"))

    def test_utf8_counted_in_letters_is_the_rule(self) -> None:
        report = parse(file(*self.LINES))
        assert (report.by_number[2].name, kinds(report)) == ("Łukasz", set())

    def test_windows_1252_is_read_and_listed_with_its_place(self) -> None:
        data = file(self.LINES[0], player(2, "0.0", "1 b 0")).decode().encode("cp1252")
        report = parse(data)
        repair = next(r for r in report.repairs if r.kind is RepairKind.DECODED_AS)
        assert (report.by_number[1].name, repair.line, repair.column) == ("Müller, Jürgen", 2, 16)

    def test_columns_counted_in_bytes_are_shifted_back(self) -> None:
        text = file(*self.LINES).decode()
        for name in ("Müller, Jürgen", "Łukasz"):
            text = text.replace(name.ljust(33), name + " " * (33 - len(name.encode())))
        report = parse(text.encode())
        assert kinds(report) == {RepairKind.COLUMNS_IN_BYTES}
        assert report == parse(file(*self.LINES))

    def test_utf16_with_its_mark_is_read(self) -> None:
        assert parse(file(*self.LINES).decode().encode("utf-16")) == parse(file(*self.LINES))

    @pytest.mark.parametrize("name", ["Иванов, Пётр", "محمد", "李雷", "Ng\u0303uyen"])
    def test_any_script_is_a_name(self, name: str) -> None:
        assert parse(file(player(1, "0.0", name=name))).by_number[1].name == name

    def test_a_picture_is_no_text(self) -> None:
        with pytest.raises(p.NotText):
            parse(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x81")


class TestNumbersAndDates:
    def test_a_decimal_comma_is_read_and_listed(self) -> None:
        report = parse(file(player(1, "0,5", "0000 - H"), player(2, "1.0", "0000 - U")))
        assert (report.by_number[1].points, RepairKind.DECIMAL_COMMA in kinds(report)) == (1, True)

    @pytest.mark.parametrize(
        ("text", "iso"),
        [
            ("28. 07. 2005", "2005-07-28"),
            ("24/09/2010", "2010-09-24"),
            ("1969.12.06", "1969-12-06"),
            ("1969/12/06", "1969-12-06"),
            ("Jun 26, 2020", "2020-06-26"),
            ("3 March 2011", "2011-03-03"),
            ("24/05/09", "2024-05-09"),
            ("Xyz 26, 2020", ""),
            ("26 Xyz 2020", ""),
            ("someday", ""),
            ("", ""),
            ("1978", ""),
            ("1987/00/00", ""),
            ("2020/13/45", ""),
        ],
    )
    def test_dates_are_understood_in_several_forms(self, text: str, iso: str) -> None:
        assert iso_date(text) == iso

    @pytest.mark.parametrize("birth", ["1969.12.06", "1978", "24/09/2010"])
    def test_a_birth_date_in_another_form_is_kept_as_written_and_listed(self, birth: str) -> None:
        report = parse(file(player(1, "0.0", birth=birth)))
        assert (report.by_number[1].birth, kinds(report)) == (birth, {RepairKind.DATE_FORM})

    def test_a_year_alone_in_the_usual_form_needs_no_repair(self) -> None:
        assert kinds(parse(file(player(1, "0.0", birth="1987/00/00")))) == set()

    def test_points_that_are_no_half_points_are_refused(self) -> None:
        with pytest.raises(p.NotHalfPoints):
            parse(file(player(1, "0.3")))

    def test_points_that_are_no_number_are_refused_with_column(self) -> None:
        with pytest.raises(p.BadValue) as refused:
            parse(file(player(1, "x.y")))
        assert (refused.value.line, refused.value.column) == (2, 82)

    def test_points_that_the_results_do_not_make_are_counted_again(self) -> None:
        report = parse(file(player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0")))
        repair = next(r for r in report.repairs if r.kind is RepairKind.POINTS_DIFFER)
        assert (repair.line, repair.column, repair.was, repair.now) == (2, 81, "2.0", "1.0")
        assert report.by_number[1].points == 2

    @pytest.mark.parametrize(("points", "differs"), [("1.5", False), ("2.0", False), ("2.5", False), ("3.5", True)])
    def test_points_may_have_the_fictitious_ones_of_this_round_or_the_next_in_them(
        self, points: str, differs: bool
    ) -> None:
        """After two rounds: half a point was added for round 2, a whole one will be for round 3."""
        lines = (TWO_ROUNDS[0].replace(" 1.5 ", f" {points} "), *TWO_ROUNDS[1:])
        report = parse(file("XXA    1  2.0  0.5  1.0", *lines))
        assert (RepairKind.POINTS_DIFFER in kinds(report)) is differs

    def test_before_round_1_those_of_round_1_may_be_in_them(self) -> None:
        report = parse(file("XXA    1  1.0  1.0  0.5", player(1, "1.0"), player(2, "0.0")))
        assert RepairKind.POINTS_DIFFER not in kinds(report)

    def test_missing_points_are_counted_and_contradict_nothing(self) -> None:
        report = parse(file(player(1, "", "2 w 1"), player(2, "0.0", "1 b 0")))
        assert (kinds(report), report.by_number[1].points) == ({RepairKind.POINTS_MISSING}, 2)

    @pytest.mark.parametrize(("points", "differs"), [("0.5", False), ("0.0", False), ("1.0", True)])
    def test_an_unknown_result_may_be_counted_or_not(self, points: str, differs: bool) -> None:
        report = parse(file(player(1, points, "2 w X"), player(2, "0.5", "1 b X")))
        assert (RepairKind.POINTS_DIFFER in kinds(report)) is differs


class TestTitlesAndSex:
    @pytest.mark.parametrize(
        ("letters", "title"), [("g", Title.GM), ("wf", Title.WFM), ("mf", Title.WIM), ("c", Title.CM)]
    )
    def test_letters_of_old_files_are_titles(self, letters: str, title: Title) -> None:
        report = parse(file(player(1, "0.0", title=letters)))
        assert (report.by_number[1].title, kinds(report)) == (title, {RepairKind.OLD_TITLE})

    def test_a_title_nobody_knows_is_left_out_and_listed(self) -> None:
        report = parse(file(player(1, "0.0", title="XYZ")))
        assert (report.by_number[1].title, kinds(report)) == (Title.NONE, {RepairKind.UNKNOWN_TITLE})

    def test_f_for_female_is_w(self) -> None:
        report = parse(file(player(1, "0.0", sex="f")))
        assert (report.by_number[1].sex, kinds(report)) == (Sex.WOMAN, {RepairKind.SEX_LETTER})


class TestIdentity:
    def test_numbers_may_have_gaps_and_any_order(self) -> None:
        report = parse(file(player(9, "1.0", "4 w 1"), player(4, "0.0", "9 b 0")))
        assert [x.number for x in report.players] == [9, 4]

    def test_a_repeated_number_is_refused_and_both_lines_named(self) -> None:
        with pytest.raises(p.RepeatedNumber) as refused:
            parse(file(player(1, "0.0"), player(1, "0.0")))
        assert (refused.value.line, refused.value.first_line) == (3, 2)

    def test_a_repeated_fide_number_is_refused_and_both_lines_named(self) -> None:
        with pytest.raises(p.RepeatedFideNumber) as refused:
            parse(file(player(1, "0.0", fide="4100018"), player(2, "0.0", fide="4100018")))
        assert (refused.value.line, refused.value.first_line) == (3, 2)

    def test_ids_of_nine_digits_are_read(self) -> None:
        assert parse(file(player(1, "0.0", fide="531234567"))).by_number[1].fide_id == 531234567

    def test_an_id_that_is_no_number_is_left_out_and_listed(self) -> None:
        report = parse(file(player(1, "0.0", fide="L01854")))
        assert (report.players[0].fide_id, kinds(report)) == (0, {RepairKind.NOT_A_FIDE_NUMBER})


class TestTwoLinesThatContradictEachOther:
    def test_a_game_on_one_line_only_is_refused(self) -> None:
        with pytest.raises(p.OneSided) as refused:
            parse(file(player(1, "1.0", "2 w 1"), player(2, "0.0")))
        assert (refused.value.line, refused.value.number, refused.value.opponent) == (2, 1, 2)

    def test_two_whites_are_refused(self) -> None:
        with pytest.raises(p.ColoursClash):
            parse(file(player(1, "1.0", "2 w 1"), player(2, "0.0", "1 w 0")))

    def test_two_winners_are_refused(self) -> None:
        with pytest.raises(p.ResultsClash) as refused:
            parse(file(player(1, "1.0", "2 w 1"), player(2, "1.0", "1 b 1")))
        assert refused.value.column == 99

    def test_an_opponent_who_is_not_there_is_refused(self) -> None:
        with pytest.raises(p.UnknownOpponent) as refused:
            parse(file(player(1, "1.0", "7 w 1")))
        assert (refused.value.line, refused.value.column, refused.value.opponent) == (2, 92, 7)

    def test_nobody_meets_himself(self) -> None:
        with pytest.raises(p.OwnOpponent):
            parse(file(player(1, "1.0", "1 w 1")))

    def test_two_pairing_byes_in_a_round_are_refused(self) -> None:
        with pytest.raises(p.TwoPairingByes):
            parse(file(player(1, "1.0", "0000 - U"), player(2, "1.0", "0000 - U")))

    def test_both_may_lose(self) -> None:
        report = parse(file(player(1, "0.0", "2 w -"), player(2, "0.0", "1 b -")))
        assert entry(report, 1, 1).code is Code.FORFEIT_LOSS


class TestTheMiddleOfARound:
    def test_a_pairing_without_result_is_kept_as_that(self) -> None:
        report = parse(file(player(1, "0.0", "2 w"), player(2, "0.0", "1 b")))
        assert entry(report, 1, 1) == RoundEntry(Code.PENDING, 2, Colour.WHITE)
        assert kinds(report) == set()


class TestTeams:
    def test_a_long_team_record_is_kept_to_its_end(self) -> None:
        team = "013 A team with very many players".ljust(36) + "".join(f"{n:>4} " for n in range(1, 20))
        report = parse(file(*TWO_ROUNDS, team, rounds=None))
        assert [k.text for k in report.kept] == [team.rstrip()]

    def test_a_line_up_given_twice_with_the_teams_swapped_is_kept_twice(self) -> None:
        lines = ("300   1   3   4    9   10", "300   1   4   3   11   12")
        report = parse(file(*TWO_ROUNDS, *lines, rounds=None))
        assert tuple(k.text for k in report.kept) == lines


class TestNoReportAtAll:
    @pytest.mark.parametrize("data", [b"", b"   \n\n", b"\xef\xbb\xbf"])
    def test_an_empty_file_is_refused(self, data: bytes) -> None:
        with pytest.raises((p.EmptyFile, p.NoPlayers)):
            parse(data)

    def test_a_game_file_is_no_report(self) -> None:
        with pytest.raises(p.NoPlayers):
            parse(b'[Event "Casual"]\n\n1. e4 e5 *\n')

    def test_a_wrong_number_of_players_is_listed(self) -> None:
        assert kinds(parse(file("062 9", *TWO_ROUNDS))) == {RepairKind.COUNT_DIFFERS}


class TestWithoutMeasure:
    def test_a_line_that_never_ends_is_refused(self) -> None:
        with pytest.raises(p.BadValue) as refused:
            parse(file(player(1, "0.0") + "  0000 - Z" * 300))
        assert (refused.value.line, refused.value.column) == (2, 92 + 10 * 255)

    def test_a_forbidden_group_of_the_whole_field_is_refused(self) -> None:
        lines = [player(n, "0.0") for n in range(1, 402)]
        with pytest.raises(p.BadValue):
            parse(file("XXP " + " ".join(str(n) for n in range(1, 402)), *lines))


def test_a_full_bye_of_a_round_that_is_not_paired_yet_is_leave_and_no_mistake() -> None:
    report = parse(file(TWO_ROUNDS[0] + "  0000 - F", *TWO_ROUNDS[1:]))
    assert report.rounds_paired == 2
    assert kinds(report) == set()
