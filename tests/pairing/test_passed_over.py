"""The account of players who did not float up although they come before an upfloater, held against all pairings."""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from domain.cards.card import Pair, PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing, System
from domain.pairing.swiss.rising import FloatUp, PassedOver
from domain.pairing.system import Account
from domain.words.rounds import Fault
from tests.cli.conftest import CASES, Tablo
from tests.cli.conftest import tablo as tablo
from tests.pairing.whole import task_of

Couple = frozenset[int]
SYSTEMS_WITH_UPFLOATERS = ("dubov-2026", "double-swiss-2026", "team-swiss-2026")


def brackets(account: Account) -> Iterator[tuple[set[int], FloatUp, tuple[PassedOver, ...], list[str]]]:
    """Residents, upfloaters and those passed over, with the criteria said of them."""
    for step in account.way:
        for one in step.children:
            if isinstance(one.facts, FloatUp):
                residents = set(step.facts.residents)  # type: ignore[attr-defined]
                passed = [(child.facts, child.article.number if child.article else "") for child in one.children]
                yield residents, one.facts, tuple(p for p, _ in passed), [c for _, c in passed]  # type: ignore[misc]


def may_meet(system: System, task: PairingTask, a: int, b: int) -> bool:
    found = system.check(task, (Pair(task.cards[a].number, task.cards[b].number),), None)
    both = [one for one in found if set(one.players) == {a, b}]
    return not any(one.fault in (Fault.RULE, Fault.KEPT_APART) for one in both)


def pairings(system: System, task: PairingTask, left: Iterable[int]) -> Iterator[frozenset[Couple]]:
    first, *others = left or (0,)
    if not first:
        yield frozenset()
        return
    for other in others:
        if may_meet(system, task, first, other):
            for one in pairings(system, task, [n for n in others if n != other]):
                yield one | {frozenset((first, other))}


@pytest.mark.parametrize("name", SYSTEMS_WITH_UPFLOATERS)
def test_somebody_who_could_not_float_up_is_told_from_somebody_with_whom_a_criterion_is_met_worse(name: str) -> None:
    system, kinds = SYSTEMS[name], Counter[str]()
    for seed in range(40):
        try:
            task = task_of(name, seed)
            account = system.explain(task)
        except NoLegalPairing:
            continue
        left = {n for n, card in task.cards.items() if card.present} - ({account.bye[0]} if account.bye else set())
        for residents, up, passed, criteria in brackets(account):
            for one, criterion in zip(passed, criteria, strict=True):
                every = pairings(system, task, sorted(left - gone(account, residents)))
                possible = any(any(one.player in c and c & residents for c in pairing) for pairing in every)
                assert possible is not bool(one.stranded), (seed, up, one)
                kinds[criterion or ("stranded" if one.stranded else "later")] += 1
    assert kinds["stranded"] > 2
    assert len(kinds) > 1


def gone(account: Account, residents: set[int]) -> set[int]:
    """Everybody who was paired in the brackets above."""
    out: set[int] = set()
    for step in account.way:
        facts = step.facts
        if not hasattr(facts, "residents"):
            continue
        if set(facts.residents) == residents:
            return out
        out |= {*facts.residents, *facts.upfloaters}  # type: ignore[attr-defined]
    return out


def test_lim_says_which_rule_gave_the_colours(tablo: Tablo) -> None:
    lines = tablo("pair", CASES / "adjudged" / "lim-floater-types-2.trf", "--system", "lim", "--explain").lines
    assert "Board 2: 2 - 11, group 4; each has the colour that is due (5.2)." in lines
    assert "Board 3: 3 - 10, group 7; no other colours are allowed (5.1)." in lines
