"""A series on a real journal that is set at the desk and moved on by a clock of the test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from domain.decisions.players.registering import NewPlayer, register_many
from domain.festival.state import Festival
from server.office.festivals import FestivalOffice
from server.services import Services
from tests.desk.browsers import Browser, desk
from tests.festival.playing import do, services_of_test

BLITZ = "/desk/festivals/blitz"
FIRST = "blitz-1"
SUNDAY, WEDNESDAY = "2026-11-22T10:00", "2026-11-25T17:30"
"""UTC; half past seven in Sofia is 17:30."""


class Clock:
    def __init__(self, moment: str) -> None:
        self.set(moment)

    def set(self, moment: str) -> None:
        self.now = datetime.fromisoformat(moment).replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


CLOCK = Clock(SUNDAY)


@asynccontextmanager
async def desk_of_a_series(folder: Path) -> AsyncIterator[Browser]:
    """The festival `blitz`, without sections, on a Sunday."""
    CLOCK.set(SUNDAY)
    async with desk(folder) as somebody:
        services_of_test(somebody).series.clock = CLOCK
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Blitz")
        yield somebody


async def set_series(anna: Browser, **more: str) -> tuple[Services, FestivalOffice]:
    await anna.go(f"{BLITZ}/series")
    await anna.send(f"{BLITZ}/series", **{"rhythm": "weekly", "weekday": "2", "pre_registration": "1", **more})
    services = services_of_test(anna)
    return services, services.festivals.festivals.open("blitz")


async def enter(services: Services, players: int, slug: str = FIRST) -> None:
    people = [NewPlayer(f"Player {n:02}", 2400 - 10 * n) for n in range(players)]
    await do(services, slug, register_many, people)


async def look(services: Services, office: FestivalOffice, moment: str) -> Festival:
    CLOCK.set(moment)
    await services.series.advance(office)
    await services.mailings.deliver(office, CLOCK())
    return office.festival
