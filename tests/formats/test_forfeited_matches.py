"""A match of several games that somebody does not come to."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.rounds.correcting import Choice
from domain.decisions.rounds.matches import correct_forfeits, forfeit_match, take_forfeits_back
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import of_one_match, undo
from domain.formats.decided import Decision, WonBy, decision, running_score
from domain.refusals import BadField, NeedsCorrection, NothingToCorrect
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.options import KnockoutOptions
from domain.words.players import PlayerId
from projections.moment.people import Person
from projections.moment.snapshot import snapshot
from projections.round.matches import matches_of_round
from projections.round.pairings import BoardRow, Seat
from tests.desk.browsers import desk
from tests.desk.test_matches import AT, ROUND, final_of_two_games, matches
from tests.formats.knockouts import all_results, knockout, next_round, pairs

WHITE, BLACK, NEITHER = Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT


def results(t: Tournament, board: int = 1) -> list[Result | None]:
    return [game.result for game in t.round(1).matches[board]]


def forfeited(games: int = 2, result: Result = BLACK) -> Tournament:
    t = next_round(knockout(4, games=games))
    return replay(forfeit_match(t, 1, 1, result), t)


@given(games=st.integers(2, 5), at_once=st.booleans(), result=st.sampled_from([WHITE, BLACK, NEITHER]))
def test_all_games_go_to_the_one_who_came(games: int, at_once: bool, result: Result) -> None:
    t = next_round(knockout(2, KnockoutOptions(games_at_once=at_once), games))
    t = replay(forfeit_match(t, 1, 1, result), t)
    match = t.round(1).matches[1]
    came = None if result is NEITHER else match[0].white if result is WHITE else match[0].black
    made = Decision(WonBy.NOBODY) if came is None else Decision(WonBy.GAMES, came)
    assert decision(t, t.round(1), 1) == made
    assert max(running_score(t, match).main) == (0 if came is None else 2 * games)


def test_a_game_that_was_played_stays() -> None:
    t = next_round(knockout(2, games=3))
    t = replay(record_result(t, 1, 1, Result.DRAW, None), t)
    t = replay(forfeit_match(t, 1, 1, BLACK), t)
    assert results(t) == [Result.DRAW, WHITE, BLACK]


def test_the_step_is_taken_back_in_one() -> None:
    t = forfeited()
    assert results(replay(take_forfeits_back(t, 1, 1), t)) == [None, None]


def test_only_a_forfeit_is_meant() -> None:
    t = next_round(knockout(2, games=2))
    with pytest.raises(BadField):
        forfeit_match(t, 1, 1, Result.DRAW)


def test_a_round_that_is_over_is_corrected_in_one_step_too() -> None:
    t = all_results(forfeited())
    t = replay(close_round(t, 1), t)
    with pytest.raises(NeedsCorrection):
        forfeit_match(t, 1, 1, WHITE)
    events = correct_forfeits(t, 1, 1, 2, BLACK, "the other was here")
    assert [event.game for event in events if isinstance(event, e.ResultCorrected)] == [1, 2]
    t = replay(events, t)
    assert results(t) == [WHITE, BLACK]
    assert decision(t, t.round(1), 1).winner == t.round(1).game(1).white
    with pytest.raises(NothingToCorrect):
        correct_forfeits(t, 1, 1, 1, WHITE, "once more")


def test_the_next_round_is_paired_again_with_the_one_who_came() -> None:
    t = next_round(all_results(forfeited()))
    stayed_away = t.round(1).game(1).white
    t = replay(correct_forfeits(t, 1, 1, 1, WHITE, "he was here", Choice.PAIR_AGAIN), t)
    assert t.published == 1
    assert any(stayed_away in pair for pair in pairs(next_round(t), 2))


async def test_the_desk_forfeits_a_match_and_takes_it_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await anna.send(f"{ROUND}/boards/1/match", absent="first")
        await anna.go(ROUND)
        assert matches(anna) == "1 Alice 0 – 2 Bob Bob goes on Take the forfeit back"
        await anna.send(f"{ROUND}/boards/1/match", step="came-after-all")
        await anna.go(ROUND)
        assert matches(anna).startswith("1 Alice 0 – 0 Bob Somebody did not come")


async def test_the_desk_corrects_all_forfeits_of_a_match(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await anna.send(f"{ROUND}/boards/1/match", absent="first")
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/close")
        await anna.go(f"{ROUND}/boards/1/correct?game=2")
        assert "All 2 forfeited games of the match" in anna.text
        shown = await anna.go(f"{ROUND}/boards/1/effect?result=-/%2B&whole=1&game=2&part=table")
        assert "2 rows of the table change" in shown.text
        await anna.go(f"{ROUND}/boards/1/correct?game=2")
        await anna.send(f"{ROUND}/boards/1/correct", result="-/+", whole="1", reason="wrong name", confirmed="4")
        await anna.go(ROUND)
        assert "Alice 2 – 0 Bob" in matches(anna)
        assert anna.refusal == ""
        await anna.go(AT)


def test_a_match_is_shown_as_forfeited_where_several_games_of_it_are() -> None:
    def shown(*results: Result) -> bool:
        t = next_round(knockout(2, KnockoutOptions(games_at_once=True), len(results)))
        for game, result in enumerate(results, 1):
            t = replay(record_result(t, 1, 1, result, None, game=game), t)
        [row] = matches_of_round(snapshot(t), 1)
        return row.forfeited

    assert not shown(WHITE)
    assert not shown(Result.DRAW, WHITE, Result.DRAW)
    assert shown(WHITE, BLACK)
    assert shown(NEITHER, NEITHER)
    assert shown(Result.DRAW, WHITE, BLACK)
    assert not shown(Result.WHITE_WINS, Result.BLACK_WINS, NEITHER, NEITHER)


def undo_link(page: str, newest: int = 0) -> str:
    """The address of the undo of the entry so many below the newest that can be undone."""
    return re.findall(r'href="(/desk/t/cup/history/\d+/undo)"', page)[newest]


async def test_one_undo_in_the_history_takes_all_games_back_and_one_more_brings_them_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await anna.send(f"{ROUND}/boards/1/match", absent="first")
        await anna.go(f"{AT}/history")
        for expected in ("0 – 0", "0 – 2"):
            link = undo_link(anna.page.text)
            await anna.go(link)
            assert "One step wrote this for all games of the match" in anna.text
            await anna.send(link, reason="they were here")
            assert anna.refusal == ""
            await anna.go(ROUND)
            assert expected in matches(anna)
            await anna.go(f"{AT}/history")


def test_other_results_of_the_same_command_stay() -> None:
    t = next_round(knockout(4, games=2))
    before = t.version
    t = replay([*forfeit_match(t, 1, 1, BLACK), *forfeit_match(t, 1, 2, BLACK)], t)
    written = range(before + 1, t.version + 1)
    step = of_one_match(t, before + 1, written)
    assert step == (before + 2,)
    t = replay(undo(t, before + 1, "here", step=step), t)
    assert (results(t, 1), results(t, 2)) == ([None, None], [BLACK, WHITE])


def test_a_game_of_a_match_is_named_from_its_second_on() -> None:
    white, black = (Seat(Person(PlayerId(n), f"P{n}", n), 0) for n in (1, 2))
    assert [BoardRow(3, white, black, None, game=game).spot for game in (1, 2, 3)] == ["3", "3.2", "3.3"]
