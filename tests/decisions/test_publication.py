"""Times at which rounds are published: what may be set."""

from datetime import datetime, timedelta

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.setup.publication import plan_publication
from domain.tournament import replay
from domain.words.choices.publication import PublicationPlan, PublicationTime
from tests.crosstable import tournament

NOW = datetime.fromisoformat("2026-11-21T12:00")
LATER = PublicationTime(2, "2026-11-21T14:30")
SCHEDULE = ("2026-11-20T10:00", "2026-11-21T15:00", "2026-11-22")


def test_minutes_count_back_from_the_start_and_a_time_of_its_own_goes_before() -> None:
    plan = PublicationPlan(30, (PublicationTime(1, ""),))
    assert plan.at(1, SCHEDULE) is None
    assert plan.at(2, SCHEDULE) == datetime.fromisoformat("2026-11-21T14:30")
    assert (plan.at(3, SCHEDULE), plan.at(4, SCHEDULE)) == (None, None)
    own = PublicationPlan(30, (PublicationTime(3, "2026-11-22T08:00"),))
    assert own.at(3, SCHEDULE) == datetime.fromisoformat("2026-11-22T08:00")


def test_the_plan_is_kept_and_said_once() -> None:
    t = tournament("A +w2\nB -b1", rounds=5)
    [planned] = plan_publication(t, 20, [LATER], NOW)
    assert planned == e.PublicationPlanned(PublicationPlan(20, (LATER,)))
    replay([planned], t)
    assert plan_publication(t, 20, [LATER], NOW + timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("minutes", "times", "rule"),
    [
        (-1, [], "whole:0:20160"),
        (20161, [], "whole:0:20160"),
        (0, [PublicationTime(1, LATER.at)], "round-to-come"),
        (0, [PublicationTime(6, LATER.at)], "round-to-come"),
        (0, [PublicationTime(2, "2026-11-21T11:59")], "future"),
        (0, [LATER, PublicationTime(2, "")], "each-once"),
    ],
)
def test_what_cannot_be_is_refused(minutes: int, times: list[PublicationTime], rule: str) -> None:
    with pytest.raises(r.BadField) as refused:
        plan_publication(tournament("A +w2\nB -b1", rounds=5), minutes, times, NOW)
    assert refused.value.rule == rule


def test_a_closed_tournament_publishes_nothing() -> None:
    t = replay([e.TournamentClosed()], tournament("A +w2\nB -b1", rounds=5))
    with pytest.raises(r.TournamentIsClosed):
        plan_publication(t, 20, [], NOW)
