"""What the hub asks for when somebody follows a tournament: `Live` is its source of views.

The topics are `catalogue`, and `t/<slug>/<path>` with the paths of `web.public.topics`. One result costs one row
and not a thousand: what has not changed is not printed again (`server.live.printing`).
"""

from dataclasses import dataclass, field

from projections.overview import catalogue
from server.live.parts import Channel, NotYet, Parts
from server.live.printing import print_view
from server.office.snapshots import Sheets
from server.office.tournaments import Office
from web.links import Site
from web.public.topics import listed, pieces

CATALOGUE = "catalogue"


@dataclass(slots=True)
class Live:
    """Call it with a channel: its parts at the newest position, or None for a topic that is none of ours."""

    office: Office
    sheets: Sheets = field(default_factory=Sheets)

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        if channel.topic == CATALOGUE:
            return self._catalogue(channel, before)
        root, _, rest = channel.topic.partition("/")
        slug, _, path = rest.partition("/")
        office = self.office.known(slug) if root == "t" else None
        if office is None or channel.form not in ("html", "json"):
            return None
        if not office.folded:
            raise NotYet(slug, soon=slug not in self.office.unreadable)
        found = pieces(self.sheets.now(office), path)
        if found is None:
            return None
        return print_view(channel, Site(slug), office.position, found, before)

    def _catalogue(self, channel: Channel, before: Parts | None) -> Parts:
        """All tournaments that have been read, and how many have not; the positions of all journals added up."""
        offices = self.office.folded
        rows = catalogue({office.id: office.tournament for office in offices})
        found = listed(rows, self.office.unread)
        return print_view(channel, None, sum(office.position for office in offices), found, before)
