"""The day at the desk as a line, and the latest entries with many results in one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain import events as e
from domain.formats import current_round
from domain.tournament import Tournament, replay
from domain.words.choices.publication import PublicationPlan
from domain.words.games import Result
from domain.words.regulations import Details
from projections.lists.day import lately, moments_of_day
from projections.lists.history import History
from projections.moment.overview import overview
from tests.crosstable import big_open
from tests.projections.test_history import journal

SCHEDULE = ("2026-11-21T10:00", "2026-11-21T16:00", "2026-11-22T10:00")


def line(events: Sequence[e.Event], hour: int, schedule: tuple[str, ...] = SCHEDULE) -> list[tuple[str, int, str]]:
    """What, of which round, and `past` or the hour; entries are written between midnight and one o'clock."""
    announced = [
        replace(one, details=Details("Open", schedule=schedule)) if isinstance(one, e.TournamentAnnounced) else one
        for one in events
    ]
    t = replay(announced, Tournament())
    round = t.draft.number if t.draft else current_round(t)
    now = datetime(2026, 11, 21, hour, tzinfo=UTC)
    found = moments_of_day(History().read_on(journal(announced)), t, overview(t), round, now)
    return [(one.happening, one.round, "past" if one.past else f"{one.at:%H}" if one.at else "") for one in found]


def of_three_rounds(played: int) -> list[e.Event]:
    return big_open(4, 3, played=played)


def test_before_a_round_is_paired_the_line_leads_to_its_start() -> None:
    assert line(of_three_rounds(0)[:6], 9) == [("now", 0, ""), ("to-pair", 1, ""), ("begins", 1, "10")]


def test_a_round_in_play_is_followed_by_the_next_pairing_and_its_start() -> None:
    assert line(of_three_rounds(0), 11) == [
        ("published", 1, "past"),
        ("begins", 1, "past"),
        ("now", 1, ""),
        ("to-pair", 2, ""),
        ("begins", 2, "16"),
    ]


def test_a_published_round_begins_before_the_next_one_is_paired() -> None:
    assert line(of_three_rounds(0), 9)[2:] == [("begins", 1, "10"), ("to-pair", 2, ""), ("begins", 2, "16")]


def test_the_last_result_is_a_moment_of_the_day() -> None:
    events = [*of_three_rounds(0)]
    events += [e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2)]
    assert ("decided", 1, "past") in line(events, 11)


def test_a_draft_is_published_before_its_start() -> None:
    events = of_three_rounds(1)
    assert isinstance(events.pop(), e.RoundPublished)
    assert line(events, 11) == [
        ("paired", 2, "past"),
        ("now", 2, ""),
        ("to-publish", 2, ""),
        ("begins", 2, "16"),
    ]


def test_a_start_that_has_passed_stands_among_what_is_past() -> None:
    assert ("begins", 2, "past") in line(of_three_rounds(0), 17)


@pytest.mark.parametrize("schedule", [(), ("2026-11-21", "2026-11-22")])
def test_without_hours_and_rounds_there_is_no_line(schedule: tuple[str, ...]) -> None:
    assert line(of_three_rounds(0)[:6], 9, schedule) == []


def test_results_that_came_one_after_the_other_are_one_line() -> None:
    events = [*big_open(8, 3, played=0), *(e.ResultRecorded(1, board, Result.DRAW) for board in (4, 2, 3))]
    newest, published, *_ = lately(History().read_on(journal(events)), 5)
    assert (newest.together, len(newest.rows), newest.boards, newest.by) == (True, 3, (2, 4), newest.by)
    assert sorted(newest.by) == ["Anna", "Boris"]
    assert isinstance(published.newest.event, e.RoundPublished)


def test_players_of_one_list_are_one_line() -> None:
    registered = [one for one in big_open(8, 3, played=0) if isinstance(one, e.PlayerRegistered)]
    (line,) = lately(History().read_on(journal([*registered])), 5)
    assert (line.together, line.registered, len(line.rows)) == (True, True, 8)


def test_two_results_and_one_that_replaces_another_are_lines_of_their_own() -> None:
    results = [(1, Result.DRAW), (2, Result.DRAW), (2, Result.WHITE_WINS)]
    events = [*big_open(8, 3, played=0), *(e.ResultRecorded(1, board, result) for board, result in results)]
    found = lately(History().read_on(journal(events)), 4)
    assert [(one.together, one.newest.board) for one in found[:3]] == [(False, 2), (False, 2), (False, 1)]


def test_a_round_by_the_clock_is_a_moment_to_come() -> None:
    planned = e.PublicationPlanned(PublicationPlan(30))
    unpaired = [*of_three_rounds(0)[:6], planned]
    assert line(unpaired, 9)[1:] == [("to-pair", 1, ""), ("by-clock", 1, "09"), ("begins", 1, "10")]
    assert [happening for happening, _, _ in line(unpaired, 10)] == ["begins", "now", "to-pair"]
    draft = [planned if isinstance(one, e.RoundPublished) else one for one in of_three_rounds(0)]
    assert line(draft, 9)[1:] == [("now", 1, ""), ("by-clock", 1, "09"), ("begins", 1, "10")]


def test_the_default_time_is_a_moment_while_boards_have_no_result() -> None:
    playing = [*of_three_rounds(0), e.DefaultTimeSet(60)]
    assert ("default-time", 1, "11") in line(playing, 9)
    assert ("default-time", 1, "past") in line(playing, 12)
    played = [*playing, *(e.ResultRecorded(1, board, Result.DRAW) for board in (1, 2))]
    assert "default-time" not in [happening for happening, _, _ in line(played, 12)]
