"""A leaver keeps the boards of a round robin: games to come are forfeited, and few games count for the rating alone."""

from fractions import Fraction

import pytest

from domain import events as e
from domain.decisions.players.attendance import expel, readmit, withdraw
from domain.decisions.undoing import undo
from domain.refusals import AlreadyAway, NotAway
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import annulled, table_cards
from domain.words.games import Code, Result
from domain.words.options import LeaverRule, RoundRobinOptions
from domain.words.players import player_id
from projections.moment.overview import Phase, overview
from projections.moment.snapshot import snapshot
from projections.player.card import player_card
from projections.table.crosstable import crosstable
from projections.table.rating_report import rating_report
from projections.table.standings import standings
from tests.formats.tables import enter, entered, laws, play, published

ONE, FOUR, FIVE = player_id(1), player_id(4), player_id(5)


def five_players(rule: LeaverRule = LeaverRule.ANNUL_BELOW_HALF) -> Tournament:
    """Four games each. Number 5 beats number 1, and nothing else is played yet."""
    t = published(entered(5, laws(RoundRobinOptions(leavers=rule))))
    return enter(t, 5, 1, Result.WHITE_WINS)


def scores(t: Tournament, *, for_rating: bool = False) -> dict[int, Fraction]:
    return {n: Fraction(card.score, 2) for n, card in table_cards(t, for_rating=for_rating).items()}


def test_games_to_come_are_forfeited() -> None:
    t = replay(withdraw(five_players(), [FIVE]), five_players())
    mine = [game.result for round in t.rounds for game in round.games if FIVE in (game.white, game.black)]
    forfeits = {Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT}
    assert (mine.count(Result.WHITE_WINS), len(mine), set(mine) - {Result.WHITE_WINS} <= forfeits) == (1, 4, True)


def test_with_under_half_of_the_games_played_none_of_them_counts() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    assert annulled(t) == {FIVE}
    assert scores(play(t)) == {1: 3, 2: 2, 3: 1, 4: 0, 5: 0}


def test_for_the_rating_they_all_count() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    report = table_cards(play(t), for_rating=True)
    assert [line.code for line in report[5].lines if line.code.played] == [Code.WIN]
    assert scores(t, for_rating=True) == {1: 3, 2: 3, 3: 2, 4: 1, 5: 1}


def test_exactly_half_of_the_games_is_enough() -> None:
    t = enter(five_players(), 2, 5, Result.DRAW)
    replay(withdraw(t, [FIVE]), t)
    assert annulled(t) == frozenset()
    assert scores(play(t)) == {1: 3, 2: Fraction(5, 2), 3: 2, 4: 1, 5: Fraction(3, 2)}


def test_under_the_other_rule_all_games_count() -> None:
    t = five_players(LeaverRule.KEEP)
    replay(withdraw(t, [FIVE]), t)
    assert scores(play(t)) == {1: 3, 2: 3, 3: 2, 4: 1, 5: 1}


def test_annulled_games_decide_no_tie() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    values = {row.person.number: row.values for row in standings(snapshot(play(t))).rows}
    assert values[1] == (6, 2470)


def test_who_left_with_under_half_of_the_games_is_in_no_ranking_but_in_the_crosstable() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    now = snapshot(play(t))
    assert [(row.place, row.person.number) for row in standings(now).rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [row.person.number for row in crosstable(now).rows] == [1, 2, 3, 4, 5]


def test_who_left_after_half_of_the_games_is_ranked() -> None:
    t = enter(five_players(), 2, 5, Result.DRAW)
    replay(withdraw(t, [FIVE]), t)
    assert 5 in {row.person.number for row in standings(snapshot(play(t))).rows}


def test_two_who_have_left_both_lose_the_game_between_them() -> None:
    t = five_players()
    replay(withdraw(t, [FOUR, FIVE]), t)
    between = [g.result for r in t.rounds for g in r.games if {g.white, g.black} == {FOUR, FIVE}]
    assert between == [Result.DOUBLE_FORFEIT]
    later = five_players()
    replay(withdraw(later, [FOUR]), later)
    replay(withdraw(later, [FIVE]), later)
    assert overview(play(later)).phase is Phase.OVER


def test_a_withdrawal_undone_brings_the_games_back() -> None:
    t = five_players()
    before = [round.matches for round in t.copy().rounds]
    replay(withdraw(t, [FIVE]), t)
    t = replay(undo(t, t.version, "came back"), t)
    assert ([round.matches for round in t.rounds], annulled(t)) == (before, frozenset())


def test_who_comes_back_plays_what_was_forfeited() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    [event] = readmit(t, FIVE)
    assert isinstance(event, e.PlayerReadmitted)
    t = replay([event], t)
    assert (len(event.reopened), annulled(t)) == (3, frozenset())
    enter(t, 2, 5, Result.DRAW)
    assert scores(t)[5] == Fraction(3, 2)


def test_nobody_leaves_or_comes_back_twice() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    with pytest.raises(AlreadyAway):
        withdraw(t, [FIVE])
    with pytest.raises(NotAway):
        readmit(t, FOUR)


def test_who_is_expelled_forfeits_too() -> None:
    t = five_players()
    replay(expel(t, FIVE, "used a telephone"), t)
    assert (overview(play(t)).phase, annulled(t)) == (Phase.OVER, {FIVE})


def test_one_by_one_a_leaver_forfeits_each_round_as_it_is_published() -> None:
    t = published(entered(4, laws(RoundRobinOptions(one_by_one=True))))
    replay(withdraw(t, [FOUR]), t)
    while t.published < 3:
        published(play(t))
    mine = [game.result for round in t.rounds for game in round.games if FOUR in (game.white, game.black)]
    assert (len(mine), all(result and not result.played for result in mine)) == (3, True)
    assert scores(play(t)) == {1: 2, 2: 1, 3: 0, 4: 0}


def test_the_rating_report_has_the_games_of_somebody_who_left_too_early() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    games = {row.person.number: len(row.games) for row in rating_report(snapshot(t))}
    assert games == {1: 1, 2: 0, 3: 0, 4: 0, 5: 1}


def test_cards_of_both_name_the_opponent_of_a_game_that_does_not_count() -> None:
    t = five_players()
    replay(withdraw(t, [FIVE]), t)
    for player, other, code in ((ONE, FIVE, Code.LOSS), (FIVE, ONE, Code.WIN)):
        card = player_card(snapshot(t), player)
        assert card is not None
        (line,) = [line for line in card.lines if line.change is not None]
        assert line.opponent is not None
        assert (line.opponent.id, line.code, line.points, line.counts) == (other, code, 0, False)


def test_on_a_card_who_has_no_game_by_the_table_rests() -> None:
    card = player_card(snapshot(five_players()), ONE)
    assert card is not None
    assert [(line.rests, line.opponent is None) for line in card.lines].count((True, True)) == 1
    assert {line.floated for line in card.lines} == {None}
