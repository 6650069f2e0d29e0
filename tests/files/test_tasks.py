"""From a report to cards and to what an engine is asked."""

import pytest

from domain.cards.card import Float
from domain.files.trf import cards, parse, report_task, starting_ranks
from domain.files.trf import problems as p
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour
from tests.files.lines import TWO_ROUNDS, case, file, player

floats_of = SYSTEMS["dutch-1998"].floats
ODD = (
    player(1, "2.0", "3 w 1", "2 b 1"),
    player(2, "1.0", "0000 - U", "1 w 0"),
    player(3, "0.5", "1 b 0", "0000 - H"),
)


def away(*blocks: str) -> bytes:
    """Two rounds played; `blocks` are the third round's of players 1, 2, ..."""
    lines = [line + block for line, block in zip(TWO_ROUNDS, (*blocks, "", "", "", ""), strict=False)]
    return file(*lines)


class TestCards:
    def test_scores_are_the_points_of_the_file(self) -> None:
        report = parse(case("2020_06.trf"))
        scores = {n: card.score for n, card in cards(report, 10).items()}
        assert scores == {entrant.number: entrant.points for entrant in report.players}

    def test_every_card_has_a_line_a_round(self) -> None:
        assert {len(card.lines) for card in cards(parse(file(*ODD)), 2).values()} == {2}

    def test_the_bye_of_an_odd_field_is_a_downfloat(self) -> None:
        assert floats_of(cards(parse(file(*ODD)), 1)[2])[0] is Float.DOWN

    def test_a_bye_asked_for_is_no_float(self) -> None:
        line = cards(parse(file(*ODD)), 2)[3].lines[1]
        assert (line.code, line.points, line.ahead) == (Code.HALF_BYE, 1, 0)

    def test_equals_do_not_float(self) -> None:
        assert floats_of(cards(parse(file(*ODD)), 2)[1])[1] is None

    def test_unequal_scores_float_down_and_up(self) -> None:
        lines = (
            player(1, "1.0", "3 w 1", "4 b 0"),
            player(2, "1.0", "4 b 1", "3 w 0"),
            player(3, "1.0", "1 b 0", "2 b 1"),
            player(4, "1.0", "2 w 0", "1 w 1"),
        )
        table = cards(parse(file(*lines)), 2)
        assert [floats_of(table[n])[1] for n in (1, 2, 3, 4)] == [Float.DOWN, Float.DOWN, Float.UP, Float.UP]

    def test_a_forfeited_pairing_floats_all_the_same(self) -> None:
        lines = (
            player(1, "2.0", "2 w 1", "3 b +"),
            player(2, "0.0", "1 b 0", "0000 - Z"),
            player(3, "0.0", "0000 - Z", "1 w -"),
        )
        table = cards(parse(file(*lines)), 2)
        assert (floats_of(table[1])[1], floats_of(table[3])[1]) == (Float.DOWN, Float.UP)

    def test_a_blank_in_a_round_that_was_played_is_an_absence(self) -> None:
        lines = (player(1, "1.0", "2 w 1", "0000 - U"), player(2, "0.0", "1 b 0"))
        assert cards(parse(file(*lines)), 2)[2].lines[1].code is Code.ZERO_BYE

    def test_a_round_that_was_not_paired_is_refused(self) -> None:
        with pytest.raises(p.RoundOutOfReach):
            cards(parse(file(*ODD)), 3)


class TestPoints:
    def test_a_bye_may_be_worth_half_a_point(self) -> None:
        lines = (player(1, "1.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "0.5", "0000 - U"))
        assert cards(parse(file("BBU  0.5", *lines)), 1)[3].score == 1

    def test_a_win_may_be_worth_three(self) -> None:
        report = parse(file("XXS W=3 D=1", player(1, "3.0", "2 w 1"), player(2, "0.0", "1 b 0")))
        assert cards(report, 1)[1].score == 6

    def test_black_may_get_more_for_a_draw(self) -> None:
        report = parse(file("XXS BD=1", player(1, "0.5", "2 w ="), player(2, "1.0", "1 b =")))
        assert [card.score for card in cards(report, 1).values()] == [1, 2]

    def test_the_point_system_of_2026_is_read(self) -> None:
        head = "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0"
        report = parse(file(head, player(1, "3.0", "2 w 1"), player(2, "0.0", "1 b 0"), player(3, "1.0", "0000 - U")))
        assert [card.score for card in cards(report, 1).values()] == [6, 0, 2]

    def test_abnormal_points_replace_or_add(self) -> None:
        heads = ("299 +         0.5    1    1", "299          -0.5    1    2")
        report = parse(file(*heads, player(1, "0.5", "2 w +"), player(2, "-0.5", "1 b -")))
        assert [card.score for card in cards(report, 1).values()] == [1, -1]

    def test_a_bye_of_the_coming_round_may_be_counted_in_already(self) -> None:
        lines = (player(1, "1.5", "2 w 1", "0000 - H"), player(2, "0.0", "1 b 0"))
        report = parse(file(*lines))
        assert p.Unreadable not in {type(r) for r in report.repairs}
        assert report_task(report).cards[1].score == 2

    def test_fictitious_points_may_be_counted_in_already(self) -> None:
        lines = ("XXA    1  1.0  1.0", player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0"))
        assert report_task(parse(file(*lines))).cards[1].score == 2

    def test_points_that_contradict_the_results_stop_a_pairing(self) -> None:
        report = parse(file(player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0")))
        with pytest.raises(p.PointsContradict) as refused:
            report_task(report)
        assert (refused.value.line, refused.value.column) == (2, 81)

    def test_unless_the_results_are_to_be_trusted(self) -> None:
        report = parse(file(player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0")))
        assert report_task(report, trust_results=True).cards[1].score == 2


class TestWhoIsPaired:
    def test_the_first_unpaired_round_is_the_one_meant(self) -> None:
        task = report_task(parse(away()))
        assert (task.round, task.rounds) == (3, 5)

    @pytest.mark.parametrize("letter", "ZHF")
    def test_a_bye_in_the_column_of_the_round_is_an_absence(self, letter: str) -> None:
        task = report_task(parse(away(f"  0000 - {letter}")))
        assert [n for n, card in task.cards.items() if not card.present] == [1]

    def test_xxz_is_an_absence(self) -> None:
        task = report_task(parse(file("XXZ 2 4", *TWO_ROUNDS)))
        assert [n for n, card in task.cards.items() if not card.present] == [2, 4]

    def test_an_announced_bye_of_the_round_is_an_absence(self) -> None:
        task = report_task(parse(file("240 H   3    2", "240 F   4    1", *TWO_ROUNDS)))
        assert [n for n, card in task.cards.items() if not card.present] == [2]

    def test_byes_announced_do_not_make_the_round_a_paired_one(self) -> None:
        assert parse(away("  0000 - F", "  0000 - H")).rounds_paired == 2

    def test_an_earlier_round_is_paired_from_the_cards_before_it(self) -> None:
        task = report_task(parse(file(*ODD)), 2)
        assert {n: (len(card.lines), card.present) for n, card in task.cards.items()} == {
            1: (1, True),
            2: (1, True),
            3: (1, False),
        }

    def test_forbidden_pairs_of_both_kinds_are_given(self) -> None:
        report = parse(file("XXP 1 2 3", "260   1   2    3    4", "260   3   5    2    4", *TWO_ROUNDS))
        pairs = {tuple(sorted(pair)) for pair in report_task(report).forbidden}
        assert pairs == {(1, 2), (1, 3), (2, 3), (2, 4)}

    def test_the_order_of_the_lines_may_count_instead_of_the_numbers(self) -> None:
        lines = (player(7, "1.0", "3 w 1"), player(3, "0.0", "7 b 0"))
        report = parse(file("XXC rank white1", *lines))
        task = report_task(report)
        assert (starting_ranks(report), task.cards[1].lines[0].opponent) == ({1: 7, 2: 3}, 2)


class TestColour:
    @pytest.mark.parametrize(("word", "colour"), [("white1", Colour.WHITE), ("black1", Colour.BLACK)])
    def test_the_lot_is_in_the_file(self, word: str, colour: Colour) -> None:
        assert report_task(parse(file(f"XXC {word}", *TWO_ROUNDS))).initial_colour is colour

    def test_or_round_one_shows_it(self) -> None:
        lines = (player(1, "0.0", "2 b 0"), player(2, "1.0", "1 w 1"))
        assert report_task(parse(file(*lines))).initial_colour is Colour.BLACK

    @pytest.mark.parametrize(("points", "first"), [("0.0", "0000 - Z"), ("0.5", "0000 - H")])
    def test_where_parity_counts_those_who_have_arrived_the_first_of_them_has_it(self, points: str, first: str) -> None:
        """Number 1 was not paired in round 1: 2 is the first who was (2026, 5.2.5)."""
        lines = (player(1, points, first), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0"))
        assert report_task(parse(file(*lines)), parity_of_arrived=True).initial_colour is Colour.WHITE

    def test_somebody_who_had_the_bye_of_round_one_had_arrived(self) -> None:
        lines = (player(1, "1.0", "0000 - U"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0"))
        assert report_task(parse(file(*lines)), parity_of_arrived=True).initial_colour is Colour.BLACK


class TestRefusals:
    def test_a_file_without_number_of_rounds_cannot_be_paired(self) -> None:
        with pytest.raises(p.RoundsUnknown):
            report_task(parse(file(*TWO_ROUNDS, rounds=None)))

    def test_after_the_last_round_there_is_none(self) -> None:
        with pytest.raises(p.RoundOutOfReach):
            report_task(parse(file(*TWO_ROUNDS, rounds=2)))

    def test_a_round_too_far_ahead_is_refused(self) -> None:
        with pytest.raises(p.RoundOutOfReach) as refused:
            report_task(parse(file(*TWO_ROUNDS)), 4)
        assert refused.value.limit == 3

    def test_a_missing_result_does_not_stop_the_round_it_belongs_to(self) -> None:
        assert report_task(parse(file(player(1, "0.0", "2 w"), player(2, "0.0", "1 b"))), 1).round == 1

    def test_an_adjourned_game_is_a_draw(self) -> None:
        lines = (player(1, "0.5", "2 w X"), player(2, "0.5", "1 b X"))
        assert [card.score for card in report_task(parse(file(*lines))).cards.values()] == [1, 1]

    def test_teams_are_not_paired(self) -> None:
        with pytest.raises(p.TeamFile):
            report_task(parse(case("example_trf26.trf")))
