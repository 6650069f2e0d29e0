"""Views of teams made one from the other: each is the one made afresh, and a result touches its own match alone."""

import random
from collections.abc import Iterator

import pytest

from domain import events as e
from domain.tournament import Tournament, evolve
from domain.words.games import Result
from domain.words.players import player_id
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from projections.moment.snapshot import Snapshot, snapshot
from projections.round.pairings import pairings
from projections.round.seats import seats
from projections.table.standings import standings
from tests.team_events import MATCH, team_id, team_tournament
from web.public.pages import pieces

LINEUP = {(2, 1): (105, 102, 101, 104)}
ROUNDS = ["1-2 1=0= 3-4 01=1 5-6 1111", "1-3 ???? 5-2 ???? 4-6 ????"]


def league(**options: bool) -> Tournament:
    """Six teams in round 2; one lineup of it is in."""
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=TeamOptions(**options))
    return team_tournament(6, ROUNDS, regulations=laws, reserves=1, lineups=LINEUP)


def views(made: Snapshot) -> dict[str, object]:
    shown = [view for round in range(1, made.round + 1) if (view := pairings(made, round))]
    topics = {path: list(pieces(made, path) or ()) for path in ("pairings", "seats", "match/20001", "home", "latest")}
    return {
        "pairings": shown,
        "seats": [seats(made, view) for view in shown],
        "desk": [pairings(made, round, drafts=True) for round in range(1, made.round + 1)],
        "standings": standings(made),
        "topics": [(path, form.macro, dict(values)) for path, found in topics.items() for form, values in found],
    }


def something(dice: random.Random) -> Iterator[e.Event]:
    """Results, corrections and lineups of round 2 in any order."""
    for _ in range(25):
        board, game = dice.randint(1, 3), dice.randint(1, 4)
        team = dice.randint(1, 6)
        squad = [100 * team + seat for seat in range(1, 6)]
        yield dice.choice(
            [
                *[e.ResultRecorded(2, board, dice.choice(list(Result)), game=game)] * 4,
                e.ResultCleared(2, board, Result.DRAW, game=game),
                e.ResultRecorded(1, board, Result.DRAW, game=game),
                e.LineupGiven(2, team_id(team), tuple(map(player_id, dice.sample(squad, 4)))),
                e.LineupsShown(2),
            ]
        )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("open_lineups", [True, False])
def test_every_view_of_teams_is_the_one_made_afresh(seed: int, open_lineups: bool) -> None:
    live, made = league(open_lineups=open_lineups), None
    for event in something(random.Random(seed)):
        evolve(live, event)
        made = snapshot(live, made)
        assert views(made) == views(snapshot(live))


def test_a_result_leaves_the_other_matches_and_the_other_boards_by_name() -> None:
    live = league(open_lineups=True)
    before = snapshot(live)
    old = pairings(before, 2)
    assert old is not None
    sat = {row.person.id: row for row in seats(before, old)}
    evolve(live, e.ResultRecorded(2, 2, Result.DRAW, game=3))
    after = snapshot(live, before)
    new = pairings(after, 2)
    assert new is not None
    assert [a is b for a, b in zip(old.matches, new.matches, strict=True)] == [True, False, True]
    touched = {row.person.name for row in seats(after, new) if row is not sat[row.person.id]}
    assert {name for name in touched if name.startswith("Team")} <= {"Team 5", "Team 2"}
    assert {name[:8] for name in touched if name.startswith("Player")} <= {"Player 5", "Player 2"}


def test_lineups_that_only_the_desk_knows_stay_hidden_after_the_desk_has_looked_by_name() -> None:
    now = snapshot(league())
    at_desk, public = pairings(now, 2, drafts=True), pairings(now, 2)
    assert at_desk is not None
    assert public is not None
    assert "Player 105" in {row.person.name for row in seats(now, at_desk)}
    assert {row.person.name for row in seats(now, public)} == {f"Team {n}" for n in range(1, 7)}
