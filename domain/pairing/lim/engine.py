"""The Lim system (C.04.4.3 of 2026) as a procedure: every choice is the first in an order, nothing is weighed.

The article texts were read second-hand, in notes on each article and in the examples of the Handbook; how the open
places are read stands in READINGS.md.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.cheapest import any_perfect
from domain.pairing.graph.matching import Graph, Mates, as_bits
from domain.pairing.lim import competitors
from domain.pairing.lim.choosing import Floater, FloaterRules, NextGroup, Scrutiny, Turn, floaters
from domain.pairing.lim.competitors import ColourReason, Direction, GroupOrder, LimPlayer, Scoregroup
from domain.pairing.swiss.criteria import bye_taker, competing
from domain.pairing.swiss.edition import board_key
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

NAME = "lim"
VERSION = "2"


@dataclass(slots=True)
class GroupPaired:
    group: Scoregroup
    came_in: tuple[int, ...]
    floaters: tuple[Floater, ...]
    turns: list[Turn]
    """Without those that were cracked."""


@dataclass(frozen=True, slots=True)
class Cracked:
    """A pairing taken back so that the median group can be paired (2.6)."""

    pair: tuple[int, int]
    above: bool


@dataclass(slots=True)
class MedianSide:
    """The groups above the median or those below it, and who floated from there into the median."""

    groups: list[GroupPaired]
    floated: list[int]


@dataclass(frozen=True, slots=True)
class Drawing:
    task: PairingTask
    players: tuple[LimPlayer, ...]
    graph: Graph
    bye: int | None
    groups: tuple[GroupPaired, ...]
    """In the order in which they were paired, the median last."""
    cracked: tuple[Cracked, ...]


def pair(task: PairingTask) -> RoundPairing:
    drawing = drawn(task)
    boards = tuple(board for _, board, _, _ in boards_made(drawing))
    return RoundPairing(boards, drawing.players[drawing.bye].number if drawing.bye is not None else None)


def boards_made(drawing: Drawing) -> Iterator[tuple[ColourReason, Pair, int, Turn]]:
    """Boards in their order: the rule that gave the colours, the seats, the group from 1, and the turn."""
    players = drawing.players
    made = [(number, one, turn) for number, one in enumerate(drawing.groups, 1) for turn in one.turns]
    made.sort(key=lambda one: board_key(*sorted((players[p] for p in one[2].pair), key=lambda player: player.rank)))
    for number, paired, turn in made:
        one, other = (players[place] for place in turn.pair)
        upper = paired.group.direction is Direction.DOWNWARD
        yield *competitors.coloured(one, other, drawing.task.initial_colour, upper=upper), number, turn


def drawn(task: PairingTask) -> Drawing:
    """The bye, the groups from both ends, and the median. Raises NoLegalPairing."""
    players = competitors.to_be_paired(task)
    graph = competitors.compatible_opponents(task, players)
    legal = [*graph.values()]
    bye = bye_taker(players, legal, bye_order(task, players))
    if bye is None and any_perfect(graph) is None:
        raise NoLegalPairing(competing(players, legal))
    order = competitors.group_order(task, players, [place for place in graph if place != bye])
    procedure = Procedure(players, graph, maxi=is_maxi(task))
    above, below = (procedure.side(groups, order.median) for groups in (order.above, order.below))
    median, cracked = procedure.median(order, above, below)
    return Drawing(task, players, graph, bye, (*above.groups, *below.groups, median), tuple(cracked))


def is_maxi(task: PairingTask) -> bool:
    """A maxi-tournament: what the organiser says, else more participants than 2 to the number of rounds."""
    return len(task.cards) > 2**task.rounds if task.maxi is None else task.maxi


def bye_order(task: PairingTask, players: Sequence[LimPlayer]) -> list[int]:
    """Places in the order in which the bye is offered: the lowest rank (1.1), in round 1 the lowest rating (7.1)."""
    if task.round == 1:
        return sorted(range(len(players)), key=lambda place: (players[place].rating, -place))
    return sorted(range(len(players)), key=lambda place: players[place].rank, reverse=True)


@dataclass(frozen=True, slots=True)
class Procedure:
    players: Sequence[LimPlayer]
    graph: Graph
    maxi: bool

    def side(self, groups: Sequence[Scoregroup], median: Scoregroup) -> MedianSide:
        done = MedianSide([], [])
        for group, following in pairwise((*groups, median)):
            paired = self._group(group, done.floated, following)
            done.groups.append(paired)
            done.floated = [floater.place for floater in paired.floaters]
        return done

    def _group(self, group: Scoregroup, came: Sequence[int], following: Scoregroup) -> GroupPaired:
        members = sorted((*group.residents, *came))
        rules = FloaterRules(self.players, group.direction, frozenset(came), self.maxi)
        gone, mates = floaters(members, self.graph, rules, NextGroup(self.graph, as_bits(following.residents)))
        away = {floater.place for floater in gone}
        came_in = tuple(sorted(came, key=lambda place: group.direction.paired_first(self.players, place)))
        staying = [place for place in members if place not in away]
        return GroupPaired(group, came_in, tuple(gone), self._paired(group.direction, staying, mates, came_in))

    def median(self, order: GroupOrder, above: MedianSide, below: MedianSide) -> tuple[GroupPaired, list[Cracked]]:
        """The median group with all who floated into it; pairings are cracked until it can be paired (2.6)."""
        cracked: list[Cracked] = []
        while True:
            members = sorted((*order.median.residents, *above.floated, *below.floated))
            mates = completed(self.graph, as_bits(members), {})
            if mates is not None:
                break
            cracked.append(_crack(above, below))
        came_in = (
            *sorted(above.floated, key=lambda place: Direction.DOWNWARD.paired_first(self.players, place)),
            *sorted(below.floated, key=lambda place: Direction.UPWARD.paired_first(self.players, place)),
        )
        turns = self._paired(Direction.DOWNWARD, members, mates, came_in)
        return GroupPaired(order.median, came_in, (), turns), cracked

    def _paired(self, direction: Direction, staying: Sequence[int], mates: Mates, came_in: Sequence[int]) -> list[Turn]:
        scrutiny = Scrutiny(self.players, self.graph, self.maxi, direction.in_order(staying), mates)
        return list(scrutiny.pairs(came_in))


def _crack(above: MedianSide, below: MedianSide) -> Cracked:
    """Take back the last pairing of the side that sent fewer floaters, else of the other one."""
    sides = (below, above) if len(above.floated) > len(below.floated) else (above, below)
    side = next(side for side in sides if any(paired.turns for paired in side.groups))
    turn = next(paired for paired in reversed(side.groups) if paired.turns).turns.pop()
    side.floated += [turn.chooser, turn.chosen]
    return Cracked((turn.chooser, turn.chosen), side is above)
