"""Shapes of the pages of a festival."""

from typing import NotRequired, TypedDict

from web.api.shapes.pages import FoundJson, OverviewJson
from web.api.shapes.people_and_boards import PersonJson
from web.api.shapes.tables import PrizesJson, StandingsRowJson


class FestivalSectionJson(OverviewJson, total=False):
    """A section; of one that cannot be read only its title."""

    tournament: str
    title: str
    in_groups: bool
    disputes: int
    leaders: list[StandingsRowJson]


class NewsPrizeJson(TypedDict):
    player: PersonJson
    names: list[str]
    cents: int


class NewsJson(TypedDict):
    """A section that has ended, and who goes on to another one."""

    tournament: str
    title: str
    winners: list[StandingsRowJson]
    prizes: list[NewsPrizeJson]
    currency: str
    into: str
    going_on: list[PersonJson]


class FestivalJson(TypedDict):
    """The sections of a festival, and what is new."""

    festival: str
    position: int
    name: str
    city: str
    start: str
    end: str
    sections: list[FestivalSectionJson]
    news: list[NewsJson]
    not_yet: NotRequired[bool]


class SectionPrizesJson(PrizesJson):
    tournament: str
    title: str


class FestivalPrizesJson(TypedDict):
    """The prizes of all sections."""

    festival: str
    one_prize_each: bool
    final: bool
    sections: list[SectionPrizesJson]
    not_yet: NotRequired[bool]


class SectionFoundJson(FoundJson):
    tournament: str
    title: str


class FestivalFoundJson(TypedDict):
    """People with these words in their names, section by section."""

    festival: str
    found: int
    sections: list[SectionFoundJson]
    not_yet: NotRequired[bool]
