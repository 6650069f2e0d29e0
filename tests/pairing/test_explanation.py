"""The explanation of a known round, and the answers to "why not?"."""

import pytest

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_1998 import account as f
from domain.pairing.system import Step
from domain.words.games import Code, Colour
from tests.pairing.known import KNOWN_ROUNDS, REOPENED_ROUNDS
from tests.pairing.random_rounds import random_round

DUTCH = SYSTEMS["dutch-1998"]
ROUND_4 = next(k.task for k in KNOWN_ROUNDS if k.event.startswith("held") and k.task.round == 4)
STORY = DUTCH.explain(ROUND_4)


def children(step: Step, kind: type[object]) -> list[Step]:
    return [child for child in step.children if isinstance(child.facts, kind)]


def facts(step: Step) -> list[object]:
    return [child.facts for child in step.children]


def test_brackets_are_told_from_the_top() -> None:
    assert [step.facts.score for step in STORY.way if isinstance(step.facts, f.ScoreBracket)] == [5, 4, 3, 2, 1, 0]


def test_a_heterogeneous_bracket_tells_of_its_remainder() -> None:
    bracket = STORY.way[1]
    assert isinstance(bracket.facts, f.ScoreBracket)
    assert bracket.facts.treatment is f.Treatment.HETEROGENEOUS
    attempts = [one for one in facts(bracket) if isinstance(one, f.Attempt)]
    assert [(one.s1, one.transposition) for one in attempts] == [((5,), 2), ((1,), 0)]


def test_half_moved_down_is_treated_as_homogeneous() -> None:
    bracket = STORY.way[2].facts
    assert isinstance(bracket, f.ScoreBracket)
    assert bracket.treatment is f.Treatment.MIXED


def test_an_exchange_is_named_with_its_number() -> None:
    attempt = next(one for one in facts(STORY.way[3]) if isinstance(one, f.Attempt))
    assert attempt.exchange == f.Exchange((9,), (10,), 1)


def test_what_was_given_up_is_named_with_the_step() -> None:
    given_up = children(STORY.way[4], f.GivenUp)
    assert given_up == [Step(f.article("C.10"), f.GivenUp(f.article("B.6")))]


def test_a_board_names_the_criteria_it_breaks() -> None:
    board = next(step for pair, step in STORY.boards if pair.white == 8)
    assert isinstance(board.facts, f.BoardMade)
    assert board.facts.role is f.PairRole.MOVED_DOWN
    unsatisfied = [Step(f.article("B.3"), f.Unsatisfied((9, 8))), Step(f.article("B.6"), f.Unsatisfied((8,)))]
    assert children(board, f.Unsatisfied) == unsatisfied


def test_boards_are_those_of_the_pairing() -> None:
    assert [pair for pair, _ in STORY.boards] == list(DUTCH.pair(ROUND_4).pairs)


def test_every_article_is_cited_with_its_edition() -> None:
    def articles(step: Step) -> set[str]:
        return {step.article.edition if step.article else "dutch-1998"}.union(*map(articles, step.children))

    assert set().union(*map(articles, STORY.way), *(articles(step) for _, step in STORY.boards)) == {"dutch-1998"}


def test_the_bye_names_who_was_barred_from_it() -> None:
    had_it = (CardLine(Code.PAIRING_BYE, 2),)
    cards = {1: Card(1, lines=(CardLine(Code.HALF_BYE, 2),)), 2: Card(2, lines=(CardLine(Code.HALF_BYE, 2),))}
    story = DUTCH.explain(PairingTask(cards | {3: Card(3, lines=had_it)}, 2, 5))
    barred = Step(f.article("B.1b"), f.Barred((3,)))
    assert story.bye == (2, Step(f.article("A.5"), f.ByeGiven(2, 1), (barred,)))


def reopened(name: str) -> PairingTask:
    return next(known.task for known in REOPENED_ROUNDS if known.event == name)


def test_a_bracket_that_c13_only_paired_again_is_not_said_to_be_joined() -> None:
    way = DUTCH.explain(reopened("defect_K1_min")).way
    assert [one.facts for step in way for one in children(step, f.Reopened)] == [f.Reopened(f.Reopening.PAIRED_AGAIN)]
    assert not any(children(step, f.Joined) for step in way)


def bye_of_a_player_moved_down() -> PairingTask:
    """1 has met 5 and 7 above; 2 and 6 had the bye."""
    free = {2: Code.PAIRING_BYE, 6: Code.PAIRING_BYE}
    points = {1: 2, 5: 2, 7: 2, 2: 1, 6: 1}
    cards = {n: Card(n, lines=(CardLine(free.get(n, Code.HALF_BYE), points[n]),)) for n in points}
    return PairingTask(cards, 2, 9, forbidden=frozenset(map(frozenset, ((1, 5), (1, 7)))))


def test_the_bye_of_a_player_moved_down_is_told_by_a5_and_nothing_is_said_to_be_given_up() -> None:
    story = DUTCH.explain(bye_of_a_player_moved_down())
    last = story.way[-1]
    assert story.bye is not None
    assert story.bye[0] == 1
    assert children(last, f.ByeMovedDown) == [Step(f.article("A.5"), f.ByeMovedDown(1, ()))]
    assert not children(last, f.GivenUp)
    assert isinstance(last.facts, f.ScoreBracket)
    assert (last.facts.treatment, last.facts.moved_down) == (f.Treatment.HOMOGENEOUS, (1,))


def test_of_two_due_the_same_colour_only_the_one_denied_it_is_named() -> None:
    had_black = {n: Card(n, lines=(CardLine(Code.DRAW, 1, 90 + n, Colour.BLACK),)) for n in (1, 2)}
    (_, board), *_ = DUTCH.explain(PairingTask(had_black, 2, 9)).boards
    assert children(board, f.Unsatisfied) == [Step(f.article("B.4"), f.Unsatisfied((2,)))]


def test_the_way_transpositions_are_counted_is_said_once() -> None:
    assert [step.facts for step in STORY.way].count(f.ShortCount()) == 1
    assert f.ShortCount() not in [step.facts for step in DUTCH.explain(KNOWN_ROUNDS[0].task).way]


def reason(task: PairingTask, a: int, b: int) -> f.Reason:
    answer = DUTCH.why_not(task, a, b).facts
    assert isinstance(answer, f.WhyNot)
    return answer.reason


def test_a_pair_undone_for_the_bracket_below_is_looked_for_where_it_was_possible() -> None:
    """5-4 was possible in their own bracket; C.13 gave it up, and they came down into the last one together."""
    answer = DUTCH.why_not(reopened("defect_K1_min"), 4, 5).facts
    assert answer == f.WhyNot((4, 5), f.Reason.BELOW, 2)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (4, 5, f.Reason.THEY_DO),
        (1, 8, f.Reason.FORBIDDEN),
        (1, 99, f.Reason.ABSENT),
        (11, 12, f.Reason.OTHER_BRACKETS),
        (9, 10, f.Reason.WORSE),
    ],
)
def test_why_two_players_do_not_meet(a: int, b: int, expected: f.Reason) -> None:
    assert reason(ROUND_4, a, b) is expected


def test_a_worse_pairing_names_what_it_would_give_up() -> None:
    answer = DUTCH.why_not(ROUND_4, 9, 10)
    assert children(answer, f.GivenUp) == [Step(f.article("C.9"), f.GivenUp(f.article("B.6")))]


def test_in_round_one_everything_else_comes_later() -> None:
    assert reason(KNOWN_ROUNDS[0].task, 1, 9) is f.Reason.LATER


def test_every_random_round_can_be_explained_board_by_board() -> None:
    articles = set()
    for seed in range(400):
        task = random_round(f"explain-{seed}")
        try:
            pairing = DUTCH.pair(task)
        except NoLegalPairing:
            continue
        story = DUTCH.explain(task)
        assert [pair for pair, _ in story.boards] == list(pairing.pairs)
        assert (story.bye[0] if story.bye else None) == pairing.bye
        steps = [child for bracket in story.way for child in bracket.children]
        articles |= {step.article.number for step in steps if step.article}
    assert articles >= {"C.1", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14"}


def test_every_reason_is_found_somewhere() -> None:
    reasons = set()
    for seed in range(120):
        task = random_round(f"why-{seed}")
        try:
            reasons |= {reason(task, a, b) for a in task.cards for b in task.cards if a < b}
        except NoLegalPairing:
            continue
    assert reasons == set(f.Reason) - {f.Reason.BYE, f.Reason.NOT_BELOW}
