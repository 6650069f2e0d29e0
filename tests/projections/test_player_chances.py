"""What a player's page says of chances: next games, the line through the rounds, rivals; and who can still win."""

from dataclasses import replace
from itertools import product
from math import prod

import pytest

from domain.ranking.game_chances import game_chances, match_chances
from domain.ranking.strengths import WHITE_IS_WORTH
from domain.words.games import Colour
from domain.words.players import EntrantId
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import TeamId, TeamOptions
from projections.chances.worked_out import MOST_ERROR_WITH_POINTS
from projections.moment.chances_found import NOT_PLAYED_OUT, NOTHING_YET, LinePoint, Share
from projections.moment.snapshot import snapshot
from projections.player.card import player_card
from projections.player.chances import LIKELY, ChanceLine, PlayerChances, likely_winners
from tests.projections.chances_shown import found_of, with_chances
from tests.projections.small_ends import after, teams_after
from web.links import Site
from web.public.topics import player_topic

IN_PLAY = after(3, 2, 8, Regulations(rounds=5), 3)
"""The first two boards of round 3 of 5 are playing."""


def chances_of(player: int) -> PlayerChances:
    card = player_card(with_chances(IN_PLAY), EntrantId(player))
    assert card is not None
    assert card.chances is not None
    return card.chances


def seated(board: int) -> int:
    return IN_PLAY.round(3).boards[board - 1].white


def test_whoever_is_not_to_see_chances_sees_none() -> None:
    card = player_card(snapshot(IN_PLAY), EntrantId(1))
    assert card is not None
    assert card.chances is None
    assert likely_winners(snapshot(IN_PLAY), 6) is None


def test_until_chances_are_found_the_page_says_that_they_come() -> None:
    card = player_card(with_chances(IN_PLAY, NOTHING_YET), EntrantId(seated(1)))
    assert card is not None
    assert card.chances is not None
    assert card.chances.waits
    pieces = player_topic(with_chances(IN_PLAY, NOTHING_YET), seated(1)) or ()
    written = [form.html(key, row, Site("open"), "en") for form, rows in pieces for key, row in rows.items()]
    assert any("being worked out" in html for html in written)


def test_of_an_event_whose_rest_is_not_played_out_nothing_comes() -> None:
    bye = player_card(with_chances(IN_PLAY, NOT_PLAYED_OUT), EntrantId(IN_PLAY.numbers[-1]))
    assert bye is not None
    assert bye.chances is None or not bye.chances.waits


def test_the_game_that_is_paired_stands_before_those_that_are_likely() -> None:
    games = chances_of(seated(1)).games
    assert [(game.round, game.likely is None) for game in games][:2] == [(3, True), (4, False)]
    assert games[0].opponent is not None
    assert games[0].opponent.id == IN_PLAY.round(3).boards[0].black
    assert all(sum(game.percents) == 100 for game in games if game.opponent)


def test_opponents_who_are_not_likely_are_not_named() -> None:
    found = found_of(IN_PLAY)
    for player in IN_PLAY.numbers:
        likely = [game.likely for game in chances_of(player).games if game.likely]
        assert all(share.chance >= LIKELY for share in likely)
        assert len(likely) == sum(one.share.chance >= LIKELY for one in found.opponents(player))


def test_rivals_are_the_likeliest_winners_but_oneself() -> None:
    view = chances_of(seated(1))
    shown = [one.first.chance for one in view.rivals]
    assert shown == sorted(shown, reverse=True)
    assert seated(1) not in {one.person.id for one in view.rivals}
    assert view.first is not None
    assert view.others is not None
    assert view.first.chance + sum(shown) + view.others.chance == pytest.approx(1, abs=0.05)


def test_nobody_else_is_named_where_everybody_is() -> None:
    t = after(1, 2, 4, Regulations(rounds=3), 1)
    card = player_card(with_chances(t), t.numbers[0])
    assert card is not None
    assert card.chances is not None
    assert len(card.chances.rivals) == 3
    assert card.chances.others is None


def test_the_table_of_points_has_the_best_first_and_says_how_well_they_are_known() -> None:
    found = found_of(IN_PLAY, 300)
    card = player_card(with_chances(IN_PLAY, found), EntrantId(seated(1)))
    assert card is not None
    assert card.chances is not None
    part = card.chances.points_part
    points = [one.points for one in part.with_points]
    assert points == sorted(points, reverse=True)
    assert [one.first.chance for one in part.with_points] == sorted(
        (one.first.chance for one in part.with_points), reverse=True
    )
    assert all(one.first.chance <= one.first_three.chance for one in part.with_points)
    assert 0 < part.error.error <= MOST_ERROR_WITH_POINTS


def test_the_rounds_at_a_glance_are_those_played_and_those_to_come() -> None:
    card = player_card(snapshot(IN_PLAY), EntrantId(1))
    assert card is not None
    assert [line.round for line in card.strip.lines] == [1, 2, 3]
    assert card.strip.to_come == range(4, 6)


def test_nothing_is_said_of_opponents_once_the_round_is_paired() -> None:
    found = found_of(IN_PLAY)
    assert found.next_round is not None
    late = replace(found, next_round=replace(found.next_round, round=3))
    card = player_card(with_chances(IN_PLAY, late), EntrantId(seated(3)))
    assert card is not None
    assert card.chances is not None
    assert card.chances.games == []
    assert card.chances.unsure


def test_whoever_is_through_with_the_event_is_told_of_the_way_alone() -> None:
    over = replace(found_of(IN_PLAY), open_games=0, ended=True, next_round=None)
    card = player_card(with_chances(IN_PLAY, over), EntrantId(seated(3)))
    assert card is not None
    assert card.chances is not None
    assert (card.chances.games, card.chances.aims, card.chances.unsure) == ([], [], False)
    assert card.chances.line is not None


def test_new_rows_are_shown_at_the_same_moment_of_the_tournament() -> None:
    looked_at = with_chances(IN_PLAY)
    first = player_card(looked_at, EntrantId(1))
    looked_at.chances = replace(found_of(IN_PLAY, 20), runs=4_000)
    then = player_card(looked_at, EntrantId(1))
    assert first is not None
    assert then is not None
    assert first.chances is not None
    assert then.chances is not None
    assert (first.chances.found.runs, then.chances.found.runs) == (60, 4_000)
    assert [one.first for one in first.chances.rivals] != [one.first for one in then.chances.rivals]


def test_new_opponents_alone_leave_the_line_and_the_aims_as_they_were() -> None:
    looked_at = with_chances(IN_PLAY)
    found = looked_at.chances
    assert found is not None
    assert found.next_round is not None
    first = player_card(looked_at, EntrantId(1))
    looked_at.chances = replace(found, next_round=replace(found.next_round, draws=7, opponents={}))
    then = player_card(looked_at, EntrantId(1))
    assert first is not None
    assert then is not None
    assert first.chances is not None
    assert then.chances is not None
    assert first.chances.games_part != then.chances.games_part
    assert first.chances.line_part == then.chances.line_part
    assert first.chances.aims_part == then.chances.aims_part


def test_the_head_of_a_card_is_the_same_whatever_the_chances() -> None:
    shown, hidden = player_card(with_chances(IN_PLAY), EntrantId(1)), player_card(snapshot(IN_PLAY), EntrantId(1))
    assert shown is not None
    assert hidden is not None
    assert shown.head == hidden.head


def test_a_match_ends_as_its_games_do_together() -> None:
    games = [game_chances(2000, 2100), game_chances(1900, 1900), game_chances(0, 1700)]
    exact = {1: 0.0, 0: 0.0, -1: 0.0}
    for leads in product((1, 0, -1), repeat=3):
        share = prod(game[1 - lead] for game, lead in zip(games, leads, strict=True))
        exact[(sum(leads) > 0) - (sum(leads) < 0)] += share
    assert match_chances(0, games) == pytest.approx((exact[1], exact[0], exact[-1]))
    assert match_chances(0, games[:1]) == pytest.approx(games[0])
    assert match_chances(4, games) == pytest.approx((1, 0, 0))


def test_a_match_of_teams_goes_by_its_boards_and_by_those_that_are_decided() -> None:
    options = TeamOptions(open_lineups=True)
    laws = Regulations(rounds=5, entrants=Entrants.TEAMS, match_games=2, order=("MP", "GP"), teams=options)
    t = teams_after(3, 1, 8, laws, 3)
    open_game, decided = t.round(3).matches[1]
    assert open_game.result is None
    assert decided.result is not None
    one, other = (t.teams[TeamId(id)].squad[0] for id in (open_game.white, open_game.black))
    lead = {decided.white: 1, decided.black: -1}
    ahead = lead[open_game.white] * {None: 0, Colour.WHITE: 1, Colour.BLACK: -1}[decided.result.winner]
    card = player_card(with_chances(t), open_game.white)
    assert card is not None
    assert card.chances is not None
    expected = match_chances(ahead, [game_chances(t.players[one].rating + WHITE_IS_WORTH, t.players[other].rating)])
    assert card.chances.games[0].ends == pytest.approx(expected)


@pytest.mark.parametrize(("highest", "top"), [(0.003, 0.02), (0.095, 0.1), (0.105, 0.2), (0.97, 1.0), (1.0, 1.0)])
def test_the_scale_ends_above_the_line(highest: float, top: float) -> None:
    assert ChanceLine([LinePoint(0, Share(highest, 0.0))], 9).top == top


def test_the_line_goes_from_the_start_to_the_last_round() -> None:
    line = ChanceLine([LinePoint(0, Share(0.1, 0.02)), LinePoint(9, Share(0.2, 0.0))], 9)
    assert line.corners == "0.0,50.0 100.0,0.0"
    assert line.band == "0.0,40.0 100.0,0.0 100.0,0.0 0.0,60.0"


def test_a_long_event_names_every_second_round() -> None:
    line = ChanceLine([LinePoint(0, Share(0.1, 0.02))], 19)
    assert [round for round in range(1, 20) if line.shows(round)] == [2, 4, 6, 8, 10, 12, 14, 16, 18]


def test_those_who_can_still_win_stand_with_their_chances_the_likeliest_first() -> None:
    view = likely_winners(with_chances(IN_PLAY), 3)
    assert view is not None
    assert [row.line for row in view.rows] == [1, 2, 3]
    assert view.rows[0].first.chance >= view.rows[1].first.chance >= view.rows[2].first.chance
    assert all(row.first_three and row.first_three.chance >= row.first.chance for row in view.rows)


def test_nobody_can_still_win_an_event_that_is_over() -> None:
    found = replace(found_of(IN_PLAY), open_games=0, ended=True)
    assert likely_winners(with_chances(IN_PLAY, found), 6) is None
