"""The prizes of all sections of a festival on one list."""

from collections.abc import Mapping, Sequence

from domain.decisions.players.registering import identity
from domain.events import Prize
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.table.prize_list import AwardRow, Prizes, prize_list


@dataclass(frozen=True, slots=True)
class SectionPrizes:
    """The prizes of one section, after those who win a greater one elsewhere have left its list."""

    slug: str
    title: str
    prizes: Prizes


@dataclass(frozen=True, slots=True)
class FestivalPrizes:
    sections: tuple[SectionPrizes, ...]
    one_each: bool

    @property
    def winners(self) -> tuple[tuple[SectionPrizes, AwardRow], ...]:
        return tuple((section, row) for section in self.sections for row in section.prizes.rows)

    @property
    def unclaimed(self) -> tuple[tuple[SectionPrizes, Prize], ...]:
        return tuple((section, prize) for section in self.sections for prize in section.prizes.unclaimed)

    @property
    def final(self) -> bool:
        return bool(self.sections) and all(section.prizes.final for section in self.sections)


def festival_prizes(sections: Sequence[tuple[str, str, Snapshot]], *, one_each: bool) -> FestivalPrizes:
    """The prizes of (address, title, moment) of each section.

    With one prize each, players keep the greatest of those they win, the one of the earlier section if two are the
    same, and those behind them move up in the others. Sections of several currencies are compared by the number.
    """
    struck: dict[str, frozenset[EntrantId]] = {}
    while True:
        listed = [(slug, title, prize_list(at, struck.get(slug, frozenset()))) for slug, title, at in sections]
        found = [SectionPrizes(slug, title, prizes) for slug, title, prizes in listed if prizes]
        more = _struck(found, {slug: at for slug, _, at in sections}) if one_each else {}
        if not more:
            return FestivalPrizes(tuple(found), one_each)
        for slug, players in more.items():
            struck[slug] = struck.get(slug, frozenset()) | players


def _struck(found: Sequence[SectionPrizes], moments: Mapping[str, Snapshot]) -> dict[str, frozenset[EntrantId]]:
    """The entries of those who leave the lists of other sections for the greatest prize that is won twice."""
    won: dict[tuple[object, ...], dict[str, tuple[int, EntrantId]]] = {}
    for section in found:
        players = moments[section.slug].tournament.players
        for row in section.prizes.rows:
            player = players.get(row.person.id)
            mine = won.setdefault(identity(player) if player else (section.slug, row.person.id), {})
            cents = mine.get(section.slug, (0, row.person.id))[0] + row.award.cents
            mine[section.slug] = cents, row.person.id
    twice = [mine for mine in won.values() if sum(cents > 0 for cents, _ in mine.values()) > 1]
    if not twice:
        return {}
    greatest = max(twice, key=lambda mine: max(cents for cents, _ in mine.values()))
    kept = max(greatest, key=lambda slug: greatest[slug][0])
    return {slug: frozenset({id}) for slug, (cents, id) in greatest.items() if slug != kept and cents}
