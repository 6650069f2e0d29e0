"""Tournaments as topics of the feed: `Live` is the hub's source of views.

The topics are `catalogue`, and `t/<slug>/<path>` with the paths of `web.public.topics`; `d/<slug>/<path>` is the same
for the desk, which follows drafts and hidden tournaments too. One result costs one row
and not a thousand: what has not changed is not printed again (`server.live.printing`).
"""

from dataclasses import dataclass, field

from projections.round.live_boards import live_boards
from server.live.parts import Channel, NotYet, Parts
from server.live.printing import print_view
from server.live_boards.watching import BoardWatch
from server.office.snapshots import Snapshots
from server.office.tournament import TournamentOffice
from server.office.tournaments import Office
from web.links import Site
from web.public.topics import LIVE_BOARDS, catalogue_pieces, live_board_pieces, pieces

CATALOGUE = "catalogue"
PUBLIC_ROOT, DESK_ROOT = "t", "d"
"""The roots of the topics of a tournament: those for everybody, and the same for the desk, of drafts too."""
ROOTS = (PUBLIC_ROOT, DESK_ROOT)


@dataclass(slots=True)
class Live:
    """Call it with a channel: its parts at the newest position, or None for a topic that is none of ours."""

    office: Office
    snapshots: Snapshots = field(default_factory=Snapshots)
    boards: BoardWatch | None = None
    """The files of live boards; None = none can be watched."""

    def __call__(self, channel: Channel, before: Parts | None = None) -> Parts | None:
        if channel.topic == CATALOGUE:
            return self._catalogue(channel, before)
        root, _, rest = channel.topic.partition("/")
        slug, _, path = rest.partition("/")
        if root not in ROOTS or slug not in self.office or channel.form not in ("html", "json"):
            return None
        office = self.office.known(slug)
        if office is None:
            raise NotYet(slug, soon=slug not in self.office.unreadable)
        if root == PUBLIC_ROOT and not office.tournament.public:
            return None
        if path == LIVE_BOARDS:
            return self._live_boards(channel, office, before)
        found = pieces(self.snapshots.now(office), path)
        if found is None:
            return None
        return print_view(channel, Site(slug), office.position, found, before)

    def _live_boards(self, channel: Channel, office: TournamentOffice, before: Parts | None) -> Parts | None:
        """The positions of the first boards; they move on with their files and with the journal."""
        if self.boards is None:
            return None
        view = live_boards(self.snapshots.now(office), self.boards.games(office.id))
        position = office.position + self.boards.revision
        return print_view(channel, Site(office.id), position, live_board_pieces(view), before)

    def _catalogue(self, channel: Channel, before: Parts | None) -> Parts:
        """The first page of the list, and how many tournaments are not in it yet; the positions of all added up."""
        catalogue = self.office.catalogue
        found = catalogue_pieces(catalogue.page().rows, self.office.unread)
        return print_view(channel, None, catalogue.positions, found, before)

    async def ready(self, topic: str) -> None:
        """The tournament of this topic is in memory, or in trouble."""
        root, _, rest = topic.partition("/")
        if root in ROOTS:
            await self.office.read(rest.partition("/")[0])
