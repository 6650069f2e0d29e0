"""A refused file is answered with everything that is wrong with it (FIDE checklist, 53)."""

import pytest

from domain.files.trf import parse
from domain.files.trf import problems as p
from tests.files.lines import TWO_ROUNDS, file, player


class TestEverythingThatIsWrongAtOnce:
    def problems(self, *lines: str) -> list[tuple[type[p.Unreadable], int, int]]:
        with pytest.raises(p.Several) as refused:
            parse(file(*lines))
        assert (refused.value.line, refused.value.column) == (
            refused.value.problems[0].line,
            refused.value.problems[0].column,
        )
        return [(type(one), one.line, one.column) for one in refused.value.problems]

    def test_lines_records_and_rounds_of_one_line(self) -> None:
        found = self.problems(
            "152 X",
            player(1, "x.y", "2 w 1", "0000 - 1", "0000 w"),
            player(2, "0.0", "1 b U"),
        )
        assert found == [
            (p.BadValue, 2, 5),
            (p.BadValue, 3, 82),
            (p.ResultWithoutOpponent, 3, 109),
            (p.ColourWithoutOpponent, 3, 117),
            (p.ByeWithOpponent, 4, 99),
        ]

    def test_numbers_and_opponents(self) -> None:
        found = self.problems(
            "XXZ 8", player(1, "1.0", "9 w 1", fide="77"), player(1, "0.0"), player(2, "1.0", "2 b 1", fide="77")
        )
        assert found == [
            (p.UnknownOpponent, 2, 5),
            (p.UnknownOpponent, 3, 92),
            (p.RepeatedNumber, 4, 5),
            (p.RepeatedFideNumber, 5, 58),
            (p.OwnOpponent, 5, 92),
        ]

    def test_a_pair_that_contradicts_itself_is_named_once(self) -> None:
        found = self.problems(
            player(1, "1.0", "2 w 1", "2 b 1"),
            player(2, "1.0", "1 b 1", "1 b 0"),
            player(3, "1.0", "0000 - U"),
            player(4, "1.0", "0000 - U"),
        )
        assert found == [(p.ResultsClash, 2, 99), (p.ColoursClash, 2, 107), (p.TwoPairingByes, 5, 99)]

    @pytest.mark.parametrize("codes", ["-1", "1-"])
    def test_a_win_against_somebody_who_lost_by_forfeit_is_refused_whoever_stands_first(self, codes: str) -> None:
        with pytest.raises(p.ResultsClash):
            parse(file(player(1, "1.0", f"2 w {codes[0]}"), player(2, "1.0", f"1 b {codes[1]}")))

    def test_tabs_and_control_letters(self) -> None:
        tabs = [line.replace("Player ", "Player\t") for line in TWO_ROUNDS[:2]]
        assert self.problems(*tabs, "### \x00", *TWO_ROUNDS[2:]) == [
            (p.TabInLine, 2, 21),
            (p.TabInLine, 3, 21),
            (p.NotText, 4, 5),
        ]

    def test_one_alone_is_refused_as_itself(self) -> None:
        with pytest.raises(p.BadValue):
            parse(file("152 X", *TWO_ROUNDS))
