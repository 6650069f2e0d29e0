"""The televisions that are connected now, and whether they show the newest."""

from dataclasses import dataclass

from starlette.requests import Request

from projections.screens.playlist import tournaments_of
from server.live.screens import ScreenViews
from server.live.stream import ConnectedScreen as Connected
from server.services import services_of


@dataclass(frozen=True, slots=True)
class ScreenStatus:
    """One television."""

    label: str
    """The name of its screen, and its part in a family: `hall-2/1`."""
    address: str
    since: float
    position: int
    wanted: int
    lag: int
    """Milliseconds."""

    @property
    def screen(self) -> str:
        return screen_of(self.label)

    @property
    def up_to_date(self) -> bool:
        return self.position == self.wanted


def connected_screens(request: Request) -> list[ScreenStatus]:
    services = services_of(request.app)
    return [_status(services.screens, connected) for connected in services.hub.screens()]


def screen_of(label: str) -> str:
    return label.partition("/")[0]


def _status(screens: ScreenViews, connected: Connected) -> ScreenStatus:
    """The position that a television shows, and the one that it should show."""
    position = max(connected.seen.values(), default=0)
    wanted = _newest(screens, screen_of(connected.name)) or position
    return ScreenStatus(connected.name, connected.address, connected.since, position, wanted, connected.lag)


def _newest(screens: ScreenViews, name: str) -> int:
    """The position of the newest view, of the screens and the tournaments together; 0 = no such screen."""
    screen = screens.state.by_name.get(name)
    if screen is None:
        return 0
    shown = tournaments_of(screen)
    return screens.state.version + sum(office.position for slug in shown if (office := screens.office.known(slug)))
