"""A round by this procedure: the bye, then the top scoregroup with its upfloaters until nobody is left (3.3)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Generic, TypeVar

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import ANYBODY, Graph, Mates, as_bits
from domain.pairing.swiss import criteria
from domain.pairing.swiss.criteria import ForbidsPair, bye_taker, competing, legal_opponents
from domain.pairing.swiss.edition import Places, board_key
from domain.pairing.system import NoLegalPairing
from domain.pairing.top_scoregroup.choosing import PairOfPlaces, PricesByKind, first_identifier, one_price, upfloaters
from domain.pairing.top_scoregroup.competitors import Entrant, TopScoregroup
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import Colour
from domain.words.players import PairingNumber

OneEntrant = TypeVar("OneEntrant", bound=Entrant)


@dataclass(frozen=True, slots=True)
class PossiblePair(Generic[OneEntrant]):
    one: OneEntrant
    other: OneEntrant
    one_rises: bool
    other_rises: bool
    floats_count: bool
    """Floats of the previous round are looked at in this one."""


@dataclass(frozen=True, slots=True)
class PairCriterion(Generic[OneEntrant]):
    """A criterion that a pair of a bracket does not meet so many times."""

    number: str
    times: Callable[[PossiblePair[OneEntrant]], int]


@dataclass(frozen=True, slots=True)
class BracketRules(Generic[OneEntrant]):
    """The rules by which two editions of this procedure differ."""

    name: str
    everybody: Callable[[PairingTask], Mapping[PairingNumber, OneEntrant]]
    kind: Callable[[OneEntrant], object]
    """All that the criteria of pairs look at, beside upfloaters: two of a kind are the same to them."""
    of_pairs: tuple[PairCriterion[OneEntrant], ...]
    floats_count: Callable[[PairingTask], bool]
    coloured: Callable[[OneEntrant, OneEntrant, Colour], tuple[str, Pair]]
    next_score_only: bool
    """C6 asks nothing once the scoregroup below has risen whole; otherwise about the highest that is left then."""

    @property
    def forbidding(self) -> tuple[ForbidsPair[OneEntrant], ...]:
        return (ForbidsPair("C1", criteria.have_met),)

    @property
    def absolute(self) -> tuple[criteria.AbsoluteRow[OneEntrant], ...]:
        """Criteria that boards made by hand have to keep as well."""
        rest = criteria.LeavesPairing[OneEntrant]("C3", self.stranded)
        return (*self.forbidding, criteria.BarsFromBye[OneEntrant]("C2", criteria.had_bye), rest)

    def article(self, number: str) -> Article:
        return Article(self.name, number)

    def to_be_paired(self, task: PairingTask) -> tuple[OneEntrant, ...]:
        """Everybody present, number 1 first: a *place* is the index here."""
        return tuple(one for number, one in self.everybody(task).items() if task.cards[number].present)

    def stranded(self, task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
        """C3: those who are left and compete for too few opponents; empty = they can all be paired."""
        players = self.to_be_paired(task.among(left))
        return competing(players, legal_opponents(players, task.forbidden, ()))


@dataclass(frozen=True, slots=True)
class BracketPaired:
    residents: Places
    upfloaters: Places
    pairs: tuple[PairOfPlaces, ...]
    waiting: TopScoregroup
    """Everybody who was left when it was paired."""

    @property
    def members(self) -> frozenset[int]:
        return frozenset((*self.residents, *self.upfloaters))


@dataclass(frozen=True, slots=True)
class Drawing(Generic[OneEntrant]):
    edition: BracketRules[OneEntrant]
    task: PairingTask
    players: tuple[OneEntrant, ...]
    graph: Graph
    bye: int | None
    brackets: tuple[BracketPaired, ...] = ()

    def meeting(self, one: int, other: int, up: Places) -> PossiblePair[OneEntrant]:
        players, floats = self.players, self.edition.floats_count(self.task)
        return PossiblePair(players[one], players[other], one in up, other in up, floats)

    def prices(self, members: Sequence[int], up: Places) -> PricesByKind:
        """The price of each pair of a bracket: the first of the criteria weighs more than all the others together."""
        width = (2 * len(members)).bit_length()
        known: dict[object, int] = {}
        kinds = {p: known.setdefault((self.edition.kind(self.players[p]), p in up), len(known)) for p in members}
        one_of = {kind: place for place, kind in kinds.items()}
        rows = self.edition.of_pairs

        def price(a: int, b: int) -> int:
            meeting = self.meeting(one_of[a], one_of[b], up)
            return one_price([row.times(meeting) for row in rows], width)

        prices = [[0] * len(known) for _ in known]
        for a, b in combinations_with_replacement(range(len(known)), 2):
            prices[a][b] = prices[b][a] = price(a, b)
        return PricesByKind(kinds, prices)


def pair(edition: BracketRules[OneEntrant], task: PairingTask) -> RoundPairing:
    drawing = drawn(edition, task)
    bye = drawing.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(board for _, board, _ in boards_made(drawing)), bye)


def boards_made(drawing: Drawing[OneEntrant]) -> Iterator[tuple[str, Pair, int]]:
    players = drawing.players
    made = [(number, pair) for number, bracket in enumerate(drawing.brackets, 1) for pair in bracket.pairs]
    for number, (one, other) in sorted(made, key=lambda one: board_key(*(players[place] for place in one[1]))):
        yield *drawing.edition.coloured(players[one], players[other], drawing.task.initial_colour), number


def drawn(edition: BracketRules[OneEntrant], task: PairingTask) -> Drawing[OneEntrant]:
    """The bye and every bracket from the top. Raises NoLegalPairing."""
    players = edition.to_be_paired(task)
    legal = legal_opponents(players, task.forbidden, ())
    drawing = Drawing(edition, task, players, dict(enumerate(legal)), bye_taker(players, legal, bye_order(players)))
    left = [place for place in drawing.graph if place != drawing.bye]
    return replace(drawing, brackets=tuple(_brackets(drawing, left, _complete(drawing, left))))


def bye_order(players: Sequence[Entrant]) -> list[int]:
    """Places in the order in which the bye is offered: lowest score, most matches played, largest number (3.4)."""
    return sorted(
        range(len(players)), key=lambda place: (players[place].score, -players[place].matches, -players[place].number)
    )


def _complete(drawing: Drawing[OneEntrant], left: Sequence[int]) -> Mates:
    """A pairing of all these, most of it inside scoregroups. Raises NoLegalPairing."""
    players, graph = drawing.players, drawing.graph
    likely: Mates = {}
    for group in _scoregroups(players, left):
        half = len(group) // 2
        likely |= dict(zip(group[:half], group[half:], strict=False)) | dict(
            zip(group[half:], group[:half], strict=False)
        )
    mates = completed(graph, as_bits(left), likely)
    if mates is not None:
        return mates
    raise NoLegalPairing(competing(players, [graph[place] for place in range(len(players))]))


def _brackets(drawing: Drawing[OneEntrant], left: list[int], mates: Mates) -> Iterator[BracketPaired]:
    players, edition = drawing.players, drawing.edition
    floated = as_bits(p for p in left if players[p].floated) if edition.floats_count(drawing.task) else 0
    scores = sorted({player.score for player in players}, reverse=True)
    while left:
        groups = _scoregroups(players, left)
        below = next((score for score in scores if score < players[groups[0][0]].score), None)
        right_below = as_bits(place for place in left if players[place].score == below)
        asked = right_below if edition.next_score_only else ANYBODY
        waiting = TopScoregroup(groups, drawing.graph, mates, floated & as_bits(left), asked)
        up = upfloaters(waiting)
        members = (*waiting.residents, *up)
        pairs = first_identifier(members, drawing.graph, drawing.prices(members, up))
        yield BracketPaired(waiting.residents, up, tuple(pairs), waiting)
        paired = {place for pair in pairs for place in pair}
        left = [place for place in left if place not in paired]
        rest = completed(drawing.graph, as_bits(left), mates)
        assert rest is not None, "C3 leaves a complete pairing of the rest"
        mates = rest


def _scoregroups(players: Sequence[Entrant], left: Sequence[int]) -> tuple[Places, ...]:
    """The highest score first; inside a group by number."""
    groups: dict[int, list[int]] = {}
    for place in left:
        groups.setdefault(players[place].score, []).append(place)
    return tuple(tuple(groups[score]) for score in sorted(groups, reverse=True))
