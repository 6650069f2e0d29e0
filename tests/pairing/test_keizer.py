"""Keizer: rounds beside the description in random fields, and rule by rule."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.generator import Wishes, generate
from domain.pairing.keizer.account import BoardMade, ByeGiven, Lowered, Reason, WhyNot
from domain.pairing.keizer.engine import WhiteReason
from domain.words.games import Code, Colour
from tests.pairing import to_the_letter_keizer as literal
from tests.pairing.random_rounds import random_round
from tests.tiers import tries

KEIZER = SYSTEMS["keizer"]
EVENTS = tries(60, "KEIZER_EVENTS")
REPLY = {Code.WIN: Code.LOSS, Code.LOSS: Code.WIN, Code.DRAW: Code.DRAW}


def answer(task: PairingTask) -> RoundPairing | None:
    try:
        return KEIZER.pair(task)
    except NoLegalPairing:
        return None


def field(size: int, *rounds: str, away: tuple[int, ...] = (), **options: object) -> PairingTask:
    """Rounds of games such as `1-2 4=3 5-0`: White first, who wins or draws; with 0 the bye of the odd field."""
    lines: dict[int, list[CardLine]] = {number: [] for number in range(1, size + 1)}
    for number, round in enumerate(rounds):
        for game in round.split():
            white, black = map(int, game.replace("=", "-").split("-"))
            code = Code.DRAW if "=" in game else Code.WIN
            if not black:
                lines[white].append(CardLine(Code.PAIRING_BYE, 2))
                continue
            lines[white].append(CardLine(code, 0, black, Colour.WHITE))
            lines[black].append(CardLine(REPLY[code], 0, white, Colour.BLACK))
        for mine in lines.values():
            mine += [CardLine(Code.ZERO_BYE, 0)] * (number + 1 - len(mine))
    cards = {n: Card(n, lines=tuple(mine), present=n not in away) for n, mine in lines.items()}
    return replace(PairingTask(cards, len(rounds) + 1, 30), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(EVENTS))
def test_random_rounds_are_paired_as_the_description_says(seed: int) -> None:
    dice = Random(seed)
    task = replace(random_round(f"keizer-{seed}", 9), rounds_between=dice.choice((0, 1, 2, 3, 99)))
    assert answer(task) == literal.pair(task)


@pytest.mark.parametrize("seed", range(EVENTS // 4))
def test_seasons_longer_than_the_field_are_paired_as_the_description_says(seed: int) -> None:
    """From round to round: the same two meet again and again, and everybody has byes."""
    tasks = list[PairingTask]()

    class Watched:
        def pair(self, task: PairingTask) -> RoundPairing:
            tasks.append(task)
            return KEIZER.pair(task)

    dice = Random(f"season-{seed}")
    wishes = Wishes(dice.randint(2, 9), 14, forfeits=0.1, byes=dice.choice((0.0, 0.2)), full_byes=0.1, zero_byes=0.1)
    made = generate(wishes, Watched(), dice.random)
    assert made.stopped is None
    assert [literal.pair(task) for task in tasks] == list(made.pairings)


def test_the_first_round_pairs_neighbours_by_number_and_the_lower_has_white() -> None:
    assert KEIZER.pair(field(6)).pairs == (Pair(2, 1), Pair(4, 3), Pair(6, 5))


def test_the_table_goes_by_the_keizer_score() -> None:
    """The last beats the first: it has 1 + 3, and is the first of the table."""
    made = KEIZER.pair(field(4, "4-1 2-3", rounds_between=0))
    assert [{pair.white, pair.black} for pair in made.pairs] == [{4, 2}, {1, 3}]


def test_two_meet_again_after_so_many_rounds_between() -> None:
    rounds = ["1=2 3=4", "1=3 2=4", "1=4 2=3"]
    met = {between: KEIZER.pair(field(4, *rounds, rounds_between=between)).pairs for between in (2, 1, 0)}
    assert {frozenset((p.white, p.black)) for p in met[2]} == {frozenset((1, 2)), frozenset((3, 4))}
    sooner = field(4, *rounds[:2], rounds_between=0)
    assert {frozenset((p.white, p.black)) for p in KEIZER.pair(sooner).pairs} == {frozenset((1, 2)), frozenset((3, 4))}


def test_fewer_rounds_lie_between_where_otherwise_not_all_can_be_paired() -> None:
    task = field(2, "1-2", "2-1", rounds_between=3)
    account = KEIZER.explain(task)
    assert {account.boards[0][0].white, account.boards[0][0].black} == {1, 2}
    assert [step.facts for step in account.way[1:]] == [Lowered(3, 0)]


def test_a_forfeited_game_is_no_meeting() -> None:
    task = field(4)
    lines = {1: (Code.FORFEIT_WIN, 2), 2: (Code.FORFEIT_LOSS, 1), 3: (Code.DRAW, 4), 4: (Code.DRAW, 3)}
    cards = {n: Card(n, lines=(CardLine(code, 0, foe, Colour.WHITE),)) for n, (code, foe) in lines.items()}
    assert Reason.MET is not KEIZER.why_not(replace(task, cards=cards, round=2), 1, 2).facts.reason  # type: ignore[attr-defined]


def test_the_bye_goes_to_the_lowest_with_the_fewest_byes_and_missed_rounds() -> None:
    assert KEIZER.pair(field(5)).bye == 5
    assert KEIZER.pair(field(5, "1-2 3-4 5-0")).bye == 4
    assert KEIZER.pair(field(5, "1-2 3-4 5-0", "1-3 2-5 4-0")).bye not in (4, 5)


def test_the_account_of_the_bye_names_those_who_were_spared() -> None:
    task = field(5, "1-2 3=4 5-0", "1-3 4=2")
    number, step = KEIZER.explain(task).bye or (0, None)
    assert step is not None
    assert isinstance(step.facts, ByeGiven)
    assert (number, step.facts.spared) == (KEIZER.pair(task).bye, (5,))


@pytest.mark.parametrize(
    ("rounds", "white", "reason"),
    [
        ((), 2, WhiteReason.LOWER),
        (("1=2",), 2, WhiteReason.FEWER_WHITES),
        (("1=2", "2=1"), 1, WhiteReason.REVERSED),
    ],
)
def test_white_goes_by_whites_then_by_the_last_game_then_to_the_lower(
    rounds: tuple[str, ...], white: int, reason: WhiteReason
) -> None:
    (pair, step), *_ = KEIZER.explain(field(2, *rounds, rounds_between=0)).boards
    assert isinstance(step.facts, BoardMade)
    assert (pair.white, step.facts.colours) == (white, reason)


def test_pairs_kept_apart_do_not_meet_and_the_bans_may_leave_nobody() -> None:
    apart = field(4, forbidden=frozenset({frozenset((1, 2))}))
    assert KEIZER.pair(apart).pairs == (Pair(3, 1), Pair(4, 2))
    with pytest.raises(NoLegalPairing) as none:
        KEIZER.pair(field(2, forbidden=frozenset({frozenset((1, 2))})))
    assert none.value.conflict == (1,)


def test_each_answer_to_why_not_is_given_by_the_rules() -> None:
    task = field(7, "1-2 3-4 5-6 7-0", away=(6,), forbidden=frozenset({frozenset((1, 5))}))
    pairs = [{p.white, p.black} for p in KEIZER.pair(task).pairs]
    found = Counter[Reason]()
    for a in task.cards:
        for b in task.cards:
            facts = KEIZER.why_not(task, a, b).facts
            assert isinstance(facts, WhyNot)
            found[facts.reason] += 1
            assert (facts.reason is Reason.THEY_DO) == ({a, b} in pairs)
    assert {Reason.ABSENT, Reason.FORBIDDEN, Reason.MET, Reason.NEARER, Reason.TAKEN} <= found.keys()


def test_somebody_is_passed_over_where_the_others_could_not_be_paired() -> None:
    """3 and 4 are kept apart: 1 passes 2 over, and the account and the answer say so."""
    task = field(4, forbidden=frozenset({frozenset((3, 4))}))
    (pair, step), _ = KEIZER.explain(task).boards
    assert (pair, step.facts.needed) == (Pair(3, 1), (2,))  # type: ignore[attr-defined]
    assert KEIZER.why_not(task, 1, 2).facts == WhyNot((1, 2), Reason.NOT_COMPLETED, (1, 3))


def test_boards_by_hand_that_come_too_soon_are_named() -> None:
    task = field(4, "1-2 3-4")
    found = KEIZER.check(task, (Pair(2, 1), Pair(4, 3)))
    assert [(breach.number, breach.players) for breach in found] == [("K3", (2, 1)), ("K3", (4, 3))]
    assert KEIZER.check(task, KEIZER.pair(task).pairs) == ()


def test_boards_by_hand_against_the_colours_are_found() -> None:
    task = field(4, "1-2 3-4")
    assert KEIZER.both_colours_wrong(task, (Pair(1, 4), Pair(2, 3))) == (Pair(1, 4),)
