"""D.1: of all the ways to give the players of S1 opponents, the first.

Nothing is tried out: a player moves to a lower opponent only along a chain of players who can all
make room for each other, and the chain is found, or proven not to exist, before anybody moves.
"""

from collections.abc import Callable, Mapping, Sequence

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.matching import Graph, Mates, bits, lowest


def first_in_order(graph: Graph, rows: Sequence[int], ordered: int) -> Mates | None:
    """Of all ways to give each row its own neighbour, the first: lowest neighbour of row 0, then of row 1 ...

    Only the leading `ordered` rows count for the order. Rows and their neighbours are different
    vertices, as many of the one as of the other. None if there is no way.
    """
    seats = _Seats(graph, rows)
    if not all(seats.seat(row) for row in rows):
        return None
    for row in rows[:ordered]:
        seats.lower(row)
        seats.settle(row)
    return seats.mate


class _Seats:
    def __init__(self, graph: Graph, rows: Sequence[int]) -> None:
        self.graph = graph
        self.mate: Mates = {}
        self.open_rows = sum(1 << row for row in rows)
        self.open_columns = 0
        for row in rows:
            self.open_columns |= graph[row]
        self.empty = self.open_columns

    def seat(self, row: int) -> bool:
        """Give the row a column, if need be by moving others along an alternating path."""
        unseen, queue, came_from = self.open_columns, [row], {}
        for asking in queue:
            found = self.graph[asking] & unseen
            if found & self.empty:
                column = lowest(found & self.empty)
                came_from[column] = asking
                self.empty ^= 1 << column
                self._shift(column, came_from, row)
                return True
            unseen &= ~found
            while found:
                column = lowest(found)
                found &= found - 1
                came_from[column] = asking
                queue.append(self.mate[column])
        return False

    def _shift(self, column: int, came_from: Mates, start: int) -> None:
        while True:
            row = came_from[column]
            left = self.mate.get(row)
            self.mate[row], self.mate[column] = column, row
            if row == start or left is None:
                return
            column = left

    def lower(self, row: int) -> None:
        """Move the row to the lowest column that still leaves everybody one."""
        own = self.mate[row]
        wanted = self.graph[row] & self.open_columns & ((1 << own) - 1)
        if not wanted:
            return
        reached, next_column = self._able_to_take(own, row, lowest(wanted))
        if not wanted & reached:
            return
        column = lowest(wanted & reached)
        displaced = self.mate[column]
        self.mate[row], self.mate[column] = column, row
        while True:
            takes = next_column[displaced]
            owner = self.mate[takes]
            self.mate[displaced], self.mate[takes] = takes, displaced
            if takes == own:
                return
            displaced = owner

    def _able_to_take(self, column: int, row: int, goal: int) -> tuple[int, Mates]:
        """Columns whose owners could make room by a chain of moves that ends in `column`; who would move where."""
        unseen = self.open_rows & ~(1 << row)
        reached, queue, takes = 0, [column], {}
        for target in queue:
            found = self.graph[target] & unseen
            unseen &= ~found
            while found:
                taker = lowest(found)
                found &= found - 1
                takes[taker] = target
                queue.append(self.mate[taker])
                reached |= 1 << self.mate[taker]
            if reached >> goal & 1:
                break
        return reached, takes

    def settle(self, row: int) -> None:
        self.open_rows &= ~(1 << row)
        self.open_columns &= ~(1 << self.mate[row])


def first_of_any(graph: Graph, rows: Sequence[int], mates: Mates) -> Mates:
    """The first matching in a graph that is not two-sided, from a perfect matching of it.

    A row may be the neighbour that an earlier row was given; what other vertices do is only limited by their edges.
    """
    chains = _Chains(graph, mates)
    for row in rows:
        if chains.open >> row & 1:
            chains.lower(row)
            chains.settle(row)
    return chains.mate


class _Chains:
    def __init__(self, graph: Graph, mates: Mates) -> None:
        self.graph, self.mate = dict(graph), dict(mates)
        self.open = sum(1 << vertex for vertex in graph)
        self.pruned = 0

    def lower(self, row: int) -> None:
        """Move the row to the lowest neighbour that leaves a perfect matching."""
        own = self.mate[row]
        wanted = self.graph[row] & self.open & ((1 << own) - 1)
        if not wanted:
            return
        first = lowest(wanted)
        if self.graph[self.mate[first]] >> own & 1:
            self._join(own, self.mate[first])
            self._join(row, first)
            return
        forest = Forest(self.graph, self.mate, own, self.open & ~(1 << row))
        able = wanted & forest.grown(goal=1 << first)
        if able:
            self.mate = forest.with_left_over(lowest(able))
            self._join(row, lowest(able))
        for column in bits(wanted & ((1 << self.mate[row]) - 1) & ~self.pruned):
            self._prune(column)

    def _prune(self, column: int) -> None:
        """Keep only the edges of this column that some perfect matching uses."""
        self.pruned |= 1 << column
        useful = Forest(self.graph, self.mate, self.mate[column], self.open & ~(1 << column)).grown()
        for other in bits(self.graph[column] & self.open & ~useful):
            self.graph[other] &= ~(1 << column)
        self.graph[column] &= useful

    def _join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

    def settle(self, row: int) -> None:
        self.open &= ~(1 << row | 1 << self.mate[row])


def tightened(graph: Graph, rows: Sequence[int], mates: Mates, alike: Callable[[int], int]) -> dict[int, int]:
    """Only those edges of a two-sided graph that a cheapest perfect matching can use.

    `mates` is a cheapest one; an edge costs 1 if it joins two who are `alike`, else 0. (The lengths of the
    shortest chains between rows are an optimal dual solution, and the edges used are its tight ones.)
    """
    level = _levels(graph, rows, mates, alike)
    at: dict[int, int] = {}
    for row, height in level.items():
        at[height] = at.get(height, 0) | 1 << row
    tight = dict.fromkeys(graph, 0)
    for row in rows:
        column = mates[row]
        base = level[row] - (alike(column) >> row & 1)
        same = alike(column)
        tight[column] = graph[column] & (at.get(base, 0) & ~same | at.get(base + 1, 0) & same)
        for other in bits(tight[column]):
            tight[other] |= 1 << column
    return tight


def _levels(graph: Graph, rows: Sequence[int], mates: Mates, alike: Callable[[int], int]) -> Mapping[int, int]:
    """The most that a chain of moves can save by ending at each row (Bellman and Ford)."""
    level = dict.fromkeys(rows, 0)
    queue = list(rows)
    for row in queue:
        same = alike(mates[row])
        base = level[row] - (same >> row & 1)
        for price, askers in ((0, graph[mates[row]] & ~same), (1, graph[mates[row]] & same)):
            for other in bits(askers):
                if level[other] > base + price:
                    level[other] = base + price
                    queue.append(other)
    return level
