"""Small rounds of every pairing system, told to the last number: who meets whom, the account, each "why not?"."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

from domain.cards.card import Card, Pair, PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing, System
from domain.words.regulations import Entrants
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.random_fields_1998 import random_clash, random_stuck, random_wall
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_matches import random_round_apart, random_round_of_matches
from tests.pairing.random_rounds import random_group, random_round
from tests.pairing.random_team_rounds import random_team_round, random_team_round_apart
from tests.projections.whole.telling import told

CASES = Path(__file__).parents[2] / "cases" / "whole_accounts"
MOST_PLAYERS = 9
OF_ITSELF = (
    "kind",
    "titles",
    "needs_lot",
    "accelerates",
    "starting_points",
    "needs_ratings",
    "games_of_match",
    "parity_of_arrived",
    "articles",
)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


ROUNDS: dict[str, tuple[int, ...]] = {
    "dutch-1998": numbers(
        "0 1 2 4 5 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 26 32 54 61 66 69 71 74 92 94 96 116 147 156 174 "
        "206 226 237"
    ),
    "dutch-2026": numbers(
        "0 1 2 4 5 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 26 32 44 66 69 74 79 96 116 121 156 225 226 237"
    ),
    "dubov-2026": numbers(
        "0 1 2 3 4 5 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 66 74 78 92 96 102 120 147 156 185 201 212 226 237"
    ),
    "burstein-2026": numbers(
        "0 1 2 3 4 5 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 43 66 74 79 96 116 126 133 156 192 203 212 226 "
        "237 243 246"
    ),
    "double-swiss-2026": numbers(
        "0 1 2 4 5 8 9 10 11 12 13 15 17 18 19 20 21 22 23 25 26 44 75 76 98 102 109 113 151 170 186 197 221 236"
    ),
    "lim": numbers(
        "0 1 2 4 5 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 25 26 32 44 54 57 59 66 74 96 172 225 226 237 246"
    ),
    "team-swiss-2026": tuple(range(30)),
}
"""Seeds: the first ones, and some for each kind of step that 250 seeds have."""

MORE_ROUNDS: dict[str, tuple[PairingTask, ...]] = {
    "dutch-1998": (
        random_clash("fz-11"),
        random_clash("fz-90"),
        random_stuck("fz-20"),
        random_wall("fz-20"),
        random_wall("fz-34"),
        random_group("fz-33", 12),
    ),
    "dutch-2026": (random_field("fz-1"), random_descent("fz-2"), random_descent("fz-4"), random_finish("fz-3")),
}
"""Of players kept apart, stuck or due the same colour."""


def task_of(name: str, seed: int) -> PairingTask:
    """Everybody has a rating; every third event is accelerated where the system knows of it."""
    system = SYSTEMS[name]
    if system.entrants is Entrants.TEAMS:
        made = random_team_round_apart if seed % 2 else random_team_round
        return made(f"whole-{seed}", by_engine, MOST_PLAYERS)
    if system.games_of_match > 1:
        made = random_round_apart if seed % 2 else random_round_of_matches
        task = made(f"whole-{seed}", system.pair, MOST_PLAYERS)
    else:
        task = random_round(f"whole-{seed}", MOST_PLAYERS)
    cards = {n: replace(card, rating=2500 - 40 * n + 15 * (seed * n % 5)) for n, card in task.cards.items()}
    upper = dict.fromkeys(sorted(cards)[: len(cards) // 2], (2, 2, 1)) if not seed % 3 and system.accelerates else {}
    return replace(task, cards=cards, virtual=upper, maxi=seed % 2 == 0)


def as_text(name: str) -> str:
    lines = list(told({word: getattr(SYSTEMS[name], word) for word in OF_ITSELF}))
    for seed in ROUNDS[name]:
        lines += [f"===== {seed}", *lines_of(name, task_of(name, seed), seed)]
    for number, task in enumerate(MORE_ROUNDS.get(name, ()), 1):
        lines += [f"===== more, {number}", *lines_of(name, task, number)]
    return "\n".join([*lines, ""])


def lines_of(name: str, task: PairingTask, seed: int) -> Iterator[str]:
    system = SYSTEMS[name]
    for card in task.cards.values():
        yield from _card(system, card)
    yield from _by_hand(system, task, Random(seed))
    try:
        pairing = system.pair(task)
    except NoLegalPairing as none:
        yield f"no legal pairing: {none.conflict}"
        return
    yield from told(pairing)
    yield from told(system.explain(task))
    here = [number for number, card in task.cards.items() if card.present]
    made = {frozenset((pair.white, pair.black)) for pair in pairing.pairs}
    for a, b in combinations(sorted(here), 2):
        if {a, b} not in made:
            yield f"why not {a}-{b}"
            yield from told(system.why_not(task, a, b), "  ")


def _card(system: System, card: Card) -> Iterator[str]:
    games = " ".join(f"{line.opponent or ''}{line.colour or ''}{line.code.value}" for line in card.lines)
    floats = "".join(one.value[0] if one else "-" for one in system.floats(card))
    yield f"{card.number}{'' if card.present else ' away'} {card.score}: {games} {floats}"


def _by_hand(system: System, task: PairingTask, dice: Random) -> Iterator[str]:
    """The answer of the validator to boards drawn by lot."""
    here = [number for number, card in task.cards.items() if card.present]
    dice.shuffle(here)
    pairs = [Pair(*here[at : at + 2]) for at in range(0, len(here) - 1, 2)]
    bye = here[-1] if len(here) % 2 else None
    yield f"by hand {_short(pairs)} {bye or ''}"
    for some, resting in ((pairs, bye), (pairs[1:], bye), (pairs[:1], None)):
        yield from told(system.check(task, some, resting), "  ")
    yield f"both colours wrong: {_short(system.both_colours_wrong(task, pairs))}"


def _short(pairs: Iterable[Pair]) -> str:
    return " ".join(f"{pair.white}-{pair.black}" for pair in pairs)
