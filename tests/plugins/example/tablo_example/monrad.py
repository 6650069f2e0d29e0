"""Monrad, as schools and clubs of Scandinavia play it: neighbours of the list meet, the higher against the next one.

1. The list goes by points, then by pairing number.
2. The first of it meets the next one below whom they have not met; then the first of the rest; and so on.
3. Where nobody is left for somebody, the pair above is made anew with the one after.
4. The last of an odd list who had no bye yet rests.
5. White has whoever had it less often; of two alike the lower one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing import NoLegalPairing
from domain.pairing.system import Account, Step, attendance, kept_apart
from domain.words.articles import Article, SharedRule
from domain.words.games import Code, Colour
from domain.words.players import EntrantId, OrderOfEquals, Rankable, Title
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach, Fault

TABLO_PLUGIN_API = 1
BYES = frozenset({Code.PAIRING_BYE, Code.FULL_BYE})


@dataclass(frozen=True)
class Neighbours:
    """They stand at these places of the list."""

    places: tuple[int, int]


class Monrad:
    name = "monrad"
    version = "1"
    kind = Format.SWISS
    entrants = Entrants.PLAYERS
    titles: tuple[Title, ...] = tuple(Title)
    needs_lot = False
    accelerates = False
    starting_points = False
    needs_ratings = False
    games_of_match = 1
    parity_of_arrived = False
    in_force = False
    meets_again = False
    usual_list = ""
    report_code = ""
    articles: Mapping[SharedRule, str] = {SharedRule.NEVER_AGAIN: "2"}

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return tuple(one.id for one in sorted(entrants, key=lambda one: (-one.rating, one.name)))

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return (None,) * len(card.lines)

    def float_of(self, ahead: int) -> Float | None:
        return None

    def pair(self, task: PairingTask) -> RoundPairing:
        order = self._order(task)
        resting = self._rests(task, order)
        pairs = self._pairs(task, [number for number in order if number != resting])
        if pairs is None:
            raise NoLegalPairing(tuple(order))
        return RoundPairing(tuple(self._seated(task, *pair) for pair in pairs), resting)

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: int | None = None) -> tuple[Breach[int], ...]:
        boards = tuple(pairs)
        again = (
            Breach(Fault.RULE, (pair.white, pair.black), _rule("2"))
            for pair in boards
            if self._met(task, pair.white, pair.black)
        )
        apart = (breach for pair in boards for breach in kept_apart(task, pair))
        return (*attendance(task, boards, bye, seat=_rule("2"), away=_rule("1")), *again, *apart)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return ()

    def explain(self, task: PairingTask) -> Account:
        made, place = self.pair(task), {number: at for at, number in enumerate(self._order(task), 1)}
        boards = tuple((p, Step(_rule("2"), Neighbours((place[p.white], place[p.black])))) for p in made.pairs)
        bye = (made.bye, Step(_rule("4"), Neighbours((place[made.bye], place[made.bye])))) if made.bye else None
        return Account((), boards, bye)

    def why_not(self, task: PairingTask, a: int, b: int) -> Step:
        place = {number: at for at, number in enumerate(self._order(task), 1)}
        return Step(_rule("2"), Neighbours((place[a], place[b])))

    def _order(self, task: PairingTask) -> list[int]:
        present = (card for card in task.cards.values() if card.present)
        return [card.number for card in sorted(present, key=lambda card: (-card.score, card.number))]

    def _rests(self, task: PairingTask, order: Sequence[int]) -> int | None:
        if len(order) % 2 == 0:
            return None
        had = {number for number in order if any(line.code in BYES for line in task.cards[number].lines)}
        return next((number for number in reversed(order) if number not in had), order[-1])

    def _pairs(self, task: PairingTask, rest: Sequence[int]) -> list[tuple[int, int]] | None:
        if not rest:
            return []
        first = rest[0]
        for other in rest[1:]:
            if not self._met(task, first, other) and frozenset((first, other)) not in task.forbidden:
                below = self._pairs(task, [number for number in rest if number not in (first, other)])
                if below is not None:
                    return [(first, other), *below]
        return None

    def _seated(self, task: PairingTask, higher: int, lower: int) -> Pair:
        more = self._whites(task, lower) > self._whites(task, higher)
        return Pair(higher, lower) if more else Pair(lower, higher)

    def _whites(self, task: PairingTask, number: int) -> int:
        return sum(line.colour is Colour.WHITE and line.code.played for line in task.cards[number].lines)

    def _met(self, task: PairingTask, a: int, b: int) -> bool:
        return any(line.opponent == b and line.code.played for line in task.cards[a].lines)


def _rule(number: str) -> Article:
    return Article("Monrad", number)
