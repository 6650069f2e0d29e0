"""The list of all tournaments: a summary of each, in the order in which people look for them, page by page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from datetime import datetime
from enum import StrEnum

from domain.records import dataclass
from domain.words.regulations import Visibility
from projections.moment.overview import Overview, Phase

PAGE_ROWS = 50

RANKS = {Phase.PLAYING: 0, Phase.BETWEEN: 0, Phase.ANNOUNCED: 1, Phase.OVER: 2, Phase.CLOSED: 2}

GROUPS = ("now", "coming", "past")
"""The names of the ranks."""


class CatalogueList(StrEnum):
    PUBLIC = "public"
    DESK = "desk"
    ARCHIVE = "archive"
    THROWN_AWAY = "thrown-away"


PUT_ASIDE = (CatalogueList.ARCHIVE, CatalogueList.THROWN_AWAY)


def list_named(asked: str) -> CatalogueList:
    return CatalogueList(asked) if asked in PUT_ASIDE else CatalogueList.DESK


@dataclass(frozen=True, slots=True)
class Summary:
    slug: str
    position: int
    hash: str
    overview: Overview
    published_at: datetime | None = None
    """The time a round was published last; None = none yet."""
    visibility: Visibility = Visibility.PUBLIC
    archived: bool = False
    thrown_away: bool = False
    board_addresses: tuple[str, ...] = ()
    """Addresses at which games of live boards are looked up."""

    @property
    def public(self) -> bool:
        return self.visibility is Visibility.PUBLIC and not self.thrown_away

    @property
    def group(self) -> str:
        return GROUPS[_rank(self)]

    @property
    def shelf(self) -> CatalogueList:
        if self.thrown_away:
            return CatalogueList.THROWN_AWAY
        return CatalogueList.ARCHIVE if self.archived else CatalogueList.DESK

    def stands_in(self, listed: CatalogueList) -> bool:
        return self.public if listed is CatalogueList.PUBLIC else self.shelf is listed


@dataclass(frozen=True, slots=True)
class CataloguePage:
    rows: tuple[Summary, ...]
    number: int = 1
    pages: int = 1
    found: int = 0
    """The number of rows on all pages."""
    wanted: str = ""
    shelf: CatalogueList = CatalogueList.PUBLIC

    @property
    def followed(self) -> bool:
        return self.number == 1 and not self.wanted


@dataclass(slots=True)
class Catalogue:
    _summaries: dict[str, Summary] = field(default_factory=dict)
    _words: dict[str, str] = field(default_factory=dict)
    """The text that a search looks through, by tournament."""
    _order: list[str] | None = None
    """Slugs as the list shows them; None = to be sorted again."""
    _shelves: dict[CatalogueList, list[str]] = field(default_factory=dict)
    positions: int = 0
    revision: int = 0

    def __len__(self) -> int:
        return len(self._summaries)

    def __contains__(self, slug: str) -> bool:
        return slug in self._summaries

    def __iter__(self) -> Iterator[Summary]:
        """Tournaments being played first, then those to come, then the past, newest first in each."""
        return map(self._summaries.__getitem__, self._sorted())

    def get(self, slug: str) -> Summary | None:
        return self._summaries.get(slug)

    def put(self, summary: Summary) -> None:
        self.revision += 1
        before = self._summaries.get(summary.slug)
        self._summaries[summary.slug] = summary
        self.positions += summary.position - (before.position if before else 0)
        if before is None or _place(before) != _place(summary):
            self._sort_again()
        if before is None or before.overview.details is not summary.overview.details:
            about = summary.overview.details
            told = (about.name, about.city, about.federation, about.chief_arbiter, summary.slug)
            self._words[summary.slug] = "\n".join(told).casefold()

    def drop(self, slug: str) -> None:
        summary = self._summaries.pop(slug, None)
        if summary is not None:
            self.revision += 1
            self.positions -= summary.position
            self._sort_again()
            del self._words[slug]

    def page(
        self,
        number: int = 1,
        wanted: str = "",
        admits: Callable[[str], bool] | None = None,
        shelf: CatalogueList = CatalogueList.PUBLIC,
        among: Sequence[str] | None = None,
    ) -> CataloguePage:
        """Page `number`, or the nearest there is, of what has every word of `wanted` in its name, place or arbiter.

        `admits` says by slug what may be seen; None = everything in the list, or `among` a part of it.
        """
        words = wanted.casefold().split()
        found = self.listed(shelf) if among is None else among
        if words or admits is not None:
            found = [
                slug
                for slug in found
                if (admits is None or admits(slug)) and all(word in self._words[slug] for word in words)
            ]
        pages = max(1, -(-len(found) // PAGE_ROWS))
        number = min(max(1, number), pages)
        rows = [self._summaries[slug] for slug in found[(number - 1) * PAGE_ROWS : number * PAGE_ROWS]]
        return CataloguePage(tuple(rows), number, pages, len(found), " ".join(wanted.split()), shelf)

    def listed(self, shelf: CatalogueList = CatalogueList.PUBLIC) -> Sequence[str]:
        """The addresses as the list shows them: another object whenever one comes, goes or takes another place."""
        if shelf not in self._shelves:
            self._shelves[shelf] = [slug for slug in self._sorted() if self._summaries[slug].stands_in(shelf)]
        return self._shelves[shelf]

    def _sorted(self) -> Sequence[str]:
        if self._order is None:
            newest_first = sorted(self._summaries.values(), key=lambda one: (_start(one), one.slug), reverse=True)
            self._order = [one.slug for one in sorted(newest_first, key=_rank)]
        return self._order

    def _sort_again(self) -> None:
        self._order = None
        self._shelves.clear()


def _place(summary: Summary) -> tuple[int, str, bool, CatalogueList]:
    return _rank(summary), _start(summary), summary.public, summary.shelf


def _rank(summary: Summary) -> int:
    return RANKS[summary.overview.phase]


def _start(summary: Summary) -> str:
    return summary.overview.details.start
