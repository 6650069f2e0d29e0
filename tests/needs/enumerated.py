"""What is said to be needed beside every way in which small ends of events can end.

    python -m tests.needs.enumerated --count 2000 --seed 1

Each sentence must hold at each ending. Where no round is to be paired and nobody has a second game, what is certain or
out of reach by points alone must be said as well. Says how many ends were looked at, and how often each was said.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.formats import rules_of
from domain.refusals import Refusal
from domain.tournament import Tournament
from domain.tournament_cards.cards import numbers_of
from domain.words.games import Code
from domain.words.players import EntrantId
from projections.chances.needs import needs_for_places
from projections.chances.playing_out import rest_of_event
from projections.moment.chances_found import Need, NeedKind
from tests.needs.ends import Ended, TooManyEndings, ended, endings, open_games, small_end

PLACES = (1, 2, 3)
Endings = Sequence[Mapping[EntrantId, Ended]]


def wrong(t: Tournament, said: Counter[NeedKind]) -> list[str]:
    """Sentences that do not hold. Raises as `endings`."""
    found = [ended(t, ending) for ending in endings(t)]
    needs = needs_for_places(rest_of_event(t), PLACES)
    numbers, left = numbers_of(t), open_games(t)
    one_each = max(Counter(id for _, game in left for id in (game.white, game.black)).values(), default=0) <= 1
    exact = one_each and t.published == rules_of(t).rounds(t)
    mistakes = []
    for id, number in numbers.items():
        if id not in found[0]:
            continue
        for last, need in zip(PLACES, needs[number], strict=True):
            said[need.kind] += 1
            faults = [*broken(need, id, last, found), *(missed(need, id, last, found) if exact else ())]
            mistakes += [f"number {number}, place {last}: {need}: {fault}" for fault in faults]
    return mistakes


def broken(need: Need, id: EntrantId, last: int, found: Endings) -> Iterator[str]:
    """Everything in what is said that does not hold at some ending."""
    yes = [at[id] for at in found if 0 < at[id].place <= last]
    no = [at[id] for at in found if not 0 < at[id].place <= last]
    if need.kind is NeedKind.CERTAIN and no:
        yield "not certain"
    if need.kind is NeedKind.OUT and yes:
        yield "within reach"
    if need.kind in (NeedKind.WIN, NeedKind.DRAW, NeedKind.WIN_DECIDES) and any(one.now is Code.WIN for one in no):
        yield "a win is not enough"
    if need.kind is NeedKind.DRAW and any(one.now is Code.DRAW for one in no):
        yield "a draw is not enough"
    if need.kind in (NeedKind.MUST_WIN, NeedKind.WIN_DECIDES) and any(one.now is not Code.WIN for one in yes):
        yield "less than a win may do"
    if need.enough is not None and any(one.gained >= need.enough for one in no):
        yield "so many points are not enough"
    if yes and (need.needed is None or any(one.gained < need.needed for one in yes)):
        yield "fewer points may do"
    if need.kind is NeedKind.OTHERS and len({one.gained for one in (*yes, *no)}) > 1:
        yield "has games to play"
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


def look_at(seeds: Sequence[str]) -> tuple[int, Counter[NeedKind], list[str]]:
    """Ends looked at, how often each was said, and what is wrong; ends without a legal pairing are left out."""
    looked_at, said, mistakes = 0, Counter[NeedKind](), list[str]()
    for seed in seeds:
        try:
            mistakes += [f"{seed}: {mistake}" for mistake in wrong(small_end(seed), said)]
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
    print(f"{looked_at} ends, {len(mistakes)} mistakes;", ", ".join(f"{k.value} {n}" for k, n in said.most_common()))
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
