"""An event goes on from its file: the next round is paired as it would have been where the file was written."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye, withdraw
from domain.decisions.rounds.pairing import pair_round
from domain.files.exporting import report_of
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.tournament import Tournament, replay
from domain.words.games import Bye, Colour
from domain.words.regulations import Acceleration, Regulations
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.crosstable import tournament
from tests.team_events import MATCH, team_events, team_id
from tests.team_leagues import SYSTEM, league

Boards = list[tuple[int, int]]


def file_of(t: Tournament, ladder: Ladder = Ladder.TRF26) -> Report:
    return parse(write(report_of(t), ladder).encode())


def imported(report: Report) -> Tournament:
    return replay(import_report(report, file_name="", sha256=""))


def next_round(t: Tournament) -> tuple[Boards, int | None]:
    """Boards and bye by pairing number."""
    paired = pair_round(t)[-1]
    assert isinstance(paired, e.RoundPaired)
    number = {id: n for n, id in enumerate(t.numbers, 1)}
    bye = number[paired.bye] if paired.bye is not None else None
    return [(number[board.white], number[board.black]) for board in paired.boards], bye


def everybody(paired: tuple[Boards, int | None]) -> set[int]:
    boards, bye = paired
    return {n for board in boards for n in board} | ({bye} if bye else set())


@pytest.mark.parametrize("ladder", Ladder)
@pytest.mark.parametrize(
    "options",
    [
        TeamOptions(),
        TeamOptions(PrimaryScore.GAME_POINTS, preferences=ColourPreferences.TYPE_B),
        TeamOptions(preferences=ColourPreferences.NONE),
    ],
    ids=["match points", "game points", "no preferences"],
)
def test_the_next_round_is_that_of_the_event_itself(options: TeamOptions, ladder: Ladder) -> None:
    t = league(options)
    assert next_round(imported(file_of(t, ladder))) == next_round(t)


def test_an_accelerated_event_goes_on_accelerated() -> None:
    laws = Regulations(
        system=SYSTEM, scoring=MATCH, rounds=5, acceleration=Acceleration.BAKU, order=("C07-TEAM-SWISS",)
    )
    t = replay([*team_events(8, ["1-5 1100 6-2 1000 3-7 1111 8-4 ===="], regulations=laws), e.RoundClosed(1)])
    assert next_round(imported(file_of(t))) == next_round(t)


@pytest.mark.parametrize("ladder", Ladder)
def test_a_team_that_has_left_stays_away_in_every_round_to_come(ladder: Ladder) -> None:
    t = league(TeamOptions())
    t = replay(withdraw(t, [team_id(3)]), t)
    again = imported(file_of(t, ladder))
    assert 3 not in everybody(next_round(again))
    assert next_round(again) == next_round(t)
    assert {round for (round, team) in again.byes if team == again.numbers[2]} == {5, 6}


def test_a_bye_asked_for_the_next_round_is_in_the_file() -> None:
    t = league(TeamOptions())
    t = replay(grant_bye(t, team_id(2), 5, Bye.HALF), t)
    again = imported(file_of(t))
    assert again.byes[5, again.numbers[1]] is Bye.HALF
    assert next_round(again) == next_round(t)


def test_a_player_who_has_left_stays_away_in_every_round_to_come() -> None:
    t = tournament("A +w4 =b2\nB +b3 =w1\nC -w2 +b4\nD -b1 -w3", rounds=4)
    t = replay(withdraw(t, [t.numbers[3]]), t)
    again = imported(file_of(t))
    assert {round for (round, player) in again.byes if player == again.numbers[3]} == {3, 4}


def of_one_round(initial: Colour) -> Tournament:
    laws = Regulations(system=SYSTEM, scoring=MATCH, rounds=4, order=("C07-TEAM-SWISS",))
    first = "1-4 ==== 5-2 ==== 3-6 ====" if initial is Colour.WHITE else "4-1 ==== 2-5 ==== 6-3 ===="
    events = team_events(6, [first], regulations=laws)
    events = [e.InitialColourDrawn(initial) if isinstance(one, e.InitialColourDrawn) else one for one in events]
    return replay([*events, e.RoundClosed(1)])


@pytest.mark.parametrize("initial", Colour)
def test_round_1_shows_the_initial_colour_that_a_file_does_not_say(initial: Colour) -> None:
    report = replace(file_of(of_one_round(initial)), initial_colour=None)
    assert imported(report).initial_colour is initial
    assert About.COLOUR_ASSUMED not in {one.about for one in remarks(report, regulations_of(report))}


def test_before_round_1_white_is_assumed_and_told() -> None:
    laws = Regulations(system=SYSTEM, scoring=MATCH, rounds=4, order=("C07-TEAM-SWISS",))
    report = replace(file_of(replay(team_events(4, [], regulations=laws))), initial_colour=None)
    assert imported(report).initial_colour is Colour.WHITE
    assert About.COLOUR_ASSUMED in {one.about for one in remarks(report, regulations_of(report))}
