"""The account of a small round, checked against all candidates and against the cards: reasons, counts, halves."""

from collections.abc import Iterator

import pytest

from domain.cards.card import Card, PairingTask
from domain.pairing import SYSTEMS
from domain.pairing.dutch_1998 import account as f98
from domain.pairing.dutch_2026 import account as f
from domain.pairing.dutch_2026.competitors import Layout, laid_out
from domain.pairing.dutch_2026.engine import Drawing, drawn
from domain.pairing.swiss.account import NotMet
from domain.pairing.system import Step
from tests.pairing.random_events import sample
from tests.pairing.test_dutch_2026_exhaustive import MOST_PLAYERS, Everything, taken
from tests.pairing.test_dutch_2026_two_ways import paired

DUTCH = SYSTEMS["dutch-2026"]
ARTICLES = ["C6", "C7", "C8", "C9", *(f"C{number}" for number in range(10, 22))]
"""The article of each part of `Everything.value`."""
COUNTED = {f"C{number}" for number in range(10, 18)}


def small_rounds(profile: str, seed: str, size: int) -> list[PairingTask]:
    found = sample(profile, f"told-{seed}", size, paired)
    return [task for task, answer in found if answer is not None and len(laid_out(task).players) <= MOST_PLAYERS]


def expected(drawing: Drawing, a: int, b: int) -> tuple[f.Reason, int, tuple[str, object] | None]:
    """The reason, the bracket, and the first criterion that is worse with the difference of its count."""
    layout = drawing.layout
    place = {player.number: at for at, player in enumerate(layout.players)}
    pair = tuple(sorted((place[a], place[b])))
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        everything = Everything(layout, bracket)
        known = taken(found)
        if pair in known[0]:
            return f.Reason.THEY_DO, number, None
        if set(pair) <= set(bracket.members) and not set(pair) <= set(bracket.moved):
            values = [everything.value(one) for one in everything.possible() if pair in one[0]]
            if not values:
                return impossible(drawing, number, (pair[0], pair[1]))
            best, mine = min(values), everything.value(known)
            if best == mine:
                return f.Reason.LATER, number, None
            at = next(at for at, (one, other) in enumerate(zip(best, mine, strict=True)) if one != other)
            return f.Reason.WORSE, number, (ARTICLES[at], best[at] - mine[at] if ARTICLES[at] in COUNTED else None)  # type: ignore[operator]
    return f.Reason.OTHER_BRACKETS, 0, None


Couple = frozenset[int]
BYE = -1


def impossible(drawing: Drawing, number: int, pair: tuple[int, int]) -> tuple[f.Reason, int, tuple[str, object] | None]:
    """The reason where no candidate has the pair: by all pairings of everybody, the bye to whomever C2 lets have it."""
    layout, couple = drawing.layout, frozenset(pair)
    above = {frozenset(one) for _, found in drawing.settled[: number - 1] for one in found.pairs}
    rested = {frozenset((place, BYE)) for place in [drawing.bye] if place is not None}
    settled = above if drawing.settled[number - 1][0].takers else above | rested
    every = list(pairings(layout, list(range(len(layout.players)))))
    if not any(couple in one for one in every):
        return f.Reason.NOT_COMPLETED, number, None
    if drawing.settled[number - 1][0].takers and any({couple, *settled} <= one for one in every):
        return f.Reason.WORSE, number, ("C5", 1)
    return f.Reason.NOT_BELOW, number, None


def pairings(layout: Layout, left: list[int]) -> Iterator[frozenset[Couple]]:
    """All complete pairings that keep C1 to C3."""
    if not left:
        yield frozenset()
        return
    first, *others = left
    if len(left) % 2 and layout.bye >> first & 1:
        for one in pairings(layout, others):
            yield one | {frozenset((first, BYE))}
    for other in others:
        if layout.legal[first] >> other & 1:
            for one in pairings(layout, [place for place in others if place != other]):
                yield one | {frozenset((first, other))}


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy"])
@pytest.mark.parametrize("seed", ["one", "two"])
def test_the_reason_why_two_do_not_meet_is_that_of_all_candidates(profile: str, seed: str) -> None:
    for task in small_rounds(profile, seed, 14):
        drawing = drawn(laid_out(task))
        there = sorted(number for number, card in task.cards.items() if card.present)
        for a, b in ((a, b) for a in there for b in there if a < b):
            step = DUTCH.why_not(task, a, b)
            assert isinstance(step.facts, f.WhyNot)
            if step.facts.reason is f.Reason.FORBIDDEN:
                continue
            reason, bracket, cost = expected(drawing, a, b)
            assert (step.facts.players, step.facts.reason, step.facts.bracket) == ((a, b), reason, bracket)
            if cost is not None:
                (worse,) = step.children
                assert worse.article is not None
                assert worse.article.number == cost[0]
                assert cost[1] is None or worse.facts == NotMet(cost[1])  # type: ignore[arg-type]


@pytest.mark.parametrize(("a", "b"), [(1, 99), (99, 1), (98, 99), (2, 2)])
def test_somebody_who_is_not_there_meets_nobody(a: int, b: int) -> None:
    task = PairingTask({n: Card(n) for n in range(1, 5)}, 1, 5)
    assert DUTCH.why_not(task, a, b).facts == f.WhyNot((a, b), f.Reason.ABSENT)
    assert SYSTEMS["dutch-1998"].why_not(task, a, b).facts == f98.WhyNot((a, b), f98.Reason.ABSENT)


def told(step: Step, kind: type) -> list[object]:
    return [child.facts for child in step.children if isinstance(child.facts, kind)]


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy", "big"])
def test_the_account_of_a_bracket_says_what_became_of_everybody(profile: str) -> None:
    for task, answer in sample(profile, "account", 40, paired):
        if answer is None:
            continue
        account, drawing = DUTCH.explain(task), drawn(laid_out(task))
        layout = drawing.layout
        number = [player.number for player in layout.players]
        assert len(account.way) == len(drawing.settled)
        for at, (step, (bracket, found)) in enumerate(zip(account.way, drawing.settled, strict=True), 1):
            everything = Everything(layout, bracket)
            score = layout.players[bracket.residents[0]].score
            moved, residents = (tuple(number[p] for p in places) for places in (bracket.moved, bracket.residents))
            assert step.facts == f.PairingBracket(at, score, moved, residents)
            down = [f.Downfloaters(tuple(number[p] for p in found.floaters))] if found.floaters else []
            assert told(step, f.Downfloaters) == down
            counts = dict(zip(ARTICLES, everything.cheap(taken(found)), strict=True))
            not_met = {c.article.number: c.facts for c in step.children if c.article and isinstance(c.facts, NotMet)}
            assert not_met == {name: NotMet(counts[name]) for name in ARTICLES if name in COUNTED and counts[name]}  # type: ignore[arg-type]
            rest = [p for p in bracket.residents if p not in {p for pair in found.heads for p in pair}]
            halves = [f.Halves(*_halves(number, rest, found.remainder))] if found.remainder else []
            assert told(step, f.Halves) == halves


def _halves(number: list[int], rest: list[int], pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """S1, its opponents, who left S1 and who came into it."""
    s1, s2 = [a for a, _ in pairs], [b for _, b in pairs]
    first = rest[: len(pairs)]
    parts = s1, s2, [p for p in first if p not in s1], [p for p in s1 if p not in first]
    return tuple(tuple(number[p] for p in part) for part in parts)


@pytest.mark.parametrize("profile", ["small", "dense", "tiny", "messy", "big"])
def test_each_board_says_its_bracket_and_what_its_pair_does_not_get(profile: str) -> None:
    for task, answer in sample(profile, "boards", 40, paired):
        if answer is None:
            continue
        account, drawing = DUTCH.explain(task), drawn(laid_out(task))
        players = {player.number: (at, player) for at, player in enumerate(drawing.layout.players)}
        for place, (pair, step) in enumerate(account.boards, 1):
            made = step.facts
            assert isinstance(made, f.BoardMade)
            bracket, found = drawing.settled[made.bracket - 1]
            both = tuple(sorted((players[pair.white][0], players[pair.black][0])))
            assert (made.board, made.white, made.black) == (place, pair.white, pair.black)
            assert both in taken(found)[0]
            heads = {tuple(sorted(head)) for head in found.heads}
            role = f.PairRole.MOVED_DOWN if both in heads else f.PairRole.REMAINDER
            assert made.role is (role if bracket.moved else f.PairRole.HOMOGENEOUS)
            one, other = (drawing.layout.players[p].preference for p in both)
            clash = one.colour is not None and one.colour is other.colour
            names = {child.article.number for child in step.children if child.article}
            assert ("C12" in names) is clash
        if account.bye:
            number, step = account.bye
            taker = players[number][1]
            barred = [n for n, (_, p) in players.items() if p.score <= taker.score and not p.bye_allowed]
            at = next(at for at, (_, found) in enumerate(drawing.settled, 1) if players[number][0] in found.floaters)
            assert step.facts == f.ByeGiven(number, at, tuple(barred))


@pytest.mark.parametrize("profile", ["small", "dense", "messy", "big"])
def test_boards_stand_by_the_higher_score_the_sum_and_the_rank(profile: str) -> None:
    """C.04.2, 3.6, from the cards alone."""
    for task, answer in sample(profile, "boards", 60, paired):
        cards = task.cards
        turns = []
        for pair in answer.pairs if answer else ():
            (above, rank), (below, _) = sorted((-cards[n].score, n) for n in (pair.white, pair.black))
            turns.append((above, above + below, rank))
        assert turns == sorted(turns)
