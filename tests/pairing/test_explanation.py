"""The explanation of a known round, and the answers to "why not?"."""

import pytest

from domain.cards.card import Card, Line, PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.explanation import ByeStory, Exchange, Reason, Relaxation, Role, Treatment
from domain.words.games import Code
from tests.pairing.known import KNOWN_ROUNDS
from tests.pairing.random_rounds import random_round

DUTCH = SYSTEMS["dutch-1998"]
ROUND_4 = next(k.task for k in KNOWN_ROUNDS if k.event.startswith("held") and k.task.round == 4)
STORY = DUTCH.explain(ROUND_4)


def test_brackets_are_told_from_the_top() -> None:
    assert [bracket.score for bracket in STORY.brackets] == [5, 4, 3, 2, 1, 0]


def test_a_heterogeneous_bracket_tells_of_its_remainder() -> None:
    bracket = STORY.brackets[1]
    assert bracket.treatment is Treatment.HETEROGENEOUS
    assert [(c.s1, c.transposition) for c in bracket.candidates] == [((5,), 2), ((1,), 0)]


def test_half_moved_down_is_treated_as_homogeneous() -> None:
    assert STORY.brackets[2].treatment is Treatment.MIXED


def test_an_exchange_is_named_with_its_number() -> None:
    assert STORY.brackets[3].candidates[0].exchange == Exchange((9,), (10,), 1)


def test_what_was_given_up_is_named_with_the_step() -> None:
    assert STORY.brackets[4].relaxed == (Relaxation("C.10", "B.6"),)


def test_a_board_names_the_criteria_it_breaks() -> None:
    board = next(board for board in STORY.boards if board.white == 8)
    assert (board.role, board.broken) == (Role.MOVED_DOWN, (("B.3", 9), ("B.3", 8), ("B.6", 8)))


def test_boards_are_those_of_the_pairing() -> None:
    pairs = [(pair.white, pair.black) for pair in DUTCH.pair(ROUND_4).pairs]
    assert [(board.white, board.black) for board in STORY.boards] == pairs


def test_the_bye_names_who_was_barred_from_it() -> None:
    had_it = (Line(Code.PAIRING_BYE, 2),)
    cards = {1: Card(1, lines=(Line(Code.HALF_BYE, 2),)), 2: Card(2, lines=(Line(Code.HALF_BYE, 2),))}
    story = DUTCH.explain(PairingTask(cards | {3: Card(3, lines=had_it)}, 2, 5))
    assert story.bye == ByeStory(2, 1, (), {3: "B.1b"})


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (4, 5, Reason.THEY_DO),
        (1, 8, Reason.FORBIDDEN),
        (1, 99, Reason.ABSENT),
        (11, 12, Reason.OTHER_BRACKETS),
        (9, 10, Reason.WORSE),
    ],
)
def test_why_two_players_do_not_meet(a: int, b: int, reason: Reason) -> None:
    assert DUTCH.why_not(ROUND_4, a, b).reason is reason


def test_a_worse_pairing_names_what_it_would_give_up() -> None:
    assert DUTCH.why_not(ROUND_4, 9, 10).relaxed == (Relaxation("C.9", "B.6"),)


def test_in_round_one_everything_else_comes_later() -> None:
    assert DUTCH.why_not(KNOWN_ROUNDS[0].task, 1, 9).reason is Reason.LATER


def test_every_random_round_can_be_explained_board_by_board() -> None:
    articles = set()
    for seed in range(400):
        task = random_round(f"explain-{seed}")
        try:
            pairing = DUTCH.pair(task)
        except NoLegalPairing:
            continue
        story = DUTCH.explain(task)
        assert [(b.white, b.black) for b in story.boards] == [(p.white, p.black) for p in pairing.pairs]
        assert (story.bye.player if story.bye else None) == pairing.bye
        articles |= {relaxed.article for bracket in story.brackets for relaxed in bracket.relaxed}
    assert articles == {"C.9", "C.10", "C.11", "C.12", "C.13", "C.14"}


def test_every_reason_is_found_somewhere() -> None:
    reasons = set()
    for seed in range(120):
        task = random_round(f"why-{seed}")
        try:
            reasons |= {DUTCH.why_not(task, a, b).reason for a in task.cards for b in task.cards if a < b}
        except NoLegalPairing:
            continue
    assert reasons == set(Reason)
