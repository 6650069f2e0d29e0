"""The options of an event of teams and the sizes of its squads in our own files, as comment lines."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.files.exporting import report_of
from domain.files.header import regulations_of, round_comments, rules_comment
from domain.files.importing import import_report, kept_lines
from domain.files.trf import Ladder, Report, parse, write
from domain.tournament import Tournament, replay
from domain.words.choices.prizes import BoardMerit
from domain.words.regulations import Format, Regulations
from domain.words.teams import BoardOrder, ColourPreferences, PrimaryScore, TeamOptions, TeamStrength
from tests.team_events import MATCH, team_events, team_id, team_tournament

OPTIONS = {
    "the usual": TeamOptions(),
    "all others": TeamOptions(
        PrimaryScore.GAME_POINTS,
        preferences=ColourPreferences.NONE,
        strength=TeamStrength.BEST,
        board_order=BoardOrder.FREE,
        most_reserves=2,
        lineup_minutes=45,
        open_lineups=True,
        primary_alone=True,
        boards_by=BoardMerit.PERCENTAGE,
        least_board_games=5,
    ),
    "no reserves, as listed": TeamOptions(strength=TeamStrength.AS_LISTED, most_reserves=0, lineup_minutes=0),
}


def said_by(t: Tournament) -> Report:
    return parse(write(report_of(t), Ladder.TRF26, comments=[rules_comment(t), *round_comments(t)]).encode())


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_options_of_teams_come_back_from_a_file(options: TeamOptions, format: Format) -> None:
    laws = Regulations(system="team-swiss-2026", scoring=MATCH, rounds=3, teams=options, format=format)
    assert regulations_of(said_by(team_tournament(4, ["1-3 1000  4-2 11==", ""], regulations=laws))).teams == options


@pytest.mark.parametrize("rounds", [[], ["1-3 1==-  4-2 11=-"]], ids=["nothing played", "nobody at board 4"])
def test_the_boards_of_a_match_come_back_whoever_has_played(rounds: list[str]) -> None:
    laws = Regulations(system="team-swiss-2026", scoring=MATCH, rounds=3)
    t = team_tournament(4, rounds, boards=5, regulations=laws)
    assert regulations_of(said_by(t)).match_games == 5


def test_what_is_no_option_of_teams_is_passed_over() -> None:
    line = "### Regulations: team_boards many; board_order sideways; most_reserves -1; lineup_minutes 9999999"
    t = team_tournament(4, ["1-3 1000  4-2 11=="])
    laws = regulations_of(parse(write(report_of(t), Ladder.TRF26, comments=[line]).encode()))
    assert (laws.match_games, laws.teams.board_order) == (4, BoardOrder.FIXED)
    assert (laws.teams.most_reserves, laws.teams.lineup_minutes) == (None, None)


@pytest.mark.parametrize(
    ("federation", "club"),
    [("BUL", "Sports Club of the National Library"), ("", "Sofia Chess Club"), ("", "usc"), ("", "Lok"), ("", "Loko")],
)
def test_captain_club_and_long_name_come_back_from_comment_lines(federation: str, club: str) -> None:
    history = team_events(4, ["1-3 1000  4-2 11==", ""])
    told = {"name": "The Second Team of the Chess School of Stara Zagora", "captain": "O'Neill, Mary-Ann: the elder"}
    amended = replace(replay(history).teams[team_id(2)], federation=federation, club=club, **told)
    report = said_by(replay([*history, e.TeamDetailsAmended(amended)]))
    again = replay(import_report(report, file_name="", sha256=""))
    teams = [(team.name, team.captain, team.federation, team.club) for team in again.teams.values()]
    assert teams[1] == (told["name"], told["captain"], federation, club)
    assert teams[0] == ("Team 1", "", "", "")
    assert kept_lines(report, regulations_of(report)).before == ()


def test_squads_come_back_apart_from_their_reserves() -> None:
    """Team 1 has three in the squad and two reserves, team 2 all five in the squad, the others four and one."""
    history = team_events(4, ["1-3 1000  4-2 11==", ""], reserves=1)
    for number, boards in ((1, 3), (2, 5)):
        team = replay(history).teams[team_id(number)]
        amended = replace(team, squad=team.players[:boards], reserves=team.players[boards:])
        history.append(e.TeamDetailsAmended(amended))
    report = said_by(replay(history))
    again = replay(import_report(report, file_name="", sha256=""))
    assert [(len(team.squad), len(team.reserves)) for team in again.teams.values()] == [(3, 2), (5, 0), (4, 1), (4, 1)]
    assert kept_lines(report, regulations_of(report)).before == ()
