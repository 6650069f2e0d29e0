"""The literal Double-Swiss by itself, article by article, and beside the engine in random rounds of matches.

Every run draws new rounds and prints its seed. More of them, or the same again:

    python -m tests.pairing.compare_double_swiss --count 20000 --seed 12345
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing, of_match
from domain.words.games import Code, Colour
from tests.pairing.compare_double_swiss import by_engine, compared
from tests.pairing.comparing import unordered
from tests.pairing.random_matches import GAME, MATCH
from tests.pairing.to_the_letter_double_swiss import Field, identifier, pair, sets_in_order
from tests.tiers import tries

ROUNDS = tries(400, "DOUBLE_SWISS_ROUNDS")
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))
AWAY = 99
"""An opponent of before who is not there any more."""
WON, LOST, CAME_NOT, WAITED = Code.WIN, Code.LOSS, Code.FORFEIT_LOSS, Code.FORFEIT_WIN
Games = Sequence[Code]


def match(
    opponent: int, games: Games = (WON, LOST), colour: str = "w", ahead: int = 0, theirs: Games = (LOST, WON)
) -> CardLine:
    points = sum(map(GAME.points, games))
    return CardLine(of_match(games, theirs), points, opponent, Colour(colour), ahead, tuple(games))


def card(number: int, score: int, *lines: CardLine, rounds: int = 1) -> Card:
    filled = (*[CardLine(Code.ZERO_BYE, 0)] * (rounds - len(lines)), *lines)
    return Card(number, lines=filled, carried=score - sum(line.points for line in lines), present=number != AWAY)


def task(cards: Iterable[Card], apart: Iterable[tuple[int, int]] = (), last: bool = False) -> PairingTask:
    everybody = {one.number: one for one in cards}
    round = 1 + max(len(one.lines) for one in everybody.values())
    forbidden = frozenset(map(frozenset, apart))
    return PairingTask(everybody, round, round if last else 9, forbidden=forbidden, scoring=MATCH)


def field(
    scores: Mapping[int, int], apart: Iterable[tuple[int, int]] = (), floated: int = 0, last: bool = False
) -> PairingTask:
    """Players by number and score, one of whom met another score in the round before."""
    lines = {floated: [match(AWAY, ahead=1)]}
    return task([card(n, score, *lines.get(n, [])) for n, score in ({AWAY: 0} | {**scores}).items()], apart, last)


def agreed(asked: PairingTask) -> RoundPairing | None:
    """The twin's answer, which is that of the engine."""
    answer = pair(asked)
    assert unordered(answer) == unordered(by_engine(asked))
    return answer


def meetings(asked: PairingTask) -> set[tuple[int, ...]]:
    answer = agreed(asked)
    assert answer is not None
    return {tuple(sorted((board.white, board.black))) for board in answer.pairs}


def test_random_rounds_are_paired_as_by_the_engine() -> None:
    print(f"PAIRING_SEED={SEED} DOUBLE_SWISS_ROUNDS={ROUNDS}")
    for seed, told in compared(SEED, ROUNDS):
        assert not told, f"seed {seed}\n{told}"


# Orders


def test_sets_of_upfloaters_come_in_the_printed_order() -> None:
    every = sets_in_order([(4, 2), (4, 6), (4, 8), (2, 1), (2, 3), (2, 5)], 3)
    two_of_the_higher = [found for found in every if len({2, 6, 8}.intersection(found)) == 2]
    assert two_of_the_higher[:2] == [(2, 6, 1), (2, 6, 3)]
    assert two_of_the_higher[-1] == (6, 8, 5)  # 3.5


def test_the_identifier_is_the_printed_one() -> None:
    assert identifier(((11, 24), (16, 6), (10, 9), (8, 4))) == (4, 6, 9, 11, 8, 16, 10, 24)  # 3.6


def test_round_one_is_upper_half_against_lower_half_with_colours_by_parity() -> None:
    answer = agreed(PairingTask({n: Card(n) for n in range(1, 10)}, 1, 9))
    assert answer == RoundPairing((Pair(1, 5), Pair(6, 2), Pair(3, 7), Pair(8, 4)), 9)  # 3.4, 3.6, 4.3.1


# Criteria

SCORES = {1: 6, 2: 6, 3: 6, 4: 4, 5: 4, 6: 4, 7: 2, 8: 2}


def test_the_first_upfloater_is_the_one_with_the_smallest_number() -> None:
    assert meetings(field(SCORES)) == {(1, 3), (2, 4), (5, 6), (7, 8)}


def test_the_lowest_score_of_the_upfloaters_is_as_high_as_possible() -> None:
    """C5: 4 and 4 before 6 and 2, if 6 and 4 leave two who cannot meet."""
    scores = {1: 8, 2: 8, 3: 6, 4: 4, 5: 4, 6: 2}
    assert meetings(field(scores, apart=[(1, 2), (4, 6), (5, 6)])) == {(1, 4), (2, 5), (3, 6)}


def test_the_upfloater_leaves_a_scoregroup_that_needs_none() -> None:
    assert (2, 5) in meetings(field(SCORES, apart=[(5, 6)]))  # C6


@pytest.mark.parametrize(("last", "riser"), [(False, 5), (True, 4)])
def test_a_player_who_floated_does_not_move_up_before_the_last_round(last: bool, riser: int) -> None:
    assert (2, riser) in meetings(field(SCORES, floated=4, last=last))  # C7


@pytest.mark.parametrize(("last", "host"), [(False, 1), (True, 2)])
def test_a_resident_who_floated_meets_no_upfloater_before_the_last_round(last: bool, host: int) -> None:
    assert (host, 4) in meetings(field(SCORES, floated=2, last=last))  # C8


def test_nothing_is_legal_if_nobody_may_meet() -> None:
    assert agreed(field({1: 4, 2: 4}, apart=[(1, 2)])) is None
    assert agreed(field({1: 4, 2: 4, 3: 0}, apart=combinations((1, 2, 3), 2))) is None


# Byes and forfeits


def test_the_bye_goes_to_the_lowest_score_then_to_most_matches_then_to_the_largest_number() -> None:
    strangers = [card(AWAY, 0)]
    played, rested = (card(2, 0, match(AWAY, (LOST, LOST))), card(2, 0))
    assert agreed(task([card(1, 4), played, card(3, 0), *strangers])).bye == 2  # 3.4.3
    assert agreed(task([card(1, 4), rested, card(3, 0), *strangers])).bye == 3  # 3.4.4
    assert agreed(task([card(1, 0), played, card(3, 2), *strangers])).bye == 2  # 3.4.2


FORFEITS: Sequence[tuple[Games, Games, bool, bool]] = [
    ((WON, LOST), (LOST, WON), True, True),
    ((WAITED, LOST), (CAME_NOT, WON), True, True),
    ((WAITED, CAME_NOT), (CAME_NOT, WAITED), True, True),
    ((WAITED, WAITED), (CAME_NOT, CAME_NOT), False, False),
    ((WAITED, CAME_NOT), (CAME_NOT, CAME_NOT), False, False),
    ((CAME_NOT, CAME_NOT), (CAME_NOT, CAME_NOT), False, True),
]
"""Games of both, whether they have met, and whether the first may have the bye."""


@pytest.mark.parametrize(("mine", "theirs", "met", "may_rest"), FORFEITS)
def test_a_match_is_void_only_if_one_forfeits_both_games(mine: Games, theirs: Games, met: bool, may_rest: bool) -> None:
    asked = task(
        [
            card(1, 4, match(2, mine, ahead=1, theirs=theirs)),
            card(2, 4, match(1, theirs, "b", ahead=-1, theirs=mine)),
        ]
    )
    players = Field(asked)
    assert (agreed(asked) is None) is met  # preface, C1
    assert players.may_have_bye(1) is may_rest  # C2
    assert players.floated == {1: met, 2: met}  # 1.5
    assert bool(players.colours[1]) is (WON in (*mine, *theirs))  # 1.6


# Colours

COLOURS = [("", "", 1), ("wb", "bb", 2), ("wb", "bw", 1), ("wb", "wb", 1), ("", "b", 2), ("wb", "b", 2), ("bw", "w", 2)]
"""Of the higher and the lower one, oldest first, and who has White: 4.3.1 to 4.3.5."""


@pytest.mark.parametrize(("higher", "lower", "white"), COLOURS)
def test_colours_of_the_first_game(higher: str, lower: str, white: int) -> None:
    cards = [
        card(number, 8, *[match(AWAY + at, colour=colour) for at, colour in enumerate(had)], rounds=2)
        for number, had in ((1, higher), (2, lower))
    ]
    strangers = [Card(n, lines=card(n, 0, rounds=2).lines, present=False) for n in (AWAY, AWAY + 1)]
    answer = agreed(task([*cards, *strangers]))
    assert answer is not None
    assert answer.pairs[0].white == white
