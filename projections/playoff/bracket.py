"""The bracket as a tree: who meets whom, how each match stands, and who goes on, round by round."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from domain.formats import rules_of
from domain.formats.brackets import Bracketed, Comer, Free, Node
from domain.formats.decided import WonBy, entrants_of, running_score
from domain.formats.tables.bracket import BracketPart, BracketPlace, Origin
from domain.records import dataclass
from domain.state import Tournament
from projections.moment.people import People, Person
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class BracketSide:
    person: Person | None
    """None: nobody, or not known yet."""
    free: bool
    points: int | None
    """Half-points of the match so far; None before a game has a result."""
    further: int | None
    """Half-points of further games; None: there are none."""
    won: bool
    out: bool
    """Lost, and somebody else goes on."""


@dataclass(frozen=True, slots=True)
class BracketCell:
    number: int
    round: int
    part: BracketPart
    board: int
    sides: tuple[BracketSide, BracketSide]
    by: WonBy

    @property
    def playing(self) -> bool:
        return bool(self.board) and self.by in (WonBy.OPEN, WonBy.LEVEL)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    part: BracketPart
    round: int
    matches: tuple[BracketCell, ...]
    full: int = 0
    """Matches of the whole column, where this is a part of it."""


@dataclass(frozen=True, slots=True)
class BracketView:
    rounds: int
    double: bool
    columns: tuple[BracketColumn, ...]
    """The upper bracket, then the lower one, then the finals and the third place."""
    winner: Person | None

    @property
    def parts(self) -> tuple[tuple[BracketPart, tuple[BracketColumn, ...]], ...]:
        return tuple((part, tuple(columns)) for part, columns in groupby(self.columns, key=lambda column: column.part))

    @property
    def head(self) -> "BracketView":
        return replace(self, columns=())


def bracket_view(snapshot: Snapshot) -> BracketView | None:
    """The bracket as published; None for other formats."""
    rules = rules_of(snapshot.tournament)
    return snapshot.now(("bracket",), lambda _: _view(snapshot, rules)) if isinstance(rules, Bracketed) else None


ORDER = (BracketPart.MAIN, BracketPart.LOWER, BracketPart.FINAL, BracketPart.SECOND_FINAL, BracketPart.THIRD)


def _view(snapshot: Snapshot, rules: Bracketed) -> BracketView:
    t = snapshot.tournament
    # Nobody is ever in such a match; one of the first round keeps its place in the tree.
    nodes = [one for one in rules.tree(t) if one.comers != (Free.LINE, Free.LINE) or one.match.round == 1]
    nodes.sort(key=lambda one: (ORDER.index(one.match.part), one.match.round, one.match.number))
    cells = [_cell(snapshot, node) for node in nodes]
    columns = tuple(
        BracketColumn(part, round, tuple(matches))
        for (part, round), matches in groupby(cells, key=lambda cell: (cell.part, cell.round))
    )
    first = [id for id, place in rules.places(t, t.published).items() if place == 1] if rules.over(t) else []
    winner = snapshot.people[first[0]] if len(first) == 1 else None
    return BracketView(rules.rounds(t), any(cell.part is BracketPart.LOWER for cell in cells), columns, winner)


def _cell(snapshot: Snapshot, node: Node) -> BracketCell:
    points, further = _points(snapshot.tournament, node)
    sides = [
        _side(snapshot, comer, node, mine, extra)
        for comer, mine, extra in zip(node.comers, points, further, strict=True)
    ]
    match = node.match
    return BracketCell(match.number, match.round, match.part, node.board, (sides[0], sides[1]), node.decision.by)


def _side(snapshot: Snapshot, comer: Comer, node: Node, points: int | None, further: int | None) -> BracketSide:
    if comer is None or isinstance(comer, Free):
        return BracketSide(None, comer is not None, None, None, False, False)
    won, over = node.decision.winner == comer, node.decision.over
    return BracketSide(snapshot.people[comer], False, points, further, won, over and not won)


BothPoints = Sequence[int | None]


def _points(t: Tournament, node: Node) -> tuple[BothPoints, BothPoints]:
    """Half-points of both in the order of the tree: of the games as announced, and of further games."""
    if not node.board:
        return (None, None), (None, None)
    match = t.round(node.match.round).matches[node.board]
    score = running_score(t, match)
    turn = 1 if entrants_of(match)[0] == node.comers[0] else -1
    begun = any(game.result for game in match)
    more = any(not game.kind.counts for game in match)
    return score.main[::turn] if begun else (None, None), score.further[::turn] if more else (None, None)


MATCHES_ON_A_PAGE = 8
"""Matches of the first column of a screen: sixteen players can be read from far."""

COLUMNS_ON_A_PAGE = 4
"""Wide enough for a name on a screen that stands upright."""

FINALS = (BracketPart.FINAL, BracketPart.SECOND_FINAL, BracketPart.THIRD)


@dataclass(frozen=True, slots=True)
class BracketPage:
    part: BracketPart
    columns: tuple[BracketColumn, ...]


@dataclass(frozen=True, slots=True)
class BracketPages:
    """A bracket for a screen: large ones part by part, then the rounds in which the parts meet."""

    double: bool
    winner: Person | None
    pages: tuple[BracketPage, ...]


def bracket_pages(view: BracketView) -> BracketPages:
    pages: list[BracketPage] = []
    for part in (BracketPart.MAIN, BracketPart.LOWER):
        pages += _pages(part, tuple(column for column in view.columns if column.part is part))
    finals = tuple(column for column in view.columns if column.part in FINALS)
    if finals and view.double:
        pages.append(BracketPage(BracketPart.FINAL, finals))
    elif finals and pages:
        *columns, last = pages[-1].columns
        below = (cell for column in finals for cell in column.matches)
        with_third = replace(last, matches=(*last.matches, *below), full=1)
        pages[-1] = BracketPage(pages[-1].part, (*columns, with_third))
    return BracketPages(view.double, view.winner, tuple(pages))


def _pages(part: BracketPart, columns: tuple[BracketColumn, ...]) -> list[BracketPage]:
    """The columns that are cut into the same blocks, then the rest; the last column stands on both pages."""
    if not columns:
        return []
    blocks = max(1, len(columns[0].matches) // MATCHES_ON_A_PAGE)
    apart = [column for column in columns if len(column.matches) >= blocks][:COLUMNS_ON_A_PAGE]
    found = [BracketPage(part, tuple(share_of_column(column, at, blocks) for column in apart)) for at in range(blocks)]
    rest = columns[len(apart) :]
    return [*found, *_pages(part, (apart[-1], *rest))] if rest else found


def share_of_column(column: BracketColumn, at: int, parts: int) -> BracketColumn:
    """The matches of one of several equal parts, from the top down, counted from 0."""
    if parts == 1:
        return column
    first, last = (len(column.matches) * part // parts for part in (at, at + 1))
    return replace(column, matches=column.matches[first:last], full=len(column.matches))


@dataclass(frozen=True, slots=True)
class WayIn:
    """One of the two of a match, as the pairing of the round saw them."""

    person: Person | None
    """None: nobody comes here."""
    seed: int
    """The seed of somebody who enters the bracket here; else 0."""
    round: int
    """The round of the match that they come from; 0 = they enter here."""
    board: int
    """0: it was won without a game."""
    won: bool
    by: WonBy


@dataclass(frozen=True, slots=True)
class MatchReason:
    """A match that the bracket has in the round."""

    board: int
    """0: somebody goes on without a game."""
    ways: tuple[WayIn, WayIn]
    seated: tuple[Person, Person] | None
    """The players at the board, where they are not the two of the bracket."""


def bracket_reasons(t: Tournament, rules: Bracketed, people: People, round: int) -> tuple[MatchReason, ...]:
    """The matches of a paired round, from the top line down, without those that have nobody."""
    before = {node.match.number: node for node in rules.tree(t, round - 1)}
    there = (node for node in rules.tree(t, max(round, t.published)) if node.match.round == round)
    return tuple(
        _reason(before, node, people)
        for node in there
        if node.board or before[node.match.number].decision.by is WonBy.NO_OPPONENT
    )


def _reason(before: dict[int, Node], node: Node, people: People) -> MatchReason:
    seen = before[node.match.number]
    one, other = (
        _way_in(before, place, comer, people) for place, comer in zip(node.match.places, seen.comers, strict=True)
    )
    seats = node.played_by if node.board else None
    otherwise = seats is not None and set(seats) != set(seen.comers)
    return MatchReason(node.board, (one, other), (people[seats[0]], people[seats[1]]) if seats and otherwise else None)


def _way_in(before: dict[int, Node], place: BracketPlace, comer: Comer, people: People) -> WayIn:
    person = None if comer is None or isinstance(comer, Free) else people[comer]
    if place.origin is Origin.SEED:
        return WayIn(person, place.of, 0, 0, False, WonBy.OPEN)
    source = before[place.of]
    return WayIn(person, 0, source.match.round, source.board, place.origin is Origin.WINNER, source.decision.by)
