"""A round by name, for those who look for their seat."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from domain.words.games import Bye
from domain.words.players import EntrantId
from projections.boards import BoardRow
from projections.name_order import NameOrder, name_order
from projections.namesakes_apart import Apart, namesakes_apart
from projections.pairings import NoGame, Pairings, Unpaired, pairings, running_rows
from projections.people import Person
from projections.snapshot import Snapshot
from projections.team_matches import SeatedMembers


class SeatRow(NamedTuple):
    """The line of a player, or of a team, in the alphabetical list."""

    person: Person
    points: int
    board: BoardRow | None
    """None = not playing."""
    kind: Bye | NoGame | None = None
    team: Person | None = None
    """Of a player in an event of teams."""
    apart: Apart | None = None
    """Of somebody who shares the family name with others of this round."""

    @property
    def white(self) -> bool:
        left = self._sides[0]
        return left is not None and left.id == self.person.id

    @property
    def opponent(self) -> Person | None:
        return self._sides[1] if self.white else self._sides[0]

    @property
    def spot(self) -> str:
        """The board; of a team's player also the one in the match: `3.2`."""
        if self.board is None:
            return ""
        return f"{self.board.board}.{self.board.game}" if self.team else str(self.board.board)

    @property
    def _sides(self) -> SeatedMembers:
        if self.board is None:
            return None, None
        players = self.board.players if self.team else None
        return players or (self.board.white.person, self.board.black.person)


SeatAt = tuple[int, SeatRow]
"""The place of somebody in the alphabet of the tournament, and their line."""


def seats(snapshot: Snapshot, view: Pairings) -> tuple[SeatRow, ...]:
    """The same round by name; the nameless come last, by number."""
    if view is not pairings(snapshot, view.round):
        return _seats(snapshot, view)  # the desk knows drafts and lineups that nobody else sees yet
    return snapshot.now(("seats", view.round), lambda _: _seats(snapshot, view))


def _seats(snapshot: Snapshot, view: Pairings) -> tuple[SeatRow, ...]:
    if view.matches:
        return _seats_of_teams(snapshot, view)
    federation = snapshot.tournament.details.federation
    people, places = snapshot.about(
        view.round, f"by-name:{federation}", lambda: list(zip(*_by_name(view, federation), strict=True)) or [(), ()]
    )
    lines = (*view.boards, *view.unpaired)
    apart = snapshot.about(view.round, f"apart:{federation}", lambda: _apart(people))
    return snapshot.rows("seats", view.round, _seat_row)(people, list(map(lines.__getitem__, places)), apart)


def _apart(people: Sequence[Person]) -> list[Apart | None]:
    """In step with the people."""
    known = namesakes_apart(people)
    return [known.get(one.id) for one in people]


def _by_name(view: Pairings, federation: str) -> list[tuple[Person, int]]:
    """Everybody of the round in the order of the alphabet, and where they are among boards and unpaired."""
    order = name_order(federation)
    rows = view.boards
    seated = [(side.person, at) for at in running_rows(rows) for side in (rows[at].white, rows[at].black)]
    left = [(row.person, at) for at, row in enumerate(view.unpaired, len(view.boards))]
    return sorted([*seated, *left], key=lambda one: _alphabet(one[0], order))


def _alphabet(person: Person, order: NameOrder) -> tuple[bool, bytes, EntrantId]:
    return person.anonymous, order(person.name), person.id


def _seat_row(person: Person, found: BoardRow | Unpaired, apart: Apart | None = None) -> SeatRow:
    if isinstance(found, Unpaired):
        return SeatRow(person, found.points, None, found.kind, apart=apart)
    mine = found.white if found.white.person.id == person.id else found.black
    return SeatRow(person, mine.points, found, apart=apart)


def _seats_of_teams(snapshot: Snapshot, view: Pairings) -> tuple[SeatRow, ...]:
    """Teams, and the players of lineups that are shown."""
    federation = snapshot.tournament.details.federation
    place = snapshot.settled(("alphabet", federation), lambda: _places_in_alphabet(snapshot, federation))
    found = [(place[left.person.id], _seat_row(left.person, left)) for left in view.unpaired]
    apart = snapshot.settled(("apart",), lambda: namesakes_apart(snapshot.members.values()))
    rows = snapshot.rows(f"seats:{federation}", view.round, partial(_seats_at, place, apart))(view.boards)
    return tuple([row for _, row in sorted(chain(found, *rows), key=itemgetter(0))])


def _places_in_alphabet(snapshot: Snapshot, federation: str) -> Mapping[EntrantId, int]:
    """Of teams and players together."""
    order = name_order(federation)
    everybody = (*snapshot.people.values(), *snapshot.members.values())
    return {one.id: at for at, one in enumerate(sorted(everybody, key=lambda one: _alphabet(one, order)))}


def _seats_at(place: Mapping[EntrantId, int], apart: Mapping[EntrantId, Apart], row: BoardRow) -> tuple[SeatAt, ...]:
    """Those who are known to sit at a board: at the first of a match also both teams."""
    sides = (row.white, row.black)
    teams = [SeatRow(side.person, side.points, row) for side in sides] if row.game == 1 else []
    pairs = zip(row.players or (), sides, strict=False)
    players = [
        SeatRow(player, side.points, row, team=side.person, apart=apart.get(player.id))
        for player, side in pairs
        if player is not None
    ]
    return tuple([(place[seat.person.id], seat) for seat in (*teams, *players)])
