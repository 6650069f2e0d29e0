"""The games of a match: one after the other, or all at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import adjourn, dispute_result, record_result
from domain.formats import games_on, rules_of
from domain.formats.decided import Decision, WonBy, decision
from domain.refusals import GameToCome, ResultsMissing
from domain.screens.events import Content, ContentKind
from domain.tournament import RoundState, Tournament, replay
from domain.words.games import Result
from domain.words.options import KnockoutOptions
from domain.words.regulations import Format
from projections.moment.overview import overview
from projections.moment.snapshot import snapshot
from projections.round.pairings import Pairings, pairings
from projections.round.seats import seats
from projections.screens.panels import contents_of
from tests.formats.knockouts import knockout, next_round
from tests.tiers import tries
from web.api import tournaments

AT_ONCE = KnockoutOptions(games_at_once=True)


def enter(t: Tournament, game: int, result: Result) -> Tournament:
    return replay(record_result(t, 1, 1, result, None, game=game), t)


def on(t: Tournament) -> list[int]:
    return [game.number for game in games_on(t, 1)]


def test_only_the_first_game_is_on_before_it_has_a_result() -> None:
    t = next_round(knockout(2, games=3))
    assert on(t) == [1]
    view = pairings(snapshot(t), 1)
    assert view is not None
    assert ([row.spot for row in view.boards], overview(t).games, overview(t).decided) == (["1"], 1, 0)
    assert on(enter(t, 1, Result.DRAW)) == [1, 2]


def test_played_at_once_all_games_are_on() -> None:
    t = next_round(knockout(2, AT_ONCE, games=3))
    assert on(t) == [1, 2, 3]
    assert on(enter(t, 3, Result.DRAW)) == [1, 2, 3]


def test_a_game_to_come_takes_no_entry() -> None:
    t = next_round(knockout(2, games=2))
    with pytest.raises(GameToCome) as refused:
        record_result(t, 1, 1, Result.DRAW, None, game=2)
    assert (refused.value.game, refused.value.decided) == (2, False)
    with pytest.raises(GameToCome):
        dispute_result(t, 1, 1, Result.DRAW, game=2)


def test_behind_an_adjourned_game_nothing_is_played_and_the_round_stays_open() -> None:
    t = next_round(knockout(2, games=2))
    t = replay(adjourn(t, 1, 1), t)
    assert on(t) == [1]
    with pytest.raises(ResultsMissing):
        close_round(t, 1)


def test_a_match_that_is_won_goes_on_to_no_further_game_of_it() -> None:
    t = next_round(knockout(2, games=4))
    for game, result in ((1, Result.WHITE_WINS), (2, Result.BLACK_WINS)):
        t = enter(t, game, result)
    assert decision(t, t.round(1), 1) == Decision(WonBy.OPEN)
    t = enter(t, 3, Result.DRAW)
    assert (decision(t, t.round(1), 1), on(t)) == (Decision(WonBy.GAMES, t.round(1).game(1).white), [1, 2, 3])
    with pytest.raises(GameToCome) as refused:
        enter(t, 4, Result.DRAW)
    assert refused.value.decided


def test_the_round_leaves_the_games_out_that_nobody_needs() -> None:
    t = next_round(knockout(2, games=3))
    t = enter(enter(t, 1, Result.WHITE_WINS), 2, Result.BLACK_WINS)
    t = replay(close_round(t, 1), t)
    assert (t.round(1).state, t.round(1).game(1, 3).result) == (RoundState.CLOSED, Result.DOUBLE_FORFEIT)


def test_a_corrected_game_brings_the_next_one_on_again() -> None:
    t = next_round(knockout(2, games=3))
    t = enter(enter(t, 1, Result.WHITE_WINS), 2, Result.BLACK_WINS)
    t = replay(correct_result(t, 1, 1, Result.DRAW, "score sheet", game=2), t)
    assert (on(t), decision(t, t.round(1), 1).over) == ([1, 2, 3], False)


def test_the_wall_shows_the_running_game_alone() -> None:
    t = enter(next_round(knockout(2, games=2)), 1, Result.WHITE_WINS)
    body = contents_of(Content(ContentKind.PAIRINGS, "cup"), snapshot(t))
    assert isinstance(body, Pairings)
    assert [row.spot for row in body.boards] == ["1.2"]


def test_by_name_everybody_is_sent_to_the_running_game() -> None:
    t = enter(next_round(knockout(2, games=2)), 1, Result.WHITE_WINS)
    now = snapshot(t)
    view = pairings(now, 1)
    assert view is not None
    assert [(row.board.spot, row.white) for row in seats(now, view) if row.board] == [("1.2", False), ("1.2", True)]


def test_the_json_twin_counts_level_matches() -> None:
    t = enter(next_round(knockout(2)), 1, Result.DRAW)
    assert tournaments.overview(overview(t))["matches_level"] == 1


RESULTS = st.sampled_from([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS_BY_FORFEIT])


@settings(max_examples=tries(50), deadline=None)
@given(
    games=st.integers(1, 5),
    at_once=st.booleans(),
    format=st.sampled_from([Format.KNOCKOUT, Format.DOUBLE_ELIMINATION]),
    results=st.lists(RESULTS, min_size=6, max_size=6),
)
def test_a_match_is_over_exactly_when_no_game_of_it_is_on(
    games: int, at_once: bool, format: Format, results: list[Result]
) -> None:
    t = next_round(knockout(4, KnockoutOptions(games_at_once=at_once), games, format))
    for result in results:
        waiting = [game for game in games_on(t, 1) if game.board == 1 and game.result is None]
        made = decision(t, t.round(1), 1)
        assert (made.by is WonBy.OPEN) == bool(waiting)
        assert at_once or len(waiting) <= 1
        if not waiting:
            assert made.by is WonBy.LEVEL or rules_of(t).places(t, 1)
            return
        t = enter(t, waiting[0].number, result)
