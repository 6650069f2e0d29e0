"""The office of those who work at the desk: who was invited, and for what."""

from domain.stewards.events import StewardEvent
from domain.stewards.state import Stewards, evolve_stewards
from domain.words.streams import STEWARDS
from server.journal import AsyncJournal
from server.office.house import HouseOffice
from server.office.other_processes import Following


class StewardOffice(HouseOffice[Stewards, StewardEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, STEWARDS, Stewards(), evolve_stewards, following)
