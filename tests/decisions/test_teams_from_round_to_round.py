"""Teams that leave, come late, rest or forfeit: numbers, points, colours and opponents in the rounds after (C.04.6)."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye, readmit, withdraw
from domain.decisions.players.registering import NewPlayer, amend_player, correct_rating
from domain.decisions.players.teams import NewTeam, register_teams
from domain.decisions.rounds.matches import forfeit_match
from domain.decisions.rounds.results import record_result
from domain.pairing.team_swiss_2026.competitors import everybody
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import annulled, pairing_task, table_cards
from domain.words.games import Bye, Code, Result
from domain.words.options import LeaverRule, RoundRobinOptions
from domain.words.players import EntrantId, player_id
from domain.words.regulations import Format, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from tests.crosstable import published
from tests.team_events import MATCH, team_events, team_id, team_tournament

SWISS = Regulations(system="team-swiss-2026", scoring=MATCH, ruleset="c07_2026", rounds=7)
BOARDS = 4


def registered(teams: int, laws: Regulations = SWISS) -> Tournament:
    """Teams of four boards, 1 the strongest."""
    return replay(team_events(teams, [], boards=BOARDS, regulations=laws))


def drawn(t: Tournament) -> Tournament:
    """A round with a draw on every board without a result."""
    for board, match in t.round(t.paired).matches.items():
        for game in match:
            if game.result is None:
                replay(record_result(t, t.paired, board, Result.DRAW, None, game=game.number), t)
    return t


def number(t: Tournament, id: EntrantId) -> int:
    return t.numbers.index(id) + 1


def meetings(t: Tournament, round: int) -> set[frozenset[EntrantId]]:
    return {frozenset((match[0].white, match[0].black)) for match in t.round(round).matches.values()}


def test_a_team_that_has_left_is_paired_no_more_and_everybody_keeps_their_number() -> None:
    t = drawn(published(registered(6)))
    numbers = t.numbers
    replay(withdraw(t, [team_id(2)]), t)
    published(t)
    seated = {id for meeting in meetings(t, 2) for id in meeting}
    assert seated | {t.round(2).bye} == {team_id(n) for n in (1, 3, 4, 5, 6)}
    assert t.numbers == numbers
    replay(readmit(drawn(t), team_id(2)), t)
    assert team_id(2) in {id for meeting in meetings(published(t), 3) for id in meeting}


@pytest.mark.parametrize("primary", PrimaryScore)
def test_the_bye_after_somebody_left_is_worth_a_drawn_match(primary: PrimaryScore) -> None:
    t = drawn(published(registered(4, replace(SWISS, teams=TeamOptions(primary)))))
    replay(withdraw(t, [team_id(1)]), t)
    published(t)
    resting = t.round(2).bye
    assert resting is not None
    line = table_cards(t)[number(t, resting)].lines[1]
    match_points, game_points = 2, BOARDS
    expected = (match_points, game_points) if primary is PrimaryScore.MATCH_POINTS else (game_points, match_points)
    assert (line.code, line.points, line.secondary) == (Code.PAIRING_BYE, *expected)  # 1.4
    assert not everybody(pairing_task(t, 3))[number(t, resting)].bye_allowed  # C2


def test_a_late_team_takes_the_number_of_its_strength_and_has_no_points_for_rounds_it_missed() -> None:
    t = drawn(published(registered(4)))
    squad = tuple(NewPlayer(f"Newcomer {board}", 2585 - board) for board in range(BOARDS))
    replay(register_teams(t, [NewTeam("Late", squad=squad)]), t)
    published(t)
    late = next(id for id, team in t.teams.items() if team.name == "Late")
    assert [number(t, team_id(n)) for n in (1, 2, 3, 4)] == [1, 3, 4, 5]
    card = table_cards(t)[2]
    assert (number(t, late), card.lines[0].code, card.lines[0].points, card.lines[0].secondary) == (
        2,
        Code.ZERO_BYE,
        0,
        0,
    )
    seen = everybody(pairing_task(t, 2))[2]
    assert (seen.score, seen.colours, seen.matches, seen.bye_allowed, seen.floated) == (0, (), 0, True, False)


def test_a_match_that_neither_team_came_to_gives_nothing_and_may_be_played_later() -> None:
    t = published(registered(2))
    replay(forfeit_match(t, 1, 1, Result.DOUBLE_FORFEIT), t)
    published(t)
    assert meetings(t, 2) == meetings(t, 1)  # C1; C.04.2, 3.5
    for team in everybody(pairing_task(t, 2)).values():
        assert (team.score, team.met, team.colours, team.matches) == (0, frozenset(), (), 0)
        assert (team.bye_allowed, team.floated) == (True, False)


def test_a_match_with_its_first_board_forfeited_still_gives_its_colour() -> None:
    t = published(registered(2))
    replay(record_result(t, 1, 1, Result.WHITE_WINS_BY_FORFEIT, None, game=1), t)
    teams = everybody(pairing_task(paired_after(drawn(t)), 2)).values()
    assert sorted(team.colours for team in teams) == [("b",), ("w",)]  # 1.6.1


def paired_after(t: Tournament) -> Tournament:
    """With a third team, so that there is a next round."""
    squad = tuple(NewPlayer(f"Newcomer {board}", 2000 - board) for board in range(BOARDS))
    return replay(register_teams(t, [NewTeam("Third", squad=squad)]), t)


def test_a_whole_match_won_by_forfeit_bars_from_the_bye_and_some_of_its_boards_do_not() -> None:
    t = published(registered(4))
    replay(forfeit_match(t, 1, 1, Result.WHITE_WINS_BY_FORFEIT), t)
    replay(record_result(t, 1, 2, Result.WHITE_WINS_BY_FORFEIT, None, game=1), t)
    seen = everybody(pairing_task(drawn(t), 2))
    winner = t.round(1).matches[1][0].white
    assert [n for n, team in seen.items() if not team.bye_allowed] == [number(t, winner)]


@pytest.mark.parametrize(("kind", "points", "games", "allowed"), [(Bye.HALF, 2, 4, True), (Bye.FULL, 4, 8, False)])
def test_a_bye_asked_for_counts_on_every_board(kind: Bye, points: int, games: int, allowed: bool) -> None:
    t = registered(5)
    replay(grant_bye(t, team_id(3), 1, kind), t)
    t = drawn(published(t))
    line = table_cards(t)[3].lines[0]
    assert (line.points, line.secondary) == (points, games)
    assert everybody(pairing_task(t, 2))[3].bye_allowed is allowed  # C2


@pytest.mark.parametrize("by_correction", [True, False])
def test_a_rating_that_changes_before_round_one_moves_the_team_and_later_it_does_not(by_correction: bool) -> None:
    t = registered(4)
    first_of_last_team = player_id(401)

    def changed(rating: int) -> list[e.Event]:
        if by_correction:
            return correct_rating(t, first_of_last_team, rating, "list of November")
        return amend_player(t, first_of_last_team, NewPlayer(t.players[first_of_last_team].name, rating))

    replay(changed(2800), t)
    assert t.numbers == tuple(map(team_id, (4, 1, 2, 3)))
    drawn(published(t))
    replay(changed(1500), t)
    assert published(t).numbers == tuple(map(team_id, (4, 1, 2, 3)))  # 1.1.3


@pytest.mark.parametrize(("first_round", "annuls"), [("1-4 1+++", False), ("1-4 ++++", True)])
def test_of_a_round_robin_team_that_leaves_matches_are_counted_and_not_boards(first_round: str, annuls: bool) -> None:
    """C.05: team 4 plays one match of its three, or two, one of them on a single board."""
    laws = Regulations(
        format=Format.ROUND_ROBIN,
        scoring=MATCH,
        rounds=3,
        round_robin=RoundRobinOptions(leavers=LeaverRule.ANNUL_BELOW_HALF),
    )
    rounds = [f"{first_round}  2-3 ====", "4-3 ====  1-2 ====", "2-4 ++++  3-1 ===="]
    t = team_tournament(4, rounds, boards=4, regulations=laws)
    replay([e.PlayerWithdrawn(team_id(4), 3)], t)
    assert (team_id(4) in annulled(t)) is annuls
