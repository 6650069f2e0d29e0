"""The rating lines of national federations (TRF26): the columns of record 001 up to 79, with the federation's
three letters as the code."""

import re
from dataclasses import dataclass, field

from domain.files.trf import columns as c
from domain.files.trf.decoding import FileLine

CODE = re.compile(r"[A-Z]{3}")
SHORTEST = c.RATING.last


@dataclass(frozen=True, slots=True)
class National:
    """One federation's facts about one player."""

    federation: str
    number: int
    """Starting rank."""
    rating: int
    title: str = ""
    origin: str = ""
    """The source of the rating, in the place where FIDE's line has the player's federation."""
    id: str = ""
    """The player's number in that federation."""
    line: int = field(default=0, compare=False)


def is_national(line: FileLine) -> bool:
    """Three letters that are no record of the format, a starting rank and a rating, each in its columns."""
    return (
        CODE.fullmatch(line.code) is not None
        and len(line.text) >= SHORTEST
        and not any(line.text[at - 1].strip() for at in c.BLANK_COLUMNS if at <= SHORTEST)
        and c.STARTING_RANK.read(line.text).isdecimal()
        and c.RATING.read(line.text).isdecimal()
    )


def read_national(line: FileLine) -> National:
    return National(
        federation=line.code,
        number=int(c.STARTING_RANK.read(line.text)),
        rating=int(c.RATING.read(line.text)),
        title=c.TITLE.read(line.text),
        origin=c.FEDERATION.read(line.text),
        id=c.FIDE_NUMBER.read(line.text),
        line=line.number,
    )
