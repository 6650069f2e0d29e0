"""The bracket as a tree: who meets whom, how each match stands, and who goes on, round by round."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from enum import StrEnum
from itertools import groupby

from domain.formats import rules_of
from domain.formats.brackets import Bracketed, Comer, Free, Node
from domain.formats.decided import WonBy, entrants_of, running_score
from domain.records import dataclass
from domain.state import Tournament
from domain.words.brackets import BracketPart, BracketPlace, Origin
from domain.words.games import GameKind
from domain.words.players import EntrantId
from domain.words.regulations import Details
from projections.moment.people import People, Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import spots_with_games

STILL_OPEN = (WonBy.OPEN, WonBy.LEVEL)


@dataclass(frozen=True, slots=True)
class Awaited:
    """The winner or the loser of a match that nobody has won yet."""

    loser: bool
    two: tuple[Person, ...]
    """Who plays it; () until both are known."""
    part: BracketPart
    round: int
    number: int
    """Of the match in its round of this part, from the top line down."""
    among: int
    """The matches of its round in this part."""
    across: bool
    """It stands in another part of the bracket: no line leads from it."""
    double: bool
    """Of a double elimination, whose rounds have no names but numbers."""


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
    awaited: Awaited | None = None
    """Where the one who will stand here comes from; None = somebody stands here, or nobody ever does."""

    @property
    def score(self) -> int | None:
        """Half-points of all games of the match."""
        return None if self.points is None else self.points + (self.further or 0)


class WayTurn(StrEnum):
    """How a line leads to the next match. The values stand in templates."""

    DOWN = "down"
    UP = "up"
    LEVEL = "level"


class WayState(StrEnum):
    """The values stand in templates."""

    OPEN = "open"
    """Nobody has won the match yet."""
    ENDED = "ended"
    """The winner has lost a later match."""
    ON = "on"


@dataclass(frozen=True, slots=True)
class WayOn:
    """The line from a match to the place of its winner in the next column."""

    turn: WayTurn
    into: int
    """0: the upper place of the next match, 1: the lower one."""
    state: WayState


@dataclass(frozen=True, slots=True)
class BracketCell:
    number: int
    round: int
    part: BracketPart
    board: int
    sides: tuple[BracketSide, BracketSide]
    by: WonBy
    last_game: GameKind = GameKind.MAIN
    """The kind of the newest game: of a match won in further games the one that decided it."""
    games: tuple[int, int] = (0, 0)
    """The number of the game in play among those of its kind, and how many these are; (0, 0) = none is in play."""
    way: WayOn | None = None
    """None: it ends the part of the bracket."""
    sent: tuple[str, ...] = ()
    """Games whose boards have sent moves, in their order: `2.1`, `2.1.2`."""

    @property
    def playing(self) -> bool:
        return bool(self.board) and self.by in STILL_OPEN

    @property
    def empty(self) -> bool:
        """Nobody is ever in it, but it keeps its place in the tree."""
        return all(side.free for side in self.sides)

    @property
    def winner(self) -> BracketSide | None:
        return next((side for side in self.sides if side.won), None)

    @property
    def start(self) -> int:
        """The row at which the line to the next match begins; -1: between the two."""
        return next((row for row, side in enumerate(self.sides) if side.won), -1)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    part: BracketPart
    round: int
    matches: tuple[BracketCell, ...]
    start: str = ""
    """ISO date and local time at which its games begin, as announced; empty = it is not known."""
    decided: tuple[int, int] = (0, 0)
    """The matches of the round that have a winner, and all that are played."""
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


FINALS = (BracketPart.FINAL, BracketPart.SECOND_FINAL, BracketPart.THIRD)
ORDER = (BracketPart.MAIN, BracketPart.LOWER, *FINALS)


def _view(snapshot: Snapshot, rules: Bracketed) -> BracketView:
    t = snapshot.tournament
    nodes = {node.match.number: node for node in rules.tree(t)}
    first = [id for id, place in rules.places(t, t.published).items() if place == 1] if rules.over(t) else []
    champion = first[0] if len(first) == 1 else None
    tree = _Tree(snapshot, nodes, champion)
    # Nobody is ever in a second final after a first that was enough.
    shown = [one for one in nodes.values() if one.comers != (Free.LINE, Free.LINE) or one.match.part not in FINALS]
    shown.sort(key=lambda one: (ORDER.index(one.match.part), one.match.round, one.match.number))
    cells = [tree.cell(node) for node in shown]
    columns = tuple(
        _column(part, round, tuple(matches), t.details.schedule)
        for (part, round), matches in groupby(cells, key=lambda cell: (cell.part, cell.round))
    )
    winner = None if champion is None else snapshot.people[champion]
    return BracketView(rules.rounds(t), any(cell.part is BracketPart.LOWER for cell in cells), columns, winner)


def _column(part: BracketPart, round: int, cells: tuple[BracketCell, ...], schedule: Sequence[str]) -> BracketColumn:
    played = [cell for cell in cells if not any(side.free for side in cell.sides)]
    decided = sum(cell.winner is not None for cell in played)
    start = schedule[round - 1] if round <= len(schedule) else ""
    return BracketColumn(part, round, cells, start, (decided, len(played)))


class _Tree:
    """The nodes of a bracket, and the ways between them."""

    def __init__(self, snapshot: Snapshot, nodes: Mapping[int, Node], champion: EntrantId | None) -> None:
        self.snapshot, self.nodes, self.champion = snapshot, nodes, champion
        matches = [node.match for node in nodes.values()]
        self.high = Counter((match.part, match.round) for match in matches)
        self.next = {
            place.of: (match, row)
            for match in matches
            for row, place in enumerate(match.places)
            if place.origin is Origin.WINNER and nodes[place.of].match.part is match.part
        }
        self.lost = {
            (comer, node.match.part)
            for node in nodes.values()
            if node.decision.over
            for comer in node.comers
            if comer != node.decision.winner
        }

    def cell(self, node: Node) -> BracketCell:
        points, further = _points(self.snapshot.tournament, node)
        one, other = (self._side(node, row, points[row], further[row]) for row in (0, 1))
        match, way = node.match, self._way(node)
        last, games = _newest_game(self.snapshot.tournament, node)
        spots = spots_with_games(self.snapshot, match.round) if node.board else {}
        sent = tuple(at for spot, at in spots.items() if spot.partition(".")[0] == str(node.board))
        sides = (one, other)
        return BracketCell(
            match.number, match.round, match.part, node.board, sides, node.decision.by, last, games, way, sent
        )

    def _side(self, node: Node, row: int, points: int | None, further: int | None) -> BracketSide:
        comer = node.comers[row]
        if comer is None:
            return BracketSide(None, False, None, None, False, False, self._awaited(node, row))
        if isinstance(comer, Free):
            return BracketSide(None, True, None, None, False, False)
        won, over = node.decision.winner == comer, node.decision.over
        return BracketSide(self.snapshot.people[comer], False, points, further, won, over and not won)

    def _awaited(self, node: Node, row: int) -> Awaited | None:
        place = node.match.places[row]
        if place.origin is Origin.SEED:
            return None
        source = self.nodes[place.of]
        part, round = source.match.part, source.match.round
        double = any(low is BracketPart.LOWER for low, _ in self.high)
        beside = [number for number, one in self.nodes.items() if (one.match.part, one.match.round) == (part, round)]
        two = tuple(self.snapshot.people[id] for id in source.played_by or ())
        number, across = beside.index(place.of) + 1, part is not node.match.part
        return Awaited(place.origin is Origin.LOSER, two, part, round, number, len(beside), across, double)

    def _way(self, node: Node) -> WayOn | None:
        if node.match.number not in self.next:
            return None
        following, row = self.next[node.match.number]
        level = self.high[following.part, following.round] == self.high[node.match.part, node.match.round]
        turn = WayTurn.LEVEL if level else WayTurn.UP if row else WayTurn.DOWN
        return WayOn(turn, row, self._state(node))

    def _state(self, node: Node) -> WayState:
        winner = node.decision.winner
        if winner is None:
            return WayState.OPEN
        ended = (winner, node.match.part) in self.lost or self.champion not in (None, winner)
        return WayState.ENDED if ended else WayState.ON


def _newest_game(t: Tournament, node: Node) -> tuple[GameKind, tuple[int, int]]:
    """Its kind; and its number among those of its kind, if it is in play, with how many these are."""
    if not node.board:
        return GameKind.MAIN, (0, 0)
    match = t.round(node.match.round).matches[node.board]
    played = [game for game in match if game.decided]
    running = next((game for game in match if not game.decided), None)
    if running is None or node.decision.over:
        return (played or match)[-1].kind, (0, 0)
    kin = [game for game in match if game.kind is running.kind]
    return running.kind, (kin.index(running) + 1, len(kin))


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


def live_end(view: BracketView) -> tuple[BracketColumn, ...]:
    """The rounds that people play now and the next one; of a bracket that is over the last ones."""
    open_ones = [column for column in view.columns if any(cell.by in STILL_OPEN for cell in column.matches)]
    playing = [column for column in open_ones if any(cell.playing for cell in column.matches)]
    shown = (playing + [column for column in open_ones if column not in playing])[: max(2, len(playing))]
    return tuple(column for column in view.columns if column in shown) if shown else view.columns[-ROUNDS_AT_THE_END:]


ROUNDS_AT_THE_END = 3

MATCHES_ON_A_PAGE = 8
"""Matches of the first column of a screen: sixteen players can be read from far."""

COLUMNS_ON_A_PAGE = 4
"""Wide enough for a name on a screen that stands upright."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    part: BracketPart
    columns: tuple[BracketColumn, ...]
    last: bool = False
    """The champion stands behind the last match, or an empty place for them."""


@dataclass(frozen=True, slots=True)
class StepToTitle:
    """A match that the champion has won."""

    column: BracketColumn
    cell: BracketCell
    champion: BracketSide
    beaten: BracketSide


MATCHES_UPRIGHT = 14
"""Matches of both parts of a double elimination that one upright screen holds, each in its row."""


@dataclass(frozen=True, slots=True)
class BothParts:
    """The parts of a double elimination on one upright screen, without the first rounds whose losers are all out."""

    pages: tuple[BracketPage, ...]
    whole: bool
    """No round is left out."""


@dataclass(frozen=True, slots=True)
class BracketPages:
    """A bracket for a screen: large ones part by part, then the rounds in which the parts meet, then how it ends."""

    double: bool
    winner: Person | None
    details: Details
    players: int
    pages: tuple[BracketPage, ...]
    now: BracketColumn | None
    """Of a knock-out the round in play, or the one to come; the final at the end; None of a double elimination."""
    steps: tuple[StepToTitle, ...]
    """The champion's matches in their order; () until there is one."""
    both: BothParts | None = None
    """None: no double elimination, too many matches, or it is over."""


def bracket_pages(view: BracketView, details: Details) -> BracketPages:
    pages: list[BracketPage] = []
    for part in (BracketPart.MAIN, BracketPart.LOWER):
        pages += _pages(part, tuple(column for column in view.columns if column.part is part))
    finals = tuple(column for column in view.columns if column.part in FINALS)
    if finals and pages and not view.double:
        pages[-1] = replace(pages[-1], columns=_with_third(pages[-1].columns, finals))
    if last := _last_page(view, finals):
        whole = not view.double and view.rounds <= len(last.columns)
        pages = [last] if whole else [*pages, last]
    rounds = [column for column in view.columns if column.part is BracketPart.MAIN]
    open = (column for column in rounds if column.decided[0] < column.decided[1])
    now = None if view.double or not rounds else next(open, rounds[-1])
    players = sum(side.person is not None for cell in rounds[0].matches for side in cell.sides) if rounds else 0
    return BracketPages(
        view.double, view.winner, details, players, tuple(pages), now, steps_to_title(view), both_parts(view)
    )


def both_parts(view: BracketView) -> BothParts | None:
    if not view.double or view.winner is not None:
        return None
    upper, lower = ([one for one in view.columns if one.part is part] for part in (BracketPart.MAIN, BracketPart.LOWER))
    if not upper or not lower:
        return None
    out = frozenset[Person | None]().union(*map(_losers, lower))
    left = _from_the_first_open(upper, out), _from_the_first_open(lower, out)
    if sum(len(column.matches) for columns in left for column in columns) > MATCHES_UPRIGHT:
        return None
    pages = BracketPage(BracketPart.MAIN, left[0]), BracketPage(BracketPart.LOWER, left[1])
    return BothParts(pages, left == (tuple(upper), tuple(lower)))


def _losers(column: BracketColumn) -> frozenset[Person | None]:
    return frozenset(side.person for cell in column.matches for side in cell.sides if side.out)


def _from_the_first_open(columns: Sequence[BracketColumn], out: Set[Person | None]) -> tuple[BracketColumn, ...]:
    """From the first column on that is not decided, or of whose losers somebody is still in; the last one at least."""
    open = (at for at, one in enumerate(columns) if one.decided[0] < one.decided[1] or not _losers(one) <= out)
    return tuple(columns[next(open, len(columns) - 1) :])


def _with_third(columns: tuple[BracketColumn, ...], finals: Sequence[BracketColumn]) -> tuple[BracketColumn, ...]:
    *before, last = columns
    below = (cell for column in finals for cell in column.matches)
    return *before, replace(last, matches=(*last.matches, *below), full=1)


def _last_page(view: BracketView, finals: tuple[BracketColumn, ...]) -> BracketPage | None:
    """The finals of a double elimination; of a knock-out its last two rounds, once somebody has come so far."""
    if view.double:
        return BracketPage(BracketPart.FINAL, finals, last=True) if finals else None
    columns = tuple(column for column in view.columns if column.part is BracketPart.MAIN)[-2:]
    reached = any(side.person for column in columns for cell in column.matches for side in cell.sides)
    return BracketPage(BracketPart.MAIN, _with_third(columns, finals), last=True) if reached else None


def steps_to_title(view: BracketView) -> tuple[StepToTitle, ...]:
    """The matches that the champion has won, without those in which nobody came."""
    if view.winner is None:
        return ()
    found = [
        StepToTitle(column, cell, *(cell.sides if cell.sides[0].won else cell.sides[::-1]))
        for column in view.columns
        for cell in column.matches
        if cell.winner is not None and cell.winner.person == view.winner
    ]
    return tuple(sorted((step for step in found if step.beaten.person), key=lambda step: step.cell.round))


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
