"""Shapes that many answers share."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from domain.cards.card import Float
from domain.words.games import GameKind, Result
from projections.moment import people
from projections.round.boards import Mark

if TYPE_CHECKING:
    PersonJson: TypeAlias = dict[str, Any]
else:
    _HINTS = get_type_hints(people.Person)
    PersonJson = TypedDict(
        "Person",
        {
            "id": int,
            "number": int,
            **{name: _HINTS[name] for name in people.PUBLISHED},
            "name": str | None,
            "away": bool,
        },
    )
    PersonJson.__doc__ = "A player or a team; `id` is for ever, `number` the pairing number in force, 0 = none yet."

Points: TypeAlias = float
Exact: TypeAlias = str | None
"""A decimal, or a fraction such as 41/3; null = not asked, or not to be computed."""
ColourLetter: TypeAlias = Literal["w", "b"]


class SentenceJson(TypedDict):
    """The reason there is nothing to show."""

    sentence: str


class PersonWithPointsJson(PersonJson):
    points: Points


class SeatJson(PersonWithPointsJson):
    """One side of a board; points are those before the round."""

    float: Float | None


class StartPositionJson(TypedDict):
    """Of Chess960; `pieces` is White's first rank."""

    number: int
    pieces: str


class BoardJson(TypedDict):
    """A board of a round; `game` counts the games of its match, `kind` is there for a later one."""

    board: int
    game: int
    kind: NotRequired[GameKind]
    white: SeatJson
    black: SeatJson
    result: Result | None
    mark: Mark


class ProblemJson(TypedDict):
    """The reason a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    """The sentence a person at the desk would read, in the language of `Accept-Language`."""
    code: str
    """For programs, and for ever."""
    data: dict[str, Any]


class EnvelopeJson(TypedDict):
    """The frame of every answer about a tournament."""

    tournament: str
    position: int
    """The journal position that the answer was computed from."""
    head: str
    """The hash of the journal up to there."""
    recorded_at: datetime
    not_yet: NotRequired[bool]
    """The moment asked for (`at`) has not come: the answer is of now."""
