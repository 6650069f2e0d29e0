"""What the hub asks for when somebody follows a tournament: `Live` is its source of views.

The topics are `catalogue`, and `t/<slug>/<path>` with the paths of `web.feeds`. A part is printed again only if its
value is another than last time, so that one result costs one row and not a thousand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, compress, repeat
from operator import is_not

from projections.overview import catalogue
from server.feed.parts import Channel, Part, Parts
from server.office import Office
from server.sheets import Sheets
from web.feeds import Form, Pieces, listed, pieces
from web.site import Site

REMEMBERED_PARTS = 200_000
"""About as many octets as 200 lists of 600 players have. Whoever is not remembered is printed whole each time."""
CATALOGUE = "catalogue"

NEVER = object()
"""No value is this."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The values of a view by form and part, and what was printed for them."""

    values: Mapping[Form, Mapping[str, object]] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)


class NotFolded(RuntimeError):
    """The tournament is being read from the journal: whoever asks comes again in a moment.

    To answer "no such topic" would make a page that reconnects after a restart give up for good.
    """


@dataclass(slots=True)
class Live:
    """Call it with a channel: its parts at the newest position, or None for a topic that is none of ours."""

    office: Office
    sheets: Sheets = field(default_factory=Sheets)
    _printed: dict[Channel, Printed] = field(default_factory=dict)
    _parts: int = 0
    """How many parts are remembered, of all channels."""

    def __call__(self, channel: Channel) -> Parts | None:
        if channel.topic == CATALOGUE:
            return self._catalogue(channel)
        root, _, rest = channel.topic.partition("/")
        slug, _, path = rest.partition("/")
        office = self.office.known(slug) if root == "t" else None
        if office is None or channel.form not in ("html", "json"):
            return None
        if not office.folded:
            raise NotFolded(slug)
        found = pieces(self.sheets.now(office), path)
        if found is None:
            return None
        parts = self._print(channel, Site(slug), found)
        return Parts(office.position, parts)

    def _catalogue(self, channel: Channel) -> Parts:
        """All tournaments that have been read, and how many have not; the positions of all journals added up."""
        offices = self.office.folded
        rows = catalogue({office.id: office.tournament for office in offices})
        found = listed(rows, self.office.unread)
        return Parts(sum(office.position for office in offices), self._print(channel, None, found))

    def _print(self, channel: Channel, site: Site | None, found: Pieces) -> Mapping[str, Part]:
        known = self._printed.get(channel, Printed())
        values: dict[Form, Mapping[str, object]] = {}
        fresh: dict[str, Part] = {}
        for form, group in found:
            before = known.values.get(form, {})
            unlike = map(is_not, group.values(), map(before.get, group, repeat(NEVER)))
            for key, value in compress(group.items(), unlike):
                if before.get(key, NEVER) != value:
                    fresh[key] = _part(form, key, value, channel, site)
            values[form] = group
        parts = known.parts | fresh
        order = list(chain.from_iterable(values.values()))
        if list(parts) != order:
            parts = {key: parts[key] for key in order}
        self._remember(channel, Printed(values, parts))
        return parts

    def _remember(self, channel: Channel, printed: Printed) -> None:
        """The channel that was not asked for longest goes first."""
        self._forget(channel)
        self._printed[channel] = printed
        self._parts += len(printed.parts)
        while self._parts > REMEMBERED_PARTS and len(self._printed) > 1:
            self._forget(next(iter(self._printed)))

    def _forget(self, channel: Channel) -> None:
        forgotten = self._printed.pop(channel, None)
        if forgotten is not None:
            self._parts -= len(forgotten.parts)


def _part(form: Form, key: str, value: object, channel: Channel, site: Site | None) -> Part:
    return form.html(key, value, site, channel.language) if channel.form == "html" else form.twin(value)
