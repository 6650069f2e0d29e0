"""Shapes of the answers to programs that come with a key."""

from datetime import datetime
from typing import NotRequired, TypedDict

from domain.stewards.events import Role, Scope
from web.api.shapes.pages import PairingsJson
from web.api.shapes.people_and_boards import Exact, PersonJson, Points


class EntryWrittenJson(TypedDict):
    """An entry of the journal; `sentence` in the language of `Accept-Language`, `event` for ever."""

    version: int
    event: str
    at: datetime
    by: str
    sentence: str


class CommandDoneJson(TypedDict):
    """The entries that a command has written, none where it changed nothing; `position` is for `If-Match`.

    `made` is the address of the play-off that came of it.
    """

    tournament: str
    position: int
    entries: list[EntryWrittenJson]
    made: NotRequired[str]


class PlaceChangeJson(TypedDict):
    """A row of the table, before and after."""

    player: PersonJson
    place: list[int]
    points: list[Points]
    tiebreaks: list[list[Exact]]


class RoundChangeJson(TypedDict):
    """A round that would be paired otherwise, and its boards that would differ."""

    round: int
    published: bool
    boards: list[int]


class PreviewOfCommandJson(TypedDict):
    """The effect that a command would have; nothing is written.

    `confirm` is the level to send as `confirmed`, 0 = none. Not `complete`: there was no time for all rounds.
    """

    tournament: str
    position: int
    events: list[str]
    confirm: int
    changes: list[PlaceChangeJson]
    pairings: list[RoundChangeJson]
    complete: bool


class FestivalCommandDoneJson(TypedDict):
    """The entries that a command has written about a festival; `tournaments` are the addresses of those that came."""

    festival: str
    position: int
    entries: list[EntryWrittenJson]
    tournaments: list[str]


class PreviewOfFestivalCommandJson(TypedDict):
    """The events that a command about a festival would write; nothing is written."""

    festival: str
    position: int
    events: list[str]


class EditionJson(TypedDict):
    """An edition of a series; `tournament` is where players enter, `starts_at` in the time of the series."""

    edition: int
    tournament: str
    starts_at: str
    started: bool
    entered: int


class WaitingEntryJson(TypedDict):
    """Somebody who wants to enter the open edition."""

    entry: int
    tournament: str
    name: str
    rating: int


class PetitionJson(TypedDict):
    """A tournament that players ask for."""

    petition: int
    title: str
    signers: int


class SeriesJson(TypedDict):
    """The editions of a series, the newest first, and the entries and petitions that wait for a decision."""

    festival: str
    position: int
    goes_on: bool
    editions: list[EditionJson]
    waiting: list[WaitingEntryJson]
    petitions: list[PetitionJson]


class AboutKeyJson(TypedDict):
    """The rights of a key now; null = everywhere, or without an end."""

    name: str
    scopes: list[Scope]
    role: Role
    tournament: str | None
    festival: str | None
    until: datetime | None


class DraftsJson(TypedDict):
    """The rounds that are paired and not published yet."""

    tournament: str
    position: int
    drafts: list[PairingsJson]


class ArrivalJson(TypedDict):
    """`expected` is whoever is to play in round 1."""

    entrant: PersonJson
    here: bool
    expected: bool


class CheckInJson(TypedDict):
    """Those who have come before round 1; not `open` once it is paired."""

    tournament: str
    position: int
    open: bool
    entrants: list[ArrivalJson]
