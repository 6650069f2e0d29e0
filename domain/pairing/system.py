"""The contract of all pairing systems, whatever their rules, with the account they give and their refusal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, replace
from typing import ClassVar, Protocol, runtime_checkable

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.graph.alternating import MOST_STARTS, rivals, with_rest
from domain.pairing.graph.cheapest import any_perfect
from domain.pairing.graph.matching import largest
from domain.records import dataclass
from domain.words.articles import Article, SharedRule
from domain.words.players import EntrantId, OrderOfEquals, PairingNumber, Rankable, Title
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach, Fault


@runtime_checkable
class InBracket(Protocol):
    """Facts about one bracket of a round, where a system has brackets."""

    @property
    def bracket(self) -> int:
        """Return the bracket's number, the highest score being 1."""


@runtime_checkable
class AtBoard(Protocol):
    """Facts about one board of a round, in a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def board(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Step:
    article: Article | None
    facts: object
    """A frozen dataclass of the edition that says the rest; every number in it is a pairing number."""
    children: tuple["Step", ...] = ()

    def at_board(self, board: int) -> "Step":
        """The step of a board, told of the one where the two sit: the engine counts from 1, the hall may not."""
        return replace(self, facts=replace(self.facts, board=board)) if isinstance(self.facts, AtBoard) else self


@dataclass(frozen=True, slots=True)
class Account:
    way: tuple[Step, ...]
    boards: tuple[tuple[Pair, Step], ...]
    bye: tuple[int, Step] | None = None

    @property
    def pairs(self) -> frozenset[Pair]:
        return frozenset(pair for pair, _ in self.boards)


BoardBreach = Breach[PairingNumber]
BoardBreaches = tuple[BoardBreach, ...]


def attendance(
    task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None, *, seat: Article, away: Article
) -> Iterator[BoardBreach]:
    """Everybody present exactly once, nobody else; `seat` and `away` are the edition's articles for that."""
    seated = [number for pair in pairs for number in (pair.white, pair.black)] + ([bye] if bye is not None else [])
    times = Counter(seated)
    for number, card in sorted(task.cards.items()):
        if times[number] and not card.present:
            yield Breach(Fault.AWAY, (number,), away)
        if times[number] > 1:
            yield Breach(Fault.SEATED_TWICE, (number,), seat)
        elif card.present and not times[number]:
            yield Breach(Fault.NOT_SEATED, (number,), seat)


def kept_apart(task: PairingTask, pair: Pair) -> Iterator[BoardBreach]:
    if frozenset((pair.white, pair.black)) in task.forbidden:
        yield Breach(Fault.KEPT_APART, (pair.white, pair.black))


@dataclass(eq=False)
class NoLegalPairing(Exception):
    """The absolute criteria leave no complete pairing. The arbiter decides.

    `conflict` names players who cannot all be paired at once, and none of whom could be left
    out of the list: without any one of them the others can.
    """

    conflict: tuple[PairingNumber, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.conflict))


def conflict(legal: Sequence[int], takers: int, numbers: Sequence[PairingNumber]) -> tuple[PairingNumber, ...]:
    """Pairing numbers that compete for too few opponents; nobody if a complete legal pairing exists.

    In an odd field the bye must be given as well, so it competes, too; if nobody may have it,
    everybody is named. `legal` has the possible opponents of each place as bits, `takers` those who may
    have the bye, `numbers` the pairing number of each place.
    """
    graph, bye = with_rest(legal, takers), len(legal)
    if any_perfect(graph) is not None:
        return ()
    mates = largest(graph)
    left = sorted((v for v in graph if v not in mates), key=lambda v: (graph[v].bit_count(), v))
    competing = (rivals(graph, mates, v) - {bye} for v in left[:MOST_STARTS])
    smallest = min(competing, key=lambda players: (len(players), sorted(players))) or range(bye)
    return tuple(sorted(numbers[place] for place in smallest))


class System(Protocol):
    """A system and edition, with all that depends on it."""

    name: str
    """The name that the journal stores."""
    version: str
    """The version of our engine, another one whenever an answer could change."""
    kind: Format
    """The format whose rounds it pairs. Whether all of them are known beforehand is the format's to say."""
    entrants: Entrants
    titles: tuple[Title, ...]
    """Titles, strongest first, the last one being none: their order among equal ratings."""
    needs_lot: bool
    """The colour of round 1 has to be drawn before anything is paired."""
    accelerates: bool
    """The virtual points of an accelerated event decide its brackets."""
    starting_points: bool
    """Players begin with points by their rating, which count for the pairing and for the first place."""
    needs_ratings: bool
    """Nobody is paired before everybody has a rating, be it the arbiter's estimate."""
    games_of_match: int
    """Games that two who are paired play in a round."""
    parity_of_arrived: bool
    """Odd and even, where they give colours, are the places among those who have arrived, not the numbers."""
    in_force: bool
    """It is among the systems of FIDE's rules in force (C.04.3 to C.04.6)."""
    meets_again: bool
    """Two who have met meet again after some rounds, so that any number of rounds can be paired."""
    usual_list: str
    """The name of the list of tie-breaks that an event of this system begins with; empty = that of its format."""
    report_code: str
    """Its code in a report file (record 192); empty = it has none."""
    articles: Mapping[SharedRule, str]
    """The edition's own numbers of the rules that editions share; a rule that is missing is not in its text."""

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        """Return the entrants in the order of their pairing numbers."""

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """Return the float of each round on the card."""

    def float_of(self, ahead: int) -> Float | None:
        """Return the float of somebody whose opponent had so many half-points fewer before the round."""

    def pair(self, task: PairingTask) -> RoundPairing:
        """Pair a round, boards in the order in which they are published. Raises NoLegalPairing."""

    def check(self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
        """Find the breaches of boards made by hand; empty = legal."""

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Find boards made by hand in which both have the opposite of the colour that is due."""

    def explain(self, task: PairingTask) -> Account:
        """Give the account of the pairing. Raises NoLegalPairing."""

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        """Give the reason these two do not meet. Raises NoLegalPairing."""
