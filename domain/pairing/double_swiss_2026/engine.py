"""The Double-Swiss system of 2026 (C.04.5): the bye, then the top scoregroup with its upfloaters until nobody is left.

The article texts were read second-hand, in notes on each article and in the examples of the Handbook.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.double_swiss_2026.colours import coloured
from domain.pairing.double_swiss_2026.criteria import second_float
from domain.pairing.double_swiss_2026.players import MatchPlayer, to_be_paired
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import able_to_stay_alone, completed
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.no_legal_pairing import NoLegalPairing, conflict
from domain.pairing.swiss.absolute import legal_opponents
from domain.pairing.swiss.boards import board_key
from domain.pairing.swiss.top_scoregroup.identifiers import PairOfPlaces, first_identifier
from domain.pairing.swiss.top_scoregroup.upfloaters import Places, TopScoregroup, upfloaters

NAME = "double-swiss-2026"
VERSION = "2"


@dataclass(frozen=True, slots=True)
class BracketPaired:
    """The top scoregroup of those who were left, and those who came up to it."""

    residents: Places
    upfloaters: Places
    pairs: tuple[PairOfPlaces, ...]
    waiting: TopScoregroup
    """Everybody who was left when it was paired."""

    @property
    def members(self) -> frozenset[int]:
        return frozenset((*self.residents, *self.upfloaters))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A round as it was paired."""

    task: PairingTask
    players: tuple[MatchPlayer, ...]
    graph: Graph
    bye: int | None
    brackets: tuple[BracketPaired, ...]


def pair(task: PairingTask) -> RoundPairing:
    """Boards in the order of C.04.2, 3.6. Raises NoLegalPairing."""
    drawing = drawn(task)
    bye = drawing.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(board for _, board, _ in boards_made(drawing)), bye)


def boards_made(drawing: Drawing) -> Iterator[tuple[str, Pair, int]]:
    """Boards in their order: the article that gave the colours, the seats, and the bracket from 1."""
    players = drawing.players
    made = [(number, pair) for number, bracket in enumerate(drawing.brackets, 1) for pair in bracket.pairs]
    for number, (one, other) in sorted(made, key=lambda one: board_key(*(players[place] for place in one[1]))):
        yield *coloured(players[one], players[other], drawing.task.initial_colour), number


def drawn(task: PairingTask) -> Drawing:
    """The bye and every bracket from the top. Raises NoLegalPairing."""
    players = to_be_paired(task)
    graph = dict(enumerate(legal_opponents(players, task.forbidden, ())))
    bye = _bye(players, graph)
    left = [place for place in graph if place != bye]
    mates = _complete(players, graph, left)
    brackets = tuple(_brackets(task, players, graph, left, mates))
    return Drawing(task, players, graph, bye, brackets)


def bye_order(players: Sequence[MatchPlayer]) -> list[int]:
    """Places in the order in which the bye is offered: lowest score, most matches played, largest number (3.4)."""
    return sorted(
        range(len(players)), key=lambda place: (players[place].score, -players[place].matches, -players[place].number)
    )


def _bye(players: Sequence[MatchPlayer], graph: Graph) -> int | None:
    """The first who may have it and without whom all others can be paired. Raises NoLegalPairing."""
    legal = [graph[place] for place in range(len(players))]
    takers = as_bits(place for place, player in enumerate(players) if player.bye_allowed)
    if len(players) % 2 == 0:
        return None
    if able := able_to_stay_alone(legal) & takers:
        return next(place for place in bye_order(players) if able >> place & 1)
    raise NoLegalPairing(conflict(legal, takers, [player.number for player in players]))


def _complete(players: Sequence[MatchPlayer], graph: Graph, left: Sequence[int]) -> Mates:
    """A pairing of all these, most of it inside scoregroups. Raises NoLegalPairing."""
    likely: Mates = {}
    for group in _scoregroups(players, left):
        half = len(group) // 2
        likely |= dict(zip(group[:half], group[half:], strict=False)) | dict(
            zip(group[half:], group[:half], strict=False)
        )
    mates = completed(graph, as_bits(left), likely)
    if mates is not None:
        return mates
    raise NoLegalPairing(conflict([graph[p] for p in range(len(players))], 0, [player.number for player in players]))


def _brackets(
    task: PairingTask, players: Sequence[MatchPlayer], graph: Graph, left: list[int], mates: Mates
) -> Iterator[BracketPaired]:
    floated = 0 if task.round == task.rounds else as_bits(p for p in left if players[p].floated)
    while left:
        waiting = TopScoregroup(_scoregroups(players, left), graph, mates, floated & as_bits(left))
        up = upfloaters(waiting)
        pairs = first_identifier((*waiting.residents, *up), graph, second_float(floated, as_bits(up)))
        yield BracketPaired(waiting.residents, up, tuple(pairs), waiting)
        paired = {place for pair in pairs for place in pair}
        left = [place for place in left if place not in paired]
        rest = completed(graph, as_bits(left), mates)
        assert rest is not None, "C3 leaves a complete pairing of the rest"
        mates = rest


def _scoregroups(players: Sequence[MatchPlayer], left: Sequence[int]) -> tuple[Places, ...]:
    """The highest score first; inside a group by number."""
    groups: dict[int, list[int]] = {}
    for place in left:
        groups.setdefault(players[place].score, []).append(place)
    return tuple(tuple(groups[score]) for score in sorted(groups, reverse=True))
