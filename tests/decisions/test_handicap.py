"""Handicap games: times of both sides by the difference of their ratings."""

import pytest

from domain import events as e
from domain.decisions.setup.handicap import MOST_HANDICAP_STEPS, set_handicap
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.handicap import Clocks, ClockTime, HandicapStep, clocks_of, read_clock
from domain.words.regulations import Details, Entrants, Regulations

FIFTEEN, STRONGER, WEAKER = ClockTime(900), ClockTime(780), ClockTime(1020)
EQUAL = HandicapStep(0, FIFTEEN, FIFTEEN)
FROM_200 = HandicapStep(200, STRONGER, WEAKER)


def announced(entrants: Entrants = Entrants.PLAYERS) -> Tournament:
    return replay([e.TournamentAnnounced(Details("Club"), Regulations(entrants=entrants))])


@pytest.mark.parametrize(
    ("white", "black", "times"),
    [
        (2000, 2000, (FIFTEEN, FIFTEEN)),
        (2199, 2000, (FIFTEEN, FIFTEEN)),
        (2200, 2000, (STRONGER, WEAKER)),
        (1400, 2600, (WEAKER, STRONGER)),
        (0, 2600, (FIFTEEN, FIFTEEN)),
    ],
)
def test_the_step_of_the_difference_gives_the_times(white: int, black: int, times: Clocks) -> None:
    assert clocks_of((EQUAL, FROM_200), white, black) == times


def test_below_the_first_step_the_time_of_the_event_holds() -> None:
    assert [clocks_of(steps, 2100, 2000) for steps in ((), (FROM_200,))] == [None, None]


def test_steps_stand_by_their_differences_and_are_said_once() -> None:
    t = announced()
    (happened,) = set_handicap(t, [FROM_200, EQUAL])
    assert happened == e.HandicapSet((EQUAL, FROM_200))
    replay([happened], t)
    assert set_handicap(t, [EQUAL, FROM_200]) == []
    assert set_handicap(t, []) == [e.HandicapSet()]


@pytest.mark.parametrize(
    ("steps", "must_be"),
    [
        ([FROM_200, FROM_200._replace(weaker=FIFTEEN)], "each-once"),
        ([EQUAL._replace(stronger=ClockTime(0, 5))], "handicap-times"),
        ([EQUAL._replace(weaker=WEAKER)], "equal-at-nought"),
        ([HandicapStep(200, WEAKER, STRONGER)], "stronger-has-more"),
        ([HandicapStep(200, ClockTime(900, 5), FIFTEEN)], "stronger-has-more"),
        ([FROM_200._replace(difference=4001)], "whole:0:4000"),
        ([EQUAL._replace(difference=n) for n in range(MOST_HANDICAP_STEPS + 1)], f"at-most:{MOST_HANDICAP_STEPS}"),
    ],
)
def test_what_no_clock_could_show_is_refused(steps: list[HandicapStep], must_be: str) -> None:
    with pytest.raises(BadField) as refused:
        set_handicap(announced(), steps)
    assert refused.value.rule == must_be


def test_teams_play_without_it() -> None:
    with pytest.raises(BadField) as refused:
        set_handicap(announced(Entrants.TEAMS), [EQUAL])
    assert refused.value.rule == "players-only"


@pytest.mark.parametrize("written", ["10", "4:30", "10+5", "0:45+2"])
def test_a_time_is_read_as_it_is_written(written: str) -> None:
    read = read_clock(written)
    assert read is not None
    assert read.written == written


@pytest.mark.parametrize("written", ["", "x", "4:60", "-1", "10+", "1000"])
def test_anything_else_is_no_time(written: str) -> None:
    assert read_clock(written) is None
