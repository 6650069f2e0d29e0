"""The contents of a screen that follows a tournament from the first day to the giving of the prizes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from domain.formats import rules_of
from domain.screens.events import Content, ContentKind
from projections.festivals.prizes import festival_prizes
from projections.moment.snapshot import Snapshot
from projections.screens.countdowns import awaited_start, countdown
from projections.table.podium import is_decided, podium
from projections.table.prize_list import Prizes


def contents_in_turn(slug: str, snapshot: Snapshot, now: datetime) -> tuple[Content, ...]:
    """At the end the podium, the final table and the prizes; until then the next start, the round and the table."""
    table = Content(natural_table(snapshot), slug)
    if is_decided(snapshot):
        return Content(ContentKind.PODIUM, slug), table, Content(ContentKind.PRIZES, slug)
    return *_next_start(slug, snapshot, now), *_round_and_table(slug, snapshot, table)


def _next_start(slug: str, snapshot: Snapshot, now: datetime) -> tuple[Content, ...]:
    start = awaited_start(snapshot, now)
    return (Content(ContentKind.COUNTDOWN, slug, until=start),) if start else ()


def _round_and_table(slug: str, snapshot: Snapshot, table: Content) -> tuple[Content, ...]:
    """Before the first round the starting list alone, if there is one; after a close without a round too."""
    if snapshot.round:
        return Content(ContentKind.PAIRINGS, slug), table
    listed = bool(snapshot.tournament.numbers)
    return (Content(ContentKind.STANDINGS if listed else ContentKind.PAIRINGS, slug),)


def natural_table(snapshot: Snapshot) -> ContentKind:
    """The natural view of a format: where everybody stands."""
    if rules_of(snapshot.tournament).knocks_out:
        return ContentKind.BRACKET
    return ContentKind.CROSSTABLE if snapshot.tournament.regulations.from_tables else ContentKind.STANDINGS


def worth_showing(contents: Sequence[Content], known: Mapping[str, Snapshot], now: datetime) -> Sequence[Content]:
    """Without those that have nothing to show, as long as there are others.

    A countdown without a time is never shown: where it stands alone its tournament stands there instead.
    """
    found = [content for content in contents if _says_something(content, known.get(content.tournament), now)]
    return found or [one for content in contents for one in _instead(content, known, now)]


def _instead(content: Content, known: Mapping[str, Snapshot], now: datetime) -> tuple[Content, ...]:
    """The tournament, in the place of a countdown that has no time."""
    slug = content.tournament
    if content.kind is not ContentKind.COUNTDOWN or slug not in known or countdown(content, known[slug], now).until:
        return (content,)
    return contents_in_turn(slug, known[slug], now)


def _says_something(content: Content, snapshot: Snapshot | None, now: datetime) -> bool:
    match content.kind:
        case ContentKind.COUNTDOWN:
            ends = countdown(content, snapshot, now).gone_at
            return ends is not None and ends > now
        case ContentKind.PODIUM if snapshot is not None:
            return podium(snapshot) is not None
        case ContentKind.PRIZES if snapshot is not None:
            return snapshot.tournament.prizes is not None
        case _:
            return not content.festival or (snapshot is not None and bool(snapshot.round))


# The end of a festival on a screen that goes through its sections.

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
