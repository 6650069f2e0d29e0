"""Each event about a game, and the game as it is afterwards: versions, colours, claims and marks."""

import pytest

from domain import events as e
from domain.tournament import Game, Tournament, Version, replay
from domain.words.games import Result
from domain.words.players import player_id
from tests.crosstable import tournament

A, B = player_id(1), player_id(2)
WIN, DRAW, LOSS = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def after(*events: e.Event) -> Tournament:
    """Round 1 is drawn, round 2 is published: Ann has White against Bob in round 1."""
    return replay(events, tournament("Ann =w2 ?b2\nBob =b1 ?w1", rounds=5))


def version(counts_from: int, result: Result, white: int = 1, black: int = 2) -> Version:
    return Version(counts_from, player_id(white), player_id(black), result)


DRAWN = version(2, DRAW)
CASES: dict[str, tuple[tuple[e.Event, ...], Game]] = {
    "nothing": ((), Game(1, A, B, (DRAWN,))),
    "recorded again": ((e.ResultRecorded(1, 1, WIN),), Game(1, A, B, (version(2, WIN),))),
    "cleared": ((e.ResultCleared(1, 1, DRAW),), Game(1, A, B)),
    "corrected for round 3": (
        (e.ResultCorrected(1, 1, WIN, DRAW, 3, ""),),
        Game(1, A, B, (DRAWN, version(3, WIN)), corrected=True),
    ),
    "corrected for round 2": (
        (e.ResultCorrected(1, 1, WIN, DRAW, 2, ""),),
        Game(1, A, B, (version(2, WIN),), corrected=True),
    ),
    "corrected twice": (
        (e.ResultCorrected(1, 1, WIN, DRAW, 4, ""), e.ResultCorrected(1, 1, LOSS, WIN, 3, "")),
        Game(1, A, B, (DRAWN, version(3, LOSS)), corrected=True),
    ),
    "corrected twice, later": (
        (e.ResultCorrected(1, 1, WIN, DRAW, 3, ""), e.ResultCorrected(1, 1, LOSS, WIN, 4, "")),
        Game(1, A, B, (DRAWN, version(3, WIN), version(4, LOSS)), corrected=True),
    ),
    "corrected for the ratings": (
        (e.ResultCorrectedForRating(1, 1, WIN, DRAW, ""),),
        Game(1, A, B, (DRAWN,), rating_only=version(2, WIN)),
    ),
    "colours exchanged": (
        (e.ResultCorrected(1, 1, WIN, DRAW, 2, ""), e.ColoursCorrected(1, 1, 3, "")),
        Game(1, A, B, (version(2, WIN), version(3, LOSS, 2, 1)), corrected=True),
    ),
    "disputed": ((e.ResultDisputed(1, 1, WIN),), Game(1, A, B, (DRAWN,), claims=(WIN,))),
    "disputed twice": (
        (e.ResultDisputed(1, 1, WIN), e.ResultDisputed(1, 1, LOSS)),
        Game(1, A, B, (DRAWN,), claims=(WIN, LOSS)),
    ),
    "settled": (
        (e.ResultDisputed(1, 1, WIN), e.DisputeSettled(1, 1, WIN, DRAW)),
        Game(1, A, B, (version(2, WIN),)),
    ),
    "adjourned": ((e.GameAdjourned(1, 1),), Game(1, A, B, (version(2, Result.ADJOURNED),))),
    "finished during round 2": (
        (e.GameAdjourned(1, 1), e.AdjournedGameFinished(1, 1, WIN, 2)),
        Game(1, A, B, (version(2, Result.ADJOURNED), version(3, WIN))),
    ),
    "finished during its own round": (
        (e.GameAdjourned(1, 1), e.AdjournedGameFinished(1, 1, WIN, 1)),
        Game(1, A, B, (version(2, WIN),)),
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_a_game_after_what_happened_to_it(what: str) -> None:
    events, expected = CASES[what]
    assert after(*events).round(1).game(1) == expected


@pytest.mark.parametrize(("by", "result"), [(1, None), (2, DRAW), (3, WIN), (4, LOSS), (9, LOSS), (None, LOSS)])
def test_a_round_sees_the_version_that_counts_for_it(by: int | None, result: Result | None) -> None:
    game = after(*CASES["corrected twice, later"][0]).round(1).game(1)
    seen = game.seen(by)
    assert (seen.result if seen else None) is result


def test_of_a_match_white_alternates() -> None:
    games = [Game.at(e.Board(3, A, B), number) for number in (1, 2, 3, 4)]
    assert [(game.board, game.white, game.black, game.number) for game in games] == [
        (3, A, B, 1),
        (3, B, A, 2),
        (3, A, B, 3),
        (3, B, A, 4),
    ]


@pytest.mark.parametrize(
    ("events", "there"),
    [
        ((), {1, 2, 3, 4, 5}),
        ((e.PlayerWithdrawn(A, 3),), {1, 2}),
        ((e.PlayerWithdrawn(A, 3), e.PlayerReadmitted(A, 5)), {1, 2, 5}),
        ((e.PlayerWithdrawn(A, 3), e.PlayerReadmitted(A, 4), e.PlayerWithdrawn(A, 5)), {1, 2, 4}),
        ((e.PlayerWithdrawn(A, 4), e.PlayerWithdrawn(A, 2)), {1}),
    ],
)
def test_somebody_is_there_but_for_the_rounds_between_going_and_coming(
    events: tuple[e.Event, ...], there: set[int]
) -> None:
    state = after(*events)
    assert {round for round in range(1, 6) if not state.away(A, round)} == there


def test_a_late_entry_is_away_until_its_round() -> None:
    state = tournament("Ann =w2 +w3\nBob =b1 U\nCid . -b1", rounds=5)
    assert [state.away(player_id(3), round) for round in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_there_is_no_round_before_the_first_and_after_the_last(number: int) -> None:
    with pytest.raises(IndexError):
        after().round(number)


def test_the_newest_round_is_the_one_paired_or_published_last() -> None:
    state = after()
    assert (state.paired, state.published, state.draft) == (2, 2, None)
    state = tournament("Ann =w2 ?b2\nBob =b1 ?w1", rounds=5, publish_last=False)
    assert (state.paired, state.published, state.draft and state.draft.number) == (2, 1, 2)
