"""The prize list as it is typed."""

import pytest

from domain.decisions.prizes import announce_prizes
from domain.events import Prize, PrizesAnnounced
from domain.refusals import BadField
from domain.tournament import replay
from server.routes.desk.prizes import read_prizes
from tests.crosstable import tournament

TYPED = "First prize; 1 500\nSecond prize; 99,50\nBest under 2000; 100; U2000\nCup\n"


def test_places_count_within_a_category() -> None:
    assert read_prizes(TYPED) == [
        Prize("First prize", 150_000, "", 1),
        Prize("Second prize", 9_950, "", 2),
        Prize("Best under 2000", 10_000, "U2000", 1),
        Prize("Cup", 0, "", 3),
    ]


@pytest.mark.parametrize("amount", ["1.234", "1,500", "lots", "1e99", "9e999999", "NaN", "-", "-5"])
def test_an_amount_that_is_none_is_named_with_its_line(amount: str) -> None:
    with pytest.raises(BadField) as refused:
        read_prizes(f"First; 10\nSecond; {amount}")
    assert refused.value.field == "prizes, line 2"


@pytest.mark.parametrize(
    "prize", [Prize("", 10), Prize("First", -1), Prize("First", 10, "U"), Prize("First", 10, place=0)]
)
def test_a_prize_that_cannot_be_is_named_with_its_line(prize: Prize) -> None:
    with pytest.raises(BadField) as refused:
        announce_prizes(tournament("A +w2\nB -b1"), [prize])
    assert refused.value.field == "prizes, line 1"


def test_the_same_list_again_is_no_event() -> None:
    state = tournament("A +w2\nB -b1")
    once = replay(announce_prizes(state, read_prizes(TYPED)), state)
    assert announce_prizes(once, read_prizes(TYPED)) == []


def test_the_list_is_announced_whole() -> None:
    (event,) = announce_prizes(tournament("A +w2\nB -b1"), read_prizes("First; 10"), "hort", "bgn", False)
    assert event == PrizesAnnounced((Prize("First", 1000),), "hort", "BGN", False)
