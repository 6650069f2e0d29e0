"""The links between the sections of a festival: who goes on from where, and who has come already."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.festival.events import SectionsLinked
from domain.festival.state import Festival
from domain.tournament import Tournament
from projections.festivals.qualifiers import NOTHING_OPEN
from projections.festivals.sections import SectionRow


@dataclass(frozen=True, slots=True)
class SourceRow:
    slug: str
    title: str
    came: int | None
    """The number of entrants who have come from it; None = not yet."""
    ready: bool
    """It is over, and can say who goes on."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    title: str
    """The title of the section that they go on into."""
    link: SectionsLinked
    sources: tuple[SourceRow, ...]


def link_rows(
    festival: Festival, sections: Mapping[str, SectionRow], known: Mapping[str, Tournament]
) -> Iterator[LinkRow]:
    """Every link, in the order of the sections; `known` are the tournaments that could be read."""
    for into, title in festival.sections.items():
        link = festival.links.get(into)
        if link is not None:
            target = known.get(into)
            rows = (_source(source, sections.get(source), target) for source in link.sources)
            yield LinkRow(title, link, tuple(rows))


def _source(slug: str, section: SectionRow | None, target: Tournament | None) -> SourceRow:
    came = target.qualified.get(slug) if target else None
    about = section.overview if section else None
    title = section.title if section else slug
    return SourceRow(slug, title, len(came.entrants) if came else None, bool(about and about.phase in NOTHING_OPEN))
