"""A table made from the one before is the table made afresh, whatever has changed since."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards.card import Card, CardLine
from domain.ranking.order import BY_POINTS, Table, completed_order, rank, tabulate
from domain.ranking.tiebreaks import Context, Field, Tiebreak, Working, parse_tiebreak, rule_of, values, working
from domain.ranking.tiebreaks.field import Memory, Reach
from domain.words.games import Code, Colour, Result, Scoring
from tests.ranking.strategies import CONTEXTS, INDIVIDUAL, MISSED, RESULTS, Cards, events
from tests.tiers import tries

TIEBREAKS = st.sampled_from([parse_tiebreak(text) for text in [*INDIVIDUAL, "FB/P", "STD", "SB/F", "TPN", "LOTS"]])
ORDERS = st.lists(TIEBREAKS, max_size=4).map(tuple)


@st.composite
def stories(draw: st.DrawFn) -> list[Cards]:
    """Cards of an event, again and again, each time with something else on some of them."""
    told = [draw(events())]
    for _ in range(draw(st.integers(1, 4))):
        cards = dict(told[-1])
        for _ in range(draw(st.integers(0, 3))):
            _change(draw, cards)
        told.append(cards)
    return told


def _change(draw: st.DrawFn, cards: Cards) -> None:
    """Another result, another bye, or another rating."""
    card = cards[draw(st.sampled_from(sorted(cards)))]
    if not card.lines or draw(st.booleans()):
        cards[card.number] = replace(card, rating=draw(st.integers(0, 2)) * 1200)
        return
    r = draw(st.integers(0, len(card.lines) - 1))
    line = card.lines[r]
    if line.opponent is None:
        _write(cards, card.number, r, draw(MISSED))
        return
    result: Result = draw(RESULTS)
    white, black = card.number, line.opponent
    if line.colour is Colour.BLACK:
        white, black = black, white
    _write(cards, white, r, result.white)
    _write(cards, black, r, result.black)


def _write(cards: Cards, number: int, r: int, code: Code) -> None:
    card: Card = cards[number]
    line: CardLine = replace(card.lines[r], code=code, points=Scoring().points(code))
    cards[number] = replace(card, lines=(*card.lines[:r], line, *card.lines[r + 1 :]))


@settings(max_examples=tries(200), deadline=None)
@given(stories(), st.lists(ORDERS, min_size=5, max_size=5), CONTEXTS, st.booleans())
def test_a_table_made_from_the_one_before_is_the_table_made_afresh(
    story: list[Cards], orders: list[tuple[Tiebreak, ...]], context: Context, drawn: bool
) -> None:
    """Also where a tie-break is asked for again only after several changes."""
    known: Field | None = None
    table: Table | None = None
    lots = {n: len(story[0]) - n for n in story[0]} if drawn else {}
    for cards, order in zip(story, orders, strict=False):
        known = Field.of(cards, replace(context, lots=lots), known)
        table = tabulate(known, completed_order(order, lots=drawn), table)
        assert table == tabulate(Field.of(cards, known.context), completed_order(order, lots=drawn))
        assert table.rows == rank(cards, order, context, lots)


@settings(max_examples=tries(200), deadline=None)
@given(stories(), TIEBREAKS, CONTEXTS)
def test_a_column_made_from_the_one_before_is_the_column_made_afresh(
    story: list[Cards], tiebreak: Tiebreak, context: Context
) -> None:
    known: Field | None = None
    for cards in story:
        known = Field.of(cards, context, known)
        assert values(known, tiebreak, context) == values(cards, tiebreak, context)


@settings(max_examples=tries(200), deadline=None)
@given(stories(), TIEBREAKS.filter(lambda tiebreak: rule_of(tiebreak).how.column is not None), CONTEXTS)
def test_whom_no_change_reaches_keeps_value_and_working(
    story: list[Cards], tiebreak: Tiebreak, context: Context
) -> None:
    known: Field | None = None
    before: dict[int, tuple[object, Working]] = {}
    for cards in story:
        known = Field.of(cards, context, known)
        marks = known.memory.marks(rule_of(tiebreak).how.reach)
        now = {n: (marks[i], working(known, n, tiebreak, context)) for n, i in known.index.items()}
        for n, (mark, shown) in before.items():
            assert now[n][0] is not mark or now[n][1] == shown
        before = now


def test_what_is_known_of_a_group_is_kept_until_a_card_changes_or_nobody_asks() -> None:
    asked: list[str] = []
    first = Memory([[-1]] * 4)
    first.among("DE", (0, 1), lambda: asked.append("first"))
    other = first.after({3})
    other.among("DE", (0, 1), lambda: asked.append("another card changed"))
    other.after({1}).among("DE", (0, 1), lambda: asked.append("its card changed"))
    other.after({3}).after({3}).among("DE", (0, 1), lambda: asked.append("nobody had asked"))
    assert asked == ["first", "its card changed", "nobody had asked"]


def test_places_and_values_that_stay_are_the_same_objects() -> None:
    cards = {
        n: Card(n, lines=(CardLine(Code.WIN if n < 3 else Code.LOSS, 2 if n < 3 else 0, n ^ 2),)) for n in (0, 1, 2, 3)
    }
    field = Field.of(cards, Context())
    first = tabulate(field, (BY_POINTS,))
    again = tabulate(field, (BY_POINTS,), first)
    assert again.places is first.places
    assert all(a is b for a, b in zip(first.shown.lines, again.shown.lines, strict=True))


def test_other_opponents_make_another_field() -> None:
    played = {n: Card(n, lines=(CardLine(Code.DRAW, 1, 3 - n),)) for n in (1, 2)}
    known = Field.of(played, Context())
    alone = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in (1, 2)}
    assert Field.of(alone, Context(), known).foes == [[-1], [-1]]


CHAIN = [[-1, 1], [0, 2], [1, 3], [2, 4], [3, -1]]
"""Each has played the next one."""


@pytest.mark.parametrize(
    ("reach", "again"),
    [(Reach.OWN, [0]), (Reach.OPPONENTS, [0, 1]), (Reach.THEIR_OPPONENTS, [0, 1, 2])],
    ids=["own", "opponents", "their-opponents"],
)
def test_a_change_reaches_as_far_as_it_is_said_and_no_farther(reach: Reach, again: list[int]) -> None:
    asked: list[list[int]] = []

    def work(players: Sequence[int]) -> list[int]:
        asked.append(list(players))
        return [10 * len(asked) + player for player in players]

    memory = Memory(CHAIN)
    assert memory.list_of("key", reach, work) == [10, 11, 12, 13, 14]
    changed = memory.after({0}).list_of("key", reach, work)
    assert asked == [[0, 1, 2, 3, 4], again]
    assert changed == [20 + player if player in again else 10 + player for player in range(5)]
    assert memory.list_of("key", reach, work) == [10, 11, 12, 13, 14]
    assert len(asked) == 2
