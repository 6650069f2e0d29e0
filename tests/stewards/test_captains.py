"""Links of captains: one for each team, until they end."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.refusals import BadField
from domain.stewards.decisions import invite_captains
from domain.stewards.events import Role
from domain.stewards.state import Steward, replay_stewards

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
EVENING = (NOON + timedelta(hours=8)).isoformat()


def captain(id: str, team: int) -> Steward:
    return Steward(id, f"Team {team}", Role.CAPTAIN, "league", team=team)


def test_a_team_whose_link_is_over_gets_a_new_one_and_no_other_does() -> None:
    once = replay_stewards(invite_captains(replay_stewards([]), "league", [captain("a", 1)], NOON, EVENING))
    assert invite_captains(once, "league", [captain("b", 1)], NOON) == []
    night = NOON + timedelta(hours=9)
    twice = replay_stewards(invite_captains(once, "league", [captain("b", 1)], night), once)
    assert twice.captains("league", night)[1].id == "b"
    assert once.captains("league", night)[1].until == ""


def test_a_link_does_not_end_before_it_begins() -> None:
    with pytest.raises(BadField):
        invite_captains(replay_stewards([]), "league", [captain("a", 1)], NOON, (NOON - timedelta(hours=1)).isoformat())
