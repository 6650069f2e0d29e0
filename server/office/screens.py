"""The office of the screens: what each of them shows."""

from domain.screens.events import ScreenEvent
from domain.screens.state import Screens, evolve_screens
from domain.words.streams import SCREENS
from server.journal import AsyncJournal
from server.office.house import HouseOffice
from server.office.other_processes import Following


class ScreenOffice(HouseOffice[Screens, ScreenEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, SCREENS, Screens(), evolve_screens, following)

    @property
    def screens(self) -> Screens:
        return self.state
