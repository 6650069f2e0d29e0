"""The office of one festival: its stream, its sections."""

from domain.festival.events import FestivalEvent
from domain.festival.state import Festival, evolve_festival
from domain.words.streams import FESTIVAL
from server.journal import AsyncJournal
from server.office.house import HouseOffice
from server.office.other_processes import Following


class FestivalOffice(HouseOffice[Festival, FestivalEvent]):
    """`name` is the festival's own, as in its address."""

    def __init__(self, journal: AsyncJournal, name: str, following: Following | None = None) -> None:
        super().__init__(journal, FESTIVAL + name, Festival(), evolve_festival, following)
