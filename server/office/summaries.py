"""Summaries of the tournaments for lists: in memory up to the newest entry, and soon after it beside the journal.

A summary beside the journal counts only if it names the newest entry of its tournament; otherwise the tournament is
read once, and its summary made again.
"""

import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from domain.events import RoundPublished
from domain.words.regulations import Visibility
from projections.lists.catalogue import Catalogue, Summary
from projections.moment.overview import Overview, overview
from projections.round.disputes import for_everybody
from server.journal import AsyncJournal, Entry, JournalTrouble, StreamInfo, SummaryRow
from server.office.tournament import TournamentOffice

log = logging.getLogger("tablo.office")

SUMMARY_FORMAT = 2
"""The format of a summary; one of another format is made again."""


class SummaryBody(msgspec.Struct):
    """The body of a row."""

    shape: int
    overview: Overview
    published_at: datetime | None = None
    visibility: Visibility = Visibility.PUBLIC
    archived: bool = False
    thrown_away: bool = False


encode_summary = msgspec.json.Encoder().encode
decode_summary: msgspec.json.Decoder[SummaryBody] = msgspec.json.Decoder(SummaryBody)


@dataclass(slots=True)
class Summaries:
    journal: AsyncJournal
    _catalogue: Catalogue = field(default_factory=Catalogue)
    _changed: dict[str, TournamentOffice] = field(default_factory=dict)
    """Those that have moved on since their summary was made."""
    _unkept: dict[str, Summary] = field(default_factory=dict)
    """Summaries that are not beside the journal yet."""

    @property
    def catalogue(self) -> Catalogue:
        """Up to this moment."""
        changed, self._changed = self._changed, {}
        for office in changed.values():
            made = summary(office, self._catalogue.get(office.id))
            self._catalogue.put(made)
            self._unkept[office.id] = made
        return self._catalogue

    async def load(self, streams: Sequence[StreamInfo]) -> list[StreamInfo]:
        """Take in the kept summaries; returns the tournaments without one of their newest entry."""
        rows = {row.stream: row for row in await self._rows()}
        missing = []
        for info in streams:
            row = rows.get(info.stream)
            found = _read(row) if row and (row.version, row.hash) == (info.version, info.hash) else None
            if found is None:
                missing.append(info)
            else:
                self._catalogue.put(found)
        ahead = [info.stream for info in missing if info.stream in rows and rows[info.stream].version > info.version]
        if ahead:
            await _tried(self.journal.unsummarise(ahead))
        return missing

    def covers(self, office: TournamentOffice) -> bool:
        """True if the lists know the newest entry already."""
        known = self._catalogue.get(office.id)
        if known is None or not office.folded or known.position != office.position:
            return False
        return known == summary(office, known)

    def changed(self, office: TournamentOffice) -> None:
        """Note that a tournament has moved on, or that neither it nor its line in a list can be shown any more."""
        if office.folded:
            self._changed[office.id] = office
        else:
            self._changed.pop(office.id, None)
            self._catalogue.drop(office.id)

    async def keep(self) -> None:
        """Write down the new summaries. Those that cannot be written now are tried again the next time."""
        self.catalogue  # noqa: B018 brought up to date
        unkept, self._unkept = self._unkept, {}
        rows = [_row(made) for made in unkept.values()]
        if rows and not await _tried(self.journal.summarise(rows)):
            self._unkept = unkept | self._unkept

    async def _rows(self) -> list[SummaryRow]:
        """None where they cannot be read: then they are made again."""
        try:
            return await self.journal.summaries()
        except JournalTrouble as trouble:
            log.warning("no summaries", extra={"facts": {"why": str(trouble)}})
            return []


def summary(office: TournamentOffice, before: Summary | None = None) -> Summary:
    """The summary of a tournament in memory; `before` is an earlier one of the same tournament."""
    seen, published_at = (before.position, before.published_at) if before else (0, None)
    found = _published(office.entries[seen:])
    t = office.tournament
    kept = t.visibility, t.archived, t.thrown_away
    return Summary(office.id, office.position, office.head, overview(for_everybody(t)), found or published_at, *kept)


def _published(entries: Sequence[Entry]) -> datetime | None:
    return next((entry.recorded_at for entry in reversed(entries) if isinstance(entry.event, RoundPublished)), None)


def _row(made: Summary) -> SummaryRow:
    kept = made.visibility, made.archived, made.thrown_away
    body = encode_summary(SummaryBody(SUMMARY_FORMAT, made.overview, made.published_at, *kept)).decode()
    return SummaryRow(made.slug, made.position, made.hash, body)


def _read(row: SummaryRow) -> Summary | None:
    """None for what another version of the program keeps in another way."""
    try:
        kept = decode_summary.decode(row.body)
    except msgspec.DecodeError:
        return None
    if kept.shape != SUMMARY_FORMAT:
        return None
    shown = kept.visibility, kept.archived, kept.thrown_away
    return Summary(row.stream, row.version, row.hash, kept.overview, kept.published_at, *shown)


async def _tried(writing: Awaitable[None]) -> bool:
    """False if it could not be written: the next start then takes longer, and nothing is lost."""
    try:
        await writing
    except JournalTrouble as trouble:
        log.warning("summaries not kept", extra={"facts": {"why": str(trouble)}})
        return False
    return True
