"""The list of all tournaments: a summary of each, in the order in which people look for them, page by page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from projections.overview import Overview, Phase

PAGE_ROWS = 50

RANKS = {Phase.PLAYING: 0, Phase.BETWEEN: 0, Phase.ANNOUNCED: 1, Phase.OVER: 2, Phase.CLOSED: 2}
"""Those being played come first, then those to come, then the past."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A tournament as the lists show it, without its history."""

    slug: str
    position: int
    """The position of the newest entry that the overview knows."""
    hash: str
    """The hash of that entry."""
    overview: Overview
    published_at: datetime | None = None
    """The time a round was published last; None = none yet."""


@dataclass(frozen=True, slots=True)
class CataloguePage:
    """Some rows of the list, of all tournaments or of those somebody searches for."""

    rows: tuple[Summary, ...]
    number: int = 1
    pages: int = 1
    found: int = 0
    """The number of rows on all pages."""
    wanted: str = ""
    """The words searched for; empty = everything."""

    @property
    def followed(self) -> bool:
        """It is the list that the live feed sends."""
        return self.number == 1 and not self.wanted


@dataclass(slots=True)
class Catalogue:
    """Every tournament there is a summary of."""

    _summaries: dict[str, Summary] = field(default_factory=dict)
    _words: dict[str, str] = field(default_factory=dict)
    """The text that a search looks through, by tournament."""
    _order: list[str] | None = None
    """Slugs as the list shows them; None = to be sorted again."""
    positions: int = 0
    """The sum of all positions."""
    revision: int = 0
    """A number that is another one after each change."""

    def __len__(self) -> int:
        return len(self._summaries)

    def __contains__(self, slug: str) -> bool:
        return slug in self._summaries

    def __iter__(self) -> Iterator[Summary]:
        """Those being played first, then those to come, then the past, newest first in each."""
        return map(self._summaries.__getitem__, self._sorted())

    def get(self, slug: str) -> Summary | None:
        return self._summaries.get(slug)

    def put(self, summary: Summary) -> None:
        """Puts the summary in the place of the earlier one of the same tournament."""
        self.revision += 1
        before = self._summaries.get(summary.slug)
        self._summaries[summary.slug] = summary
        self.positions += summary.position - (before.position if before else 0)
        if before is None or (_rank(before), _start(before)) != (_rank(summary), _start(summary)):
            self._order = None
        if before is None or before.overview.details is not summary.overview.details:
            self._words[summary.slug] = _words(summary)

    def drop(self, slug: str) -> None:
        """Takes the tournament out of the list."""
        summary = self._summaries.pop(slug, None)
        if summary is not None:
            self.revision += 1
            self.positions -= summary.position
            self._order = None
            del self._words[slug]

    def page(self, number: int = 1, wanted: str = "", admits: Callable[[str], bool] | None = None) -> CataloguePage:
        """Page `number`, or the nearest there is, of what has every word of `wanted` in its name, place or arbiter.

        `admits` says by slug what may be seen; None = everything.
        """
        words = wanted.casefold().split()
        found: Sequence[str] = self._sorted()
        if words or admits is not None:
            found = [
                slug
                for slug in found
                if (admits is None or admits(slug)) and all(word in self._words[slug] for word in words)
            ]
        pages = max(1, -(-len(found) // PAGE_ROWS))
        number = min(max(1, number), pages)
        rows = [self._summaries[slug] for slug in found[(number - 1) * PAGE_ROWS : number * PAGE_ROWS]]
        return CataloguePage(tuple(rows), number, pages, len(found), " ".join(wanted.split()))

    def _sorted(self) -> Sequence[str]:
        if self._order is None:
            newest_first = sorted(self._summaries.values(), key=lambda one: (_start(one), one.slug), reverse=True)
            self._order = [one.slug for one in sorted(newest_first, key=_rank)]
        return self._order


def _rank(summary: Summary) -> int:
    return RANKS[summary.overview.phase]


def _start(summary: Summary) -> str:
    return summary.overview.details.start


def _words(summary: Summary) -> str:
    about = summary.overview.details
    return f"{about.name}\n{about.city}\n{about.federation}\n{about.chief_arbiter}\n{summary.slug}".casefold()
