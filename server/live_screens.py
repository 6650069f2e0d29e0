"""The screens as topics of the feed: `screen/<name>`, `screen/<name>/<part>`, and `t/<slug>/screen`.

A hundred televisions mostly show the same few lists. A content is rendered once for each moment
and language and shared by all screens that show it, so one more television costs a comparison.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from domain import events as e
from domain.hall import Hall, Screen
from projections.screens import Source, Wall, tournament_wall, tournaments_of, wall
from server.feed.parts import Channel, Part, Parts
from server.hall_office import HallOffice
from server.office import Office, TournamentOffice
from server.sheets import Sheets
from web.venue import Venue, in_json


@dataclass(slots=True)
class Screens:
    """What every screen shows; one for the application, at `app.state.screens`."""

    office: Office
    hall: HallOffice
    sheets: Sheets
    language: str = "en"
    """Of screens that have none of their own."""
    venue: Venue = field(default_factory=Venue)

    def __call__(self, channel: Channel) -> Parts | None:
        """The view of a channel; None for a topic that is no screen, or is none any more."""
        found = self.look(channel.topic)
        if found is None:
            return None
        if channel.form == "json":
            return Parts(found.position, cast("Mapping[str, Part]", in_json(found)))
        return Parts(found.position, self.venue.parts(found, channel.language))

    async def ready(self) -> None:
        """Every tournament that hangs on a wall is folded: after a restart no television shows half of one."""
        shown = {slug for screen in self.state.screens.values() for slug in tournaments_of(screen)}
        for slug in shown:
            if slug in self.office:
                await self.office.open(slug)

    def look(self, topic: str) -> Wall | None:
        """What the screen of this topic shows now."""
        match topic.split("/"):
            case ["t", slug, "screen"]:
                source = self._sources({slug}).get(slug)
                return tournament_wall(source, local_now()) if source else None
            case ["screen", name]:
                return self.named(name, 1)
            case ["screen", name, part] if part.isascii() and part.isdigit() and len(part) < 4 and int(part):
                return self.named(name, int(part))
            case _:
                return None

    def named(self, name: str, part: int) -> Wall | None:
        """A part that the family does not have (any more) shows its last one."""
        screen = self.state.screens.get(name)
        if screen is None:
            return None
        sources = self._sources(tournaments_of(screen))
        return wall(self.state, name, min(part, screen.parts), sources, local_now())

    def following(self, slug: str) -> list[str]:
        """The topics that a change of this tournament may change."""
        shown = [f"screen/{screen.name}" for screen in self.state.screens.values() if slug in tournaments_of(screen)]
        return [*shown, f"t/{slug}/screen"]

    @property
    def state(self) -> Hall:
        return self.hall.hall

    def language_of(self, screen: Screen) -> str:
        return screen.language or self.language

    def _sources(self, slugs: set[str] | frozenset[str]) -> Mapping[str, Source]:
        return {office.id: self._source(office) for office in self._offices(slugs)}

    def _offices(self, slugs: set[str] | frozenset[str]) -> Iterator[TournamentOffice]:
        return (office for office in self.office if office.id in slugs)

    def _source(self, office: TournamentOffice) -> Source:
        return Source(office.id, self.sheets.now(office), published_at(office))


def published_at(office: TournamentOffice) -> datetime | None:
    """When the newest published round was published; None = there is none."""
    round = office.tournament.published
    if not round:
        return None
    for entry in reversed(office.entries):
        if isinstance(entry.event, e.RoundPublished) and entry.event.round == round:
            return entry.recorded_at
    return None


def local_now() -> datetime:
    """The hour in the venue's zone, which is the server's."""
    return datetime.now().astimezone()
