"""Lineups: rules of the regulations, set aside with a reason, and when the others may see them."""

from dataclasses import replace
from datetime import datetime

import pytest

from domain import events as e
from domain.decisions.players.lineups import give_lineup, lineup_due, show_lineups
from domain.decisions.players.teams import NewTeam, amend_team, register_teams, transfer_player
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.refusals import BadField, LineupBreaksRules, NoMatchInRound, NoSuchRound, NotInTheTeam
from domain.tournament import Tournament, replay
from domain.tournament_cards.lineups import expected_lineup, lineup, lineup_is_expected, team_match
from domain.words.games import Result
from domain.words.players import PlayerId
from domain.words.regulations import Details, Entrants, Regulations
from domain.words.teams import BoardOrder, LineupRule, Team, TeamOptions
from tests.crosstable import drawn
from tests.decisions.test_team_registration import named, people

NAMES = ("Burgas", "Plovdiv", "Sofia", "Varna")
SCHEDULE = ("2026-11-21T15:00", "2026-11-22T15:00")


def begun(options: TeamOptions | None = None, teams: int = 4) -> Tournament:
    """Round 1 is published: Varna with Plovdiv, Sofia with Burgas; two boards, a reserve each."""
    laws = Regulations(rounds=3, match_games=2, entrants=Entrants.TEAMS, order=("WIN",), teams=options or TeamOptions())
    t = drawn(laws, Details("League", schedule=SCHEDULE))
    new = [
        NewTeam(name, squad=people(f"{name} 1", f"{name} 2", rating=2100 + 50 * n), reserves=people(f"{name} R"))
        for n, name in enumerate(NAMES[:teams])
    ]
    t = replay(register_teams(t, new), t)
    t = replay(pair_round(t), t)
    return replay(publish_round(t, 1), t)


def given(t: Tournament, name: str, *players: PlayerId, reason: str = "") -> Tournament:
    return replay(give_lineup(t, 1, named(t, name).id, players, reason=reason), t)


def opponent(t: Tournament, name: str) -> Team:
    team = named(t, name)
    match = team_match(t, 1, team.id)
    assert match is not None
    return t.teams[match[0].black if match[0].white == team.id else match[0].white]


def test_a_lineup_in_the_order_of_the_squad_needs_no_reason() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    assert give_lineup(t, 1, sofia.id, (sofia.squad[1], sofia.reserves[0])) == [
        e.LineupGiven(1, sofia.id, (sofia.squad[1], sofia.reserves[0]))
    ]


def test_a_lineup_against_board_order_names_board_player_and_rule() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    with pytest.raises(LineupBreaksRules) as refused:
        give_lineup(t, 1, sofia.id, sofia.squad[::-1])
    (breach,) = refused.value.breaches
    assert (breach.rule, breach.board, breach.player, breach.other) == (
        LineupRule.BOARD_ORDER, 2, sofia.squad[0], sofia.squad[1],
    )  # fmt: skip


def test_a_reserve_above_the_squad_breaks_the_rule_of_reserves() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    with pytest.raises(LineupBreaksRules) as refused:
        give_lineup(t, 1, sofia.id, (sofia.reserves[0], sofia.squad[0]))
    assert [breach.rule for breach in refused.value.breaches] == [LineupRule.RESERVES]


def test_an_arbiter_lets_it_stand_with_a_reason_that_is_kept() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    assert give_lineup(t, 1, sofia.id, sofia.squad[::-1], reason="agreed by both") == [
        e.LineupGiven(1, sofia.id, sofia.squad[::-1], (LineupRule.BOARD_ORDER,), "agreed by both")
    ]


def test_any_order_is_free_where_the_regulations_say_so() -> None:
    t = begun(TeamOptions(board_order=BoardOrder.FREE))
    sofia = named(t, "Sofia")
    assert give_lineup(t, 1, sofia.id, sofia.squad[::-1])


def test_a_lineup_is_due_before_its_round() -> None:
    t = begun(TeamOptions(lineup_minutes=60))
    sofia = named(t, "Sofia")
    due = datetime.fromisoformat("2026-11-21T14:00")
    assert (lineup_due(t, 1), lineup_due(t, 3), lineup_due(begun(), 1)) == (due, None, None)
    assert give_lineup(t, 1, sofia.id, sofia.squad, now=due)
    with pytest.raises(LineupBreaksRules) as refused:
        give_lineup(t, 1, sofia.id, sofia.squad, now=datetime.fromisoformat("2026-11-21T14:01"))
    assert [breach.rule for breach in refused.value.breaches] == [LineupRule.DEADLINE]


def test_fewer_players_leave_the_last_boards_empty_and_more_are_refused() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    assert give_lineup(t, 1, sofia.id, sofia.squad[:1])
    with pytest.raises(BadField):
        give_lineup(t, 1, sofia.id, sofia.players)


def test_players_of_others_are_refused() -> None:
    t = begun()
    with pytest.raises(NotInTheTeam):
        give_lineup(t, 1, named(t, "Sofia").id, named(t, "Varna").squad)


def test_a_team_with_a_bye_needs_no_lineup() -> None:
    t = begun(teams=3)
    free = t.teams[t.round(1).all_byes[0]]
    with pytest.raises(NoMatchInRound):
        give_lineup(t, 1, free.id, free.squad)


def test_a_lineup_may_come_before_its_round_is_paired() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    assert give_lineup(t, 2, sofia.id, sofia.squad)
    with pytest.raises(BadField):
        give_lineup(t, 4, sofia.id, sofia.squad)


def test_a_lineup_is_hidden_until_the_opponent_has_given_theirs() -> None:
    t = begun()
    sofia, other = named(t, "Sofia"), opponent(t, "Sofia")
    t = given(t, "Sofia", sofia.squad[1], sofia.reserves[0])
    assert lineup(t, 1, sofia.id) == expected_lineup(t, sofia.id) == sofia.squad
    t = given(t, other.name, *other.squad)
    assert lineup(t, 1, sofia.id) == (sofia.squad[1], sofia.reserves[0])


def test_a_lineup_is_seen_at_once_where_the_regulations_say_so() -> None:
    t = begun(TeamOptions(open_lineups=True))
    sofia = named(t, "Sofia")
    t = given(t, "Sofia", sofia.squad[1])
    assert lineup(t, 1, sofia.id) == (sofia.squad[1],)


def test_the_arbiter_shows_the_lineups_of_a_round() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    t = given(t, "Sofia", sofia.squad[1])
    t = replay(show_lineups(t, 1), t)
    assert lineup(t, 1, sofia.id) == (sofia.squad[1],)
    assert show_lineups(t, 1) == []
    with pytest.raises(NoSuchRound):
        show_lineups(t, 2)


def test_a_lineup_is_seen_once_its_match_has_a_result() -> None:
    t = begun()
    sofia = named(t, "Sofia")
    match = team_match(t, 1, sofia.id)
    assert match is not None
    assert lineup_is_expected(t, 1, sofia.id, match)
    t = given(t, "Sofia", sofia.squad[1])
    t = replay(record_result(t, 1, match[0].board, Result.DRAW, None), t)
    assert lineup(t, 1, sofia.id) == (sofia.squad[1],)


def test_a_lineup_that_was_seen_or_played_is_changed_with_a_reason_alone() -> None:
    t = begun()
    sofia, other = named(t, "Sofia"), opponent(t, "Sofia")
    t = given(given(t, "Sofia", *sofia.squad), other.name, *other.squad)
    with pytest.raises(LineupBreaksRules) as shown:
        given(t, "Sofia", sofia.squad[0])
    match = team_match(t, 1, sofia.id)
    assert match is not None
    t = replay(record_result(t, 1, match[0].board, Result.DRAW, None), t)
    with pytest.raises(LineupBreaksRules) as played:
        given(t, "Sofia", sofia.squad[0])
    rules = [[breach.rule for breach in refused.value.breaches] for refused in (shown, played)]
    assert rules == [[LineupRule.SHOWN], [LineupRule.PLAYED]]
    assert lineup(given(t, "Sofia", sofia.squad[0], reason="a typing mistake"), 1, sofia.id) == sofia.squad[:1]


def test_another_squad_leaves_matches_that_have_begun_as_they_were() -> None:
    t = begun()
    sofia, varna = named(t, "Sofia"), named(t, "Varna")
    for name in ("Sofia", "Varna"):
        match = team_match(t, 1, named(t, name).id)
        assert match is not None
        t = replay(record_result(t, 1, match[0].board, Result.DRAW, None), t)
        t = replay(record_result(t, 1, match[0].board, Result.DRAW, None, game=2), t)
    t = replay(amend_team(t, replace(sofia, squad=sofia.squad[::-1]), "wrong list"), t)
    t = replay(transfer_player(t, varna.squad[0], sofia.id, reason="agreed"), t)
    assert lineup(t, 1, sofia.id) == sofia.squad
    assert lineup(t, 1, varna.id) == varna.squad
    assert expected_lineup(t, sofia.id) == sofia.squad[::-1]


def test_lineups_of_a_round_that_is_taken_back_are_hidden_again() -> None:
    t = begun()
    t = replay([*show_lineups(t, 1), e.RoundWithdrawn(1, "a late team")], t)
    assert t.lineups_shown == frozenset()
