"""A round by name, for those who look for their seat."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from domain.words.games import Bye
from domain.words.players import EntrantId
from projections.moment.name_order import NameOrder, name_order
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import (
    BoardRow,
    NoGame,
    Pairings,
    SeatedMembers,
    Unpaired,
    about_view,
    pairings,
    running_rows,
)

APART_FIELDS = ("federation", "rating", "club", "number")
"""The first in which all of one name differ is shown beside it."""


class Apart(NamedTuple):
    brief: str
    """The name with no more of the first names than it takes: `Petrov, A.`, `Petrov, Iv.`, `Petrov, Il.`"""
    by: str = ""
    """The field that tells those apart who share the whole name; empty = nobody shares it."""
    alone: bool = False
    """The family name may stand alone: nobody has it with other first names."""


def namesakes_apart(people: Iterable[Person]) -> dict[EntrantId, Apart]:
    """Players who share a family name with somebody else here."""
    families: dict[str, list[Person]] = {}
    for one in people:
        if not one.anonymous:
            families.setdefault(_halves(one)[0].casefold(), []).append(one)
    return {id: apart for family in families.values() if len(family) > 1 for id, apart in _in_a_family(family)}


def _in_a_family(family: Sequence[Person]) -> Iterator[tuple[EntrantId, Apart]]:
    given = {one.id: _halves(one)[1] for one in family}
    for one in family:
        name, mine = _halves(one)
        others = {theirs for theirs in given.values() if theirs.casefold() != mine.casefold()}
        first = _initials(mine)
        if first in {_initials(theirs) for theirs in others}:
            first = _beginning(mine, others)
        same = [other for other in family if given[other.id].casefold() == mine.casefold()]
        by = _telling_field(same) if len(same) > 1 else ""
        yield one.id, Apart(f"{name}, {first}" if mine else name, by, alone=not others)


def _halves(one: Person) -> tuple[str, str]:
    family, _, given = unicodedata.normalize("NFC", one.name).partition(", ")
    return family, given


def _initials(given: str) -> str:
    """`Anna-Maria Theresa` is `A.-M. T.`; scripts without capitals have no initials."""
    return " ".join("-".join(map(_initial, word.split("-"))) for word in given.split())


def _initial(name: str) -> str:
    letter = _letters(name, 1)
    return name if letter.upper() == letter.lower() else f"{letter}."


def _beginning(given: str, others: Iterable[str]) -> str:
    """The shortest beginning that none of the others has; all of it where another name goes on from it."""
    folded = [other.casefold() for other in others]
    for count in range(1, len(given)):
        start = _letters(given, count)
        if not any(other.startswith(start.casefold()) for other in folded):
            return start if given[len(start) :][:1] in ("", " ", "-") else f"{start}."
    return given


def _letters(text: str, count: int) -> str:
    """The first letters, with the accents that are characters of their own."""
    while count < len(text) and unicodedata.combining(text[count]):
        count += 1
    return text[:count]


def _telling_field(same: Sequence[Person]) -> str:
    for field in APART_FIELDS:
        values = [getattr(one, field) for one in same]
        if all(values) and len(set(values)) == len(values):
            return field
    return ""


class SeatRow(NamedTuple):
    person: Person
    points: int
    board: BoardRow | None
    """None = not playing."""
    kind: Bye | NoGame | None = None
    team: Person | None = None
    apart: Apart | None = None

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
        return self.board.seated if self.team else (self.board.white.person, self.board.black.person)


def seats(snapshot: Snapshot, view: Pairings) -> tuple[SeatRow, ...]:
    """The round by name; the nameless come last, by number."""
    if view is not pairings(snapshot, view.round):
        return _seats(snapshot, view)  # the desk knows drafts and lineups that nobody else sees yet
    return snapshot.now(("seats", view.round), lambda _: _seats(snapshot, view))


def _seats(snapshot: Snapshot, view: Pairings) -> tuple[SeatRow, ...]:
    if view.matches:
        return _seats_of_teams(snapshot, view)
    federation = snapshot.tournament.details.federation
    people, places = about_view(
        snapshot, view, f"by-name:{federation}", lambda: list(zip(*_by_name(view, federation), strict=True)) or [(), ()]
    )
    lines = (*view.boards, *view.unpaired)
    apart = about_view(snapshot, view, f"apart:{federation}", lambda: _apart(people))
    return snapshot.rows("seats", view.round, _seat_row)(people, list(map(lines.__getitem__, places)), apart)


def _apart(people: Sequence[Person]) -> list[Apart | None]:
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
    federation, place = snapshot.tournament.details.federation, alphabet_of(snapshot)
    found = [(place[left.person.id], _seat_row(left.person, left)) for left in view.unpaired]
    apart = snapshot.settled(("apart",), lambda: namesakes_apart(snapshot.members.values()))
    rows = snapshot.rows(f"seats:{federation}", view.round, partial(_seats_at, place, apart))(view.boards)
    return tuple([row for _, row in sorted(chain(found, *rows), key=itemgetter(0))])


def alphabet_of(snapshot: Snapshot) -> Mapping[EntrantId, int]:
    """The place of everybody by name."""
    federation = snapshot.tournament.details.federation
    return snapshot.settled(("alphabet", federation), lambda: _places_in_alphabet(snapshot, federation))


def _places_in_alphabet(snapshot: Snapshot, federation: str) -> Mapping[EntrantId, int]:
    """Of teams and players together."""
    order = name_order(federation)
    everybody = (*snapshot.people.values(), *snapshot.members.values())
    return {one.id: at for at, one in enumerate(sorted(everybody, key=lambda one: _alphabet(one, order)))}


def _seats_at(
    place: Mapping[EntrantId, int], apart: Mapping[EntrantId, Apart], row: BoardRow
) -> tuple[tuple[int, SeatRow], ...]:
    """Players who are known to sit at a board, with their places; at the first of a match also both teams."""
    sides = (row.white, row.black)
    teams = [SeatRow(side.person, side.points, row) for side in sides] if row.game == 1 else []
    pairs = zip(row.players or (), sides, strict=False)
    players = [
        SeatRow(player, side.points, row, team=side.person, apart=apart.get(player.id))
        for player, side in pairs
        if player is not None
    ]
    return tuple([(place[seat.person.id], seat) for seat in (*teams, *players)])
