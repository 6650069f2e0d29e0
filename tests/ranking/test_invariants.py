"""Invariants of every event, under every ruleset."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards.card import Card
from domain.ranking.order import BY_POINTS, Ranked, Verdict, compare_players, drawn_order, rank
from domain.ranking.tiebreaks import HANDBOOK, UNDEFINED, Context, Cut, Rule, Tiebreak, parse_tiebreak, values, working
from tests.ranking.strategies import CONTEXTS, INDIVIDUAL, Cards, events
from tests.tiers import tries

TIEBREAKS = st.sampled_from([parse_tiebreak(text) for text in INDIVIDUAL])
ORDERS = st.lists(TIEBREAKS, max_size=5).map(tuple)
QUICK = settings(max_examples=tries(150), deadline=None)


def _renumbered(cards: Cards, new: dict[int, int]) -> Cards:
    def card(old: Card) -> Card:
        lines = (
            type(x)(x.code, x.points, None if x.opponent is None else new[x.opponent], x.colour) for x in old.lines
        )
        return Card(new[old.number], rating=old.rating, lines=tuple(lines))

    return {new[n]: card(c) for n, c in cards.items()}


@QUICK
@given(events(), TIEBREAKS, CONTEXTS, st.randoms())
def test_numbering_changes_no_value(cards: Cards, tiebreak: Tiebreak, context: Context, dice: Random) -> None:
    shuffled = list(cards)
    dice.shuffle(shuffled)
    new = dict(zip(cards, shuffled, strict=True))
    before, after = values(cards, tiebreak, context), values(_renumbered(cards, new), tiebreak, context)
    assert {new[n]: value for n, value in before.items()} == after


@QUICK
@given(events(), ORDERS, CONTEXTS)
def test_the_order_of_registration_changes_nothing(cards: Cards, order: tuple[Tiebreak, ...], context: Context) -> None:
    backwards = dict(reversed(list(cards.items())))
    assert rank(cards, order, context) == rank(backwards, order, context)


@QUICK
@given(events(), ORDERS, CONTEXTS, st.randoms())
def test_numbering_changes_no_place(cards: Cards, order: tuple[Tiebreak, ...], context: Context, dice: Random) -> None:
    shuffled = list(cards)
    dice.shuffle(shuffled)
    new = dict(zip(cards, shuffled, strict=True))
    before = {new[row.number]: row.place for row in rank(cards, order, context)}
    assert before == {row.number: row.place for row in rank(_renumbered(cards, new), order, context)}


@QUICK
@given(events(), ORDERS, CONTEXTS)
def test_a_table_is_a_total_preorder(cards: Cards, order: tuple[Tiebreak, ...], context: Context) -> None:
    table = rank(cards, order, context)
    assert sorted(row.number for row in table) == sorted(cards)
    assert [row.place for row in table] == _places(table)


def _places(table: tuple[Ranked, ...]) -> list[int]:
    """Each place begins after all better ones; everybody says how many share it."""
    found: list[int] = []
    while len(found) < len(table):
        found += [len(found) + 1] * table[len(found)].tied_with
    return found


@QUICK
@given(events(), ORDERS, CONTEXTS)
def test_nobody_stands_below_somebody_with_fewer_points(
    cards: Cards, order: tuple[Tiebreak, ...], context: Context
) -> None:
    scores = [row.score for row in rank(cards, (BY_POINTS, *order), context)]
    assert scores == sorted(scores, reverse=True)


@QUICK
@given(events(), ORDERS, CONTEXTS)
def test_why_agrees_with_the_table(cards: Cards, order: tuple[Tiebreak, ...], context: Context) -> None:
    table = rank(cards, order, context)
    for higher, lower in pairwise(table):
        expected = Verdict.EQUAL if higher.place == lower.place else Verdict.FIRST
        assert compare_players(table, higher.number, lower.number).verdict is expected


@QUICK
@given(events(), ORDERS, CONTEXTS)
def test_why_reads_the_same_from_the_other_side(cards: Cards, order: tuple[Tiebreak, ...], context: Context) -> None:
    table = rank(cards, order, context)
    first, last = table[0].number, table[-1].number
    one, other = compare_players(table, first, last), compare_players(table, last, first)
    mirrored = {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST, Verdict.EQUAL: Verdict.EQUAL}
    assert [step.verdict for step in one.steps] == [mirrored[step.verdict] for step in other.steps]


@QUICK
@given(events(), ORDERS, CONTEXTS, st.text(max_size=5))
def test_lots_leave_no_shared_place(cards: Cards, order: tuple[Tiebreak, ...], context: Context, seed: str) -> None:
    drawn = drawn_order([str(n) for n in cards], seed)
    lots = {int(key): place for place, key in enumerate(drawn, 1)}
    table = rank(cards, order, context, lots)
    assert [row.place for row in table] == list(range(1, len(cards) + 1))
    assert table == rank(cards, order, context, lots)


_SUMS = [
    parse_tiebreak(t)
    for t in INDIVIDUAL
    if parse_tiebreak(t).code in {"PS", "KS", "WIN", "STD", "BH", "FB", "SB", "SBX2", "SOB"}
]


@QUICK
@given(events(), st.sampled_from(_SUMS), CONTEXTS)
def test_the_working_adds_up_to_the_value(cards: Cards, tiebreak: Tiebreak, context: Context) -> None:
    """The quick way to a column and the way shown to people are two programs with one result."""
    for number, value in values(cards, tiebreak, context).items():
        shown = working(cards, number, tiebreak, context)
        total = sum((row.amount for row in shown.contributions if row.cut is None), Fraction(0))
        assert (shown.value, total) == (value, 0 if value is UNDEFINED else value)


@QUICK
@given(events(), st.sampled_from([parse_tiebreak("BH/C1"), parse_tiebreak("SB/C1"), parse_tiebreak("FB/C2")]), CONTEXTS)
def test_a_cut_takes_no_more_than_it_may(cards: Cards, tiebreak: Tiebreak, context: Context) -> None:
    for number in cards:
        rows = working(cards, number, tiebreak, context).contributions
        assert sum(row.cut in (Cut.LOW, Cut.VOLUNTARY) for row in rows) == min(tiebreak.cut, len(rows))


@QUICK
@given(events(), st.sampled_from([parse_tiebreak("BH/C1"), parse_tiebreak("BH/C2"), parse_tiebreak("BH/M1")]), CONTEXTS)
def test_a_cut_never_raises_a_buchholz(cards: Cards, tiebreak: Tiebreak, context: Context) -> None:
    whole, cut = values(cards, parse_tiebreak("BH"), context), values(cards, tiebreak, context)
    assert all(cut[n] <= whole[n] for n in cards)  # type: ignore[operator]


@QUICK
@given(events(unrated=False), TIEBREAKS, CONTEXTS)
def test_working_is_there_for_everything(cards: Cards, tiebreak: Tiebreak, context: Context) -> None:
    known = values(cards, tiebreak, context)
    assert {n: working(cards, n, tiebreak, context).value for n in cards} == known


@QUICK
@given(st.sampled_from(list(HANDBOOK.values())), st.integers(0, 2), st.integers(-2, 2), st.booleans())
def test_what_is_printed_can_be_read(rule: Rule, cut: int, limit: int, flag: bool) -> None:
    allowed = set(rule.modifiers)
    tiebreak = Tiebreak(
        rule.code,
        cut=cut if "C" in allowed else 0,
        limit=limit if "L" in allowed else 0,
        forfeits_played=flag and "P" in allowed,
        fore=flag and "F" in allowed,
        reversed=flag and "R" in allowed,
    )
    assert parse_tiebreak(str(tiebreak)) == tiebreak
