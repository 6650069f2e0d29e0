"""What was printed for whoever follows each channel: a part is printed again only if its value is another one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, compress, repeat
from operator import is_not

from server.live.parts import Channel, Part
from web.feeds import Form, Pieces
from web.site import Site

REMEMBERED_PARTS = 200_000
"""About as many octets as 200 lists of 600 players have. Whoever is not remembered is printed whole each time."""

NEVER = object()
"""No value is this."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The values of a view by form and part, and what was printed for them."""

    values: Mapping[Form, Mapping[str, object]] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)


@dataclass(slots=True)
class Prints:
    """Call it with a channel and the pieces of its view: the parts, in their order."""

    _known: dict[Channel, Printed] = field(default_factory=dict)
    _parts: int = 0
    """How many parts are remembered, of all channels."""

    def __call__(self, channel: Channel, site: Site | None, found: Pieces) -> Mapping[str, Part]:
        known = self._known.get(channel, Printed())
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
        self._known[channel] = printed
        self._parts += len(printed.parts)
        while self._parts > REMEMBERED_PARTS and len(self._known) > 1:
            self._forget(next(iter(self._known)))

    def _forget(self, channel: Channel) -> None:
        forgotten = self._known.pop(channel, None)
        if forgotten is not None:
            self._parts -= len(forgotten.parts)


def _part(form: Form, key: str, value: object, channel: Channel, site: Site | None) -> Part:
    return form.html(key, value, site, channel.language) if channel.form == "html" else form.twin(value)
