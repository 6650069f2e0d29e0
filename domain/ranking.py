"""The table: points first, then the tie-breaks in order, each still-tied group going on by itself.

rank(cards, order, context, lots) -> tuple[Ranked, ...]      best first; faster with the table of a moment before
PRESETS["F10"] -> tuple[Tiebreak, ...]                       recommended lists by name
check_groups(order, rule, reading) -> tuple[str, ...]        article 33.2
draw_lots(keys, seed) -> tuple[str, ...]                     drawn once, the same for ever
why(ranked, a, b) -> Comparison                              two players, step by step
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Final, NamedTuple

from domain.cards import Cards
from domain.regulations import GroupRule
from domain.tiebreaks import (
    Context,
    Field,
    Group,
    TeamCards,
    Tiebreak,
    Value,
    parse_list,
    places,
    rule_of,
)
from domain.tiebreaks.field import exact

POINTS: Final = Tiebreak("PTS")
LOTS: Final = Tiebreak("LOTS")

PRESETS: Mapping[str, tuple[Tiebreak, ...]] = {
    name: parse_list(text)
    for name, text in {
        "F10": "PTS, DE1, ARO, LOTS",
        "33.3.1": "PTS, SB, DE, WIN, KS, BPG, PLAYOFF",
        "33.3.2": "GP, MP, DE, SB, PLAYOFF",
        "33.3.3": "PTS, ARO, TPR, BH, PS, WIN, DE, PLAYOFF",
        "33.3.4": "PTS, BH, PS, SB, DE, WIN, BPG, PLAYOFF",
        "33.3.5": "GP, MP, DE, BH, SB, PLAYOFF",
        "S003-RR": "PTS, SBX2, ARO",
        "S003-SWISS": "PTS, BH",
        "S003-SOLKOFF": "PTS, BH, SOLKOFF_S003, ARO, PS",
        "C07-SWISS": "PTS, BH/C1, BH, SB, DE, WIN, BWG",
        "C07-RR": "PTS, DE, WIN, SB, KS, BWG",
        "C07-TEAM-SWISS": "MP, GP, BH:MP, EMGSB, EDE",
        "C07-TEAM-RR": "MP, GP, DE:MP, EMMSB, EDE",
    }.items()
}
"""Lists by name. `F10`: article F.10 of 1998. `33.3.x`: round robin, team round robin, Swiss of
like ratings, Swiss of unlike ratings, team Swiss (seed 002). `S003-x`: seed 003; its round robin
is from the portal. `C07-x`: lists in the spirit of C.07, whose own recommendation we could not
read; they claim no more than that."""


class Ranked(NamedTuple):
    """One row of the table."""

    place: int
    """From 1; equals to the end share it."""
    number: int
    """Pairing number."""
    score: Fraction
    """Points; for teams the primary score."""
    order: tuple[Tiebreak, ...]
    values: tuple[Value | None, ...]
    """In step with `order`. None: of type A, and this player was not tied when it was asked."""
    tied_with: int = 1
    """How many share the place, this player included."""


def rank(
    cards: Cards | TeamCards | Field,
    order: Sequence[Tiebreak],
    context: Context,
    lots: Mapping[int, int] | None = None,
    earlier: Sequence[Ranked] = (),
) -> tuple[Ranked, ...]:
    """The table, best first (F.10; article 32; C.07, 4.2).

    `order` starts with the points unless it says where they (or `MP`, `GP`) come. `lots`, from
    pairing number to place in the draw, decide where `order` has LOTS, else at the very end; without
    them equals share the place. Equals stand in the order of their pairing numbers. `earlier` is a table
    of a moment before: it is nearly in order, and a row that still says the same is given again as the same object.
    """
    field = cards if isinstance(cards, Field) else Field.of(cards, context)
    if lots:
        field = replace(field, context=replace(field.context, lots=lots))
    full = complete(order, lots=bool(lots))
    groups = [_nearly_in_order(field, earlier)] if len(field) else []
    shown: list[Sequence[Value | None]] = []
    keys: list[Sequence[int]] = []
    for tiebreak in full:
        rule = rule_of(tiebreak)
        if rule.how.column is None:
            groups = _split(groups, keys)
            among = _places_among_tied(field, tiebreak, groups)
            keys = [[place or 0 for place in among]]
            shown.append(among)
        else:
            column = rule.how.column(field, tiebreak)
            keys.append(column.keys(low_first=rule.low_first(tiebreak)))
            shown.append(column.values())
    return _rows(field, full, _split(groups, keys), shown, earlier)


def complete(order: Sequence[Tiebreak], *, lots: bool) -> tuple[Tiebreak, ...]:
    """The order with the points in front and the lots at the end, where they are not named."""
    named = {tiebreak.code for tiebreak in order}
    first = () if named & {"PTS", "MP", "GP"} else (POINTS,)
    return (*first, *order, *((LOTS,) if lots and "LOTS" not in named else ()))


def _nearly_in_order(field: Field, earlier: Sequence[Ranked]) -> list[int]:
    """Everybody, as they stood in the earlier table if they were the same: what is nearly sorted sorts quickly."""
    stood = [field.index[row.number] for row in earlier if row.number in field.index]
    return stood if len(stood) == len(field) else list(range(len(field)))


def _split(groups: list[list[int]], keys: list[Sequence[int]]) -> list[list[int]]:
    """Each group in smaller ones of equal keys, the smallest first; inside them by pairing number."""
    if not keys:
        return groups
    key = list(zip(*keys, strict=True))
    out: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            out.append(group)
            continue
        last = None
        for i in sorted(group, key=key.__getitem__):
            if key[i] == last:
                out[-1].append(i)
            else:
                out.append([i])
                last = key[i]
    for tied in out:
        tied.sort()
    return out


def _places_among_tied(field: Field, tiebreak: Tiebreak, groups: list[list[int]]) -> list[int | None]:
    """Type A: everybody's place in his group; None for those who are alone in theirs."""
    found: list[int | None] = [None] * len(field)
    for at, group in enumerate(groups):
        if len(group) > 1:
            for i, place in places(field, tiebreak, group, at == 0).items():
                found[i] = place
    return found


def _rows(
    field: Field,
    order: tuple[Tiebreak, ...],
    groups: list[list[int]],
    columns: list[Sequence[Value | None]],
    earlier: Sequence[Ranked],
) -> tuple[Ranked, ...]:
    numbers = list(field.index)
    points = [exact(score, 2) for score in field.scores]
    values = list(zip(*columns, strict=True))
    known = {row.number: row for row in earlier}
    table: list[Ranked] = []
    for group in groups:
        place, tied = len(table) + 1, len(group)
        for i in group:
            number = numbers[i]
            says = place, number, points[i], order, values[i], tied
            table.append(known[number] if known.get(number) == says else Ranked(*says))
    return tuple(table)


class Verdict(StrEnum):
    """What one step of a comparison says."""

    FIRST = "first"
    """The one asked about first is ahead."""
    SECOND = "second"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Step:
    """Two players under one tie-break."""

    tiebreak: Tiebreak
    article: str
    first: Value | None
    second: Value | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why one stands before the other: the last step is the one that decides, if any does."""

    first: int
    second: int
    steps: tuple[Step, ...]

    @property
    def verdict(self) -> Verdict:
        return self.steps[-1].verdict if self.steps else Verdict.EQUAL


def why(ranked: Iterable[Ranked], a: int, b: int) -> Comparison:
    """Players `a` and `b` (pairing numbers) step by step, down to the tie-break that decides.

    Raises `KeyError` for a number that is not in the table.
    """
    rows = {row.number: row for row in ranked}
    one, two = rows[a], rows[b]
    steps: list[Step] = []
    for tiebreak, x, y in zip(one.order, one.values, two.values, strict=True):
        verdict = Verdict.EQUAL if x == y else Verdict.FIRST if _ahead(tiebreak, x, y) else Verdict.SECOND
        steps.append(Step(tiebreak, rule_of(tiebreak).article, x, y, verdict))
        if verdict is not Verdict.EQUAL:
            break
    return Comparison(a, b, tuple(steps))


def _ahead(tiebreak: Tiebreak, x: Value | None, y: Value | None) -> bool:
    """`x` is better than `y`, which is not its equal. What is undefined comes last."""
    if not isinstance(x, int | Fraction):
        return False
    if not isinstance(y, int | Fraction):
        return True
    return x < y if rule_of(tiebreak).low_first(tiebreak) else x > y


def draw_lots(keys: Iterable[str], seed: str) -> tuple[str, ...]:
    """The players' stable keys in drawn order: by the SHA-256 of seed and key.

    The draw depends on nothing else, neither on who else takes part nor on any order, so it can
    be repeated by anybody who knows the seed.
    """
    return tuple(sorted(set(keys), key=lambda key: (sha256(f"{seed}\n{key}".encode()).digest(), key)))


class Reading(StrEnum):
    """The two readings of article 33.2, "only one type of the five groups"."""

    A = "A"
    """A published list stays inside one group; a play-off may always end it. Fits the example."""
    B = "B"
    """At most one item of each group. Contradicts the example of the article itself."""


class MixedGroups(ValueError):
    """Article 33.2 forbids the list; `offending` are its items that may not stand with the others."""

    def __init__(self, offending: tuple[str, ...]) -> None:
        super().__init__(*offending)
        self.offending = offending


def check_groups(
    order: Sequence[Tiebreak], rule: GroupRule = GroupRule.OFF, reading: Reading = Reading.A
) -> tuple[str, ...]:
    """The items that article 33.2 does not want beside those before them; none if the rule is off.

    Points, lots and the arbiter's own order belong to no group; a team's primary and secondary
    score are no tie-breaks here. Raises `MixedGroups` where the rule is `ERROR`.
    """
    if rule is GroupRule.OFF:
        return ()
    offending = tuple(_offending(order, reading))
    if offending and rule is GroupRule.ERROR:
        raise MixedGroups(offending)
    return offending


def _offending(order: Sequence[Tiebreak], reading: Reading) -> Iterable[str]:
    seen: set[Group] = set()
    for tiebreak in order:
        group = rule_of(tiebreak).group
        if group is Group.NONE or tiebreak.code in ("MP", "GP"):
            continue
        if reading is Reading.A:
            if group is not Group.PLAYOFF and seen and group not in seen:
                yield str(tiebreak)
                continue
        elif group in seen:
            yield str(tiebreak)
        if group is not Group.PLAYOFF or reading is Reading.B:
            seen.add(group)
