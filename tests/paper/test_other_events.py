"""Papers of events that are no Swiss of players: teams, round robins, brackets."""

import pytest

from domain.decisions.rounds.matches import draw_lots_for_match
from domain.decisions.rounds.results import record_result
from domain.events import Event, IllegalMoveNoted
from domain.tournament import replay
from domain.words.games import Colour, Result
from domain.words.options import KnockoutOptions, LevelRule
from domain.words.regulations import Format, Regulations
from tests.crosstable import tournament
from tests.formats.knockouts import knockout, next_round, play_out
from tests.paper.printed import pages, printed, text
from tests.team_events import team_tournament
from web.paper.papers import ALL_OF_ROUND, BY_NAME

ROUND_ROBIN = Regulations(rounds=3, format=Format.ROUND_ROBIN)
KNOCKOUT = Regulations(rounds=2, format=Format.KNOCKOUT)
THREE = "A +w2 =b3 .\nB -b1 . +w3\nC . =w1 -b2"
FOUR = "A +w4 +w2\nB +w3 -b1\nC -b2 .\nD -b1 ."


@pytest.mark.parametrize("name", [*BY_NAME, ALL_OF_ROUND])
def test_every_paper_of_teams_is_there_or_has_nothing_to_say(name: str) -> None:
    teams = team_tournament(4, ["1-2 1=+0  4-3 ?1=-"])
    made = printed(name, teams)
    assert made is None or len(made.pages) >= 1


def test_a_match_of_teams_has_a_sheet_for_its_results_and_two_for_its_lineups() -> None:
    teams = team_tournament(4, ["1-2 1=+0  4-3 ?1=-"])
    results, lineups = pages("match-sheets", teams), pages("lineups", teams)
    assert (len(results), len(lineups)) == (2, 4)
    assert "Match 1" in results[0]
    assert "½ – ½" in results[0]
    assert "against" in lineups[0]


def test_pairings_of_teams_are_matches_with_their_boards() -> None:
    """Names of teams stand in the head of a match, those of players at the boards, the first team on the left."""
    said = text("pairings", team_tournament(4, ["1-2 1=+0  4-3 ?1=-"]))
    assert "1 Team 1 0 2½ : 1½ 0 Team 2" in said
    assert "1.1 W Player 101 2589 1 – 0 2579 Player 201 B" in said
    assert "1.2 B Player 102 2588 ½ – ½ 2578 Player 202 W" in said


def test_the_arbiters_sheet_of_teams_names_the_players_with_their_colours() -> None:
    said = text("round-sheet", team_tournament(4, ["1-2 1=+0  4-3 ?1=-"]))
    assert "1 Team 1 Team 2" in said
    assert "1.2 B Player 102 W Player 202 ½ – ½" in said


def test_illegal_moves_are_remarks_on_the_arbiters_sheet() -> None:
    def noted(board: int, game: int, colour: Colour, minute: int) -> Event:
        return IllegalMoveNoted(1, board, game, colour, f"2026-11-29T15:{minute:02}")

    teams = team_tournament(4, ["1-2 1=+0  4-3 ?1=-"])
    replay([noted(2, 1, Colour.WHITE, 7)], teams)
    assert "2.1 W Player 401 B Player 301 Illegal moves of White: 15:07" in text("round-sheet", teams)
    players = replay(
        [noted(1, 1, side, minute) for side, minute in ((Colour.BLACK, 7), (Colour.BLACK, 31))],
        tournament("A =w2\nB =b1"),
    )
    assert "Illegal moves of Black: 15:07, 15:31" in text("round-sheet", players, lang="en")
    assert "Illegal" not in text("pairings", players)


def test_a_slip_of_teams_names_the_board_in_its_match_and_the_teams() -> None:
    said = text("slips", team_tournament(4, ["1-2 ?=+0  4-3 11=-"]))
    assert "Board 1.1" in said
    assert "2589 · Team 1" in said


def test_players_of_teams_stand_under_their_team() -> None:
    said = text("players", team_tournament(2, ["1-2 ??"], boards=2))
    assert said.index("Team 1") < said.index("1. Player 101") < said.index("2. Player 102") < said.index("Team 2")


def test_the_crosstable_of_a_round_robin_has_a_column_for_each_opponent() -> None:
    three = tournament(THREE, regulations=ROUND_ROBIN)
    said = text("crosstable", three)
    assert "1 1 A × 1 ½ 1½" in said
    assert "Columns are the numbers of the opponents." in said


def test_all_rounds_of_a_round_robin_are_one_list() -> None:
    three = tournament(THREE, regulations=ROUND_ROBIN)
    said = text("all-rounds", three)
    assert said.index("Round 1") < said.index("Round 2") < said.index("Round 3")
    assert "C ½ – ½ A" in said


def test_a_report_of_a_round_robin_names_no_system_of_a_swiss() -> None:
    three = tournament(THREE, regulations=ROUND_ROBIN)
    assert "Pairing system" not in text("final-report", three) + text("it3", three)


def test_a_bracket_is_printed_with_the_winner_of_each_match() -> None:
    four = tournament(FOUR, regulations=KNOCKOUT)
    said = text("bracket", four)
    assert "Semi-finals" in said
    assert "Champion A" in said
    assert "1 A 1" in said


def test_the_last_page_of_a_bracket_has_the_way_to_the_title() -> None:
    *_, last = pages("bracket", play_out(knockout(8)))
    assert "Champion" in last
    assert last.index("Quarter-finals Player 08") < last.index("Semi-finals Player 04") < last.index("Final Player 02")


def test_a_bracket_says_how_a_level_match_was_decided() -> None:
    t = next_round(knockout(8, KnockoutOptions(level=LevelRule.LOTS)))
    t = replay(record_result(t, 1, 1, Result.DRAW, None), t)
    t = replay(draw_lots_for_match(t, 1, 1, "a seed"), t)
    assert "by lots" in pages("bracket", t)[0]


def test_nobody_who_was_knocked_out_is_said_to_have_withdrawn() -> None:
    four = tournament(FOUR, regulations=KNOCKOUT)
    assert "withdrawn" not in text("standings", four)


def test_a_bracket_of_many_has_a_page_for_each_part_and_one_where_they_meet() -> None:
    """64 players: 32 matches on two pages, and the rounds behind them on a third."""
    cells = "\n".join(f"P{n:02} ?{'w' if n <= 32 else 'b'}{65 - n}" for n in range(1, 65))
    assert len(pages("bracket", tournament(cells, regulations=Regulations(rounds=6, format=Format.KNOCKOUT)))) == 3


def test_place_cards_of_teams_stand_before_their_players() -> None:
    first = pages("place-cards", team_tournament(2, ["1-2 1="], boards=2))[0]
    assert "Board 1.1 Player 101" in first
    assert "Board 1.1 Player 201" in first
    assert "2589 · Team 1" in first
