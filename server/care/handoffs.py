"""A tournament that is played on another machine for a time: the file that goes there, and the one that comes back.

Both are gzip of lines: a header, then canonical rows of the journal (`server/journal/codec.py`), then personal data.
The header's seal is made with a secret that both machines keep beside their journals, so nobody else makes a file.
The first file has the whole tournament with its games and pictures, the second one only what was written since.

Nothing forks: the machine that handed the tournament off writes nothing in it until the copy is back, and takes only
rows that continue its own. The rows and the end of the handoff are stored together, after everything beside them.
"""

import asyncio
import gzip
import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby

import msgspec

from domain.events import HandoffEnded, PhotoRemoved, PlayerAnonymised, TournamentHandedOff
from domain.records import dataclass
from domain.refusals import HandoffForks, HandoffOver, NoHandoffFile, NotHandedOff
from domain.words.streams import is_tournament, owner_of
from server.care.mirror.receiver import unpacked
from server.journal import Append, AsyncJournal, BrokenChain, Codec, Entry, UnknownEvent
from server.journal.codec import Row, row_claims
from server.journal.jsonl import (
    PERSONAL,
    Personal,
    PersonalLine,
    check_story,
    check_understood,
    inspect,
    keep_personal,
    personal_lines,
)
from server.journal.side.handoffs import HandoffPlace, KeptHandoff
from server.notice import Noticed
from server.office.tournaments import Office, TournamentOffice

HANDOFF_SUFFIX = ".tablo"


class HandoffHeader(msgspec.Struct):
    handoff: str
    tournament: str
    home: bool
    """On its way back."""
    ends: bool = False
    """Nothing more is written there; otherwise the copy is still played, and this is what it has until now."""
    secret: str = ""
    """On its way out alone."""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class HandoffFile:
    name: str
    header: HandoffHeader
    lines: Sequence[bytes]
    """Rows, stream by stream, and personal data."""

    @property
    def rows(self) -> list[bytes]:
        return [line for line in self.lines if not line.startswith(PERSONAL)]

    @property
    def personal(self) -> list[Personal]:
        found = (line for line in self.lines if line.startswith(PERSONAL))
        return [msgspec.json.decode(line, type=PersonalLine).personal for line in found]

    def streams(self) -> dict[str, list[bytes]]:
        """The rows of each stream; those of the tournament itself stand last."""
        parts = {stream: list(rows) for stream, rows in groupby(self.rows, lambda row: row_claims(row).stream)}
        return dict(sorted(parts.items(), key=lambda part: part[0] == self.header.tournament))

    def sealed_with(self, secret: str) -> bool:
        return hmac.compare_digest(self.header.seal, _seal(secret, self.header, self.lines))


def _seal(secret: str, header: HandoffHeader, lines: Iterable[bytes]) -> str:
    plain = msgspec.json.encode(msgspec.structs.replace(header, seal=""))
    return hmac.new(secret.encode(), plain + b"\n" + b"\n".join(lines), sha256).hexdigest()


def _packed(secret: str, header: HandoffHeader, lines: Sequence[bytes]) -> bytes:
    whole = msgspec.structs.replace(header, seal=_seal(secret, header, lines))
    return gzip.compress(b"\n".join([msgspec.json.encode(whole), *lines]) + b"\n", 6, mtime=0)


def read_handoff(name: str, octets: bytes) -> HandoffFile:
    """Raises NoHandoffFile; its seal and rows are believed by nobody yet."""
    try:
        first, *lines = unpacked(octets, "gzip").rstrip(b"\n").split(b"\n")
        file = HandoffFile(name, msgspec.json.decode(first, type=HandoffHeader), lines)
        claims = [row_claims(row) for row in file.rows]
        theirs = {owner_of(one.stream) for one in claims} | {one.stream for one in file.personal}
    except (Noticed, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NoHandoffFile(name, "unread") from error
    if theirs - {file.header.tournament} or not is_tournament(file.header.tournament):
        raise NoHandoffFile(name, "changed")
    return file


def file_name(tournament: str, *, home: bool) -> str:
    return f"{tournament}{'-back' if home else ''}{HANDOFF_SUFFIX}"


# On the machine that hands it off


async def prepared(office: TournamentOffice) -> str:
    """The id of a new handoff, with the secret of its files kept beside the journal."""
    kept = KeptHandoff(secrets.token_hex(8), office.id, secrets.token_urlsafe(32), HandoffPlace.AWAY)
    await asyncio.to_thread(office.journal.journal.handoffs.keep, kept)
    return kept.id


async def outward(office: TournamentOffice) -> bytes:
    """The file for the other machine; the same as often as it is asked for. Raises NotHandedOff."""
    kept = await _kept(office)
    if kept is None or kept.place is not HandoffPlace.AWAY:
        raise NotHandedOff
    header = HandoffHeader(kept.id, office.id, home=False, secret=kept.secret)
    lines = await asyncio.to_thread(lambda: list(_lines(office.journal, office.id, {})))
    return await asyncio.to_thread(_packed, kept.secret, header, lines)


async def _kept(office: TournamentOffice) -> KeptHandoff | None:
    handoff = office.tournament.handoff
    if handoff is None:
        raise NotHandedOff
    return await asyncio.to_thread(office.journal.journal.handoffs.find, handoff.id)


def _lines(journal: AsyncJournal, tournament: str, after: dict[str, int]) -> Iterator[bytes]:
    """All rows of a tournament, its games and pictures, those `after` a version alone; then personal data."""
    store = journal.journal
    streams = [info.stream for info in store.streams() if owner_of(info.stream) == tournament]
    for stream in sorted(streams, key=lambda one: one != tournament):
        yield from store.lines(stream, after.get(stream, 0))
    yield from personal_lines(store.side, tournament)


# On the machine that plays it


async def taken_here(office: Office, file: HandoffFile) -> TournamentOffice:
    """The tournament on this machine, from now on to be written here. The same file again changes nothing.

    Raises NoHandoffFile, HandoffForks.
    """
    header, journal = file.header, office.journal
    if header.home:
        raise NoHandoffFile(file.name, "homeward")
    if not file.sealed_with(header.secret):
        raise NoHandoffFile(file.name, "changed")
    if not await asyncio.to_thread(_holds, file):
        raise NoHandoffFile(file.name, "changed")
    parts = {stream: await _news(journal, stream, rows) for stream, rows in file.streams().items()}
    kept = KeptHandoff(header.handoff, header.tournament, header.secret, HandoffPlace.HERE)
    await asyncio.to_thread(journal.journal.handoffs.keep, kept)
    await asyncio.to_thread(_keep_personal, journal, file)
    for stream, news in parts.items():
        if news:
            await asyncio.to_thread(journal.journal.adopt, stream, news)
    await office.learn(header.tournament)
    office.doubt(header.tournament)
    return await office.open(header.tournament)


def _holds(file: HandoffFile) -> bool:
    """The whole tournament, each history as it can have happened, and its handoff the last of it."""
    codec = Codec()
    try:
        inspect(file.lines, file.name, {})
        for stream, rows in file.streams().items():
            entries = [codec.read(row_claims(row).name, row, stream, n) for n, row in enumerate(rows, 1)]
            check_story(stream, entries)
    except (BrokenChain, UnknownEvent, Noticed) as trouble:
        raise NoHandoffFile(file.name, "changed") from trouble
    last = entries[-1].event
    return isinstance(last, TournamentHandedOff) and last.id == file.header.handoff


async def given_back(office: TournamentOffice) -> None:
    """From here on nothing is written on this machine. Raises NotHandedOff where it plays no copy."""
    await _moved(office, (await _kept_here(office)).id, HandoffPlace.GIVEN_BACK)


async def played_on(office: TournamentOffice) -> None:
    """It was given back too early: this machine writes again. Raises NotHandedOff."""
    await _moved(office, (await _kept_here(office)).id, HandoffPlace.HERE)


async def homeward(office: TournamentOffice) -> bytes:
    """What was written on this machine, as a file. Raises NotHandedOff where it plays no copy."""
    kept = await _kept_here(office)
    handed = next(entry for entry in reversed(office.entries) if isinstance(entry.event, TournamentHandedOff))
    header = HandoffHeader(kept.id, office.id, home=True, ends=kept.place is HandoffPlace.GIVEN_BACK)
    lines = await asyncio.to_thread(lambda: list(_lines(office.journal, office.id, {office.id: handed.version})))
    return await asyncio.to_thread(_packed, kept.secret, header, lines)


async def is_given_back(office: TournamentOffice) -> bool:
    """It was played on this machine, and is no longer."""
    kept = await _kept(office) if office.elsewhere else None
    return kept is not None and kept.place is HandoffPlace.GIVEN_BACK


async def _kept_here(office: TournamentOffice) -> KeptHandoff:
    kept = await _kept(office)
    if kept is None or kept.place is HandoffPlace.AWAY:
        raise NotHandedOff
    return kept


async def _moved(office: TournamentOffice, id: str, place: HandoffPlace) -> None:
    await asyncio.to_thread(office.journal.journal.handoffs.moved, id, place)
    office.doubt()
    await office.ready()


# On the machine that takes it back


async def returned(office: TournamentOffice, file: HandoffFile, by: str, command_id: str) -> int:
    """How many entries came back. A file that has come back before changes nothing.

    Where the file does not end the handoff the copy is still played elsewhere. Raises NoHandoffFile, HandoffForks,
    HandoffOver.
    """
    header, journal = file.header, office.journal
    await _belongs(office, file)
    await office.ready()
    parts: dict[str, list[bytes]] = {office.id: [], **file.streams()}
    if office.tournament.handoff is None or office.tournament.handoff.id != header.handoff:
        await _over(office, header.handoff, parts[office.id])
        return 0
    rows = {stream: await _news(journal, stream, sent) for stream, sent in parts.items()}
    entries = await asyncio.to_thread(_read, file.name, rows)
    await asyncio.to_thread(_can_follow, file.name, office, entries[office.id])
    own_rows, own = rows.pop(office.id), entries.pop(office.id)
    for stream, news in rows.items():
        if news:
            await journal.adopt(stream, news, entries[stream])
    await asyncio.to_thread(_keep_personal, journal, file, own)
    came = len(own)
    if header.ends:
        last = own[-1] if own else office.entries[-1]
        event = HandoffEnded(header.handoff)
        asked = Append(office.id, last.version, by, command_id, (event,))
        at = max(datetime.now(UTC), last.recorded_at)
        written = Codec().write(asked, event, last.version + 1, at, last.hash)
        own_rows, own = [*own_rows, written.row], [*own, written.entry]
    if own:
        await journal.adopt(office.id, own_rows, own)
    office.doubt()
    await office.ready()
    return came


async def _belongs(office: TournamentOffice, file: HandoffFile) -> None:
    """Raises NoHandoffFile for one that is not sealed by the machine to which this tournament was handed off."""
    header = file.header
    if header.tournament != office.id:
        raise NoHandoffFile(file.name, "other-tournament")
    if not header.home:
        raise NoHandoffFile(file.name, "outward")
    kept = await asyncio.to_thread(office.journal.journal.handoffs.find, header.handoff)
    if kept is None or kept.place is not HandoffPlace.AWAY or kept.stream != office.id:
        raise NoHandoffFile(file.name, "unknown")
    if not file.sealed_with(kept.secret):
        raise NoHandoffFile(file.name, "changed")


async def _over(office: TournamentOffice, id: str, rows: Sequence[bytes]) -> None:
    """Returns for a file whose entries are here already. Raises HandoffOver, HandoffForks."""
    ended = (one for one in office.entries if isinstance(one.event, HandoffEnded) and one.event.id == id)
    end = next(ended, None)
    if end is None:
        raise NotHandedOff
    assert isinstance(end.event, HandoffEnded)
    if end.event.forced:
        raise HandoffOver(end.by, f"{end.recorded_at:%Y-%m-%d %H:%M} UTC")
    if await _news(office.journal, office.id, rows):
        raise HandoffForks(end.version, end.by, row_claims(rows[-1]).by)


async def _news(journal: AsyncJournal, stream: str, rows: Sequence[bytes]) -> list[bytes]:
    """The rows that this machine does not have. Raises HandoffForks where it has others in their place."""
    if not rows:
        return []
    claims: list[Row] = [row_claims(row) for row in rows]
    first, head = claims[0].version, await journal.head(stream)
    have = head.version if head is not None else 0
    if first > have + 1:
        raise NoHandoffFile(stream, "gap")
    last = min(have, claims[-1].version)
    mine = await asyncio.to_thread(lambda: list(journal.journal.lines(stream, first - 1, last)))
    for here, there in zip(map(row_claims, mine), claims, strict=False):
        if here.hash != there.hash:
            raise HandoffForks(there.version, here.by, there.by)
    return list(rows[len(mine) :])


def _read(name: str, rows: Mapping[str, Sequence[bytes]]) -> dict[str, list[Entry]]:
    """Raises NoHandoffFile."""
    codec, entries = Codec(), dict[str, list[Entry]]()
    try:
        for stream, news in rows.items():
            entries[stream] = []
            for row in news:
                claim = row_claims(row)
                entries[stream].append(codec.read(claim.name, row, stream, claim.version))
                check_understood(codec, row, stream, claim.version)
    except (BrokenChain, UnknownEvent, msgspec.DecodeError) as trouble:
        raise NoHandoffFile(name, "changed") from trouble
    return entries


def _can_follow(name: str, office: TournamentOffice, entries: Sequence[Entry]) -> None:
    """A copy neither ends its own handoff nor is handed on. Raises NoHandoffFile."""
    try:
        check_story(office.id, entries, office.tournament.copy())
    except BrokenChain as trouble:
        raise NoHandoffFile(name, "changed") from trouble
    if any(isinstance(entry.event, TournamentHandedOff | HandoffEnded) for entry in entries):
        raise NoHandoffFile(name, "changed")


def _keep_personal(journal: AsyncJournal, file: HandoffFile, news: Sequence[Entry] = ()) -> None:
    """What was erased on the other machine is erased on this one."""
    for one in file.personal:
        keep_personal(journal.journal.side, one)
    for entry in news:
        if isinstance(entry.event, PlayerAnonymised):
            journal.journal.side.erase(entry.stream, entry.event.player)
        elif isinstance(entry.event, PhotoRemoved):
            journal.journal.side.erase_photo(entry.stream, entry.event.player)
