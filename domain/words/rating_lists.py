"""Rating lists of a federation or of FIDE, as they come out month by month."""

import re
from collections.abc import Sequence
from enum import StrEnum

from domain.records import dataclass
from domain.words.players import EntrantId, Sex, Title

FIDE = "FIDE"
TYPED = "typed"
RAPID_SECONDS, BLITZ_SECONDS = 60 * 60, 10 * 60
"""Thinking time for 60 moves below which a game is rapid, and up to which it is blitz (B.02, 2024)."""
PUBLISHER = re.compile(r"[A-Z]{3,8}")
MONTH = re.compile(r"[12]\d{3}-(0[1-9]|1[0-2])")
CLOCK_STEP = re.compile(r"(?:\d+/)?(?P<seconds>\d+)(?:\+(?P<more>\d+))?")


class Speed(StrEnum):
    """The three ratings of FIDE."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class ListName:
    publisher: str
    """FIDE, or a federation's three letters."""
    month: str
    """`2026-11`."""

    def __str__(self) -> str:
        return f"{self.publisher} {self.month}"


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """One player of a rating list; 0 = not rated, unknown, none."""

    number: int
    """FIDE number; in a national list 0 where it has none."""
    name: str
    federation: str = ""
    sex: Sex = Sex.UNKNOWN
    title: Title = Title.NONE
    birth_year: int = 0
    standard: int = 0
    rapid: int = 0
    blitz: int = 0
    k: int = 0
    rapid_k: int = 0
    blitz_k: int = 0
    inactive: bool = False

    def rating(self, speed: Speed) -> int:
        """The rating for a game of this speed; without a rapid or blitz one the standard rating counts (B.02, 2024)."""
        own = {Speed.RAPID: self.rapid, Speed.BLITZ: self.blitz}.get(speed, 0)
        return own or self.standard

    def development_coefficient(self, speed: Speed) -> int:
        if speed is Speed.RAPID and self.rapid:
            return self.rapid_k
        return self.blitz_k if speed is Speed.BLITZ and self.blitz else self.k

    @property
    def best(self) -> int:
        return max(self.standard, self.rapid, self.blitz)


class CountedRating(StrEnum):
    """The rating that tie-breaks count of somebody who has several. The values are stored in journals."""

    FIRST = "first"
    """That of the start (C.07, 10)."""
    OF_ROUND = "of-round"
    """That of the round in which the two met; of the own ratings the newest."""
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class PeriodRating:
    """Somebody on the list of a later rating period."""

    player: EntrantId
    rating: int
    """0 = not rated any more."""
    title: Title = Title.NONE
    k: int = 0
    """0 = as before."""


CONVERTED = re.compile(r"(Ingo|BCF) [0-9]+([.,][0-9]+)?")


@dataclass(frozen=True, slots=True)
class RatedList:
    """A list by which a rating may count: one of FIDE's three, or a federation's, which has one rating."""

    publisher: str
    speed: Speed | None = None

    def __str__(self) -> str:
        return f"{self.publisher} {self.speed}" if self.speed else self.publisher


def is_converted(source: str) -> bool:
    """Of the source noted with a rating: whether it is a number of an old scale, `Ingo 75` or `BCF 205`."""
    return CONVERTED.fullmatch(source) is not None


def is_of_a_federation(source: str) -> bool:
    """Of the source noted with a rating: whether it is the list of a federation, and not FIDE's or the arbiter."""
    return bool(source) and source != TYPED and not source.startswith(FIDE) and not is_converted(source)


FIDE_LISTS = tuple(RatedList(FIDE, speed) for speed in Speed)


def rated_list(text: str) -> RatedList | None:
    """`FIDE rapid` or `BUL`; None for anything else."""
    known = {str(one): one for one in FIDE_LISTS}
    return known.get(text) or (RatedList(text) if is_publisher(text) and text != FIDE else None)


def preset_order(kind: Speed, federations: Sequence[str]) -> tuple[RatedList, ...]:
    """The lists of a kind of tournament: FIDE's of its speed, then its standard one, national lists, FIDE's others."""
    own = tuple(dict.fromkeys((RatedList(FIDE, kind), RatedList(FIDE, Speed.STANDARD))))
    others = tuple(one for one in FIDE_LISTS if one not in own)
    return (*own, *map(RatedList, federations), *others)


class RatingMethod(StrEnum):
    """The ways to the ratings that count in a tournament, by their codes in record 172 of the report file."""

    FIDE = "FIDE"
    NATIONAL = "NRO"
    FIDE_OR_NATIONAL = "FIDON"
    """The national one of those who have none of FIDE."""
    NATIONAL_OR_FIDE = "NIDOF"
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"
    """The order of lists says it, or the arbiter."""


CODE_OF_METHOD = re.compile(rf"(?:[A-Z]{{3}} )?({'|'.join(RatingMethod)})")


def rating_method(text: str) -> RatingMethod:
    """`FIDON` or `BUL FIDON`; anything else is another way."""
    found = CODE_OF_METHOD.fullmatch(text.strip())
    return RatingMethod(found[1]) if found else RatingMethod.OTHER


def order_by_method(order: Sequence[RatedList], method: RatingMethod) -> tuple[RatedList, ...]:
    """The lists that a method asks, in their order; all of them where none of those it asks is here."""
    of_fide = tuple(one for one in order if one.publisher == FIDE)
    national = tuple(one for one in order if one.publisher != FIDE)
    asked = {
        RatingMethod.FIDE: of_fide,
        RatingMethod.NATIONAL: national,
        RatingMethod.NATIONAL_OR_FIDE: (*national, *of_fide),
        RatingMethod.OTHER: tuple(order),
    }
    return asked.get(method, (*of_fide, *national)) or tuple(order)


def is_publisher(text: str) -> bool:
    """FIDE, or three letters or a few more for a federation's list."""
    return PUBLISHER.fullmatch(text) is not None


def is_month(text: str) -> bool:
    """`2026-11`."""
    return MONTH.fullmatch(text) is not None


def speed_of_clock(clock: str) -> Speed:
    """The rating that games with this clock count for, by the time for 60 moves: `40/6000+30:900+30` is standard."""
    steps = [found for part in clock.split(":") if (found := CLOCK_STEP.fullmatch(part.strip()))]
    seconds = sum(int(step["seconds"]) for step in steps) + 60 * max((int(s["more"] or 0) for s in steps), default=0)
    if not steps or seconds >= RAPID_SECONDS:
        return Speed.STANDARD
    return Speed.BLITZ if seconds <= BLITZ_SECONDS else Speed.RAPID


@dataclass(frozen=True, slots=True)
class NationalRating:
    player: EntrantId
    federation: str
    rating: int
    title: str = ""
    origin: str = ""
    number: str = ""
