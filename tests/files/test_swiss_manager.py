"""Files of Swiss-Manager become tournaments, with what was not read said; what is broken is refused with its place."""

from contextlib import suppress
from struct import pack_into

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.files.trf import RepairKind, Unreadable, parse
from domain.files.trf.problems import ForeignLayout
from domain.tournament import Tournament, replay
from domain.tournament_cards.lineups import players_of_game
from domain.words.games import Bye, Result
from domain.words.players import EntrantId, Sex, Title
from domain.words.regulations import Entrants, Format
from server.office.report_files import read_report_file
from tests.files.swiss_manager_files import BYE, NOT_PAIRED, Played, Somebody, swiss_manager_file

FIVE = (
    Somebody("Karpov", "Anna", "WGM", "BUL", "Levski", 2400, 19910523, 2900001),
    Somebody("Бондарев", "Олег", "", "RUS", "", 2300, 19920000),
    Somebody("Castro", "Inés", "FM", "ESP", "", 2200),
    Somebody("Duda", "", "", "POL", "", 2100),
    Somebody("Eriksen", "Eva", "", "NOR"),
)
ROUNDS = (
    Played([(1, 3, 1), (4, 2, 5), (5, BYE, 9)], day=20260916, time="15:00"),
    Played([(2, 1, 2), (3, 5, 10), (4, NOT_PAIRED, 2)], day=20260917, time="9:60"),
    Played([], day=20260918),
)
SWISS = swiss_manager_file(0, FIVE, ROUNDS)


def imported(data: bytes, name: str = "open.TUNX") -> Tournament:
    return replay(read_report_file(name, data).events())


def result_of(t: Tournament, round: int, white: int) -> Result | None:
    return next(game.result for game in t.round(round).games if game.white == EntrantId(white))


def test_a_swiss_comes_in_with_players_rounds_and_results() -> None:
    t = imported(SWISS)
    assert (t.details.name, t.details.city, t.details.federation) == ("Открытый турнир", "Samarkand", "UZB")
    assert (t.details.chief_arbiter, t.details.time_control) == ("Arbiter, Anna", "90+30")
    assert (t.details.start, t.details.end) == ("2026-09-16", "2026-09-18")
    assert (t.regulations.format, t.regulations.rounds, t.published) == (Format.SWISS, 3, 2)
    assert [player.name for player in t.players.values()] == [
        "Karpov, Anna", "Бондарев, Олег", "Castro, Inés", "Duda", "Eriksen, Eva",
    ]  # fmt: skip
    assert result_of(t, 1, 1) is Result.WHITE_WINS
    assert result_of(t, 1, 4) is Result.BLACK_WINS_BY_FORFEIT
    assert t.round(1).all_byes == (EntrantId(5),)
    assert result_of(t, 2, 2) is Result.DRAW
    assert result_of(t, 2, 3) is Result.BOTH_LOSE
    assert t.byes[2, EntrantId(4)] is Bye.HALF


def test_a_player_comes_with_title_club_number_and_year_and_the_day_of_birth_stays_beside_the_journal() -> None:
    first, second, *_ = imported(SWISS).players.values()
    assert (first.title, first.sex, first.club, first.fide_id) == (Title.WGM, Sex.WOMAN, "Levski", 2900001)
    assert (first.rating, first.birth_year, second.birth_year, second.sex) == (2400, 1991, 1992, Sex.UNKNOWN)
    assert read_report_file("open.TUNX", SWISS).birth_dates == {1: "1991-05-23"}


def test_rounds_come_with_their_days_and_with_hours_that_are_some() -> None:
    assert imported(SWISS).details.schedule == ("2026-09-16T15:00", "2026-09-17", "2026-09-18")


def test_what_was_not_read_is_said() -> None:
    [said] = parse(SWISS).repairs
    assert (said.kind, said.was) == (RepairKind.FOREIGN_SETTINGS, "37, 52")
    unknown = swiss_manager_file(0, FIVE[:2], [Played([(1, 2, 7)])])
    assert [(one.kind, one.was, one.round) for one in parse(unknown).repairs][1:] == [
        (RepairKind.UNKNOWN_RESULT, "7", 1)
    ]
    assert result_of(imported(unknown), 1, 1) is None


def test_a_round_robin_comes_with_its_table() -> None:
    games = [[(1, 4, 1), (2, 3, 2)], [(4, 3, 0), (1, 2, 0)], [(2, 4, 0), (3, 1, 0)]]
    t = imported(swiss_manager_file(1, FIVE[:4], [Played(one) for one in games]), "table.TURX")
    assert (t.regulations.format, t.regulations.rounds) == (Format.ROUND_ROBIN, 3)
    assert {(game.white, game.black) for game in t.round(3).games} == {(2, 4), (3, 1)}


TEAMS = ("Levski", "Slavia", "Etar")
SQUADS = tuple(
    Somebody(f"{name} {board}", rating=2500 - 10 * board, team=team, board=board)
    for team, name in enumerate(TEAMS, 1)
    for board in (1, 2, 3)
)


def seated(t: Tournament, round: int) -> list[tuple[int | None, int | None, Result | None]]:
    games = (game for match in t.round(round).matches.values() for game in match)
    return [(*players_of_game(t, round, game), game.result) for game in games]


@pytest.mark.parametrize("kind", [2, 3])
def test_teams_come_with_squads_matches_and_who_sat_where(kind: int) -> None:
    bye = [(3, BYE, 2)] if kind == 3 else [(3, BYE, 0)]
    empty = [(0, 0, 0), (0, 0, 0)] if kind == 2 else []
    rounds = [
        Played([(1, 4, 1), (6, 3, 2), *empty], [(1, 2, 0), *bye]),  # Levski plays boards 1 and 3, Slavia 1 and 3
        Played([(7, 2, 3), (1, 8, 1)], [(3, 1, 0)]),
    ]
    t = imported(swiss_manager_file(kind, SQUADS, rounds, TEAMS, boards=2), "league.TUMX")
    assert t.regulations.entrants is Entrants.TEAMS
    assert [team.name for team in t.teams.values()] == list(TEAMS)
    assert t.regulations.match_games == 2
    assert seated(t, 1) == [(1, 4, Result.WHITE_WINS), (6, 3, Result.DRAW)]
    assert seated(t, 2) == [(7, 2, Result.BLACK_WINS), (1, 8, Result.WHITE_WINS)]
    etar = next(id for id, team in t.teams.items() if team.name == "Etar")
    assert t.round(1).all_byes == ((etar,) if kind == 3 else ())


@pytest.mark.parametrize(
    ("said", "worth"), [((4,), 4), ((0, 3), 3), ((0,), None), ((3, 4), None), ((2,), None), ((9,), None)]
)
def test_a_bye_of_a_team_is_worth_what_the_file_says(said: tuple[int, ...], worth: int | None) -> None:
    """None: half of a match, as the regulations have it."""
    rounds = [Played([(1, 4, 1), (2, 5, 1)], [(1, 2, 0), (3, BYE, halves)]) for halves in said]
    t = imported(swiss_manager_file(3, SQUADS, rounds, TEAMS, boards=2), "league.TUMX")
    assert t.regulations.teams.bye_game_points == worth


def test_a_team_that_comes_with_one_player_loses_the_other_board() -> None:
    games = [(1, 4, 2), (0, 2, 5)]
    t = imported(swiss_manager_file(3, SQUADS[:6], [Played(games, [(1, 2, 0)])], TEAMS[:2], boards=2), "league.TUMX")
    assert seated(t, 1) == [(1, 4, Result.DRAW), (None, 2, Result.BLACK_WINS_BY_FORFEIT)]


@given(st.integers(0, len(SWISS) - 1), st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused_and_nothing_else(at: int, value: int) -> None:
    data = bytearray(SWISS)
    data[at] = value
    with suppress(Unreadable):
        parse(bytes(data))


@pytest.mark.parametrize("length", [4, 100, 1000, len(SWISS) - 1])
def test_a_file_that_is_cut_off_is_refused_with_its_place(length: int) -> None:
    with pytest.raises(ForeignLayout):
        parse(SWISS[:length])


def test_a_player_who_is_not_there_is_refused() -> None:
    data = bytearray(swiss_manager_file(0, FIVE[:2], [Played([(1, 2, 1)])]))
    pack_into("<H", data, len(data) - 36 - 21, 9)
    with pytest.raises(ForeignLayout):
        parse(bytes(data))
