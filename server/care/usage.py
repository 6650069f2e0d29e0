"""What each organiser of a shared server has, and how much of it they may have."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime

from domain.events import Event, PlayerRegistered
from domain.organisers.decisions import QuotaReached
from domain.organisers.events import OwnedKind, QuotaKind
from domain.records import dataclass
from domain.stewards.state import ApiKey, Webhook
from domain.tournament import Tournament
from domain.words.streams import FESTIVAL, ORGANISER, owner_of_picture
from projections.lists.catalogue import CatalogueList
from server.office.fronts import Fronts
from server.office.stream import StewardOffice

BYTES_PER_MEGABYTE = 1024 * 1024


@dataclass(slots=True)
class Usage:
    tournaments: int = 0
    entries: int = 0
    picture_bytes: int = 0
    keys: int = 0
    last: datetime | None = None
    """The last round that was published; None = none yet."""

    def of(self, kind: QuotaKind) -> int:
        """In the units of its quota."""
        megabytes = -(-self.picture_bytes // BYTES_PER_MEGABYTE)
        return {
            QuotaKind.TOURNAMENTS: self.tournaments,
            QuotaKind.ENTRIES: self.entries,
            QuotaKind.PICTURES: megabytes,
            QuotaKind.KEYS: self.keys,
        }[kind]


@dataclass(slots=True)
class Quotas:
    fronts: Fronts
    stewards: StewardOffice
    usual: Mapping[QuotaKind, int] = field(default_factory=dict)
    """For everybody for whom the operator has set nothing else."""

    def most(self, organiser: str, kind: QuotaKind) -> int:
        """0 = as much as they like."""
        return self.fronts.state.quotas.get((organiser, kind), self.usual.get(kind, 0))

    async def refuse_more(self, organiser: str, kind: QuotaKind) -> None:
        """Raises QuotaReached where one more would be too much."""
        most = self.most(organiser, kind) if organiser else 0
        if most and (await self.used_by([organiser]))[organiser].of(kind) >= most:
            raise QuotaReached(kind, most)

    async def refuse_picture(self, organiser: str, octets: int) -> None:
        """Raises QuotaReached where a picture of this size would be too much: small ones are not rounded up."""
        most = self.most(organiser, QuotaKind.PICTURES) if organiser else 0
        if most and (await self.used_by([organiser]))[organiser].picture_bytes + octets > most * BYTES_PER_MEGABYTE:
            raise QuotaReached(QuotaKind.PICTURES, most)

    def refuse_entries(self, slug: str, _t: Tournament, events: Sequence[Event]) -> None:
        """Whoever asks: the desk, programs, players themselves. Raises QuotaReached."""
        new = sum(isinstance(event, PlayerRegistered) for event in events)
        organiser = self.fronts.owner(slug) if new and self.fronts.shared else ""
        most = self.most(organiser, QuotaKind.ENTRIES) if organiser else 0
        if most and self._entries(self._tournaments([organiser])[organiser]) + new > most:
            raise QuotaReached(QuotaKind.ENTRIES, most)

    async def used_by(self, organisers: Iterable[str]) -> dict[str, Usage]:
        """One walk over what is there, whoever it is asked for."""
        theirs = self._tournaments(organisers)
        found = {one: Usage(len(slugs), self._entries(slugs)) for one, slugs in theirs.items()}
        for one, slugs in theirs.items():
            known = [self.fronts.office.catalogue.get(slug) for slug in slugs]
            found[one].last = max((row.published_at for row in known if row and row.published_at), default=None)
        pictures = await asyncio.to_thread(self.fronts.office.journal.journal.picture_sizes)
        for stream, size in pictures.items():
            owner = self.owner_of(owner_of_picture(stream))
            if owner in found:
                found[owner].picture_bytes += size
        now = datetime.now(UTC)
        for key in self.stewards.state.programs.keys.values():
            owner = "" if key.ended(now) else self._owner_of_key(key)
            if owner in found:
                found[owner].keys += 1
        return found

    def _tournaments(self, organisers: Iterable[str]) -> dict[str, list[str]]:
        """Those that were not thrown away. What belongs to nobody by name goes with what it is a part of."""
        fronts, kept = self.fronts, (CatalogueList.DESK, CatalogueList.ARCHIVE)
        return {one: [slug for shelf in kept for slug in fronts.tournaments(one, shelf)] for one in organisers}

    def _entries(self, slugs: Iterable[str]) -> int:
        rows = (self.fronts.office.catalogue.get(slug) for slug in slugs)
        return sum(row.overview.registered for row in rows if row)

    def owner_of(self, owner: str) -> str:
        """The organiser of a tournament, a festival or an organiser, by its stream."""
        if owner.startswith(FESTIVAL):
            return self.fronts.state.owner(OwnedKind.FESTIVAL, owner.removeprefix(FESTIVAL))
        return owner.removeprefix(ORGANISER) if owner.startswith(ORGANISER) else self.fronts.owner(owner)

    def owner_of_key(self, id: str) -> str:
        """Empty = the operator's, or there is none."""
        key = self.stewards.state.programs.keys.get(id)
        return self._owner_of_key(key) if key else ""

    def owner_of_webhook(self, id: str) -> str:
        """Empty = the operator's, which is told of all tournaments of the server."""
        return self.fronts.state.owned.get((OwnedKind.WEBHOOK, id), "")

    def reaches(self, webhook: Webhook, slug: str) -> bool:
        """Whether a webhook may be told of this tournament, whose organiser may be another one by now."""
        owner = self.owner_of_webhook(webhook.id)
        return not owner or owner == self.fronts.owner(slug)

    def _owner_of_key(self, key: ApiKey) -> str:
        made = key.made
        if made.tournament:
            return self.fronts.owner(made.tournament)
        if made.festival:
            return self.fronts.state.owner(OwnedKind.FESTIVAL, made.festival)
        return self.fronts.state.owned.get((OwnedKind.KEY, made.id), "")
