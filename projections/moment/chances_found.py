"""What has been found of an event's rest: the rows that everybody shows, by entrant, ready and small.

Chances, next opponents and the line through the rounds are worked out at different moments, so each has its own date.
"""

import pickle
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

from domain.records import dataclass
from domain.words.choices.chances import OpenGames
from domain.words.games import Colour
from domain.words.players import EntrantId

T = TypeVar("T")


class Share(NamedTuple):
    """A chance between 0 and 1, and its standard error."""

    chance: float
    error: float


class NeedKind(StrEnum):
    CERTAIN = "certain"
    OUT = "out"
    """Out of reach."""
    DRAW = "draw"
    """A draw now is enough."""
    WIN = "win"
    """A win now is enough, and less may be."""
    MUST_WIN = "must_win"
    """Without a win now it is out of reach, and that alone is not enough."""
    WIN_DECIDES = "win_decides"
    """A win now is enough, and without one it is out of reach."""
    WIN_ALL = "win_all"
    """So many of the next matches must all be won, and that is enough: of brackets."""
    POINTS = "points"
    """Points that are enough, out of several games."""
    TIEBREAK = "tiebreak"
    """At best level on points with others, so that tie-breaks decide."""
    AT_LEAST = "at_least"
    """Without so many more points it is out of reach."""
    OTHERS = "others"
    """The entrant has played to the end: the games of others decide."""
    OPEN = "open"


class Need(NamedTuple):
    """What decides about one aim, such as a place among the first three, whatever the others do."""

    kind: NeedKind
    games: int = 0
    """To be played by the entrant; of a bracket, the matches to be won."""
    enough: int | None = None
    """The fewest half-points from here with which the aim is certain, tie-breaks or not; None: none is, by now."""
    needed: int | None = None
    """The fewest with which it is possible at all; None: out of reach."""
    tiebreak: bool = False
    """Even at best tie-breaks decide."""
    matches: bool = False
    """What is played is matches."""

    @property
    def certain(self) -> bool:
        return self.kind is NeedKind.CERTAIN


class AimKind(StrEnum):
    FIRST = "first"
    FIRST_THREE = "first_three"
    PRIZE = "prize"
    """A prize of any kind."""
    QUALIFY = "qualify"


class Aim(NamedTuple):
    kind: AimKind
    places: int
    """The last place that fulfils it."""


FIRST, FIRST_THREE = Aim(AimKind.FIRST, 1), Aim(AimKind.FIRST_THREE, 3)


class UpcomingRound(NamedTuple):
    """The pairing of the next round if the round ended now."""

    round: int
    way: OpenGames
    boards: Sequence[tuple[EntrantId, EntrantId]]
    """White and Black; empty where the round has no legal pairing."""
    bye: EntrantId | None = None


class LikelyOpponent(NamedTuple):
    opponent: EntrantId | None
    """None: the bye."""
    colour: Colour | None
    share: Share


@dataclass(frozen=True, slots=True)
class NextRound:
    """What is known of the round that is paired next."""

    version: int
    """Of the tournament."""
    at: datetime
    """In UTC."""
    round: int
    open_games: int
    upcoming: Sequence[UpcomingRound]
    """One for each way to count open games; where none is open one alone."""
    draws: int = 0
    """Times the open games were decided by lot; 0 = not yet."""
    drawn_at: datetime | None = None
    """When that was: `upcoming` may be a moment younger."""
    opponents: Mapping[EntrantId, Sequence[LikelyOpponent]] = field(default_factory=dict)
    """The likeliest first."""

    @property
    def error_points(self) -> Fraction:
        """The largest standard error that so many draws leave, in points of per cent."""
        return Fraction(round(500 / sqrt(self.draws)), 10)

    def by(self, way: OpenGames) -> UpcomingRound:
        return next((one for one in self.upcoming if one.way is way), self.upcoming[0])


class SharesByPlace(Mapping[int, Share]):
    """Shares by place in a few bytes: in a large event there are tens of thousands of them."""

    __slots__ = ("packed",)

    def __init__(self, packed: bytes) -> None:
        self.packed = packed

    @staticmethod
    def of(shares: Mapping[int, Share]) -> "SharesByPlace":
        return SharesByPlace(array("f", [x for place, share in shares.items() for x in (place, *share)]).tobytes())

    def __reduce__(self) -> tuple[type["SharesByPlace"], tuple[bytes]]:
        return SharesByPlace, (self.packed,)

    def __getitem__(self, place: int) -> Share:
        values = self._values
        if place not in values[::3]:
            raise KeyError(place)
        at = 3 * values[::3].index(place)
        return Share(values[at + 1], values[at + 2])

    def __iter__(self) -> Iterator[int]:
        return map(int, self._values[::3])

    def __len__(self) -> int:
        return len(self._values) // 3

    @property
    def _values(self) -> "array[float]":
        return array("f", self.packed)


class WithPoints(NamedTuple):
    """The chances of an entrant who wins so many points from here."""

    points: int
    """Half-points, in the score that ranks."""
    first: Share
    first_three: Share


class PackedRows(Mapping[EntrantId, T]):
    """Rows by entrant as they came from the worker, read when somebody first looks: most are old before that."""

    __slots__ = ("_packed", "_rows")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._rows: dict[EntrantId, T] | None = None

    @staticmethod
    def of(rows: Mapping[EntrantId, T]) -> "PackedRows[T]":
        return PackedRows(pickle.dumps(dict(rows)))

    def __reduce__(self) -> tuple[type["PackedRows[T]"], tuple[bytes]]:
        return PackedRows, (self._packed,)

    def __getitem__(self, entrant: EntrantId) -> T:
        return self._read()[entrant]

    def __iter__(self) -> Iterator[EntrantId]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def _read(self) -> dict[EntrantId, T]:
        if self._rows is None:
            self._rows = pickle.loads(self._packed)
        return self._rows


class EntrantChances(NamedTuple):
    places: Mapping[int, Share]
    """Those that are not too unlikely to be shown."""
    aims: Sequence[Share]
    """In step with the aims of the event, as `needs`."""
    needs: Sequence[Need]
    with_points: Sequence[WithPoints] = ()
    """The most points first; those that came often enough to be known well."""


class LinePoint(NamedTuple):
    """The chance of the first place after a round."""

    round: int
    """0 = the start."""
    first: Share


@dataclass(frozen=True, slots=True)
class ChancesFound:
    version: int
    """Of the tournament, as chances and needs are; the next round has its own."""
    at: datetime
    """In UTC."""
    after_round: int
    """The newest published round."""
    open_games: int
    ended: bool
    """Nothing is to be played any more."""
    runs: int
    """Endings of the event; 0 = none yet, or none came to its end."""
    stopped: int
    """Runs that came to a round without a legal pairing."""
    aims: Sequence[Aim]
    entrants: Mapping[EntrantId, EntrantChances]
    error: float
    """The largest standard error of all figures."""
    next_round: NextRound | None = None
    """None: no round is to be paired, or nothing is known of it yet."""
    line: Mapping[EntrantId, Sequence[LinePoint]] = field(default_factory=dict)
    """Through the rounds from the start; some may be missing."""
    not_played_out: bool = False
    """Nothing is to be found of this event as it is."""

    @property
    def waits(self) -> bool:
        """The chances are still being worked out."""
        return not (self.runs or self.stopped or self.not_played_out)

    @property
    def over(self) -> bool:
        return self.runs > 0 and self.ended

    @property
    def error_points(self) -> Fraction:
        """`error` in points of per cent."""
        return Fraction(round(1000 * self.error), 10)

    def opponents(self, entrant: EntrantId) -> Sequence[LikelyOpponent]:
        return self.next_round.opponents.get(entrant, ()) if self.next_round else ()

    def chance(self, entrant: EntrantId, kind: AimKind) -> Share | None:
        """None: not known, or no aim of this event."""
        known = self.entrants.get(entrant)
        at = next((at for at, aim in enumerate(self.aims) if aim.kind is kind), None)
        return known.aims[at] if known is not None and at is not None else None


NOTHING_YET = ChancesFound(0, datetime(1970, 1, 1, tzinfo=UTC), 0, 0, False, 0, 0, (), {}, 0.0)
"""They are still being worked out."""
NOT_PLAYED_OUT = replace(NOTHING_YET, not_played_out=True)
