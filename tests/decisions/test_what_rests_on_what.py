"""A short tournament with one event of almost every kind: what cannot be undone without what else."""

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import paired_from
from domain.decisions.undoing import dependents
from domain.tournament import replay
from domain.words.games import Bye, Colour, Result
from domain.words.players import Player, player_id
from domain.words.regulations import CorrectionPolicy, Regulations
from tests.crosstable import announcement

PLAYERS = [Player(player_id(n), f"P{n}", 2000 - n) for n in (1, 2, 3, 4)]
A, B, C, D = (player.id for player in PLAYERS)
ENGINE = ("dutch-1998", "1")
HISTORY: list[e.Event] = [
    *announcement(Regulations(rounds=5)),  # 1
    *(e.PlayerRegistered(player, 1) for player in PLAYERS),  # 2 to 5; the last one never plays
    e.InitialColourDrawn(Colour.WHITE),  # 6
    e.PairingNumbersIssued((A, B, C)),  # 7
    e.RoundPaired(1, (e.Board(1, A, B),), C, (A, B, C), *ENGINE, 7),  # 8
    e.RoundPublished(1),  # 9
    e.ResultRecorded(1, 1, Result.DRAW),  # 10
    e.RoundClosed(1),  # 11
    e.ByeGranted(C, 2, Bye.HALF),  # 12
    e.ByeRevoked(C, 2),  # 13
    e.PlayerWithdrawn(B, 2),  # 14
    e.PlayerReadmitted(B, 2),  # 15
    e.RoundPaired(2, (e.Board(1, B, A),), C, (A, B, C), *ENGINE, 15),  # 16
    e.BoardsAltered(2, (e.Board(1, A, C),), B, "by hand"),  # 17
    e.RoundPublished(2),  # 18
    e.GameAdjourned(2, 1),  # 19
    e.AdjournedGameFinished(2, 1, Result.DRAW, 2),  # 20
    e.ResultCorrected(1, 1, Result.WHITE_WINS, Result.DRAW, 3, "sheet", 2, CorrectionPolicy.F7_1998),  # 21
    e.RoundPaired(3, (e.Board(1, C, B),), A, (A, B, C), *ENGINE, 21),  # 22
    e.DraftDiscarded(3),  # 23
    e.TournamentClosed(),  # 24
    e.TournamentReopened("one more look", 2),  # 25
]
FROM_9 = (10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25)
FROM_16 = (17, 18, 19, 20, 22, 23, 24, 25)
RESTING = {
    2: (7, 8, 9, *FROM_9),
    3: (7, 8, 9, 10, 11, 14, 15, *FROM_9[2:]),
    4: (7, 8, 9, 10, 11, 12, 13, *FROM_9[2:]),
    5: (8, 9, *FROM_9),
    6: (8, 9, *FROM_9),
    7: (8, 9, *FROM_9),
    8: (9, *FROM_9),
    9: FROM_9,
    10: FROM_9[1:],
    11: (),
    12: (13, 16, *FROM_16),
    13: (16, *FROM_16),
    14: (15, 16, *FROM_16),
    15: (16, *FROM_16),
    16: FROM_16,
    17: FROM_16[1:],
    18: FROM_16[2:],
    19: (20, 22, 23, 24, 25),
    20: (22, 23, 24, 25),
    21: (22, 23, 24, 25),
    22: (23, 24, 25),
    23: (),
    24: (25,),
    25: (),
}


@pytest.mark.parametrize("version", RESTING)
def test_each_event_has_its_dependents(version: int) -> None:
    assert dependents(replay(HISTORY), version) == RESTING[version]


def test_a_result_alone_is_what_a_close_rests_on() -> None:
    history = [*HISTORY[:10], e.TournamentClosed()]
    assert dependents(replay(history), 10) == (11,)


ROUNDS = {
    "a rating for round 3 and on": (e.RatingCorrected(A, 1, 2, 3, ""), {3, 4, 5}),
    "a rating for the report": (e.RatingCorrected(A, 1, 2, 0, ""), set()),
    "a correction for round 3 and on": (e.ResultCorrected(1, 1, Result.DRAW, Result.DRAW, 3, ""), {3, 4, 5}),
    "colours corrected for round 1 and on": (e.ColoursCorrected(1, 1, 1, ""), {1, 2, 3, 4, 5}),
    "a game finished during round 2": (e.AdjournedGameFinished(1, 1, Result.DRAW, 2), {3, 4, 5}),
    "a result of round 2": (e.ResultRecorded(2, 1, Result.DRAW), {3, 4, 5}),
    "a result of round 2 taken out": (e.ResultCleared(2, 1, Result.DRAW), {3, 4, 5}),
    "a dispute of round 2 settled": (e.DisputeSettled(2, 1, Result.DRAW, Result.DRAW), {3, 4, 5}),
    "a game of round 2 adjourned": (e.GameAdjourned(2, 1), {3, 4, 5}),
    "boards of round 2 altered": (e.BoardsAltered(2, (), None, ""), {3, 4, 5}),
    "an entry for round 2": (e.PlayerRegistered(PLAYERS[0], 2), {2, 3, 4, 5}),
    "a withdrawal from round 2 on": (e.PlayerWithdrawn(A, 2), {2, 3, 4, 5}),
    "back from round 2 on": (e.PlayerReadmitted(A, 2), {2, 3, 4, 5}),
    "leave in round 2": (e.ByeGranted(A, 2, Bye.HALF), {2}),
    "no leave in round 2": (e.ByeRevoked(A, 2), {2}),
    "the lot": (e.InitialColourDrawn(Colour.WHITE), {1, 2, 3, 4, 5}),
    "the numbers": (e.PairingNumbersIssued((A,)), {1, 2, 3, 4, 5}),
    "pairs kept apart": (e.PairsProhibited((), 1), {1, 2, 3, 4, 5}),
    "the regulations": (e.RegulationsAmended(Regulations(), 1), {1, 2, 3, 4, 5}),
    "a round closed": (e.RoundClosed(1), set()),
    "a round published": (e.RoundPublished(1), set()),
    "a tournament closed": (e.TournamentClosed(), set()),
}


@pytest.mark.parametrize("what", ROUNDS)
def test_each_event_is_ground_for_its_rounds(what: str) -> None:
    event, rounds = ROUNDS[what]
    assert {round for round in range(1, 6) if paired_from(event, round)} == rounds
