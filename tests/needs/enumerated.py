"""What is said to be needed beside every way in which small ends of events can end.

    python -m tests.needs.enumerated --count 2000 --seed 1

Each sentence must hold at each ending. Where no round is to be paired and nobody has a second game, what is certain or
out of reach by points alone must be said as well. Says how many ends were looked at, and how often each was said.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.festival.events import SectionsLinked
from domain.formats import rules_of
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.games import Code
from domain.words.players import EntrantId
from projections.chances.needs import needs_of
from projections.chances.rest import rest_of_event
from projections.moment.chances_found import FIRST, FIRST_THREE, Need, NeedKind
from tests.needs.ends import Ended, TooManyEndings, ended, endings, open_games, small_end

FEW_ROWS = 1_000
"""Of the tables of all endings: so few are always looked at."""
Endings = Sequence[Mapping[EntrantId, Ended]]


def wrong(t: Tournament, least_games: int, said: Counter[str]) -> list[str]:
    """Sentences that do not hold. Raises as `endings`."""
    link = SectionsLinked(("here",), 2, "there", least_games=least_games)
    rest = rest_of_event(t, [] if t.regulations.of_teams else [link])
    aims, needs = rest.aims.aims, needs_of(rest)
    found = [ended(t, ending, aims, link) for ending in endings(t)]
    left = open_games(t)
    one_each = max(Counter(id for _, game in left for id in (game.white, game.black)).values(), default=0) <= 1
    exact = one_each and not t.regulations.with_bracket and t.published == rules_of(t).rounds(t)
    exact = exact and not t.regulations.armageddon  # which may stay undecided
    by_tables = t.published == rules_of(t).rounds(t) and 3 ** len(left) * len(t.numbers) <= FEW_ROWS
    by_tables = by_tables and not t.regulations.with_bracket and not t.regulations.armageddon
    mistakes = []
    for id, number in numbers_of(t).items():
        for at, (aim, need) in enumerate(zip(aims, needs[number], strict=True)):
            said[f"{aim.kind.value} {need.kind.value}"] += 1
            faults = [*broken(need, id, at, found), *(untold(need, id, at, found) if by_tables else ())]
            if aim in (FIRST, FIRST_THREE):
                faults += by_place(need, id, aim.places, found)
                faults += missed(need, id, aim.places, found) if exact else ()
            mistakes += [f"number {number}, {aim}: {need}: {fault}" for fault in faults]
    return mistakes


def broken(need: Need, id: EntrantId, at: int, found: Endings) -> Iterator[str]:
    """Everything in what is said that does not hold at some ending."""
    yes = [all[id] for all in found if all[id].reached[at] is not False]
    no = [all[id] for all in found if not all[id].reached[at]]
    if need.kind is NeedKind.CERTAIN and no:
        yield "not certain"
    if need.kind is NeedKind.OUT and yes:
        yield "within reach"
    if need.kind in (NeedKind.WIN, NeedKind.DRAW, NeedKind.WIN_DECIDES) and any(one.now is Code.WIN for one in no):
        yield "a win is not enough"
    if need.kind is NeedKind.DRAW and any(one.now is Code.DRAW for one in no):
        yield "a draw is not enough"
    if need.kind is NeedKind.WIN_ALL and any(one.in_a_row >= need.games for one in no):
        yield "so many wins are not enough"
    if need.kind is NeedKind.WIN_ALL and any(one.in_a_row < need.games for one in yes):
        yield "fewer wins may do"
    if need.kind in (NeedKind.MUST_WIN, NeedKind.WIN_DECIDES) and any(one.now is not Code.WIN for one in yes):
        yield "less than a win may do"
    if need.enough is not None and any(one.gained >= need.enough for one in no):
        yield "so many points are not enough"
    if yes and (need.needed is None or any(one.gained < need.needed for one in yes)):
        yield "fewer points may do"
    if need.kind is NeedKind.OTHERS and len({all[id].gained for all in found}) > 1:
        yield "has games to play"


def untold(need: Need, id: EntrantId, at: int, found: Endings) -> Iterator[str]:
    """What every ending decides, and is not said."""
    reached = {all[id].reached[at] for all in found}
    if reached == {True} and need.kind is not NeedKind.CERTAIN:
        yield "certain by all tables"
    if reached == {False} and need.kind is not NeedKind.OUT:
        yield "out of reach by all tables"


def by_place(need: Need, id: EntrantId, last: int, found: Endings) -> Iterator[str]:
    if need.tiebreak and any(alone(at, id, last) for at in found):
        yield "no tie-break is asked"


def alone(at: Mapping[EntrantId, Ended], id: EntrantId, last: int) -> bool:
    """At the place wanted by points, whatever the tie-breaks say."""
    return sum(other.points >= at[id].points for one, other in at.items() if one != id) < last


def missed(need: Need, id: EntrantId, last: int, found: Endings) -> Iterator[str]:
    """What points alone decide, and is not said."""
    if all(alone(at, id, last) for at in found) and need.kind is not NeedKind.CERTAIN:
        yield "certain by points"
    above = [sum(other.points > at[id].points for other in at.values()) for at in found]
    if min(above) >= last and need.kind is not NeedKind.OUT:
        yield "out of reach by points"


def look_at(seeds: Sequence[str]) -> tuple[int, Counter[str], list[str]]:
    """Ends looked at, how often each was said, and what is wrong; ends without a legal pairing are left out."""
    looked_at, said, mistakes = 0, Counter[str](), list[str]()
    for at, seed in enumerate(seeds):
        try:
            mistakes += [f"{seed}: {mistake}" for mistake in wrong(small_end(seed), 1 + at % 3, said)]
        except (Refusal, TooManyEndings):
            continue
        looked_at += 1
    return looked_at, said, mistakes


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    looked_at, said, mistakes = look_at([f"{arguments.seed}-{n}" for n in range(arguments.count)])
    print(*mistakes, sep="\n")
    print(f"{looked_at} ends, {len(mistakes)} mistakes;", ", ".join(f"{what} {n}" for what, n in said.most_common()))
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
