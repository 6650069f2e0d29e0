"""Double-Swiss (C.04.5 of 2026): the examples of the Handbook, and one case for each rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from domain.cards.card import Card, CardLine, Float, Pair, PairingTask, of_match
from domain.pairing import SYSTEMS
from domain.pairing.double_swiss_2026.competitors import everybody
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import as_bits
from domain.pairing.swiss.account import Reason, WhyNot
from domain.pairing.top_scoregroup.choosing import PricesByKind, first_identifier, upfloaters
from domain.pairing.top_scoregroup.competitors import TopScoregroup
from domain.words.games import Code, Colour, Scoring

SYSTEM = SYSTEMS["double-swiss-2026"]
MATCH_SCORING = Scoring(4, 2, 0, 3)
LOST = Code.FORFEIT_LOSS


Games = Sequence[Code]


def match(
    opponent: int, colour: str, points: int = 2, games: Games = (Code.WIN, Code.LOSS), theirs: Games | None = None
) -> CardLine:
    """A match; `theirs` are the opponent's codes where they are more than the other side of `games`."""
    other = {Code.FORFEIT_WIN: LOST, LOST: Code.FORFEIT_WIN, Code.WIN: Code.LOSS, Code.LOSS: Code.WIN}
    code = of_match(games, theirs or [other.get(each, each) for each in games])
    return CardLine(code, points, opponent, Colour.WHITE if colour == "W" else Colour.BLACK, games=tuple(games))


def player(number: int, score: int, *lines: CardLine) -> Card:
    return Card(number, lines=lines, carried=score - sum(line.points for line in lines))


def task(*cards: Card, round: int = 2, rounds: int = 9) -> PairingTask:
    played = max(len(card.lines) for card in cards)
    level = [
        replace(one, lines=(*one.lines, *[CardLine(Code.ZERO_BYE, 0)] * (played - len(one.lines)))) for one in cards
    ]
    return PairingTask({one.number: one for one in level}, round, rounds, scoring=MATCH_SCORING)


def boards(asked: PairingTask) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in SYSTEM.pair(asked).pairs]


def test_round_one_is_top_half_against_bottom_half_with_colours_by_parity() -> None:
    assert boards(PairingTask({n: Card(n) for n in range(1, 9)}, 1, 9)) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def everybody_meets(places: Sequence[int]) -> dict[int, int]:
    return {place: as_bits(places) & ~(1 << place) for place in places}


def identified(graph: dict[int, int], cost: Callable[[int, int], int] = lambda one, other: 0) -> list[tuple[int, int]]:
    """The pairs of all places of a graph, each of them a kind of its own."""
    kinds = {place: kind for kind, place in enumerate(graph)}
    prices = [[cost(min(one, other), max(one, other)) for other in graph] for one in graph]
    return first_identifier(tuple(graph), graph, PricesByKind(kinds, prices))


def test_the_identifier_of_the_handbook_is_top_members_then_their_opponents() -> None:
    pairs = identified(everybody_meets((11, 24, 16, 6, 10, 9, 8, 4)))
    assert pairs == [(4, 10), (6, 11), (8, 16), (9, 24)]  # 3.6: 4 6 8 9, 10 11 16 24 is the first of all


def test_of_two_identifiers_the_one_with_the_smaller_top_members_comes_first() -> None:
    graph = {1: 1 << 2 | 1 << 4, 2: 1 << 1 | 1 << 3, 3: 1 << 2 | 1 << 4, 4: 1 << 1 | 1 << 3}
    assert identified(graph) == [(1, 4), (2, 3)]


def test_a_cost_comes_before_the_identifier() -> None:
    assert identified(everybody_meets((1, 2, 3, 4)), lambda one, other: int(other - one == 2)) == [(1, 4), (2, 3)]


def test_a_cost_that_cannot_be_avoided_is_as_small_as_it_can_be() -> None:
    graph = {1: 1 << 3 | 1 << 4, 2: 1 << 3 | 1 << 4, 3: 1 << 1 | 1 << 2, 4: 1 << 1 | 1 << 2}
    dear = {(1, 3): 1, (2, 4): 1, (1, 4): 1}
    assert identified(graph, lambda one, other: dear.get((one, other), 0)) == [(1, 4), (2, 3)]


def test_costs_by_kinds_give_the_first_of_the_cheapest_identifiers() -> None:
    """Beside all pairings of small brackets: with few kinds a bound answers, with many the library."""
    dice = Random("kinds")
    for _ in range(300):
        size, many = dice.choice((4, 6, 8, 10)), dice.choice((1, 2, 3))
        graph = everybody_meets(range(size))
        for one, other in combinations(range(size), 2):
            if dice.random() < 0.25:
                graph[one] &= ~(1 << other)
                graph[other] &= ~(1 << one)
        kinds = {place: dice.randrange(many) for place in graph}
        paid = [[dice.randrange(3) for _ in range(many)] for _ in range(many)]
        prices = PricesByKind(kinds, [[paid[min(a, b)][max(a, b)] for b in range(many)] for a in range(many)])
        every = list(pairings(graph, tuple(graph)))
        if every:
            best = min(every, key=lambda pairs: (sum(prices(*pair) for pair in pairs), *zip(*pairs, strict=True)))
            assert first_identifier(tuple(graph), graph, prices) == best


def pairings(graph: dict[int, int], left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    one, *others = left
    for other in others:
        if graph[one] >> other & 1:
            for rest in pairings(graph, tuple(place for place in others if place != other)):
                yield [(one, other), *rest]


def rising(
    groups: tuple[tuple[int, ...], ...], apart: Sequence[tuple[int, int]] = (), floated: Sequence[int] = ()
) -> tuple[int, ...]:
    places = [place for group in groups for place in group]
    graph = everybody_meets(places)
    for one, other in apart:
        graph[one] &= ~(1 << other)
        graph[other] &= ~(1 << one)
    mates = completed(graph, as_bits(places), {})
    assert mates is not None
    return upfloaters(TopScoregroup(groups, graph, mates, as_bits(floated)))


def test_an_even_group_takes_nobody() -> None:
    assert rising(((1, 2), (3, 4))) == ()


def test_an_odd_group_takes_the_first_of_the_next_score() -> None:
    assert rising(((1, 2, 3), (4, 5, 6))) == (4,)  # C4, C5, 3.5


def test_somebody_who_floated_in_the_last_round_does_so_again_only_if_nobody_else_can() -> None:
    assert rising(((1, 2, 3), (4, 5, 6)), floated=(4,)) == (5,)  # C7
    assert rising(((1, 2, 3), (4, 5, 6)), floated=(4, 5, 6)) == (4,)


def test_two_who_have_met_take_two_upfloaters_of_the_highest_scores() -> None:
    assert rising(((1, 2), (3, 4, 5), (6, 7, 8)), apart=[(1, 2)]) == (3, 4)


def test_the_lowest_score_among_the_upfloaters_is_as_high_as_it_can_be() -> None:
    apart = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]
    assert rising(((1, 2), (3, 4), (5, 6), (7, 8)), apart=apart) == (5, 6)  # C5


def test_the_next_group_is_left_with_as_few_upfloaters_as_it_can_have() -> None:
    apart = [(5, 6), (4, 5)]  # without 4 the next two have met; without 5 they have not
    assert rising(((1, 2, 3), (4, 5, 6), (7, 8)), apart=apart) == (5,)  # C6


def test_sets_are_in_the_order_of_scores_and_then_of_numbers() -> None:
    apart = [(a, b) for a in (10, 11, 12) for b in (10, 11, 12) if a < b]
    assert rising(((10, 11, 12), (2, 6), (1, 3, 4, 5, 7)), apart=apart) == (2, 6, 1)  # 3.5.4


def test_the_bye_goes_to_the_lowest_score_then_to_most_matches_then_to_the_largest_number() -> None:
    away = CardLine(Code.ZERO_BYE, 0)
    field = [player(1, 4, match(9, "W")), player(2, 0, match(8, "W", 0)), player(3, 0, away)]
    assert SYSTEM.pair(task(*field)).bye == 2  # 3.4
    assert SYSTEM.pair(task(field[0], field[1], player(3, 0, match(7, "W", 0)))).bye == 3


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        (CardLine(Code.PAIRING_BYE, 3), False),
        (CardLine(Code.FULL_BYE, 4), False),
        (CardLine(Code.HALF_BYE, 2), True),
        (match(9, "W", 4, (Code.FORFEIT_WIN, Code.FORFEIT_WIN)), False),
        (match(9, "W", 4, (Code.FORFEIT_WIN, Code.WIN)), True),
        (match(9, "W", 2, (Code.FORFEIT_WIN, LOST)), True),
    ],
)
def test_a_bye_a_forfeited_match_or_points_for_nothing_bar_from_the_bye(line: CardLine, allowed: bool) -> None:
    (one,) = everybody(task(player(1, 4, line))).values()
    assert one.bye_allowed is allowed  # C2


@pytest.mark.parametrize(
    ("games", "met", "coloured"),
    [
        ((Code.WIN, Code.LOSS), True, True),
        ((LOST, Code.DRAW), True, True),
        ((LOST, Code.FORFEIT_WIN), True, False),
        ((LOST, LOST), False, False),
        ((Code.FORFEIT_WIN, Code.FORFEIT_WIN), False, False),
    ],
)
def test_a_match_is_forfeited_only_with_both_games(games: Sequence[Code], met: bool, coloured: bool) -> None:
    (one,) = everybody(task(player(1, 4, match(9, "W", 2, games)))).values()
    assert (one.met == {9}, bool(one.colours)) == (met, coloured)  # preface, 1.6


def test_a_match_is_forfeited_by_both_games_of_one_also_if_the_other_forfeits_one() -> None:
    winner = match(2, "W", 2, (Code.FORFEIT_WIN, LOST), (LOST, LOST))
    field = task(player(1, 2, winner), player(2, 0, match(1, "B", 0, (LOST, LOST), (Code.FORFEIT_WIN, LOST))))
    assert boards(field) == [(1, 2)]  # preface: the same pairing may be repeated
    one, other = everybody(field).values()
    assert [line.code for card in field.cards.values() for line in card.lines] == [Code.FORFEIT_WIN, LOST]  # C.07, 16
    assert SYSTEM.floats(field.cards[1]) == (None,)
    assert [(p.met, p.matches, p.floated, p.bye_allowed) for p in (one, other)] == [
        (frozenset(), 0, False, False),  # C2: won by forfeit
        (frozenset(), 0, False, True),
    ]


def test_a_match_of_which_each_forfeits_a_game_counts_as_played_and_may_be_a_float() -> None:
    line = replace(match(9, "W", 2, (Code.FORFEIT_WIN, LOST)), ahead=1)
    assert (line.code, line.played_colour) == (Code.DRAW, None)  # preface, 1.6
    assert SYSTEM.floats(player(1, 4, line)) == (Float.DOWN,)


def given(one: Card, other: Card) -> tuple[int, int]:
    (pair,) = SYSTEM.pair(task(one, other)).pairs
    return pair.white, pair.black


@pytest.mark.parametrize(
    ("one", "other", "white"),
    [
        ("", "", 1),  # 4.3.1
        ("WB", "BB", 2),  # 4.3.2
        ("WB", "BW", 1),  # 4.3.3: the latest difference
        ("WB", "WB", 1),  # 4.3.4
        ("", "B", 2),  # 4.3.5: the other one alternates
    ],
)
def test_colours_of_the_first_game(one: str, other: str, white: int) -> None:
    mine, theirs = (
        player(number, 4, *(match(20 + 10 * number + at, colour) for at, colour in enumerate(colours)))
        for number, colours in ((1, one), (2, other))
    )
    assert given(mine, theirs)[0] == white


def test_a_resident_who_floated_does_not_meet_an_upfloater_if_another_can() -> None:
    floated = replace(match(20, "W"), ahead=2)
    plain = match(21, "W")
    residents = [player(1, 8, plain), player(2, 8, floated), player(3, 8, plain)]
    low = [player(4, 4, plain), player(5, 4, plain), player(6, 4, plain)]
    assert {frozenset(board) for board in boards(task(*residents, *low))} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
        frozenset((5, 6)),
    }  # C8: 2 meets 3 and not the upfloater 4
    last = {frozenset(board) for board in boards(task(*residents, *low, round=9))}
    assert frozenset((2, 4)) in last


def test_a_pairing_by_hand_is_held_against_the_criteria() -> None:
    field = task(player(1, 4, match(2, "W")), player(2, 4, match(1, "B")), player(3, 4), player(4, 4))
    assert {breach.number for breach in SYSTEM.check(field, [Pair(1, 2), Pair(3, 4)])} == {"C1"}
    assert SYSTEM.both_colours_wrong(field, [Pair(1, 3)]) == ()


def why(asked: PairingTask, a: int, b: int) -> Reason:
    facts = SYSTEM.why_not(asked, a, b).facts
    assert isinstance(facts, WhyNot)
    return facts.reason


def test_the_reason_for_not_meeting() -> None:
    four = PairingTask({n: Card(n) for n in range(1, 5)}, 1, 9)
    assert [why(four, 1, 3), why(four, 1, 4), why(four, 1, 7)] == [Reason.THEY_DO, Reason.LATER, Reason.ABSENT]
    met = task(player(1, 4), player(2, 4, match(4, "W")), player(3, 4), player(4, 4, match(2, "B")))
    assert [why(met, 1, 3), why(met, 2, 4)] == [Reason.NOT_COMPLETED, Reason.FORBIDDEN]
    assert why(task(player(1, 8), player(2, 8), player(3, 4), player(4, 4)), 1, 3) is Reason.OTHER_BRACKETS
    assert why(PairingTask({n: Card(n) for n in range(1, 4)}, 1, 9), 1, 3) is Reason.BYE
