"""The addresses that the lists of a server are fetched from, when that was done last, and the order they count in."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.files.encodings import Encoding

FIDE_ADDRESS = "https://ratings.fide.com/download/players_list.zip"
MOST_SOURCES = 12
SOURCES_FILE = "sources.json"

log = logging.getLogger("tablo.rating-lists")


class ListSource(msgspec.Struct, frozen=True):
    publisher: str
    url: str
    looked: str = ""
    """The ISO time in UTC when the address answered last; empty = never."""
    begun: str = ""
    """The ISO time in UTC when a machine last began to fetch it of itself."""
    etag: str = ""
    modified: str = ""
    """Marks by which the address knows the file that is here: it is not sent again while they hold."""
    imported: str = ""
    """The time when that file was read, as the list on the shelf says it."""
    places: Mapping[str, int] = {}
    """The columns that somebody chose for this list; empty = they are found by their heads."""
    heads: bool = True
    """Its first line names the columns."""
    encoding: Encoding | None = None
    """The letters that somebody chose for this list; None = they are found."""


class ListSources(msgspec.Struct, frozen=True):
    """Nothing is fetched before somebody has named an address."""

    sources: tuple[ListSource, ...] = ()
    daily: bool = True
    """The lists that have an address are renewed when they are a day old."""
    orders: Mapping[str, tuple[str, ...]] = {}
    """The lists by which ratings count, the first that has one before the others, by the kind of tournament; a kind
    that is not here has the preset order."""

    def named(self, publisher: str) -> ListSource | None:
        return next((one for one in self.sources if one.publisher == publisher), None)

    def with_facts(self, publisher: str, **facts: object) -> "ListSources":
        new = (replace(one, **facts) if one.publisher == publisher else one for one in self.sources)
        return replace(self, sources=tuple(new))


SourcesChange: TypeAlias = Callable[[ListSources], ListSources]


def sources_in(kept: Callable[[], bytes]) -> ListSources:
    """As they were written; none where there are none, or where they cannot be read."""
    try:
        return msgspec.json.decode(kept(), type=ListSources)
    except FileNotFoundError:
        return ListSources()
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("the addresses of the rating lists cannot be read", extra={"facts": {"why": str(error)}})
        return ListSources()


def written_sources(sources: ListSources) -> bytes:
    return msgspec.json.format(msgspec.json.encode(sources))


def kept_sources(folder: Path) -> ListSources:
    return sources_in((folder / SOURCES_FILE).read_bytes)


def keep_sources(folder: Path, sources: ListSources) -> None:
    """Written whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{SOURCES_FILE}.new"
    fresh.write_bytes(written_sources(sources))
    fresh.replace(folder / SOURCES_FILE)
