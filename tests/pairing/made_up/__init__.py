"""A pairing system made up for a test: what a new one takes is this folder and a row in SYSTEMS."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing import NoLegalPairing
from domain.pairing.system import Account, Step, attendance, kept_apart
from domain.words.articles import Article, SharedRule
from domain.words.players import EntrantId, OrderOfEquals, Rankable, Title
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach, Fault


def article(number: str) -> Article:
    return Article("made-up", number)


@dataclass(frozen=True)
class Neighbours:
    """The two stand next to each other in the list."""

    places: tuple[int, int]


@dataclass(frozen=True)
class Refused:
    players: tuple[int, int]


class MadeUp:
    """The best against the second, the third against the fourth; the last of an odd field rests. The lower has White.

    The list goes by points, then by the alphabet; nobody floats, and nothing is drawn by lot.
    """

    name = "made-up"
    version = "7"
    kind = Format.SWISS
    entrants = Entrants.PLAYERS
    titles: tuple[Title, ...] = (Title.WCM, Title.NONE)
    needs_lot = False
    accelerates = False
    games_of_match = 1
    needs_ratings = False
    starting_points = False
    parity_of_arrived = False
    in_force = False
    meets_again = False
    usual_list = ""
    report_code = ""
    articles: Mapping[SharedRule, str] = {SharedRule.NEVER_AGAIN: "4"}

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return tuple(one.id for one in sorted(entrants, key=lambda one: one.name))

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return (None,) * len(card.lines)

    def float_of(self, ahead: int) -> Float | None:
        return None

    def pair(self, task: PairingTask) -> RoundPairing:
        order = self._order(task)
        pairs = tuple(Pair(lower, higher) for higher, lower in zip(order[::2], order[1::2], strict=False))
        if met := [pair for pair in pairs if any(self._met(task, pair))]:
            raise NoLegalPairing((met[0].black, met[0].white))
        return RoundPairing(pairs, order[-1] if len(order) % 2 else None)

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: int | None = None) -> tuple[Breach[int], ...]:
        boards = tuple(pairs)
        wrong = (breach for pair in boards for breach in (*self._met(task, pair), *kept_apart(task, pair)))
        return (*attendance(task, boards, bye, seat=article("9"), away=article("10")), *wrong)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Colours are nobody's due here."""
        return ()

    def explain(self, task: PairingTask) -> Account:
        order = self._order(task)
        place = {number: at for at, number in enumerate(order, 1)}
        made = self.pair(task)
        boards = tuple((p, Step(article("2"), Neighbours((place[p.black], place[p.white])))) for p in made.pairs)
        return Account((), boards, (made.bye, Step(article("3"), Neighbours((len(order), 0)))) if made.bye else None)

    def why_not(self, task: PairingTask, a: int, b: int) -> Step:
        return Step(article("2"), Refused((a, b)))

    def _order(self, task: PairingTask) -> list[int]:
        present = (card for card in task.cards.values() if card.present)
        return [card.number for card in sorted(present, key=lambda card: (-card.score, card.number))]

    def _met(self, task: PairingTask, pair: Pair) -> Iterator[Breach[int]]:
        if any(line.opponent == pair.black for line in task.cards[pair.white].lines):
            yield Breach(Fault.RULE, (pair.white, pair.black), article("4"))
