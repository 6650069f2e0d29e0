"""People, points and exact values as JSON, and the frames of every answer.

Points are numbers (3.5); a tie-break is a string, exact: `"13.5"`, or a fraction like `"41/3"` where decimals would
round. A player is always `{"id", "number", "name", ...}`; `id` is for ever, `number` is the pairing number in force.

The shape of an answer is the return type of its builder, and OpenAPI is made of these types. A key is never taken away
and never changes its type.
"""

from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict, cast, get_type_hints

from domain.ranking.order import Verdict
from domain.ranking.tiebreaks import UNDEFINED, Value
from domain.words.games import Colour
from projections.moment import people
from projections.moment.people import PUBLISHED, Person

if TYPE_CHECKING:

    class PersonJson(TypedDict):
        id: int
        number: int
        name: str | None
        away: bool

    ColourLetter: TypeAlias = Colour
    VerdictWord: TypeAlias = Verdict
    Moment: TypeAlias = str
else:
    ColourLetter = Literal["w", "b"]
    VerdictWord = Literal["first", "second", "equal"]
    Moment = datetime
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
WhiteOrBlack: TypeAlias = Literal["white", "black"]


class PersonWithPointsJson(PersonJson):
    points: Points


class SentenceJson(TypedDict):
    """The reason there is nothing to show."""

    sentence: str


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
    head: str
    """The hash of the journal up to there."""
    recorded_at: Moment
    not_yet: NotRequired[bool]
    """The moment asked for (`at`) has not come: the answer is of now."""


class PhotoJson(TypedDict, total=False):
    photo: str


def photo_json(digest: str) -> PhotoJson:
    """The address of a photo below the tournament, if one is shown."""
    return {"photo": f"photos/{digest}.jpg"} if digest else {}


def person(who: Person) -> PersonJson:
    shown = {name: getattr(who, name) for name in PUBLISHED}
    return cast(PersonJson, {"id": who.id, "number": who.number, **shown, "name": who.name or None, "away": who.away})


def person_or_none(who: Person | None) -> PersonJson | None:
    return person(who) if who else None


def points_json(half_points: int) -> Points:
    """7 half-points are 3.5: exact, since halves are exact in binary."""
    return half_points / 2 if half_points % 2 else half_points // 2


def exact_json(value: Value | None) -> Exact:
    """A decimal if it ends, else a fraction; None for what was not asked or cannot be computed."""
    if value is None or value is UNDEFINED:
        return None
    number = Fraction(value)
    for places in range(5):
        scaled = number * 10**places
        if scaled.denominator == 1:
            return _decimal(scaled.numerator, places)
    return str(number)


def _decimal(digits: int, places: int) -> str:
    text = str(abs(digits)).rjust(places + 1, "0")
    sign = "-" if digits < 0 else ""
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)
