"""Tournaments and festivals as topics of the feed, and how their views are printed for a channel."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, compress, repeat
from operator import is_not

from domain.festival.state import Festival
from projections.festivals.sections import FestivalView, festival_view
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import live_boards
from server.live.parts import Channel, NotYet, Part, Parts
from server.live_boards.watching import BoardWatch
from server.office.festivals import FestivalOffice, Festivals
from server.office.snapshots import Snapshots
from server.office.tournaments import Office, TournamentOffice
from web.festivals.topics import section_pieces
from web.links import Site
from web.public.topic_form import Pieces, TopicForm
from web.public.topics import LIVE_BOARDS, catalogue_pieces, live_board_pieces, pieces
from web.rendered_parts import RENDERED

# Tournaments as topics of the feed: `Live` is the hub's source of views.
# The topics are `catalogue`, and `t/<slug>/<path>` with the paths of `web.public.topics`; `d/<slug>/<path>` is the
# same for the desk, which follows drafts and hidden tournaments too. One result costs one row and not a thousand:
# what has not changed is not printed again (`server.live.topics`).

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


# Festivals as topics of the feed: `f/<festival>`, its sections row by row.


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


# A view of a tournament printed for a channel: a part is printed again only if its value is another one.
# The parts printed before come from the hub, which has them for as long as somebody follows the channel.

NEVER = object()
"""No value is this."""


@dataclass(frozen=True, slots=True)
class PrintedView(Parts):
    """The parts of a view, and the values by form and part that they were printed from."""

    values: Mapping[TopicForm, Mapping[str, object]]


def print_view(
    channel: Channel, site: Site | None, position: int, found: Pieces, before: Parts | None = None
) -> PrintedView:
    """The pieces of a view as parts in their order. A thousand values that stay as they are cost next to nothing."""
    known = before if isinstance(before, PrintedView) else PrintedView(0, {}, {})
    values: dict[TopicForm, Mapping[str, object]] = {}
    fresh: dict[str, Part] = {}
    for form, group in found:
        earlier = known.values.get(form, {})
        unlike = map(is_not, group.values(), map(earlier.get, group, repeat(NEVER)))
        for key, value in compress(group.items(), unlike):
            if earlier.get(key, NEVER) != value:
                fresh[key] = _part(form, key, value, channel, site)
        values[form] = group
    parts = {**known.parts, **fresh}
    order = list(chain.from_iterable(values.values()))
    if list(parts) != order:
        parts = {key: parts[key] for key in order}
    return PrintedView(position, parts, values)


def _part(form: TopicForm, key: str, value: object, channel: Channel, site: Site | None) -> Part:
    return form.html(key, value, site, channel.language) if channel.form == "html" else form.twin(value)


# Forgetting of rendered rows: those that no page, feed or screen has printed for a while.

GENERATION_SECONDS = 600.0
"""A row is forgotten after one to two of these."""


async def forget_in_turn(
    grow_older: Callable[[], None] = RENDERED.grow_older, seconds: float = GENERATION_SECONDS
) -> None:
    """Every so many seconds what is remembered grows older."""
    while True:
        await asyncio.sleep(seconds)
        grow_older()
