"""A view of a tournament printed for a channel: a part is printed again only if its value is another one.

The parts printed before come from the hub, which has them for as long as somebody follows the channel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, compress, repeat
from operator import is_not

from server.live.parts import Channel, Part, Parts
from web.links import Site
from web.public.topic_form import Pieces, TopicForm

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
