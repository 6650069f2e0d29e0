"""The office of the playing hall: what the televisions show."""

from domain.screens.events import HallEvent
from domain.screens.state import Hall, evolve
from domain.words.streams import SCREENS
from server.journal import AsyncJournal
from server.office.house import HouseOffice
from server.office.other_processes import Following


class HallOffice(HouseOffice[Hall, HallEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, SCREENS, Hall(), evolve, following)

    @property
    def hall(self) -> Hall:
        return self.state
