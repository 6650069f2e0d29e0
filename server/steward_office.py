"""The office of those who work at the desk: who was invited, and for what."""

from domain.stewards import STREAM, StewardEvent, Stewards, evolve
from server.journal import AsyncJournal
from server.small_office import SmallOffice


class StewardOffice(SmallOffice[Stewards, StewardEvent]):
    def __init__(self, journal: AsyncJournal) -> None:
        super().__init__(journal, STREAM, Stewards(), evolve)
