"""Teams are entrants: registered from players, numbered, paired and ranked by match points."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.lineups import give_lineup, show_lineups
from domain.decisions.players.teams import amend_team, register_team
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import undo
from domain.formats.decided import WonBy, decision, running_score
from domain.refusals import AlreadyInATeam, BadField, CannotUndo, NotInTheTeam, TeamNameTaken, TournamentOfPlayers
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.tournament_cards.lineups import lineup, players_of_game
from domain.words.games import Code, Result, Scoring
from domain.words.players import EntrantId, OrderOfEquals, Player, PlayerId, player_id
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import Team, TeamId, TeamOptions, TeamStrength
from tests.crosstable import drawn

NAMES = ("Sofia", "Plovdiv", "Varna", "Burgas")


def ids(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(map(player_id, numbers))


def team(name: str, *players: int) -> Team:
    return Team(TeamId(EntrantId(0)), name, squad=ids(*players))


def players_only(entrants: Entrants = Entrants.TEAMS) -> Tournament:
    """Eight players, 1 the best."""
    laws = Regulations(rounds=3, match_games=2, entrants=entrants, order=("WIN",))
    return drawn(laws, players=[Player(player_id(n), f"Player {n}", 2500 - 10 * n) for n in range(1, 9)])


def registered() -> Tournament:
    """Sofia has the weakest players, Burgas the best."""
    t = players_only()
    for place, name in enumerate(NAMES):
        t = replay(register_team(t, team(name, 7 - 2 * place, 8 - 2 * place)), t)
    return t


def published() -> Tournament:
    t = registered()
    t = replay(pair_round(t), t)
    return replay(publish_round(t, 1), t)


def test_teams_and_players_share_one_numbering() -> None:
    assert list(registered().teams) == [9, 10, 11, 12]


def test_a_team_is_numbered_by_the_average_of_its_first_boards() -> None:
    t = published()
    assert [t.teams[id].name for id in t.numbers] == ["Burgas", "Varna", "Plovdiv", "Sofia"]


def test_teams_are_paired_and_play_on_boards_with_alternating_colours() -> None:
    first, second = published().round(1).matches[1]
    assert (first.white, first.black) == (second.black, second.white) == (12, 10)


def test_a_match_won_is_worth_the_match_points_of_a_win() -> None:
    t = published()
    t = replay(record_result(t, 1, 1, Result.WHITE_WINS, None), t)
    t = replay(record_result(t, 1, 1, Result.DRAW, None, game=2), t)
    winner, loser = table_cards(t)[1], table_cards(t)[3]
    assert (winner.score, loser.score) == (2, 0)
    assert winner.lines[0].games == (Code.WIN, Code.DRAW)


def test_a_player_belongs_to_one_team() -> None:
    t = registered()
    with pytest.raises(AlreadyInATeam) as refused:
        register_team(t, team("Ruse", 1))
    assert (refused.value.player, refused.value.name) == (1, "Burgas")


def test_two_teams_of_one_name_are_refused() -> None:
    with pytest.raises(TeamNameTaken):
        register_team(registered(), team("SOFIA"))


def test_a_tournament_of_players_has_no_teams() -> None:
    with pytest.raises(TournamentOfPlayers):
        register_team(players_only(Entrants.PLAYERS), team("Sofia", 1))


def test_a_squad_can_be_changed() -> None:
    t = registered()
    sofia = t.teams[EntrantId(9)]
    t = replay(amend_team(t, replace(sofia, squad=ids(8, 7))), t)
    assert t.teams[sofia.id].squad == (8, 7)
    assert amend_team(t, t.teams[sofia.id]) == []


def test_a_lineup_is_of_the_team_and_no_larger_than_its_boards() -> None:
    t = registered()
    sofia = t.teams[EntrantId(9)].id
    t = replay(give_lineup(t, 1, sofia, ids(8)), t)
    assert t.lineups[1, sofia] == (8,)
    with pytest.raises(NotInTheTeam):
        give_lineup(t, 1, sofia, ids(1, 7))
    with pytest.raises(BadField):
        give_lineup(t, 1, sofia, ids(7, 7))


def test_a_registration_that_a_team_rests_on_is_not_undone_alone() -> None:
    t = registered()
    version = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.PlayerRegistered))
    with pytest.raises(CannotUndo):
        undo(t, version, "the player")


@pytest.mark.parametrize(
    ("strength", "order"),
    [
        (TeamStrength.FIRST_BOARDS, ("First", "Deep", "Third")),
        (TeamStrength.BEST, ("Deep", "First", "Third")),
        (TeamStrength.AS_LISTED, ("Third", "Deep", "First")),
    ],
)
def test_teams_are_numbered_by_the_strength_of_the_regulations(strength: TeamStrength, order: tuple[str, ...]) -> None:
    """Deep has its best player in reserve."""
    t = players_only()
    t.regulations = replace(t.regulations, teams=TeamOptions(strength=strength), numbering=OrderOfEquals.REGISTRATION)
    third, deep, first = team("Third", 7, 8), replace(team("Deep", 4, 5), reserves=ids(1)), team("First", 2, 3)
    for each in (third, deep, first):
        t = replay(register_team(t, each), t)
    t = replay(pair_round(t), t)
    assert tuple(t.teams[id].name for id in t.numbers) == order


def test_the_first_of_the_squad_are_expected_at_the_boards_until_a_lineup_is_given() -> None:
    t = published()
    burgas, plovdiv = t.round(1).matches[1][0].white, t.round(1).matches[1][0].black
    first, second = t.round(1).matches[1]
    assert players_of_game(t, 1, first) == (1, 5)
    assert players_of_game(t, 1, second) == (6, 2)
    t = replay([*give_lineup(t, 1, TeamId(burgas), ids(2)), *show_lineups(t, 1)], t)
    assert lineup(t, 1, burgas) == (2,)
    assert lineup(t, 1, plovdiv) == (5, 6)
    assert players_of_game(t, 1, first) == (2, 5)
    assert players_of_game(t, 1, second) == (6, None)


def test_a_knock_out_of_teams_is_decided_by_the_points_of_its_boards() -> None:
    """Two match points for a win say nothing of a board: 1½ to ½, and won when one board of two is left at 1 to 0."""
    t = registered()
    t.regulations = replace(t.regulations, format=Format.KNOCKOUT, scoring=Scoring(4, 2, 0, 2), match_games=2)
    t = replay(pair_round(t), t)
    t = replay(publish_round(t, 1), t)
    t = replay(record_result(t, 1, 1, Result.WHITE_WINS, None), t)
    assert running_score(t, t.round(1).matches[1]).main == (2, 0)
    assert decision(t, t.round(1), 1).by is WonBy.OPEN
    t = replay(record_result(t, 1, 1, Result.DRAW, None, game=2), t)
    assert running_score(t, t.round(1).matches[1]).main == (3, 1)
    assert decision(t, t.round(1), 1).winner == t.round(1).matches[1][0].white
