"""A correction that makes a match of a closed round level again."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import Choice, correct_result, proposal
from domain.decisions.rounds.matches import add_further_games, draw_lots_for_match, rule_match
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.undoing import undo
from domain.formats import rules_of
from domain.formats.decided import WonBy, decision_on_board
from domain.refusals import MatchesLevel, NeedsCorrection, Refusal, RoundHasBegun
from domain.tournament import RoundState, Tournament, replay
from domain.words.games import Result
from domain.words.options import KnockoutOptions, LevelRule
from domain.words.regulations import Format
from projections.moment.overview import overview
from projections.moment.snapshot import snapshot
from projections.round.matches import match_effects
from tests.desk.browsers import desk
from tests.desk.test_matches import AT, ROUND, cup_of_four, matches
from tests.formats.knockouts import OPTIONS, all_results, knockout, next_round, pairs, placed, play_out
from tests.tiers import tries

LOTS = KnockoutOptions(level=LevelRule.LOTS)


def closed(options: KnockoutOptions = OPTIONS) -> Tournament:
    """Round 1 of four is over; 1 has beaten 4 on board 1."""
    t = all_results(next_round(knockout(4, options)))
    return replay(close_round(t, 1), t)


def drawn(t: Tournament, choice: Choice | None = None, override: bool = False) -> Tournament:
    return replay(correct_result(t, 1, 1, Result.DRAW, "score sheet", choice, override), t)


def test_nothing_is_paired_before_the_match_has_a_winner() -> None:
    t = drawn(closed())
    assert (rules_of(t).undecided(t, 1), overview(t).level) == ((1,), 1)
    with pytest.raises(MatchesLevel):
        pair_round(t)


def test_further_games_open_the_round_again_and_their_winner_goes_on() -> None:
    t = drawn(closed())
    t = replay(add_further_games(t, 1, 1, "a seed"), t)
    assert t.round(1).state is RoundState.PUBLISHED
    t = all_results(t, max)
    assert pairs(next_round(t), 2) == [{4, 2}]


def test_a_game_that_was_added_can_be_undone_and_the_round_is_closed_again() -> None:
    t = drawn(closed())
    t = replay(add_further_games(t, 1, 1, "a seed"), t)
    t = replay(undo(t, t.version), t)
    assert (t.round(1).state, len(t.round(1).matches[1])) == (RoundState.CLOSED, 1)


@pytest.mark.parametrize("by_ruling", [True, False])
def test_lots_or_the_arbiter_decide_in_the_closed_round(by_ruling: bool) -> None:
    t = drawn(closed(LOTS))
    t = replay(rule_match(t, 1, 1, t.numbers[3], "agreed") if by_ruling else draw_lots_for_match(t, 1, 1, "x"), t)
    winner = decision_on_board(t, t.round(1), 1).winner
    assert any(winner in pair for pair in pairs(next_round(t), 2))


def test_a_published_round_that_nobody_has_played_is_taken_back_with_it() -> None:
    t = drawn(next_round(closed()), Choice.PAIR_AGAIN)
    assert (t.published, rules_of(t).undecided(t, 1)) == (1, (1,))
    t = all_results(replay(add_further_games(t, 1, 1, "a seed"), t), max)
    assert pairs(next_round(t), 2) == [{4, 2}]


def test_a_published_round_that_stands_keeps_who_was_seated() -> None:
    t = drawn(next_round(closed()))
    assert rules_of(t).undecided(t, 1) == ()
    t = all_results(t)
    with pytest.raises(NeedsCorrection):
        rule_match(t, 1, 1, t.numbers[3], "agreed")
    assert placed(t) == [[1], [2], [3, 4]]
    assert rules_of(t).over(t)


def test_all_rounds_that_rest_on_it_are_taken_back_together() -> None:
    t = next_round(all_results(next_round(all_results(next_round(knockout(8))))))
    again = proposal(t, 1).option(Choice.PAIR_AGAIN)
    assert (again.counts_from, again.refused) == (2, (1, 2))
    with pytest.raises(RoundHasBegun):
        drawn(t, Choice.PAIR_AGAIN)
    t = drawn(t, Choice.PAIR_AGAIN, override=True)
    assert (t.published, rules_of(t).undecided(t, 1)) == (1, (1,))


def test_a_bracket_offers_no_pairing_after_the_next() -> None:
    t = next_round(all_results(next_round(knockout(8))))
    assert [option.choice for option in proposal(t, 1).options] == [
        Choice.NEXT_PAIRING,
        Choice.PAIR_AGAIN,
        Choice.RATING_ONLY,
    ]


def test_the_preview_says_what_comes_next() -> None:
    [seen] = match_effects(snapshot(t := closed()), correct_result(t, 1, 1, Result.DRAW, "score sheet"))
    assert (seen.board, seen.level, seen.winner, seen.stands) == (1, True, None, None)
    assert seen.next_step is not None
    t = next_round(t)
    [seen] = match_effects(snapshot(t), correct_result(t, 1, 1, Result.DRAW, "score sheet"))
    assert seen.stands is not None
    assert seen.stands.id == 1


RESULTS = st.sampled_from([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.DOUBLE_FORFEIT])


@settings(max_examples=tries(60), deadline=None)
@given(
    entrants=st.integers(2, 9),
    format=st.sampled_from([Format.KNOCKOUT, Format.DOUBLE_ELIMINATION]),
    options=st.sampled_from([OPTIONS, LOTS, KnockoutOptions(third_place=True)]),
    games=st.integers(1, 2),
    played=st.integers(1, 4),
    corrections=st.lists(
        st.tuples(st.integers(0, 5), st.integers(1, 4), RESULTS, st.sampled_from(list(Choice)), st.booleans()),
        max_size=3,
    ),
)
def test_whatever_is_corrected_the_event_comes_to_its_end(
    entrants: int,
    format: Format,
    options: KnockoutOptions,
    games: int,
    played: int,
    corrections: list[tuple[int, int, Result, Choice, bool]],
) -> None:
    t = knockout(entrants, options, games, format)
    for _ in range(played):
        if not rules_of(t).over(t):
            t = all_results(next_round(t))
    for back, board, result, choice, override in corrections:
        round = max(1, t.published - back)
        try:
            t = replay(correct_result(t, round, board, result, "score sheet", choice, override), t)
        except Refusal:
            continue
    t = play_out(all_results(t))
    found = {decision_on_board(t, round, board).by for round in t.rounds for board in round.matches}
    assert not found & {WonBy.OPEN, WonBy.LEVEL}
    assert isinstance(close_tournament(t)[-1], e.TournamentClosed)


@pytest.mark.process
async def test_the_desk_offers_the_further_games(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await cup_of_four(anna)
        await anna.go(f"{ROUND}/boards/1/effect?result=1/2-1/2&part=table&choice=pair-again")
        assert "Round 1, board 1, Alice – Dora" in anna.text
        assert "the match is level. Before the next pairing: 2 rapid games." in anna.text
        await anna.go(f"{ROUND}/boards/1/effect?result=1/2-1/2&part=table&choice=next-pairing")
        assert "Round 2 is published and stands: Alice plays on." in anna.text
        await anna.go(f"{ROUND}/boards/1/correct")
        await anna.send(
            f"{ROUND}/boards/1/correct", result="1/2-1/2", choice="pair-again", reason="score sheet", confirmed="4"
        )
        await anna.go(AT)
        assert "Round 1: 1 match is level. Decide who goes on." in anna.text
        await anna.go(ROUND)
        assert "Alice ½ – ½ Dora level Add: 2 rapid games" in matches(anna)
        await anna.send(f"{ROUND}/boards/1/match", step="games")
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/results", board="1.2", result="0-1", seen="")
        assert anna.refusal == ""
