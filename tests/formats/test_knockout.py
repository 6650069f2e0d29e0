"""Knock-out: seeds, byes, matches, level matches, places, withdrawals, corrections."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.players.attendance import withdraw
from domain.decisions.players.numbering import draw_lots
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.matches import add_further_games, draw_lots_for_match, leave_out_games, rule_match
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.results import adjourn, record_result
from domain.decisions.setup.announcing import amend_regulations, announce_tournament
from domain.decisions.undoing import undo
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.formats.decided import Decision, WonBy, decision
from domain.refusals import (
    AllRoundsPaired,
    BadField,
    CannotUndo,
    FieldNotFull,
    GamesAdjourned,
    GamesStillCount,
    MatchesLevel,
    MatchNotLevel,
    NeedsCorrection,
    NoLotForBracket,
    ReasonMissing,
    TournamentHasStarted,
)
from domain.tournament import Tournament, replay
from domain.words.games import GameKind, Result, SettledBy
from domain.words.options import BracketOrder, FirstLot, FurtherStep, KnockoutOptions, LevelRule
from domain.words.players import EntrantId
from domain.words.regulations import Details, Format, Regulations
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from server.journal.codec import Codec
from server.journal.entries import Append
from tests.formats.knockouts import all_results, knockout, next_round, pairs, placed, play_out
from tests.tiers import tries

LOTS = KnockoutOptions(level=LevelRule.LOTS)
LOWER = KnockoutOptions(level=LevelRule.LOWER_RATING)


def draws(white: EntrantId, black: EntrantId) -> None:
    """Nobody wins."""


def decided(t: Tournament, board: int = 1) -> Decision:
    return decision(t, t.round(t.published), board)


# The bracket


def test_the_first_round_is_the_seeded_bracket() -> None:
    t = next_round(knockout(8))
    assert pairs(t, 1) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]


def test_the_winners_of_neighbours_meet() -> None:
    t = all_results(next_round(knockout(8)), max)
    assert pairs(next_round(t), 2) == [{8, 5}, {7, 6}]


def test_the_field_says_how_many_rounds_there_are() -> None:
    assert [play_out(knockout(n)).regulations.rounds for n in (2, 5, 8, 9)] == [1, 3, 3, 4]


def test_the_top_seeds_are_free_in_round_1_of_a_field_that_is_not_full() -> None:
    t = next_round(knockout(6))
    assert (pairs(t, 1), t.round(1).byes) == ([{4, 5}, {3, 6}], (1, 2))
    assert pairs(next_round(all_results(t)), 2) == [{1, 4}, {2, 3}]


def test_a_field_that_is_not_full_is_refused_where_the_regulations_know_no_byes() -> None:
    with pytest.raises(FieldNotFull) as refused:
        pair_round(knockout(6, KnockoutOptions(byes=False)))
    assert (refused.value.present, refused.value.places) == (6, 8)


def test_a_drawn_bracket_is_the_lots_from_the_top_down() -> None:
    t = next_round(knockout(8, KnockoutOptions(bracket=BracketOrder.LOT)))
    assert pairs(t, 1) == [set(t.lots[i : i + 2]) for i in range(0, 8, 2)]


def test_a_drawn_bracket_needs_its_lots_first() -> None:
    t = knockout(4)
    laws = replace(t.regulations, knockout=KnockoutOptions(bracket=BracketOrder.LOT))
    with pytest.raises(NoLotForBracket):
        pair_round(replay([e.RegulationsAmended(laws, 0)], t))


def test_no_round_comes_after_the_final() -> None:
    with pytest.raises(AllRoundsPaired):
        pair_round(play_out(knockout(4)))


def test_white_of_the_first_game_alternates_from_round_to_round() -> None:
    t = next_round(all_results(next_round(knockout(4))))
    whites = [t.round(round).boards[0].white for round in (1, 2)]
    assert whites[0] != whites[1]


# The places


def test_all_who_are_out_in_one_round_share_the_place() -> None:
    assert placed(play_out(knockout(8))) == [[1], [2], [3, 4], [5, 6, 7, 8]]


def test_a_match_for_the_third_place_parts_the_losers_of_the_half_finals() -> None:
    t = play_out(knockout(8, KnockoutOptions(third_place=True)))
    assert pairs(t, 3) == [{1, 2}, {3, 4}]
    assert placed(t) == [[1], [2], [3], [4], [5, 6, 7, 8]]


def test_the_table_has_these_places_and_lots_part_nobody() -> None:
    t = play_out(knockout(8, KnockoutOptions(bracket=BracketOrder.LOT)))
    rows = standings(snapshot(t)).rows
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert rows[0].columns == ()


def test_a_lot_changes_the_table_although_no_card_changes() -> None:
    t = all_results(next_round(knockout(2, LOTS, games=1)), draws)
    before = snapshot(next_round(knockout(2, LOTS)))
    assert [row.place for row in standings(snapshot(t, before)).rows] == [1, 2]


def test_the_tournament_closes_after_the_final() -> None:
    assert close_tournament(play_out(knockout(4))) == [e.TournamentClosed()]


# Matches


def test_the_round_waits_for_a_level_match() -> None:
    t = next_round(knockout(4, games=2))
    for board in (1, 2):
        for game in (1, 2):
            t = replay(record_result(t, 1, board, Result.DRAW, None, game=game), t)
    with pytest.raises(MatchesLevel) as refused:
        close_round(t, 1)
    assert refused.value.boards == (1, 2)


def level(options: KnockoutOptions = KnockoutOptions(), games: int = 1) -> Tournament:  # noqa: B008 frozen
    """Round 1 of four players; on board 1 every game is drawn, board 2 is decided."""
    t = next_round(knockout(4, options, games))
    for game in range(1, games + 1):
        t = replay(record_result(t, 1, 1, Result.DRAW, None, game=game), t)
        t = replay(record_result(t, 1, 2, (Result.WHITE_WINS, Result.BLACK_WINS)[game % 2], None, game=game), t)
    return t


def test_the_lower_rating_goes_on_where_the_regulations_say_so() -> None:
    assert decided(level(LOWER)) == Decision(WonBy.LOWER_RATING, EntrantId(4))


def test_the_lower_rating_is_that_of_the_start() -> None:
    t = level(LOWER)
    t = replay([e.RatingCorrected(EntrantId(4), 2700, t.players[EntrantId(4)].rating, 2, "list", 1)], t)
    assert t.players[EntrantId(4)].rating == 2700
    assert decided(t) == Decision(WonBy.LOWER_RATING, EntrantId(4))


def test_the_lots_of_a_drawn_bracket_are_not_undone_without_its_pairings() -> None:
    t = all_results(next_round(knockout(4, KnockoutOptions(bracket=BracketOrder.LOT))))
    lots = next(n for n, event in enumerate(t.history, 1) if isinstance(event, e.LotsDrawn))
    pairing = next(n for n, event in enumerate(t.history, 1) if isinstance(event, e.RoundPaired))
    with pytest.raises(CannotUndo) as refused:
        undo(t, lots, "again")
    assert (refused.value.why, refused.value.dependents[0]) == ("depended-on", pairing)


def test_lots_of_a_seeded_bracket_are_undone_alone() -> None:
    t = replay(draw_lots(knockout(4), "x7"), knockout(4))
    t = next_round(t)
    lots = next(n for n, event in enumerate(t.history, 1) if isinstance(event, e.LotsDrawn))
    assert len(undo(t, lots, "not needed")) == 1


def test_the_lines_of_a_published_bracket_are_not_drawn_again() -> None:
    t = next_round(knockout(4, KnockoutOptions(bracket=BracketOrder.LOT)))
    renamed = replace(t.players[EntrantId(1)], fide_id=4711)
    assert draw_lots(replay([e.PlayerDetailsAmended(renamed)], t), "another seed") == []


def level_from_the_start_with(rating: int) -> Tournament:
    """Player 1 has this rating when round 1 is paired, and meets player 4."""
    seeds = tuple(EntrantId(n) for n in (1, 2, 3, 4))
    before = [e.RatingCorrected(EntrantId(1), rating, 2599, 1), e.PairingNumbersIssued(seeds)]
    t = next_round(replay(before, knockout(4, LOWER)))
    return replay(record_result(t, 1, 1, Result.DRAW, None), t)


def test_the_unrated_count_as_the_lowest() -> None:
    assert decided(level_from_the_start_with(0)).winner == 1


def test_equal_ratings_draw_lots() -> None:
    t = level_from_the_start_with(2596)
    assert decided(t).by is WonBy.LEVEL
    [drawn] = draw_lots_for_match(t, 1, 1, "x7")
    assert isinstance(drawn, e.MatchSettled)
    assert decided(replay([drawn], t)) == Decision(WonBy.LOTS, drawn.winner)


def test_the_same_seed_draws_the_same_winner() -> None:
    seeds = [draw_lots_for_match(level(LOTS), 1, 1, seed) for seed in ("a", "a")]
    assert seeds[0] == seeds[1]
    winners = {draw_lots_for_match(level(LOTS), 1, 1, str(n))[0].winner for n in range(20)}  # type: ignore[union-attr]
    assert winners == {1, 4}


def test_further_games_come_in_the_order_of_the_regulations() -> None:
    t, kinds = level(), []
    for _ in range(3):
        [added] = add_further_games(t, 1, 1, "x7")
        assert isinstance(added, e.GamesAdded)
        kinds.append([(game.kind, game.white) for game in added.games])
        t = replay([added], t)
        for game in added.games[: 2 if added.games[0].kind is not GameKind.ARMAGEDDON else 0]:
            t = replay(record_result(t, 1, 1, Result.DRAW, None, game=game.number), t)
    assert kinds[0] == [(GameKind.RAPID, 4), (GameKind.RAPID, 1)]
    assert [kind for kind, _ in kinds[1]] == [GameKind.BLITZ, GameKind.BLITZ]
    assert [kind for kind, _ in kinds[2]] == [GameKind.ARMAGEDDON]


def test_the_colours_of_an_armageddon_are_drawn() -> None:
    steps = KnockoutOptions(further=(FurtherStep(GameKind.ARMAGEDDON),))
    drawn = [add_further_games(level(steps), 1, 1, str(n))[0] for n in range(20)]
    assert {event.games[0].white for event in drawn if isinstance(event, e.GamesAdded)} == {1, 4}
    assert {event.seed for event in drawn if isinstance(event, e.GamesAdded)} == {str(n) for n in range(20)}


def test_a_drawn_armageddon_is_won_by_black() -> None:
    t = level(KnockoutOptions(further=(FurtherStep(GameKind.ARMAGEDDON),)))
    [added] = add_further_games(t, 1, 1, "x7")
    t = replay(record_result(replay([added], t), 1, 1, Result.DRAW, None, game=2), t)
    assert isinstance(added, e.GamesAdded)
    assert decided(t) == Decision(WonBy.FURTHER_GAMES, added.games[0].black)


def test_lots_wait_until_no_further_games_are_left() -> None:
    with pytest.raises(MatchNotLevel):
        draw_lots_for_match(level(), 1, 1, "x7")


def test_a_decided_match_gets_no_further_games() -> None:
    with pytest.raises(MatchNotLevel):
        add_further_games(level(), 1, 2, "x7")


def test_the_arbiter_says_who_goes_on_and_why() -> None:
    with pytest.raises(ReasonMissing):
        rule_match(level(), 1, 1, EntrantId(4), " ")
    t = level()
    t = replay(rule_match(t, 1, 1, EntrantId(4), "refused to play on"), t)
    assert decided(t) == Decision(WonBy.RULING, EntrantId(4))
    assert t.round(1).settled[1].by is SettledBy.RULING


def test_games_that_change_nothing_any_more_are_left_out() -> None:
    t = next_round(knockout(2, games=4))
    results = (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)
    for game, result in enumerate(results[:2], 1):
        t = replay(record_result(t, 1, 1, result, None, game=game), t)
    with pytest.raises(GamesStillCount):
        leave_out_games(t, 1, 1)
    t = replay(record_result(t, 1, 1, results[2], None, game=3), t)
    t = replay(leave_out_games(t, 1, 1), t)
    assert decided(t) == Decision(WonBy.GAMES, t.round(1).boards[0].white)
    assert t.round(1).game(1, 4).result is Result.DOUBLE_FORFEIT


def test_the_other_finalist_wins_when_two_do_not_come() -> None:
    t = next_round(knockout(4))
    t = replay(record_result(t, 1, 1, Result.DOUBLE_FORFEIT, None), t)
    t = replay(record_result(t, 1, 2, Result.WHITE_WINS, None), t)
    assert decided(t) == Decision(WonBy.NOBODY)
    assert rules_of(t).over(t)
    assert placed(t)[0] == [t.round(1).boards[1].white]


# Leaving, and facts that turn out to be wrong


def test_the_opponent_of_somebody_who_left_goes_on_without_a_game() -> None:
    t = all_results(next_round(knockout(8)))
    t = replay(withdraw(t, [EntrantId(1)]), t)
    t = next_round(t)
    assert (pairs(t, 2), t.round(2).byes) == ([{2, 3}], (4,))
    assert placed(play_out(all_results(t))) == [[2], [4], [1, 3], [5, 6, 7, 8]]


def test_an_adjourned_game_has_to_end_before_the_next_round() -> None:
    t = next_round(knockout(4))
    t = replay(adjourn(t, 1, 1), t)
    t = replay(record_result(t, 1, 2, Result.DRAW, None), t)
    with pytest.raises(GamesAdjourned):
        pair_round(t)


def corrected(choice: Choice) -> Tournament:
    """1 won and was paired with 2; then it turns out that 4 had won."""
    t = next_round(all_results(next_round(knockout(4))))
    known = t.round(1).game(1).result
    assert known is not None
    reverse = (
        known.reversed if known is Result.DRAW else {Result.WHITE_WINS: Result.BLACK_WINS}.get(known, Result.WHITE_WINS)
    )
    return replay(correct_result(t, 1, 1, reverse, "score sheet", choice), t)


def test_a_correction_leaves_the_published_final_as_it_is() -> None:
    t = corrected(Choice.NEXT_PAIRING)
    assert pairs(t, 2) == [{1, 2}]
    assert placed(play_out(all_results(t)))[0] == [1]


def test_the_arbiter_may_pair_the_final_again_with_the_true_winner() -> None:
    t = corrected(Choice.PAIR_AGAIN)
    assert pairs(next_round(t), 2) == [{4, 2}]


# In any event

OUTCOMES = st.sampled_from(["first", "second", "level"])


@settings(max_examples=tries(40), deadline=None)
@given(st.integers(2, 24), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_each_round_halves_the_field_and_nobody_meets_twice(n: int, third: bool, lot: bool, dice: object) -> None:
    options = KnockoutOptions(third_place=third, bracket=BracketOrder.LOT if lot else BracketOrder.SEEDED)
    choose = dice.choice  # type: ignore[attr-defined]
    t, met, alive = knockout(n, options), set(), n
    while not rules_of(t).over(t):
        t = next_round(t)
        newest, in_main, byes = t.round(t.published), t.round(t.published).boards, t.round(t.published).byes
        if t.published == t.regulations.rounds:
            in_main, byes = in_main[:1], ()
        assert alive == 2 * len(in_main) + len(byes)
        alive = len(in_main) + len(byes)
        assert alive & (alive - 1) == 0
        now = {frozenset((board.white, board.black)) for board in newest.boards}
        assert met.isdisjoint(now)
        met |= now
        t = all_results(t, lambda white, black: choose((white, black, None)))
    assert [len(same) for same in placed(t)][:2] == [1, 1]
    assert sum(map(len, placed(t))) == n


@settings(max_examples=25, deadline=None)
@given(st.permutations(range(1, 9)))
def test_the_order_of_results_and_of_entries_changes_nothing(order: list[int]) -> None:
    t = next_round(knockout(16))
    for board in order:
        t = replay(record_result(t, 1, board, Result.WHITE_WINS, None), t)
    first = knockout(16)
    announced, *registered, drawn = first.history
    shuffled = replay([announced, *reversed(registered), drawn])
    assert pairs(next_round(t), 2) == pairs(
        next_round(all_results(next_round(shuffled), lambda white, black: white)), 2
    )


def test_the_whole_tree_is_foreseen_before_the_start() -> None:
    rules = rules_of(t := replay([e.PairingNumbersIssued(tuple(EntrantId(n) for n in range(1, 9)))], knockout(8)))
    assert isinstance(rules, Bracketed)
    assert [node.comers for node in rules.tree(t)][:2] == [(1, 8), (4, 5)]
    assert [node.match.round for node in rules.tree(t)] == [1, 1, 1, 1, 2, 2, 3]


# Regulations


def test_two_rounds_on_a_day_are_refused_where_the_regulations_have_one() -> None:
    details = Details("Cup", schedule=("2026-11-21T10:00", "2026-11-21T15:00"))
    laws = Regulations(format=Format.KNOCKOUT, knockout=KnockoutOptions(round_a_day=True))
    with pytest.raises(BadField) as refused:
        announce_tournament(details, laws)
    assert (refused.value.field, refused.value.value) == ("schedule", "2026-11-21")
    assert announce_tournament(details, replace(laws, format=Format.SWISS))


def test_the_lines_and_the_games_of_a_match_are_fixed_by_the_first_pairing() -> None:
    t = next_round(knockout(4))
    for laws in (
        replace(t.regulations, match_games=2),
        replace(t.regulations, knockout=KnockoutOptions(bracket=BracketOrder.LOT)),
    ):
        with pytest.raises(TournamentHasStarted):
            amend_regulations(t, laws)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 12), st.sampled_from([Format.KNOCKOUT, Format.DOUBLE_ELIMINATION]), st.randoms())
def test_a_journal_is_read_back_byte_for_byte_and_folds_to_the_same(n: int, format: Format, dice: object) -> None:
    choose = dice.choice  # type: ignore[attr-defined]
    t = play_out(knockout(n, format=format), lambda white, black: choose((white, black, None)))
    codec, at, previous, rows = Codec(), datetime(2026, 11, 22, tzinfo=UTC), "", []
    for version, event in enumerate(t.history, 1):
        written = codec.write(Append("cup", version - 1, "Anna", f"c{version}", (event,)), event, version, at, previous)
        rows.append((written.name, written.row))
        previous = written.entry.hash
    read = [entry.event for entry in codec.read_all(rows, "cup", 1)]
    assert read == t.history
    assert placed(replay(read)) == placed(t)


@pytest.mark.parametrize("order", list(BracketOrder))
def test_who_leaves_after_round_1_is_in_the_bracket_as_long_as_they_are_there(order: BracketOrder) -> None:
    t = knockout(5, KnockoutOptions(bracket=order))
    t = replay(withdraw(t, [EntrantId(n) for n in range(2, 6)], 2), t)
    assert (rules_of(t).rounds(t), rules_of(t).first_lot(t)) == (3, FirstLot.NONE)
    t = next_round(t)
    assert len({*t.round(1).seated, *t.round(1).all_byes}) == 5


@pytest.mark.parametrize("order", list(BracketOrder))
def test_who_leaves_before_it_is_not(order: BracketOrder) -> None:
    t = knockout(5, KnockoutOptions(bracket=order))
    t = replay(withdraw(t, [EntrantId(5)], 1), t)
    assert rules_of(t).rounds(t) == 2
    t = next_round(t)
    assert t.round(1).seated == {1, 2, 3, 4}


def test_games_are_left_out_of_a_round_that_goes_on_and_of_no_other() -> None:
    t = next_round(knockout(4, games=2))
    for board in (1, 2):
        t = replay(record_result(t, 1, board, Result.WHITE_WINS, None), t)
    t = replay(record_result(t, 1, 2, Result.BLACK_WINS, None, game=2), t)
    t = next_round(replay(record_result(t, 1, 1, Result.BLACK_WINS, None, game=2), t))
    with pytest.raises(NeedsCorrection) as refused:
        leave_out_games(t, 1, 1)
    assert (refused.value.game, refused.value.now) == (1, Result.WHITE_WINS)


def test_boards_altered_in_a_bracket_leave_the_others_to_go_on_without_a_game() -> None:
    t = knockout(6)
    t = replay(pair_round(t), t)
    boards, byes = t.round(1).boards, t.round(1).byes
    assert byes == (1, 2)
    turned = tuple(e.Board(b.number, b.black, b.white) for b in boards)
    assert replay([e.BoardsAltered(1, turned, None, "by hand")], t.copy()).round(1).byes == (1, 2)
    seated = (*turned, e.Board(3, byes[1], EntrantId(7)))
    assert replay([e.BoardsAltered(1, seated, None, "by hand")], t.copy()).round(1).byes == (1,)
