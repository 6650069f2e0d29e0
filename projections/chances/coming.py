"""The next round as it would be if it ended now: by board, by name with the likely opponents, and who can still win."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from domain.formats import rules_of
from domain.records import dataclass
from domain.words.choices.chances import OpenGames
from domain.words.games import Colour
from domain.words.players import EntrantId
from projections.chances.contenders import Contender, OpponentToCome, contenders, opponents_to_come
from projections.moment.chances_found import ChancesFound, UpcomingRound
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page
from projections.round.seats import alphabet_of


class ComingSide(NamedTuple):
    person: Person
    points: int
    """Half-points, without an open game."""
    playing: bool


class ComingBoard(NamedTuple):
    board: int
    """0 = the bye."""
    white: ComingSide
    black: ComingSide | None
    """None: the bye."""
    room: str = ""
    kept: bool = False
    """Somebody keeps this board, and opponents come to it."""


class ComingSeat(NamedTuple):
    side: ComingSide
    at: ComingBoard
    colour: Colour | None
    opponent: Person | None
    likely: Sequence[OpponentToCome]

    @property
    def person(self) -> Person:
        return self.side.person

    @property
    def board(self) -> int:
        """0 = the bye."""
        return self.at.board


class ComingHead(NamedTuple):
    round: int
    """0 = no round is to be paired any more, or nothing is known of it yet."""
    rounds: int
    open_games: int
    way: OpenGames
    at: datetime | None
    """In UTC; None = it is still being worked out."""
    draws: int
    drawn_at: datetime | None
    error: float
    """The largest standard error of the likely opponents."""
    legal: bool
    """The round has a legal pairing."""
    found: ChancesFound
    of_teams: bool
    is_playoff: bool
    begun: bool
    over: bool
    """All games are played, as far as anybody knows."""

    @property
    def error_points(self) -> Fraction:
        """`error` in points of per cent."""
        return Fraction(round(1000 * self.error), 10)


@dataclass(frozen=True, slots=True)
class WhatComesNext:
    head: ComingHead
    boards: Sequence[ComingBoard]
    """The bye is the last."""
    seats: Sequence[ComingSeat]
    contenders: Sequence[Contender]

    @property
    def pages(self) -> int:
        """Of the longest of its lists."""
        return last_page(max(len(self.boards), len(self.seats), len(self.contenders)))


def coming(snapshot: Snapshot, found: ChancesFound | None, way: OpenGames | None = None) -> WhatComesNext | None:
    """None where whoever looks is not to see it, and in an arena.

    `way` is how open games count, None = as the organiser chose.

    A round that is published by now comes no more. The snapshot remembers nothing of this: rows come while nothing
    happens in the tournament.
    """
    if found is None or snapshot.tournament.regulations.is_arena:
        return None
    published = found.next_round is not None and found.next_round.round <= snapshot.round
    if published:
        found = replace(found, next_round=None)
    way, next_round = way or snapshot.tournament.chances.open_games, found.next_round
    upcoming = next_round.by(way) if next_round else None
    boards = list(_boards(snapshot, upcoming)) if upcoming else []
    at = next_round.at if next_round else found.at if found.runs and not published else None
    head = _head(snapshot, found, way, at, legal=bool(boards) or upcoming is None)
    return WhatComesNext(head, boards, _by_name(snapshot, found, boards), tuple(contenders(snapshot, found)))


def _boards(snapshot: Snapshot, upcoming: UpcomingRound) -> Iterator[ComingBoard]:
    sides, plan = _Sides(snapshot), snapshot.tournament.board_plan
    pairs = [(white, black) for white, black in upcoming.boards if {white, black} <= snapshot.people.keys()]
    for n, (white, black) in sorted(zip(plan.numbers(pairs), pairs, strict=True)):
        yield ComingBoard(n, sides[white], sides[black], plan.room(n), plan.keeps(n, (white, black)))
    if upcoming.bye in snapshot.people:
        yield ComingBoard(0, sides[upcoming.bye], None)


def _head(snapshot: Snapshot, found: ChancesFound, way: OpenGames, at: datetime | None, *, legal: bool) -> ComingHead:
    t, next_round = snapshot.tournament, found.next_round
    likely = next_round.opponents.values() if next_round else ()
    return ComingHead(
        round=next_round.round if next_round else 0,
        rounds=rules_of(t).rounds(t),
        open_games=next_round.open_games if next_round else found.open_games,
        way=way,
        at=at,
        draws=next_round.draws if next_round else 0,
        drawn_at=next_round.drawn_at if next_round else None,
        error=max((one.share.error for one in chain.from_iterable(likely)), default=0.0),
        legal=legal,
        found=found,
        of_teams=t.regulations.of_teams,
        is_playoff=t.regulations.is_playoff,
        begun=t.published > 0,
        over=found.over or t.closed,
    )


class _Sides(dict[EntrantId, ComingSide]):
    """Made when they are asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def __missing__(self, id: EntrantId) -> ComingSide:
        person = self._snapshot.people[id]
        card = self._snapshot.cards.get(person.number)
        last = card.lines[-1] if card and card.lines else None
        playing = last is not None and last.opponent is not None and last.code.open
        side = self[id] = ComingSide(person, card.score if card else 0, playing)
        return side


def _by_name(snapshot: Snapshot, found: ChancesFound, boards: Sequence[ComingBoard]) -> Sequence[ComingSeat]:
    place = alphabet_of(snapshot)
    return sorted(_seats(snapshot, found, boards), key=lambda seat: place[seat.person.id])


def _seats(snapshot: Snapshot, found: ChancesFound, boards: Sequence[ComingBoard]) -> Iterator[ComingSeat]:
    for at in boards:
        white, black = at.white, at.black
        mine = opponents_to_come(snapshot, found, white.person.id)
        if black is None:
            yield ComingSeat(white, at, None, None, mine)
            continue
        theirs = opponents_to_come(snapshot, found, black.person.id)
        yield ComingSeat(white, at, Colour.WHITE, black.person, mine)
        yield ComingSeat(black, at, Colour.BLACK, white.person, theirs)
