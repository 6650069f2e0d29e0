"""Each criterion of the literal implementation of 2026 in a field made for it."""

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.words.games import Code, Colour
from tests.pairing.fields_by_hand_2026 import field, paired
from tests.pairing.to_the_letter_2026 import NothingLegal, pair

W, B = Colour.WHITE, Colour.BLACK


def test_two_who_met_are_not_paired_again_and_two_who_did_not_play_are() -> None:
    def round_2(code: Code, other: Code) -> PairingTask:
        cards = {
            1: Card(1, lines=(CardLine(code, 0, 2, W),)),
            2: Card(2, lines=(CardLine(other, 0, 1, B),)),
        }
        return PairingTask(cards, 2, 9)

    with pytest.raises(NothingLegal):
        pair(round_2(Code.LOSS, Code.LOSS))
    assert paired(round_2(Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)) == ({(1, 2)}, None)


def test_a_bye_that_nobody_may_have_is_refused() -> None:
    with pytest.raises(NothingLegal):
        pair(field({0: (1,)}, past={1: "U"}))


def test_nobody_present_is_an_empty_round() -> None:
    assert paired(field({0: (1,)}, absent=(1,))) == (set(), None)


def test_two_with_the_same_absolute_preference_meet_if_one_is_a_topscorer() -> None:
    past = {1: "w w", 2: "w w"}
    with pytest.raises(NothingLegal):
        pair(field({6: (1,), 0: (2,)}, past=past))
    assert paired(field({6: (1,), 0: (2,)}, past=past, last=True)) == ({(1, 2)}, None)
    with pytest.raises(NothingLegal):
        pair(field({3: (1,), 0: (2,)}, past=past, last=True))


def test_c4_opens_a_bracket_for_those_below() -> None:
    """3 and 4 have met: both need one of the leaders."""
    assert paired(field({4: (1, 2), 0: (3, 4)}, apart=((3, 4),))) == ({(1, 3), (2, 4)}, None)


def test_c4_takes_the_bye_from_above_where_nobody_below_may_have_it() -> None:
    assert paired(field({4: (1, 2), 0: (3,)}, past={3: "U"})) == ({(1, 3)}, 2)


def test_c5_comes_before_c6() -> None:
    """1-2 would leave the bye to 3, as 3 and 4 have met and 4 had it; with both going down it is for 5."""
    task = field({4: (1, 2), 2: (3,), 0: (4, 5)}, apart=((3, 4),), past={4: "U"})
    assert paired(task) == ({(1, 3), (2, 4)}, 5)


def test_c6_moves_down_as_few_as_possible() -> None:
    """1 can meet 4 only, 2 can meet 3: two pairs rather than 1-2 and one left over."""
    assert paired(field({2: (1, 2, 3, 4)}, apart=((1, 3), (2, 4), (3, 4)))) == ({(1, 4), (2, 3)}, None)


def test_c7_pairs_the_highest_of_those_moved_down() -> None:
    """1 and 2 have met, 3 is alone in their next bracket: 2 goes on, though 1 and 3 prefer the same colour."""
    task = field({6: (1,), 4: (2,), 2: (3,), 0: (4,)}, apart=((1, 2),), past={1: "w", 2: "b", 3: "w", 4: "w"})
    assert paired(task) == ({(1, 3), (2, 4)}, None)


def test_c8_sends_down_somebody_whom_the_next_bracket_can_pair() -> None:
    assert paired(field({4: (1, 2, 3), 2: (4,), 0: (5, 6)})) == ({(1, 2), (3, 4), (5, 6)}, None)
    assert paired(field({4: (1, 2, 3), 2: (4,), 0: (5, 6)}, apart=((3, 4),))) == ({(1, 3), (2, 4), (5, 6)}, None)


def test_c8_looks_one_bracket_ahead_and_no_further() -> None:
    """3 sends 4 down, who meets nobody but 8; 2 in place of 3 would spare two brackets below that, but not the next."""
    task = field({6: (1, 2, 3), 4: (4, 5), 2: (6, 7), 0: (8,)}, apart=((3, 4), (4, 6), (4, 7)))
    assert paired(task) == ({(1, 2), (3, 5), (6, 7), (4, 8)}, None)


def test_c9_gives_the_bye_of_a_bracket_to_the_one_with_fewest_unplayed_games() -> None:
    assert paired(field({4: (1, 2, 3), 0: (4, 5)}, past={4: "U", 5: "U"})) == ({(1, 2), (4, 5)}, 3)
    assert paired(field({4: (1, 2, 3), 0: (4, 5)}, past={3: "Z", 4: "U", 5: "U"})) == ({(1, 3), (4, 5)}, 2)


def test_c9_is_not_asked_of_a_bracket_that_moves_down_more_than_one() -> None:
    """5 had the bye. One of the two who go down gets it: 3 or 4, though both have missed a round."""
    task = field({2: (1, 2, 3, 4), 0: (5,)}, past={3: "Z", 4: "Z", 5: "U"})
    assert paired(task) == ({(1, 2), (3, 5)}, 4)


TOO_WIDE, IN_A_ROW = "w w b w", "- b w w"


def test_c10_comes_before_c11() -> None:
    """All want Black. 1-3 and 2-4 give one of 1 and 3 a difference of three; 1-4 and 2-3 two third Whites in a row."""
    past = {1: TOO_WIDE, 2: IN_A_ROW, 3: TOO_WIDE, 4: IN_A_ROW}
    assert paired(field({6: (1, 2, 3, 4)}, past=past, last=True)) == ({(1, 4), (2, 3)}, None)


def test_c10_does_not_count_a_difference_that_becomes_smaller() -> None:
    """2 has White after four Blacks against the topscorer."""
    task = field({6: (1,), 0: (2, 3, 4)}, past={1: "b w b w", 2: "b b b b"}, last=True)
    assert pair(task).pairs == (Pair(2, 1), Pair(3, 4))


def test_c12_gives_the_most_players_their_colour() -> None:
    past = {1: "w", 2: "b", 3: "w", 4: "b"}
    assert paired(field({2: (1, 2, 3, 4)}, past=past)) == ({(1, 4), (2, 3)}, None)


def test_c13_denies_mild_preferences_first() -> None:
    """All want White, 2 and 4 strongly."""
    past = {1: "w b", 2: "- b", 3: "w b", 4: "- b"}
    assert paired(field({2: (1, 2, 3, 4)}, past=past)) == ({(1, 4), (2, 3)}, None)


def test_the_first_of_equal_candidates_counts_places_in_the_remainder() -> None:
    """10 meets 8, and 6 goes down. 9 changes with 3, or 7 with 2: each three places apart once 8 has left."""
    past = {
        1: "b wu b w",
        2: "w b Z U",
        3: "b w bu wd",
        4: "w Z Z bu",
        6: "w b w bu",
        7: "b w b U",
        8: "w b w b",
        9: "b w b w",
        10: "U bd wd wd",
        11: "Z U w b",
        12: "Z Z Z Z",
    }
    met = ((1, 6), (1, 8), (1, 10), (1, 11), (2, 7), (2, 9), (3, 4), (3, 6), (3, 8), (3, 10), (4, 9), (6, 9), (6, 10))
    more = ((7, 8), (7, 11), (8, 9))
    groups = {5: (10,), 4: (1, 2, 3, 6, 7, 8, 9, 11), 3: (4,), 0: (12,)}
    answer = paired(field(groups, apart=met + more, past=past))
    assert answer == ({(8, 10), (1, 7), (2, 3), (9, 11), (4, 6)}, 12)


@pytest.mark.parametrize("word", ["-d", "-d -"], ids=["C14", "C16"])
def test_a_resident_does_not_float_down_again(word: str) -> None:
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past={3: word})) == ({(1, 3), (2, 4)}, None)


@pytest.mark.parametrize("word", ["-u", "-u -"], ids=["C15", "C17"])
def test_an_opponent_from_above_is_not_met_again(word: str) -> None:
    assert paired(field({2: (1,), 0: (2, 3, 4)}, past={2: word})) == ({(1, 3), (2, 4)}, None)


def test_the_last_round_counts_before_the_one_before_it() -> None:
    """C14 before C16: one of three floated down in the round before the last one, the others in the last."""
    past = dict.fromkeys((1, 2, 3), "- -d")
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past=past | {3: "-d -"})) == ({(1, 2), (3, 4)}, None)
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past=past | {2: "-d -"})) == ({(1, 3), (2, 4)}, None)


def test_floats_of_three_rounds_ago_do_not_count() -> None:
    assert paired(field({2: (1, 2, 3), 0: (4,)}, past={3: "-d - -"})) == ({(1, 2), (3, 4)}, None)


@pytest.mark.parametrize("word", ["-d", "-d -"], ids=["C18", "C20"])
def test_of_two_moved_down_the_one_who_floated_before_goes_no_further(word: str) -> None:
    """1 and 2 have met, and only one of them can meet 3."""
    groups = {4: (1, 2), 2: (3,), 0: (4,)}
    assert paired(field(groups, apart=((1, 2),))) == ({(1, 3), (2, 4)}, None)
    assert paired(field(groups, apart=((1, 2),), past={2: word})) == ({(2, 3), (1, 4)}, None)


@pytest.mark.parametrize("word", ["-u", "-u -"], ids=["C19", "C21"])
def test_who_floated_up_before_meets_the_nearer_of_two(word: str) -> None:
    groups = {6: (1,), 4: (2,), 2: (3, 4)}
    assert paired(field(groups, apart=((1, 2),))) == ({(1, 3), (2, 4)}, None)
    assert paired(field(groups, apart=((1, 2),), past={3: word})) == ({(1, 4), (2, 3)}, None)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    cards = {n: Card(n) for n in range(1, 8)}
    assert pair(PairingTask(cards, 1, 5)).pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))
    assert pair(PairingTask(cards, 1, 5, Colour.BLACK)).pairs == (Pair(4, 1), Pair(2, 5), Pair(6, 3))
