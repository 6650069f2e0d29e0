"""Direct encounter: the games among the tied, and nothing else (article 32.1.6; C.07, 6; F.10)."""

from collections import defaultdict
from collections.abc import Sequence
from math import lcm

from domain.ranking.tiebreaks.context import Direct
from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field
from domain.ranking.tiebreaks.opponents import game_codes
from domain.ranking.tiebreaks.own_results import own_round
from domain.ranking.tiebreaks.rule import Contribution, How, Tiers
from domain.records import dataclass
from domain.words.games import points as in_points


@dataclass(frozen=True, slots=True)
class Separate:
    """The table of the games among some players, in units that make averages whole."""

    least: dict[int, int]
    """The score if all missing games are lost."""
    most: dict[int, int]
    """The score if all missing games are won."""
    complete: bool


def direct_encounter(field: Field, tiebreak: Tiebreak, group: Sequence[int], first_place: bool) -> Tiers:
    """DE: who was better in the games among `group`, as tiers of players still tied.

    `STRICT`: if all have met, by the points among themselves, once (article 32.1.6). `C07`: again
    inside each new tie, and where not all have met only what no missing game could change.
    """
    seen = field.referring(tiebreak.reference, tiebreak)
    if seen.context.direct_mode is Direct.STRICT:
        return _strict(seen, tiebreak, group)
    return in_c07_order(seen, tiebreak, list(group))


def direct_for_first(field: Field, tiebreak: Tiebreak, group: Sequence[int], first_place: bool) -> Tiers:
    """DE1: as DE, but only to say who is first; the others stay tied (F.10 of 1998).

    F.10 is silent about tied players who have not all met; as in article 32.1.6 nothing is
    decided then.
    """
    tiers = _strict(field, tiebreak, group) if first_place else [list(group)]
    rest = [i for tier in tiers[1:] for i in tier]
    return [tiers[0], rest] if rest else tiers


def separate(field: Field, group: Sequence[int], forfeits: bool) -> Separate:
    """The table of the games among `group`; several games of two players are averaged (C.07, 6.1)."""
    played, members = game_codes(field, forfeits), set(group)
    won: dict[int, dict[int, list[int]]] = {i: defaultdict(list) for i in group}
    for i in group:
        for r, foe in enumerate(field.foes[i]):
            if foe in members and field.line(i, r).code in played:
                won[i][foe].append(field.points[i][r])
    unit = lcm(*(len(games) for against in won.values() for games in against.values()))
    sums = {i: sum(sum(g) * (unit // len(g)) for g in against.values()) for i, against in won.items()}
    missing = {i: len(group) - 1 - len(against) for i, against in won.items()}
    scoring = field.context.scoring
    least = {i: sums[i] + unit * scoring.loss * missing[i] for i in group}
    most = {i: sums[i] + unit * scoring.win * missing[i] for i in group}
    return Separate(least, most, not any(missing.values()))


def tiers_by_score(scores: dict[int, int]) -> Tiers:
    tiers: dict[int, list[int]] = defaultdict(list)
    for i, points in scores.items():
        tiers[points].append(i)
    return [tiers[points] for points in sorted(tiers, reverse=True)]


def _strict(field: Field, tiebreak: Tiebreak, group: Sequence[int]) -> Tiers:
    table = separate(field, group, tiebreak.forfeits_played)
    return tiers_by_score(table.least) if table.complete else [list(group)]


def in_c07_order(field: Field, tiebreak: Tiebreak, group: list[int]) -> Tiers:
    """Direct encounter again and again inside what it leaves tied (C.07, 6.2 and 6.3)."""
    if len(group) == 1:
        return [group]
    table = separate(field, group, tiebreak.forfeits_played)
    tiers = tiers_by_score(table.least) if table.complete else _certain(table, group)
    if len(tiers) == 1:
        return tiers
    return [smaller for tier in tiers for smaller in in_c07_order(field, tiebreak, tier)]


def _certain(table: Separate, group: list[int]) -> Tiers:
    """Places that no missing game could change, then the others (C.07, 6.3).

    A player is sure of the next place if even with all missing games lost they stay ahead of each
    other with all won; comparing in pairs is exact, since these two worst cases agree.
    """
    rest, fixed = list(group), []
    while len(rest) > 1:
        best = max(rest, key=lambda i: table.least[i])
        if any(table.most[j] >= table.least[best] for j in rest if j != best):
            break
        fixed.append([best])
        rest.remove(best)
    return [*fixed, rest]


def games_among(field: Field, group: Sequence[int], i: int, tiebreak: Tiebreak) -> list[Contribution]:
    played, members = game_codes(field, tiebreak.forfeits_played), set(group)
    return [
        own_round(field, i, r, in_points(field.points[i][r]))
        for r, foe in enumerate(field.foes[i])
        if foe in members and field.line(i, r).code in played
    ]


DIRECT = How(within=direct_encounter)
FOR_FIRST = How(within=direct_for_first)
