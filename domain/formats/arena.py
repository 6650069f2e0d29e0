"""The arena: an event without rounds, in which those who are free are paired at once until the time is over.

As online servers play it (https://lichess.org/tournament/help): near scores meet, two who have just met do not. The
journal still has rounds, so that crosstables, tie-breaks and report files are what they are elsewhere: the round of a
game is the first behind those of both its players.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, count

from domain import refusals as r
from domain.events import Board
from domain.formats.contract import FormatRules, Seating
from domain.pairing.graph.first_matching import first_of_any
from domain.pairing.graph.matching import largest
from domain.records import dataclass
from domain.refusals import BadField
from domain.round import Game, RoundState
from domain.state import Tournament
from domain.words.games import Colour
from domain.words.options import FirstLot
from domain.words.players import EntrantId
from domain.words.regulations import Regulations

ARENA_VERSION = "1"
FEWEST_FOR_OTHERS = 4
"""With fewer players in the arena two who have just met meet again: nobody else would ever be free."""


class Arena(FormatRules):
    """Games in every round may be in play; nothing is drawn or planned."""

    def refuse_options(self, regulations: Regulations) -> None:
        super().refuse_options(regulations)
        if regulations.of_teams:
            raise BadField("format", regulations.format, "for-players")

    def rounds(self, tournament: Tournament) -> int:
        return tournament.published

    def first_lot(self, tournament: Tournament) -> FirstLot:
        return FirstLot.NONE

    def due(self, tournament: Tournament) -> tuple[int, ...]:
        """Raises TournamentIsClosed or PairedAsTheyComeFree: no round of an arena is paired as a whole."""
        if tournament.closed:
            raise r.TournamentIsClosed
        raise r.PairedAsTheyComeFree

    def closes_first(self, tournament: Tournament, round: int) -> tuple[int, ...]:
        return ()

    def takes_part(self, tournament: Tournament, player: EntrantId, round: int) -> bool:
        return player in in_arena(tournament)

    def pair(self, tournament: Tournament, round: int) -> Seating:
        raise r.PairedAsTheyComeFree

    def in_play(self, tournament: Tournament) -> tuple[int, ...]:
        return tuple(round.number for round in tournament.rounds)

    def over(self, tournament: Tournament) -> bool:
        return tournament.arena.ended


def in_arena(t: Tournament) -> tuple[EntrantId, ...]:
    """Everybody who plays or waits: neither gone nor in a pause."""
    gone = {id for id, away in t.absences.items() if any(back is None for _, back in away)} | t.expelled
    return tuple(id for id in t.players if id not in gone and id not in t.arena.paused)


def games_in_play(t: Tournament) -> Iterator[tuple[int, Game]]:
    """The games in play, each with its round."""
    return ((round.number, game) for round in t.rounds for game in round.games if game.result is None)


def waiting(t: Tournament) -> tuple[EntrantId, ...]:
    """Those who are free, in the order of the table: points, rating, registration."""
    playing = {id for _, game in games_in_play(t) for id in (game.white, game.black)}
    records = _records(t)
    free = (id for id in in_arena(t) if id not in playing)
    return tuple(sorted(free, key=lambda id: (-records[id].points, -t.players[id].rating, id)))


@dataclass(slots=True)
class ArenaRecord:
    points: int = 0
    """Half-points."""
    games: int = 0
    whites: int = 0
    last: int = 0
    """The round of the last game; 0 = none."""
    opponent: EntrantId | None = None
    """Of the last game."""
    colour: Colour | None = None


def _records(t: Tournament) -> dict[EntrantId, ArenaRecord]:
    found = {id: ArenaRecord() for id in t.players}
    for round in t.rounds:
        for game in round.games:
            for id, other, colour in ((game.white, game.black, Colour.WHITE), (game.black, game.white, Colour.BLACK)):
                one = found[id]
                one.games, one.last, one.opponent, one.colour = one.games + 1, round.number, other, colour
                one.whites += colour is Colour.WHITE
                if game.result is not None:
                    code = game.result.white if colour is Colour.WHITE else game.result.black
                    one.points += t.regulations.scoring.provisional(code)
    return found


@dataclass(frozen=True, slots=True)
class ArenaSeat:
    round: int
    board: Board


def seats_for_waiting(t: Tournament, *, again: bool = False) -> tuple[ArenaSeat, ...]:
    """As many as can be paired, from the top of the table each with the nearest whom they have not just met.

    `again`: even if they have. One of an odd number waits: whoever has played most, the last of them in the table,
    unless fewer could be paired without them.
    """
    records, free = _records(t), waiting(t)
    again = again or len(in_arena(t)) < FEWEST_FOR_OTHERS
    pairs: list[tuple[EntrantId, EntrantId]] = []
    for some in _odd_one_out(free, records):
        found = _nearest(some, [again or _may_meet(records, pair) for pair in combinations(some, 2)])
        pairs = max(pairs, found, key=len)
        if len(pairs) == len(free) // 2:
            break
    tables, seats = _Tables(t), list[ArenaSeat]()
    for one, other in pairs:
        round = max(records[one].last, records[other].last) + 1
        white, black = _colours(records, one, other)
        round, table = tables.take(round, (one, other))
        seats.append(ArenaSeat(round, Board(table, white, black)))
    return tuple(seats)


def _odd_one_out(free: Sequence[EntrantId], records: dict[EntrantId, ArenaRecord]) -> Iterator[Sequence[EntrantId]]:
    """All who are free; of an odd number all but one, whoever has played most is left out first."""
    if len(free) % 2 == 0:
        yield free
        return
    for out in sorted(range(len(free)), key=lambda place: (records[free[place]].games, place), reverse=True):
        yield [*free[:out], *free[out + 1 :]]


def _may_meet(records: dict[EntrantId, ArenaRecord], pair: tuple[EntrantId, EntrantId]) -> bool:
    one, other = pair
    return records[one].opponent != other and records[other].opponent != one


def _nearest(free: Sequence[EntrantId], legal: Sequence[bool]) -> list[tuple[EntrantId, EntrantId]]:
    graph = dict.fromkeys(range(len(free)), 0)
    for (a, b), allowed in zip(combinations(range(len(free)), 2), legal, strict=True):
        if allowed:
            graph[a] |= 1 << b
            graph[b] |= 1 << a
    mates = largest(graph)
    seated = sum(1 << place for place in mates)
    paired = first_of_any({place: graph[place] & seated for place in mates}, sorted(mates), mates)
    return [(free[a], free[b]) for a, b in sorted(paired.items()) if a < b]


def _colours(records: dict[EntrantId, ArenaRecord], one: EntrantId, other: EntrantId) -> tuple[EntrantId, EntrantId]:
    """White and Black: White to whoever had it less often, beside their games, then to whoever had Black last.

    With nothing between them the lower in the table has White.
    """
    mine, theirs = records[one], records[other]
    ahead = (2 * mine.whites - mine.games) - (2 * theirs.whites - theirs.games)
    if ahead == 0 and mine.colour is not theirs.colour:
        ahead = 1 if mine.colour is Colour.WHITE else -1
    return (one, other) if ahead < 0 else (other, one)


class _Tables:
    """Tables that are free, the lowest first; those that somebody keeps are for them alone."""

    def __init__(self, t: Tournament) -> None:
        self.taken = {game.board for _, game in games_in_play(t)}
        self.kept = {one.entrant: one.board for one in t.board_plan.kept}
        self.reserved = {*t.board_plan.skipped, *self.kept.values()}
        self.used = {(round.number, board) for round in t.rounds for board in round.matches}
        self.closed = {round.number for round in t.rounds if round.state is RoundState.CLOSED}

    def take(self, round: int, pair: tuple[EntrantId, EntrantId]) -> tuple[int, int]:
        """The round and the table: a later round where this one is closed, or that table had a game of it already."""
        own = [self.kept[id] for id in pair if id in self.kept]
        free = (table for table in count(1) if table not in self.taken and table not in self.reserved)
        table = min(own) if own else next(free)
        open_rounds = (later for later in count(round) if later not in self.closed)
        round = next(later for later in open_rounds if (later, table) not in self.used)
        self.taken.add(table)
        self.used.add((round, table))
        return round, table
