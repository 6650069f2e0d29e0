"""The form of a topic: values by the names of their parts, and the macro and the twin that print them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from web.api import views
from web.links import Site
from web.rendering import printed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TopicForm:
    """The rendering of values of one kind as parts of a view."""

    template: str
    macro: str
    twin: Callable[..., views.Json]
    """The value as data."""
    read: Callable[..., object] = lambda value: value
    """Picks the part of the value that the macro reads, so that a change of the rest prints nothing again."""

    def html(self, key: str, value: object, site: Site | None, lang: str) -> str:
        return printed(self.template, self.macro, key, self.read(value), site, lang)


Pieces = Iterator[tuple[TopicForm, Mapping[str, object]]]
"""Values by the name of their part, form by form, in the order on the glass."""
Feed = Callable[[Snapshot, int], Pieces | None]
"""(snapshot, the number in the topic or 0) to pieces; None = there is no such topic."""
PagedFeed = Callable[[Snapshot, int, int], Pieces | None]
"""(snapshot, round or 0 for the newest, page from 1) to pieces; None = there is no such page."""


class OfPlayer(Protocol):
    """A row about one player."""

    @property
    def person(self) -> Person: ...


def rows_by_part(
    snapshot: Snapshot, topic: str, round: int, rows: Sequence[T], name: Callable[..., str]
) -> Mapping[str, T]:
    """The rows by the names of their parts; a name is made again only for a row that is."""
    return dict(zip(snapshot.rows(f"names: {topic}", round, name)(rows), rows, strict=True))


def of_player(row: OfPlayer) -> str:
    return f"p{row.person.id}"
