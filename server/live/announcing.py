"""Telling everybody who shows or keeps a tournament that it has changed. Nobody is told anywhere else."""

from collections.abc import Callable
from dataclasses import dataclass

from server.live.hub import Hub
from server.live.topics import ROOTS, FestivalViews, ScreenViews
from server.office.festivals import Festivals
from server.office.stream import ScreenOffice, no_listener
from server.office.tournaments import Office

OnChange = Callable[[str, int], None]
"""A tournament and its new position."""


@dataclass(frozen=True, slots=True)
class Announcing:
    """Tells the followers of the feed, the screens and whoever keeps copies."""

    hub: Hub
    screens: ScreenViews
    festivals: FestivalViews
    others: tuple[OnChange, ...] = ()
    festival_changed: OnChange = no_listener
    """A festival and its new position."""

    def begin(self, office: Office, screens: ScreenOffice, festivals: Festivals) -> None:
        """Hear of every change from now on, and of the tournaments that were read before anybody could be told."""
        office.changed = self.tournament
        office.in_use = self.in_use
        screens.changed = self.screens_set
        festivals.changed = self.festival
        for early in office.folded:
            self.tournament(early.id, early.position)

    def tournament(self, id: str, position: int) -> None:
        """Its pages, the catalogue, and the festivals and screens that show it."""
        shown = [*self.festivals.topics_of(id), *self.screens.changed(id)]
        self.hub.changed([f"t/{id}", f"d/{id}", "catalogue", *shown], position)
        for told in self.others:
            told(id, position)

    def screens_set(self, _stream: str, position: int) -> None:
        """All screens: what they show has been set anew."""
        self.hub.changed(self.screens.changed(), position)

    def festival(self, name: str, position: int) -> None:
        """Its page, and all screens: they may show its sections."""
        self.hub.changed([f"f/{name}", *self.screens.changed()], position)
        self.festival_changed(name, position)

    def in_use(self) -> frozenset[str]:
        """The tournaments that somebody follows, and those of the screens whether or not a television is on."""
        followed = [topic.split("/") for topic in self.hub.followed]
        sections = [self.festivals.in_use(topic.removesuffix("/screen")) for topic in self.hub.followed]
        return self.screens.tournaments.union(*sections, (path[1] for path in followed if path[0] in ROOTS))
