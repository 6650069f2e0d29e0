"""Festivals as topics of the feed: `f/<festival>`, its sections row by row."""

from dataclasses import dataclass, field, replace

from domain.festival.state import Festival
from projections.festivals.sections import FestivalView, festival_view
from projections.moment.snapshot import Snapshot
from server.live.parts import Channel, NotYet, Parts
from server.live.printing import print_view
from server.office.festivals import FestivalOffice, Festivals
from server.office.snapshots import Snapshots
from server.office.tournaments import Office
from web.festivals.topics import section_pieces


@dataclass(slots=True)
class FestivalViews:
    """Call it with a channel: its parts at the newest position, or None for a topic that is no festival."""

    office: Office
    festivals: Festivals
    snapshots: Snapshots = field(default_factory=Snapshots)

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        office = self._named(channel.topic)
        if office is None or channel.form not in ("html", "json"):
            return None
        for slug in office.festival.sections:
            if slug in self.office and self.office.known(slug) is None and slug not in self.office.unreadable:
                raise NotYet(slug)
        view = self.look_public(office)
        return print_view(channel, None, view.position, section_pieces(view), before)

    def look(self, office: FestivalOffice) -> FestivalView:
        """The festival now, as far as its tournaments are in memory."""
        return festival_view(office.name, office.festival, self.snapshot_of)

    def look_public(self, office: FestivalOffice) -> FestivalView:
        """The same without tournaments that only the desk may see; at the same position."""
        view = self.look(office)
        shown = self.public(office.festival)
        if shown is office.festival:
            return view
        return replace(festival_view(office.name, shown, self.snapshot_of), position=view.position)

    def public(self, festival: Festival) -> Festival:
        """The festival with the sections that everybody may see."""
        sections = {slug: title for slug, title in festival.sections.items() if not self._private(slug)}
        return festival if len(sections) == len(festival.sections) else replace(festival, sections=sections)

    def _private(self, tournament: str) -> bool:
        """Also one that is not in this journal: a mirror of some tournaments has the sections it was sent."""
        found = self.office.known(tournament)
        return not found.tournament.public if found is not None else tournament not in self.office

    def snapshot_of(self, tournament: str) -> Snapshot | None:
        found = self.office.known(tournament)
        return self.snapshots.now(found) if found is not None else None

    async def read(self, office: FestivalOffice) -> FestivalView:
        """The same after everything has been read that can be."""
        for slug in office.festival.sections:
            await self.office.read(slug)
        return self.look(office)

    async def ready(self, topic: str) -> None:
        """The tournaments of this topic's festival are in memory, or in trouble."""
        office = self._named(topic)
        if office is not None:
            await self.read(office)

    def topics_of(self, tournament: str) -> list[str]:
        """The topics that may look different after a change of this tournament."""
        return [f"f/{office.name}" for office in self.festivals.of(tournament)]

    def in_use(self, topic: str) -> frozenset[str]:
        """The tournaments that whoever follows this topic looks at."""
        office = self._named(topic)
        return frozenset(office.festival.sections) if office else frozenset()

    def _named(self, topic: str) -> FestivalOffice | None:
        root, _, name = topic.partition("/")
        return self.festivals.open(name) if root == "f" and name in self.festivals else None
