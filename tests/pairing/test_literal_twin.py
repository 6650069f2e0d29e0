"""The literal implementation by itself: the tables of D, known rounds, and turns of C.12 and C.13 worked by hand."""

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.pairing import SYSTEMS
from domain.words.games import Code, Colour
from tests.pairing.known import CASES, KNOWN_ROUNDS, REOPENED_ROUNDS, KnownRound
from tests.pairing.random_events import sample
from tests.pairing.random_rounds import described, random_group, random_round
from tests.pairing.to_the_letter import NothingLegal, pair
from tests.pairing.to_the_letter.criteria import Criteria
from tests.pairing.to_the_letter.orders import divisions, transposed

TABLES = json.loads((CASES / "generation_orders.json").read_text())


@pytest.mark.parametrize("known", [*KNOWN_ROUNDS, *REOPENED_ROUNDS], ids=str)
def test_a_known_round_has_the_known_pairs_colours_and_bye(known: KnownRound) -> None:
    got = pair(known.task)
    assert (set(got.pairs), got.bye) == (set(known.answer.pairs), known.answer.bye)


@pytest.mark.parametrize("known", [k for k in KNOWN_ROUNDS if k.event.startswith("held")], ids=str)
def test_boards_come_in_the_order_of_f1(known: KnownRound) -> None:
    assert pair(known.task).pairs == known.answer.pairs


def test_transpositions_come_in_the_printed_order() -> None:
    def orders(s2: tuple[int, ...]) -> Iterator[list[int]]:
        if not s2:
            yield []
        for first, others in transposed(s2):
            for order in orders(others):
                yield [first, *order]

    printed = TABLES["dutch1998_transpositions_S2_5678"]["all"]
    assert list(orders((5, 6, 7, 8))) == [[5, 6, 7, 8], *printed]


def exchanges(size: int) -> list[tuple[list[int], list[int]]]:
    """Numbers that leave S1 and that come, as the tables of D.2 have them; the first division is no exchange."""
    members, p = tuple(range(1, size + 1)), size // 2
    after = [s1 for s1, _ in islice(divisions(members, p), 1, None)]
    return [([n for n in members[:p] if n not in s1], [n for n in s1 if n > p]) for s1 in after]


@pytest.mark.parametrize("size", [7, 8])
def test_exchanges_come_in_the_order_of_the_printed_tables(size: int) -> None:
    printed = [(e["s1"], e["s2"]) for e in TABLES[f"dutch1998_exchanges_{size}_players"]["sequence"]]
    assert [exchange for exchange in exchanges(size) if exchange in printed] == printed


def test_exchanges_of_eleven_players_agree_with_the_later_tables() -> None:
    ones = [([e["s1"]], [e["s2"]]) for e in TABLES["dutch2012_exchanges_11_players_one"]]
    twos = [(e["s1"], e["s2"]) for e in TABLES["dutch2012_exchanges_11_players_two"]]
    assert [exchange for exchange in exchanges(11) if len(exchange[0]) <= 2] == ones + twos


def field(
    *groups: tuple[int, ...],
    apart: tuple[tuple[int, int], ...] = (),
    had_bye: tuple[int, ...] = (),
    had_white: tuple[int, ...] = (),
    had_black: tuple[int, ...] = (),
) -> PairingTask:
    """Score groups, the highest first; `apart` cannot meet, who had neither colour has no preference."""
    colours = dict.fromkeys(had_white, Colour.WHITE) | dict.fromkeys(had_black, Colour.BLACK)
    cards = {}
    for points, group in enumerate(reversed(groups)):
        for n in group:
            code = Code.PAIRING_BYE if n in had_bye else Code.DRAW if n in colours else Code.HALF_BYE
            cards[n] = Card(n, lines=(CardLine(code, points, 99 if n in colours else None, colours.get(n)),))
    return PairingTask(cards, 2, 9, forbidden=frozenset(map(frozenset, apart)))


def paired(task: PairingTask) -> tuple[set[tuple[int, int]], int | None]:
    got = pair(task)
    return {(min(p.white, p.black), max(p.white, p.black)) for p in got.pairs}, got.bye


def test_c12_comes_before_the_bye_of_a_player_moved_down() -> None:
    """1 is left of 1 2 5, as 2 is due the same colour, and has met 3 and 4: then 1-2 and 5 comes down."""
    task = field((1, 2, 5), (3, 4), apart=((1, 5), (1, 3), (1, 4), (3, 5)), had_white=(1, 2), had_black=(5,))
    assert paired(task) == ({(1, 2), (4, 5)}, 3)


def test_the_bye_of_a_player_moved_down_comes_before_c13() -> None:
    """1 has met all above, 2 and 6 had the bye: the board 5-7 stands."""
    task = field((1, 5, 7), (2, 6), apart=((1, 5), (1, 7)), had_bye=(2, 6))
    assert paired(task) == ({(5, 7), (2, 6)}, 1)


def test_the_lowest_of_those_moved_down_gets_the_bye() -> None:
    """7, 8 and 9 had the bye. 4-3 is undone and their bracket joined; 1-6 above it stands."""
    task = field((1, 4, 6), (3,), (7, 8, 9), apart=((1, 4),), had_bye=(7, 8, 9))
    assert paired(task) == ({(1, 6), (4, 7), (8, 9)}, 3)


def test_c12_needs_the_p_that_c3_has_fixed() -> None:
    """3 could meet 4, 5 and 6, of whom no two can meet: p is 2. With 2 instead there is one pair only."""
    apart = ((4, 5), (4, 6), (5, 6), (2, 5), (2, 6))
    assert paired(field((1, 2, 3), (4, 5, 6), (7, 8), apart=apart)) == ({(1, 2), (3, 4), (5, 7), (6, 8)}, None)


def test_before_c3_residents_without_an_opponent_do_not_count_in_p() -> None:
    """Nobody can meet 3, 5 or 6 in their bracket; 2 and 4 can meet, and 5 and 6 move on."""
    apart = ((3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6), (2, 5), (2, 6))
    assert paired(field((1, 2, 3), (4, 5, 6), (7, 8), apart=apart)) == ({(1, 3), (2, 4), (5, 7), (6, 8)}, None)


def test_c12_does_not_replace_one_without_an_opponent_by_another() -> None:
    """Neither 3 nor 2 can meet 4, 5 or 6: the board 1-2 stands and 3 moves on."""
    apart = ((2, 3), *((a, b) for a in (2, 3) for b in (4, 5, 6)))
    task = field((1, 2, 3), (4, 5, 6), (7, 8, 9), apart=apart)
    assert paired(task) == ({(1, 2), (4, 5), (3, 7), (6, 8)}, 9)


def test_c13_may_let_two_who_came_from_above_meet() -> None:
    """6 can meet 4 only: one more pair of 1 to 4 is kept, as 3, moved down with 4, meets 5, and 4 meets 6."""
    apart = ((1, 6), (2, 6), (3, 6), (5, 6), (4, 5), (2, 4))
    assert paired(field((1, 2, 3, 4), (5, 6), apart=apart)) == ({(1, 2), (3, 5), (4, 6)}, None)


def test_brackets_are_joined_until_the_lowest_can_be_paired() -> None:
    """4 and 5 cannot meet, and 3 can meet nobody but 1."""
    apart = ((4, 5), (3, 4), (3, 5), (3, 6), (2, 3))
    assert paired(field((1, 2), (3, 6), (4, 5), apart=apart)) == ({(1, 3), (2, 4), (5, 6)}, None)


def test_the_whole_field_is_one_group_when_nothing_else_is_left() -> None:
    """1 can meet 2 only, and 3 can meet 4 only."""
    apart = ((1, 3), (1, 4), (2, 3), (2, 4), (5, 3), (6, 3), (1, 5), (1, 6))
    assert paired(field((1, 3), (2, 4), (5, 6), apart=apart)) == ({(1, 2), (3, 4), (5, 6)}, None)


def test_a_last_bracket_of_which_half_came_from_above_may_give_anybody_the_bye() -> None:
    """5 had the bye. 4, moved down with 3, can meet neither of the two: no reason for C.12 to undo 2-1."""
    task = field((2,), (1, 3, 4), (5,), apart=((2, 4), (3, 4), (1, 3), (4, 5)), had_bye=(5,))
    assert paired(task) == ({(1, 2), (3, 5)}, 4)


def test_after_a_join_c13_is_repeated_without_c12() -> None:
    """7 and 4 and the joined 1 cannot be paired with 6. C.12 would undo 3-2 for 4-2, of the same scores, first."""
    met = ((1, 2), (1, 4), (1, 7), (2, 6), (3, 4), (3, 6), (3, 7), (4, 7))
    task = field((7,), (3, 4), (2,), (1,), (6,), apart=met, had_white=(1, 3), had_black=(2, 4, 6, 7))
    assert paired(task) == ({(2, 7), (1, 3), (4, 6)}, None)


def test_after_a_join_c12_does_not_help_one_of_the_joined_either() -> None:
    """6, joined with 7, needs 1 or 2. C.12 would pair 3-4, both due White; C.13 comes to 2-4 and 3-5 first."""
    can_meet = {(1, 5), (1, 6), (2, 4), (2, 6), (3, 4), (3, 5), (3, 7), (7, 8)}
    apart = tuple(pair for pair in combinations(range(1, 9), 2) if pair not in can_meet)
    task = field((1,), (2, 3), (4, 5), (6, 7), (8,), apart=apart, had_black=(3, 4))
    assert paired(task) == ({(1, 6), (2, 4), (3, 5), (7, 8)}, None)


def pairable(task: PairingTask) -> bool:
    """Any legal pairs at all for everybody, whatever the brackets."""
    rules = Criteria(task)

    @cache
    def can(left: frozenset[int], bye_free: bool) -> bool:
        if not left:
            return True
        first = min(left)
        rest = left - {first}
        if bye_free and rules.may_have_bye(first) and can(rest, False):
            return True
        return any(rules.legal(first, other) and can(rest - {other}, bye_free) for other in rest)

    return can(frozenset(rules.cards), len(rules.cards) % 2 == 1)


def test_only_what_cannot_be_paired_at_all_is_refused_and_nobody_is_forgotten() -> None:
    for i in range(300):
        task = random_round(f"refused-{i}", 9) if i % 2 else random_group(f"refused-{i}", 9)
        try:
            got = pair(task)
        except NothingLegal:
            assert not pairable(task), "\n".join(described(task))
            continue
        seated = [n for p in got.pairs for n in (p.white, p.black)] + ([got.bye] if got.bye else [])
        assert sorted(seated) == sorted(Criteria(task).cards), "\n".join(described(task))


SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))


def by_letter(task: PairingTask) -> RoundPairing | None:
    try:
        return pair(task)
    except NothingLegal:
        return None


@pytest.mark.parametrize(
    ("profile", "rounds"), [("small", 60), ("dense", 60), ("tiny", 100), ("messy", 60), ("big", 30)]
)
def test_no_pairing_of_an_event_breaks_an_absolute_criterion(profile: str, rounds: int) -> None:
    print(f"PAIRING_SEED={SEED}")
    for task, got in sample(profile, SEED, rounds, by_letter):
        assert got is None or SYSTEMS["dutch-1998"].check(task, got.pairs, got.bye) == (), "\n".join(described(task))


def test_the_same_seed_gives_the_same_rounds() -> None:
    assert list(sample("messy", "again", 40, by_letter)) == list(sample("messy", "again", 40, by_letter))
