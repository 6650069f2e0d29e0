"""Lim (C.04.4.3): the worked examples of the Handbook, and one case for each rule."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.files.trf import parse, report_task
from domain.pairing import SYSTEMS
from domain.pairing.graph.matching import as_bits, largest
from domain.pairing.lim.account import Reason, WhyNot
from domain.pairing.lim.choosing import Floater, FloaterRules, FloaterType, NextGroup, Scrutiny, floaters
from domain.pairing.lim.competitors import (
    Direction,
    LimPlayer,
    coloured,
    compatible,
    everybody,
    group_order,
    to_be_paired,
)
from domain.pairing.lim.engine import drawn
from domain.words.games import Code, Colour
from tests.files.lines import case

LIM = SYSTEMS["lim"]
Met = Mapping[int, Sequence[int]]


def player(number: int, score: int, colours: str = "", rating: int = 2000, met: Sequence[int] = ()) -> Card:
    """Half-points; one letter for each game played, W or B, against these numbers, then against players long gone."""
    opponents = [*met, *range(900, 900 + len(colours) - len(met))]
    games = zip(colours, opponents, strict=True)
    lines = [
        CardLine(Code.DRAW, 0, opponent, Colour.WHITE if colour == "W" else Colour.BLACK) for colour, opponent in games
    ]
    return Card(number, rating=rating, lines=tuple(lines), carried=score)


def task(*cards: Card, round: int = 3, rounds: int = 9, lot: Colour = Colour.WHITE) -> PairingTask:
    return PairingTask({card.number: card for card in cards}, round, rounds, lot, maxi=False)


def group(size: int, met: Met) -> tuple[tuple[LimPlayer, ...], dict[int, int]]:
    """Players 1 to `size` of one score without colours, and whom each may still meet, by place."""
    players = to_be_paired(task(*(player(n, 4, rating=2500 - 10 * n) for n in range(1, size + 1))))
    apart = {frozenset((one, other)) for one, others in met.items() for other in others}
    able = {
        one.number - 1: as_bits(
            other.number - 1 for other in players if other != one and {one.number, other.number} not in apart
        )
        for one in players
    }
    return players, able


def pairs_of_six(met: Met) -> str:
    players, graph = group(6, met)
    turns = Scrutiny(players, graph, False, list(graph), largest(graph)).pairs(())
    return shown(tuple(place + 1 for place in turn.pair) for turn in turns)


def shown(pairs: "Sequence[tuple[int, ...]] | object") -> str:
    return " ".join("-".join(map(str, pair)) for pair in sorted(tuple(sorted(pair)) for pair in pairs))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ((), "1-4 2-5 3-6"),
        ((4,), "1-5 2-4 3-6"),
        ((4, 5), "1-6 2-4 3-5"),
        ((4, 5, 6), "1-3 2-5 4-6"),
        ((4, 5, 6, 3), "1-2 3-5 4-6"),
    ],
)
def test_number_one_tries_the_bottom_half_and_then_its_own_from_below(met: Sequence[int], expected: str) -> None:
    assert pairs_of_six({1: met}) == expected  # 4.2


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ((), "1-6 2-4 3-5"),
        ((4,), "1-6 2-5 3-4"),
        ((4, 5), "1-6 2-3 4-5"),
        ((4, 5, 3), "1-3 2-6 4-5"),
        ((4, 5, 3, 6), "1-2 3-5 4-6"),
    ],
)
def test_number_two_tries_the_rest_once_number_one_has_an_opponent(met: Sequence[int], expected: str) -> None:
    assert pairs_of_six({1: (4, 5), 2: met}) == expected  # 4.3


def gone(size: int, met: Met) -> list[int]:
    players, graph = group(size, met)
    rules = FloaterRules(players, Direction.DOWNWARD, frozenset(), maxi=False)
    away, _ = floaters(tuple(graph), graph, rules, NextGroup(graph, 0))
    return sorted(floater.place + 1 for floater in away)


def test_a_group_keeps_as_many_pairs_as_it_can_have() -> None:
    assert gone(6, {1: (2, 3, 4, 5), 2: (1, 3, 4, 5)}) == [2, 5]  # 4.4.2: 1-6 stays


def test_who_has_no_opponent_floats_instead_of_the_one_who_makes_the_number_even() -> None:
    assert gone(7, {1: (2, 3, 4, 5), 2: (1, 3, 4, 5, 6, 7)}) == [2]  # 4.4.1


@pytest.mark.parametrize(
    ("lot", "first", "last"),
    [
        (Colour.WHITE, [(1, 21), (22, 2), (3, 23), (24, 4)], (40, 20)),
        (Colour.BLACK, [(21, 1), (2, 22), (23, 3), (4, 24)], (20, 40)),
    ],
)
def test_forty_players_in_round_one(lot: Colour, first: list[tuple[int, int]], last: tuple[int, int]) -> None:
    field = task(*(Card(n, rating=2600 - n) for n in range(1, 41)), round=1, lot=lot)
    pairs = LIM.pair(field).pairs
    assert [(pair.white, pair.black) for pair in pairs[:4]] == first  # 7.2
    assert (pairs[-1].white, pairs[-1].black) == last


@pytest.mark.parametrize("rating", [1000, 0])
def test_the_bye_of_round_one_goes_to_the_lowest_rating(rating: int) -> None:
    cards = [Card(n, rating=2600 - n) for n in range(1, 40)]
    cards[10] = replace(cards[10], rating=rating)
    assert LIM.pair(task(*cards, round=1)).bye == 11  # 7.1


def test_the_bye_goes_to_the_lowest_rank_who_may_have_it() -> None:
    had = replace(player(5, 0, "WB"), lines=(CardLine(Code.PAIRING_BYE, 2), CardLine(Code.ZERO_BYE, 0)), carried=-2)
    cards = [player(1, 4, "WB"), player(2, 2, "BW"), player(3, 2, "WB"), player(4, 0, "BW"), had]
    assert LIM.pair(task(*cards)).bye == 4  # 1.1


def test_groups_go_down_to_the_median_then_up_to_it_and_the_median_is_the_last() -> None:
    field = task(*(player(n, 9 - n, "WBWB") for n in range(1, 10)), round=5)
    players = to_be_paired(field)
    order = group_order(field, players, range(len(players)))
    assert [one.score for one in order.above] == [8, 7, 6, 5]  # 2.2, 8.3
    assert [one.score for one in order.below] == [0, 1, 2, 3]
    assert order.median.score == 4


def test_a_blocked_median_cracks_the_last_pair_of_the_side_that_sent_fewer() -> None:
    drawing = drawn(
        task(
            player(1, 4, "WB", met=(4,)),
            player(2, 4, "BW", met=(4,)),
            player(3, 4, "WB", met=(4,)),
            player(4, 2, "BWB", met=(1, 2, 3)),
            player(5, 0, "WB"),
            player(6, 0, "BW"),
            rounds=5,
        )
    )
    assert [drawing.players[place].number for place in drawing.cracked[0].pair] in ([5, 6], [6, 5])  # 2.6
    pairs = {frozenset((pair.white, pair.black)) for pair in LIM.pair(drawing.task).pairs}
    assert pairs == {frozenset((1, 2)), frozenset((3, 6)), frozenset((4, 5))}


def members(*colours: str, ratings: Sequence[int] = (2500, 2400, 2300, 2200, 2100)) -> tuple[LimPlayer, ...]:
    cards = [player(n, 4, mine, rating) for n, (mine, rating) in enumerate(zip(colours, ratings, strict=True), 1)]
    return to_be_paired(task(*cards))


def first_to_go(players: Sequence[LimPlayer], direction: Direction, *, maxi: bool = False) -> int:
    """The number of the floater out of five, with opponents enough in the next group."""
    graph = {place: (1 << 7) - 1 & ~(1 << place) for place in range(7)}
    rules = FloaterRules(players, direction, frozenset(), maxi)
    away, _ = floaters(range(len(players)), graph, rules, NextGroup(graph, 0b1100000))
    (one,) = away
    return players[one.place].number


def test_who_is_due_the_colour_that_more_are_due_floats() -> None:
    five = members("B", "W", "B", "B", "W")
    assert first_to_go(five, Direction.DOWNWARD) == 4  # 3.2.2, 3.2.4
    assert first_to_go(five, Direction.UPWARD) == 1


def test_in_a_maxi_tournament_only_somebody_near_floats_for_the_colour() -> None:
    far = members("B", "W", "B", "B", "W", ratings=(2500, 2400, 2300, 2200, 2050))
    assert (first_to_go(far, Direction.DOWNWARD), first_to_go(far, Direction.DOWNWARD, maxi=True)) == (4, 5)  # 3.2.3
    near = members("B", "W", "B", "B", "W", ratings=(2500, 2400, 2300, 2200, 2100))
    assert first_to_go(near, Direction.DOWNWARD, maxi=True) == 4


def test_nobody_floats_twice_running_where_somebody_else_can() -> None:
    five = members("", "", "", "", "")
    assert first_to_go(five, Direction.DOWNWARD) == 5
    assert first_to_go((*five[:4], replace(five[4], floated=True)), Direction.DOWNWARD) == 4  # 3.10


def test_somebody_with_an_opponent_in_the_next_group_floats_before_somebody_without() -> None:
    graph = {0: 0b11110, 1: 0b11101, 2: 0b00011, 3: 0b10011, 4: 0b01011}  # 3 may meet neither 4 nor 5
    rules = FloaterRules(members("", "", "", "", ""), Direction.DOWNWARD, frozenset(), maxi=False)
    away, _ = floaters((0, 1, 2), graph, rules, NextGroup(graph, 0b11000))
    assert away == [Floater(1, FloaterType.D, again=False)]  # 3.9.2


@pytest.mark.parametrize(
    ("name", "score", "gone"),
    [
        ("lim-floater-types.trf", 3, {7: FloaterType.D, 10: FloaterType.B}),
        ("lim-floater-types-2.trf", 8, {3: FloaterType.B, 2: FloaterType.B}),
    ],
)
def test_the_opponents_of_floaters_who_are_paired_later_are_not_taken(
    name: str, score: int, gone: Mapping[int, FloaterType]
) -> None:
    drawing = drawn(report_task(parse(case(f"adjudged/{name}"))))
    left = next(paired for paired in drawing.groups if paired.group.score == score)
    assert {drawing.players[one.place].number: one.type for one in left.floaters} == gone  # 3.3, 3.4


def given(one: Card, other: Card, *, upper: bool, round: int = 3) -> tuple[int, int]:
    players = everybody(task(one, other, round=round))
    _, pair = coloured(*players.values(), Colour.WHITE, upper=upper)
    return pair.white, pair.black


def test_with_the_same_history_the_higher_ranked_has_the_colour_due_but_below_the_median_the_lower() -> None:
    two = player(3, 2, "WB"), player(7, 2, "WB")
    assert given(*two, upper=True) == (3, 7)  # 5.4
    assert given(*two, upper=False) == (7, 3)


def test_colours_go_back_to_the_latest_difference() -> None:
    assert given(player(4, 2, "BWB"), player(8, 2, "WBB"), upper=True, round=4) == (8, 4)  # 5.4


def test_a_third_colour_running_is_never_given_before_the_last_round() -> None:
    one, other = player(1, 4, "BWW"), player(2, 4, "WBWW")
    two = tuple(everybody(task(one, other, round=5)).values())
    last = tuple(everybody(task(one, other, round=9)).values())
    assert (compatible(*two), compatible(*last)) == (False, True)  # 2.1, article 6


def test_a_pairing_by_hand_is_held_against_the_articles() -> None:
    field = task(player(1, 4, "WW"), player(2, 4, "WW"), player(3, 2, "BW", met=(4,)), player(4, 2, "WB", met=(3,)))
    found = LIM.check(field, [Pair(1, 2), Pair(3, 4)])
    assert {breach.number for breach in found} == {"2.1", "C.04.1, 2", "5.1"}


def why(a: int, b: int, *cards: Card) -> Reason:
    facts = LIM.why_not(task(*cards), a, b).facts
    assert isinstance(facts, WhyNot)
    return facts.reason


def test_the_reason_for_not_meeting_is_the_turn_that_took_one_of_them() -> None:
    four = [player(n, 2) for n in range(1, 5)]  # 1-3, 2-4
    assert why(1, 3, *four) is Reason.THEY_DO
    assert why(1, 4, *four) is Reason.LATER
    assert why(2, 3, *four) is Reason.TAKEN
    assert why(1, 9, *four) is Reason.ABSENT
    assert why(1, 3, player(1, 2, "W"), player(2, 2, "B"), player(3, 2, "W"), player(4, 2, "B")) is Reason.COLOUR
    apart = player(1, 2), player(2, 2, "W", met=(4,)), player(3, 2), player(4, 2, "B", met=(2,))
    assert why(1, 3, *apart) is Reason.NOT_COMPLETED
    assert why(2, 4, *apart) is Reason.FORBIDDEN
    assert why(1, 3, player(1, 4), player(2, 4), player(3, 0), player(4, 0)) is Reason.OTHER_GROUPS
