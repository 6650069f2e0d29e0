"""Players found by their names in all sections of a festival."""

from collections.abc import Iterable
from typing import NamedTuple

from projections.lists.name_search import NamesFound, find
from projections.moment.snapshot import Snapshot


class SectionFinds(NamedTuple):
    """Those found in one section, and its address and title."""

    slug: str
    title: str
    names: NamesFound


class FestivalFinds(NamedTuple):
    """The answer to a search in a festival."""

    wanted: str
    sections: tuple[SectionFinds, ...]
    """Those in which somebody was found, in the order of the festival."""


def find_in_sections(sections: Iterable[tuple[str, str, Snapshot]], wanted: str) -> FestivalFinds:
    """`sections` are address, title and tournament; the words are understood as in each of them."""
    found = (SectionFinds(slug, title, find(snapshot, wanted)) for slug, title, snapshot in sections)
    return FestivalFinds(wanted, tuple([one for one in found if one.names.rows]))
