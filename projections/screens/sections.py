"""The end of a festival on a screen that goes through its sections."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from domain.screens.events import Content, ContentKind
from projections.festivals.prizes import festival_prizes
from projections.podium import is_decided
from projections.prize_list import Prizes
from projections.snapshot import Snapshot

CEREMONY = (ContentKind.PODIUM, ContentKind.PRIZES)


def all_decided(sections: Iterable[str], known: Mapping[str, Snapshot]) -> bool:
    return all(slug in known and is_decided(known[slug]) for slug in sections)


def ceremony(contents: Sequence[Content]) -> Sequence[Content]:
    """The podiums of all sections, then their tables, then their prizes."""
    podiums, prizes = ([one for one in contents if one.kind is kind] for kind in CEREMONY)
    return [*podiums, *(one for one in contents if one.kind not in CEREMONY), *prizes]


def winners_of_one_prize(sections: Iterable[str], known: Mapping[str, Snapshot]) -> Mapping[str, Prizes]:
    """The prizes of each section where a player has one prize in all of them.

    Empty until all sections are decided.
    """
    slugs = tuple(sections)
    if not all_decided(slugs, known):
        return {}
    shared = festival_prizes([(slug, "", known[slug]) for slug in slugs], one_each=True)
    return {section.slug: section.prizes for section in shared.sections}


def without_winners(prizes: Prizes) -> Prizes:
    return replace(prizes, rows=(), unclaimed=())
